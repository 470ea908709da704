"""``python3 -m tests [pytest arguments]``: makes the environment if need be, then runs the tests on all cores.

As root on Debian or Ubuntu it also installs the programs that tests of the window need. Elsewhere those tests are left
out, and the last lines say so.
"""

import sys

from game.commands.environment import EnvironmentFault, prepare
from tests import system


def main(arguments):
    """Run pytest with ``arguments``; its exit code, or 2 when there is no environment to run it in."""
    system.install()
    try:
        prepare("requirements-dev.txt", ["-m", "tests", *arguments])
    except EnvironmentFault as fault:
        print(f"unhallowed: {fault}", file=sys.stderr)
        return 2
    import pytest

    return pytest.main(["-n", "auto", *arguments])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
