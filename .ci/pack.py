"""Packs a built folder: ``python .ci/pack.py FOLDER VERSION`` writes zip, checksum and file list beside the folder.

Names sorted, one time for all (``SOURCE_DATE_EPOCH``, in seconds since 1970), the executable bit kept: the same files
give the same zip.
"""

import hashlib
import os
import platform
import stat
import sys
import time
import zipfile
from pathlib import Path

FIRST_TIME = 315532800
"""The start of 1980: no zip knows an earlier time."""
SYSTEMS = {"linux": "linux", "win32": "windows", "darwin": "macos"}


def pack(folder: Path, version: str) -> Path:
    """Write the zip of ``folder``, all below one folder of its name; where it is."""
    name = f"unhallowed-{version}-{SYSTEMS.get(sys.platform, sys.platform)}-{platform.machine().lower()}"
    target = folder.parent / f"{name}.zip"
    moment = time.gmtime(max(FIRST_TIME, int(os.environ.get("SOURCE_DATE_EPOCH", 0))))[:6]
    listed = []
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_symlink():
                raise SystemExit(f"{path} is a link, which not every unpacker keeps")
            if not path.is_file():
                continue
            inside = path.relative_to(folder.parent).as_posix()
            entry = zipfile.ZipInfo(inside, moment)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # the bits below are Unix's
            runs = path.stat().st_mode & stat.S_IXUSR
            entry.external_attr = (stat.S_IFREG | (0o755 if runs else 0o644)) << 16
            content = path.read_bytes()
            archive.writestr(entry, content)
            listed.append(f"{hashlib.sha256(content).hexdigest()}  {inside}\n")
    digest = hashlib.sha256(target.read_bytes()).hexdigest()
    target.with_suffix(".zip.sha256").write_text(f"{digest}  {target.name}\n", encoding="utf-8")
    target.with_suffix(".files.txt").write_text("".join(listed), encoding="utf-8")
    return target


if __name__ == "__main__":
    made = pack(Path(sys.argv[1]).resolve(), sys.argv[2])
    print(f"{made}  {made.stat().st_size / 1e6:.1f} MB")
