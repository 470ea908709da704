"""The tests' own second half: what a machine lacks is installed, or told in the last lines."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import system

ROOT = Path(__file__).parents[1]


def test_tests_that_lack_a_program_are_left_out_and_told(tmp_path: Path) -> None:
    line = [sys.executable, "-m", "pytest", "-n", "2", "-p", "no:cacheprovider", "tests/scenes/test_window.py"]
    environment = {**os.environ, "PATH": str(tmp_path)}
    done = subprocess.run(line, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "tests/scenes/test_window.py: 1" in done.stdout
    said = next(line for line in done.stdout.splitlines() if "tests were left out" in line)
    assert said.startswith("1 tests were left out: this machine lacks xvfb. To run them: sudo apt install xvfb, or")


def test_every_program_has_its_package() -> None:
    assert set(system.WINDOW) <= set(system.PACKAGED) == {*system.PACKAGE_OF, system.PYTHON_LIBRARY}


def test_without_the_library_of_this_python_nothing_can_be_packed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "_has_shared_python", lambda: False)
    package = "libpython{}.{}".format(*sys.version_info)
    assert package in system.missing(system.PACKAGED)
    assert system.missing([system.PYTHON_LIBRARY]) == [package]


def test_what_cannot_be_installed_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert system.missing(["Xvfb", "openbox"]) == ["xvfb", "openbox"]
    assert set(system.PACKAGE_OF.values()) <= set(system.install()), "without apt nothing is there afterwards either"
