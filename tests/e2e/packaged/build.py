"""The program under test: the one that ``UNHALLOWED_PROGRAM`` names, else one that is built from the sources."""

from __future__ import annotations

import fcntl
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
BUILD = ROOT / "build" / "e2e"
VARIABLE = "UNHALLOWED_PROGRAM"
SOURCES = ("main.py", "build.spec", "requirements.txt", "game", "scenes", "data", "maps", "sprites", ".ci")


def program() -> Path:
    """The executable file. Built at most once for the same sources, however many tests ask at the same time."""
    named = os.environ.get(VARIABLE)
    if named:
        path = Path(named).resolve()
        assert path.is_file(), f"{VARIABLE} names {path}, and there is no such file"
        return path
    path = BUILD / "Unhallowed" / "Unhallowed"
    BUILD.mkdir(parents=True, exist_ok=True)
    with (BUILD / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made_from = BUILD / "made_from"
        sources = "\n".join(_sources())
        if not path.exists() or not made_from.exists() or made_from.read_text(encoding="utf-8") != sources:
            made_from.unlink(missing_ok=True)
            _build()
            made_from.write_text(sources, encoding="utf-8")
    return path


def _sources() -> Iterator[str]:
    """Name, size and time of every file that a build depends on."""
    for name in SOURCES:
        start = ROOT / name
        for path in sorted(start.rglob("*")) if start.is_dir() else [start]:
            if path.is_file() and "__pycache__" not in path.parts:
                about = path.stat()
                yield f"{path.relative_to(ROOT)} {about.st_size} {about.st_mtime_ns}"


def _build() -> None:
    if importlib.util.find_spec("PyInstaller") is None:
        pytest.fail("PyInstaller is missing; `python3 -m tests` installs all that tests need, or set " + VARIABLE)
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    places = ["--distpath", str(BUILD), "--workpath", str(BUILD / "work")]
    done = subprocess.run([*command, *places, "build.spec"], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        pytest.fail(f"the program cannot be built:\n{done.stdout}\n{done.stderr}")


def copy_to(folder: Path, source: Path) -> Path:
    """A copy of the whole program in ``folder``; its executable."""
    shutil.copytree(source.parent, folder, dirs_exist_ok=True)
    return folder / source.name
