"""Draw the pictures: ``python -m sprites.generator [name ...]``.

A name is a file below ``sprites/`` without its ending, or the start of several (``kingsport/gods``). Without names all
are drawn. ``--icons ICONS.JSON`` fetches the icons of the manifest instead, ``--list`` prints the names.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from sprites.generator import icons, output
from sprites.generator.catalogue import ROOT, all_sprites


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit code: 2 when a name fits nothing."""
    parser = argparse.ArgumentParser(prog="python -m sprites.generator", description="Draw the pictures of the games.")
    parser.add_argument("names", nargs="*", metavar="name", help="file below sprites/ without ending, or the start of several")
    parser.add_argument("--list", action="store_true", help="print the names and draw nothing")
    parser.add_argument("--icons", type=Path, metavar="ICONS.JSON", help="extract the icons of the manifest from this package file")
    parser.add_argument("--out", type=Path, default=ROOT, help="write below this folder (default: sprites/)")
    options = parser.parse_args(arguments)
    if options.icons:
        print(f"{icons.extract(options.icons)} icons, {icons.write_own()} own symbols")
        return 0
    sprites = all_sprites()
    chosen = [name for name in sprites if not options.names or any(name.startswith(start) for start in options.names)]
    if not chosen:
        print("no picture has such a name; --list prints all", file=sys.stderr)
        return 2
    for name in chosen:
        sprite = sprites[name]
        if options.list:
            print(name)
            continue
        begun = time.perf_counter()
        size = output.write(sprite.draw(), options.out / sprite.file, colours=sprite.colours, quality=sprite.quality)
        print(f"{sprite.file}  {size / 1000:.0f} kB  {time.perf_counter() - begun:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
