"""Starting the program as a person does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


def command(*arguments: str | Path) -> list[str]:
    """The command line that starts the program with ``arguments``."""
    return [sys.executable, str(ROOT / "main.py"), *map(str, arguments)]


def run(*arguments: str | Path, typed: str = "", **more: Any) -> subprocess.CompletedProcess[str]:
    """Run the program to its end with ``typed`` on its input; the working folder is not the project's."""
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", **more.pop("env", {})}
    return subprocess.run(
        command(*arguments), input=typed, capture_output=True, text=True, encoding="utf-8", cwd=more.pop("cwd", "/"),
        env=environment, timeout=120, **more,
    )  # fmt: skip
