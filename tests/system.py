"""Programs that some tests need beside Python: installed where that is possible, else those tests are left out.

Standard library only: ``python3 -m tests`` and ``.ci/run`` use it before anything is installed. With ``--all`` it also
brings what a release needs (a compiler for PyInstaller's bootloader).
"""

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

PACKAGE_OF = {
    "Xvfb": "xvfb",
    "xdotool": "xdotool",
    "openbox": "openbox",
    "objdump": "binutils",
    "gio": "libglib2.0-bin",
    "update-mime-database": "shared-mime-info",
    "update-desktop-database": "desktop-file-utils",
}
"""Programs that tests need, and the package of Debian and Ubuntu that has each."""
WINDOW = ("Xvfb",)
"""What tests of the program in a real window need."""
PYTHON_LIBRARY = "libpython"
"""The library of this Python: no program, but PyInstaller packs it. It has a package of its own on Debian."""
PACKAGED = (*PACKAGE_OF, PYTHON_LIBRARY)
"""What tests of the packaged program need."""


def missing(programs):
    """The packages that ``programs`` lack here."""
    return [_package(name) for name in programs if not _is_there(name)]


def _is_there(name):
    return _has_shared_python() if name == PYTHON_LIBRARY else shutil.which(name) is not None


def _package(name):
    return "libpython{}.{}".format(*sys.version_info) if name == PYTHON_LIBRARY else PACKAGE_OF[name]


def install(everything=False):
    """Install what is missing, as root with apt; elsewhere nothing happens. What is still missing afterwards."""
    wanted = _wanted(everything)
    if wanted and sys.platform.startswith("linux") and os.geteuid() == 0 and shutil.which("apt-get"):
        print("Installing once what tests need: {}".format(" ".join(wanted)), file=sys.stderr, flush=True)
        environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
        for line in (["update", "-qq"], ["install", "-qq", "-y", "--no-install-recommends", *wanted]):
            done = subprocess.run(
                ["apt-get", *line], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )  # fmt: skip
            if done.returncode:
                print(done.stdout.decode(errors="replace"), file=sys.stderr, flush=True)
                break
        wanted = _wanted(everything)
    return wanted


def cure(packages):
    """What would bring the packages."""
    return "sudo apt install {}".format(" ".join(packages))


def _wanted(everything):
    wanted = missing(PACKAGED)
    if sys.platform.startswith("linux"):
        if any(importlib.util.find_spec(name) is None for name in ("ensurepip", "venv")):
            wanted.append("python3-venv")
        if everything:
            wanted += _for_a_release()
    return wanted


def _has_shared_python():
    """Whether the library of this Python is where PyInstaller finds it. Elsewhere than on Linux it always is."""
    if not sys.platform.startswith("linux"):
        return True
    name = sysconfig.get_config_var("INSTSONAME") or ""
    multiarch = sysconfig.get_config_var("MULTIARCH") or ""
    places = [sysconfig.get_config_var("LIBDIR") or "", str(Path(sys.base_prefix, "lib")), "/usr/lib/" + multiarch]
    return any(Path(place, name).exists() for place in places)


def _for_a_release():
    wanted = [] if shutil.which("gcc") else ["gcc"]
    header = subprocess.run(
        ["sh", "-c", "echo '#include <zlib.h>' | gcc -E - >/dev/null 2>&1"], stdin=subprocess.DEVNULL, check=False
    )
    return wanted + (["zlib1g-dev"] if header.returncode else [])


if __name__ == "__main__":
    left = install("--all" in sys.argv[1:])
    if left:
        sys.exit("missing: {}. Install them (Debian, Ubuntu: {}) and start again.".format(" ".join(left), cure(left)))
