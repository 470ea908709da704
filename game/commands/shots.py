"""Write a PNG of every screen in its typical states into a folder. No window is needed."""

from __future__ import annotations

import argparse
import re

from game.commands.common import CommandError, Screens
from game.core.numbers import shortened


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("folder", metavar="DIR")
    parser.add_argument("--size", metavar="WxH", type=_size, default=(1920, 1080), help="default 1920x1080")
    parser.add_argument("--scene", metavar="NAME", help="only this scene")
    parser.add_argument(
        "--set", metavar="SETTING=VALUE", action="append", default=[], help="such as text_scale=150; may be repeated"
    )


def run(arguments: argparse.Namespace, screens: Screens) -> int:
    """Carry out the command."""
    settings = {}
    for setting in arguments.set:
        name, equals, value = setting.partition("=")
        if not equals:
            raise CommandError(f"--set: found {setting!r}, expected SETTING=VALUE")
        settings[name] = value
    return screens.shots(arguments.folder, size=arguments.size, scene=arguments.scene, settings=settings)


def _size(text: str) -> tuple[int, int]:
    parts = re.fullmatch(r"([0-9]{3,5})x([0-9]{3,5})", text)
    if not parts:
        expected = "WIDTHxHEIGHT such as 1920x1080, each of 3 to 5 digits"
        raise argparse.ArgumentTypeError(f"found {shortened(text)!r}, expected {expected}")
    return int(parts[1]), int(parts[2])
