"""A fresh machine: the first start makes ``.venv`` and fills it, later ones find it ready.

The real door and the real ``environment`` module run in a small project of their own, whose one requirement is a
package made here, so that no network is needed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from game.commands import environment
from game.commands.environment import EnvironmentFault, prepare

ROOT = Path(__file__).parents[2]

CLI = """
import sys
from importlib.metadata import version

def run(arguments, screens):
    print(version("lantern"), *arguments, sys.prefix)
    return 7
"""


def wheel(folder: Path, version: str) -> None:
    """A package ``lantern`` with nothing in it, ready to be installed."""
    folder.mkdir(exist_ok=True)
    name = f"lantern-{version}"
    with zipfile.ZipFile(folder / f"{name}-py3-none-any.whl", "w") as file:
        file.writestr("lantern.py", "")
        info = f"{name}.dist-info"
        file.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: lantern\nVersion: {version}\n")
        file.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        file.writestr(f"{info}/RECORD", f"lantern.py,,\n{info}/METADATA,,\n{info}/WHEEL,,\n{info}/RECORD,,\n")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project in a folder with a blank and an accent in its name."""
    project = tmp_path / "mon projet é"
    (project / "game" / "commands").mkdir(parents=True)
    for file in ("main.py", "game/__init__.py", "game/commands/__init__.py", "game/commands/environment.py"):
        shutil.copy(ROOT / file, project / file)
    (project / "game" / "commands" / "cli.py").write_text(CLI, encoding="utf-8")
    (project / "game" / "commands" / "logfile.py").write_text("def stand_in():\n    pass\n", encoding="utf-8")
    (project / "requirements.txt").write_text("# needed\n-r more.txt\n", encoding="utf-8")
    (project / "more.txt").write_text("lantern==1.0  # light\n", encoding="utf-8")
    wheel(tmp_path / "wheels", "1.0")
    wheel(tmp_path / "wheels", "2.0")
    return project


def start(project: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Start the project's door from another folder, offline but for the wheels made here."""
    cleared = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
    offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(project.parent / "wheels"), "PIP_CONFIG_FILE": os.devnull}
    line = [sys.executable, str(project / "main.py"), "a b", "é"]
    return subprocess.run(
        line, cwd="/", env={**cleared, **offline, **variables}, capture_output=True, text=True, encoding="utf-8"
    )


def test_the_first_start_sets_up_and_later_ones_find_it_ready(project: Path) -> None:
    venv = project / ".venv"
    first = start(project)
    assert (first.returncode, first.stdout) == (7, f"1.0 a b é {venv}\n")
    assert [line.split(":")[0] for line in first.stderr.splitlines()] == ["Setting up once"] * 2

    second = start(project)
    assert (second.returncode, second.stdout, second.stderr) == (7, f"1.0 a b é {venv}\n", "")

    (project / "more.txt").write_text("lantern==2.0\n", encoding="utf-8")
    third = start(project)
    assert (third.returncode, third.stdout) == (7, f"2.0 a b é {venv}\n")
    assert third.stderr == "Setting up once: installing the packages of requirements.txt\n"

    (venv / "bin" / "python").unlink()  # as when the system's Python was taken away
    fourth = start(project)
    assert (fourth.returncode, fourth.stdout) == (7, f"2.0 a b é {venv}\n")
    assert "making" in fourth.stderr

    (venv / "requirements.installed").unlink()  # filled by hand: nothing is installed again
    fifth = subprocess.run([venv / "bin" / "python", project / "main.py"], capture_output=True, text=True)
    assert (fifth.returncode, fifth.stdout, fifth.stderr) == (7, f"2.0 {venv}\n", "")
    assert (venv / "requirements.installed").exists()


@pytest.mark.skipif(os.name == "nt", reason="made of links and the modes of files")
@pytest.mark.parametrize("kind", ["no program", "no interpreter", "gone", "circle", "file"])
def test_an_environment_that_does_not_run_is_made_anew_or_named(kind: str, project: Path) -> None:
    place = project / ".venv"
    python = place / "bin" / "python"
    if kind == "circle":
        place.symlink_to(place)
    elif kind == "file":
        place.write_text("", encoding="utf-8")
    else:
        python.parent.mkdir(parents=True)
        marker = f"3.11 {environment._fingerprint([project / 'requirements.txt', project / 'more.txt'])}\n"
        (place / "requirements.installed").write_text(marker, encoding="utf-8")
    if kind == "gone":
        python.symlink_to(project / "nowhere")
    elif python.parent.is_dir():
        python.write_text("#!/no/such/program\n", encoding="utf-8")
        python.chmod(0o755 if kind == "no interpreter" else 0o644)
    done = start(project)
    assert "Traceback" not in done.stderr
    if kind in ("circle", "file"):
        assert done.returncode == 2
        assert f"{place} cannot be" in done.stderr
    else:
        assert done.returncode == 7, done.stderr


def test_without_a_network_it_says_so(project: Path) -> None:
    shutil.rmtree(project.parent / "wheels")
    (project.parent / "wheels").mkdir()
    answer = start(project)
    assert answer.returncode == 2
    assert answer.stdout == ""
    last = answer.stderr.splitlines()[-1]
    assert last.startswith("unhallowed: the packages of requirements.txt could not be installed: ")
    assert "lantern==1.0" in last
    assert last.endswith("A connection to the network is needed once; then start again.")


def test_without_the_venv_module_it_says_what_to_install(project: Path, tmp_path: Path) -> None:
    poor = tmp_path / "poor"
    poor.mkdir()
    text = "The virtual environment was not created successfully because ensurepip is not available."
    (poor / "venv.py").write_text(f"import sys\nprint({text!r})\nsys.exit(1)\n", encoding="utf-8")
    answer = start(project, PYTHONPATH=str(poor))
    assert answer.returncode == 2
    assert answer.stderr.splitlines()[-1] == (
        "unhallowed: this Python cannot make an environment: its venv or ensurepip module is missing. "
        "On Debian or Ubuntu: sudo apt install python3-venv; then start again."
    )


def test_an_old_python_is_told_which_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment.sys, "version_info", (3, 9, 2))
    with pytest.raises(EnvironmentFault, match=r"Python 3\.11 or newer is needed, this is "):
        prepare("requirements.txt", [])


def test_a_packaged_program_needs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment.sys, "frozen", True, raising=False)
    monkeypatch.setattr(environment.sys, "version_info", (3, 9, 2))
    prepare("gone.txt", [])


def test_an_incomplete_folder_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    with pytest.raises(EnvironmentFault, match="is the folder complete"):
        prepare("requirements.txt", [])


def test_a_set_up_that_does_not_help_does_not_go_round(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").write_text("lantern==9\n", encoding="utf-8")
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    monkeypatch.setattr(environment.sys, "prefix", str(tmp_path / ".venv"))
    monkeypatch.setenv("UNHALLOWED_FRESH_ENVIRONMENT", "1")
    with pytest.raises(EnvironmentFault, match="lantern==9 were installed and are still missing"):
        prepare("requirements.txt", [])


def test_all_requirements_are_pinned() -> None:
    for name in ("requirements.txt", "requirements-dev.txt"):
        for line in (ROOT / name).read_text(encoding="utf-8").splitlines():
            words = line.partition("#")[0].strip()
            assert not words or words.startswith("-r ") or words.count("==") == 1, f"{name}: {line}"
