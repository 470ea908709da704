"""A working environment on a machine that has only Python: ``.venv`` with the pinned packages.

Standard library only, and nothing newer than Python 3.7, because it runs before anything is installed.
"""

import contextlib
import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Iterable, List, Sequence, Tuple

ROOT = Path(__file__).resolve().parents[2]
OLDEST_PYTHON = (3, 11)
_FRESH = "UNHALLOWED_FRESH_ENVIRONMENT"  # set for the one run after a set-up, so that it cannot go round in circles


class EnvironmentFault(Exception):
    """The environment cannot be made; the message says why and what helps."""


def prepare(requirements: str, rerun: Sequence[str]) -> None:
    """Return once the packages of ``requirements`` (a file name in the project) are there.

    When this interpreter lacks them, ``.venv`` is made and filled, and the program runs again inside it with the
    arguments ``rerun`` (those of the interpreter): then this call does not return. Raises ``EnvironmentFault``.
    """
    if getattr(sys, "frozen", False):
        return
    if sys.version_info < OLDEST_PYTHON:
        raise EnvironmentFault(
            "Python {}.{} or newer is needed, this is {}. Get it from https://www.python.org/downloads/ "
            "and start again with it.".format(*OLDEST_PYTHON, sys.version.split()[0])
        )
    files = _with_included(ROOT / requirements)
    python = _venv_python()
    if _inside(python):
        here = ("{}.{}".format(*sys.version_info[:2]), _fingerprint(files))
        if _marker(files) == here:
            return
        missing = _missing(files)
        if not missing:
            _mark(files, here[0])
            return
        if os.environ.get(_FRESH):
            raise EnvironmentFault(
                "{} were installed and are still missing; remove {} and start again".format(
                    ", ".join(missing), ROOT / ".venv"
                )
            )
    elif not _missing(files):
        return
    elif _marker(files)[1] == _fingerprint(files):
        with contextlib.suppress(OSError):  # its Python is gone or does not run: made anew below
            _run_again(python, rerun)
    try:
        _make_venv(python)
        _fill(python, files)
        _mark(files, _version_of(python))
        os.environ[_FRESH] = "1"
        _run_again(python, rerun)
    except (OSError, subprocess.CalledProcessError) as error:
        raise EnvironmentFault(
            "{} cannot be used ({}); remove it and start again".format(ROOT / ".venv", error)
        ) from None


def _with_included(path: Path) -> List[Path]:
    """The requirements file and those that it includes (``-r other.txt``)."""
    files = [path]
    for line in _lines(path):
        if line.startswith("-r "):
            files += _with_included(path.parent / line[3:].strip())
    return files


def _lines(path: Path) -> Iterable[str]:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise EnvironmentFault("{} cannot be read ({}): is the folder complete?".format(path, error.strerror)) from None
    return [line.split("#")[0].strip() for line in text.splitlines()]


def _fingerprint(files: Sequence[Path]) -> str:
    return hashlib.sha256("\n".join(line for file in files for line in _lines(file) if line).encode()).hexdigest()


def _missing(files: Sequence[Path]) -> List[str]:
    """The pinned packages that this interpreter has not, or has in another version."""
    from importlib import metadata  # not there before 3.8, which is told so above

    missing = []
    for line in (line for file in files for line in _lines(file)):
        name, _, version = line.partition("==")
        if not version:
            continue
        try:
            found = metadata.version(name)
        except metadata.PackageNotFoundError:
            found = ""
        if found != version:
            missing.append(line)
    return missing


def _venv_python() -> Path:
    parts = ("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")
    return ROOT.joinpath(".venv", *parts)


def _inside(python: Path) -> bool:
    return os.path.realpath(sys.prefix) == os.path.realpath(python.parents[1])


def _marker_path(files: Sequence[Path]) -> Path:
    return ROOT / ".venv" / "{}.installed".format(files[0].stem)


def _marker(files: Sequence[Path]) -> Tuple[str, str]:
    """What the environment was filled for: Python's version and the fingerprint of the requirements."""
    try:
        version, _, fingerprint = _marker_path(files).read_text(encoding="utf-8").partition(" ")
    except (OSError, UnicodeDecodeError):
        return "", ""
    return version, fingerprint.strip()


def _mark(files: Sequence[Path], version: str) -> None:
    with contextlib.suppress(OSError):  # read-only: looking for the packages again next time is all it costs
        _marker_path(files).write_text("{} {}\n".format(version, _fingerprint(files)), encoding="utf-8")


def _version_of(python: Path) -> str:
    command = [str(python), "-c", "import sys; print('{}.{}'.format(*sys.version_info[:2]))"]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.decode().strip()


def _make_venv(python: Path) -> None:
    """An environment with pip. One whose Python is gone or has no pip is made anew."""
    if _has_pip(python):
        return
    _say("Setting up once: making {}".format(ROOT / ".venv"))
    command = [sys.executable, "-m", "venv", "--clear", str(ROOT / ".venv")]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        text = done.stdout.decode(errors="replace").strip()
        if "ensurepip" in text or "No module named venv" in text:
            raise EnvironmentFault(
                "this Python cannot make an environment: its venv or ensurepip module is missing. "
                "On Debian or Ubuntu: sudo apt install python3-venv; then start again."
            )
        raise EnvironmentFault("{} cannot be made: {}".format(ROOT / ".venv", _last_line(text)))


def _has_pip(python: Path) -> bool:
    try:
        return subprocess.run([str(python), "-m", "pip", "--version"], capture_output=True).returncode == 0
    except OSError:  # there is none, or what is there does not run
        return False


def _fill(python: Path, files: Sequence[Path]) -> None:
    _say("Setting up once: installing the packages of {}".format(files[0].name))
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", str(files[0])]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        raise EnvironmentFault(
            "the packages of {} could not be installed: {}. A connection to the network is needed once; "
            "then start again.".format(files[0].name, _last_line(done.stdout.decode(errors="replace")))
        )


def _last_line(text: str) -> str:
    """The last thing pip or venv complained of, without its own label."""
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("[notice]")]
    errors = [line for line in lines if line.startswith("ERROR:")]
    return (errors or lines or ["no reason given"])[-1].replace("ERROR:", "").strip().rstrip(".")


def _run_again(python: Path, rerun: Sequence[str]) -> None:
    command = [str(python), *rerun]
    if os.name == "nt":  # there execv would leave the terminal before the program has ended
        sys.exit(subprocess.call(command))
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(str(python), command)


def _say(text: str) -> None:
    if sys.stderr is not None:
        print(text, file=sys.stderr, flush=True)
