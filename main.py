"""The door: the command line goes in, the window or a command's answer comes out.

Nothing happens on import, because every worker process imports this module again.
"""

import multiprocessing
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
if HERE not in sys.path:  # a Python that is told not to look beside the script (PYTHONSAFEPATH, -P)
    sys.path.insert(0, HERE)


def main(arguments):
    """Run the program with ``arguments`` (those of the command line); returns the exit code."""
    from game.commands.environment import EnvironmentFault, prepare

    try:
        prepare("requirements.txt", [__file__, *arguments])
    except EnvironmentFault as fault:
        print("unhallowed: {}".format(fault), file=sys.stderr)
        return 2
    from game.commands import cli, logfile

    logfile.stand_in()
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # its greeting would stand in the answers of commands
    return cli.run(arguments, screens=Screens())


class Screens:
    """What the command line asks of ``scenes/``, which ``game/`` may not import. Loaded when it is asked for."""

    def have_display(self):
        """Whether a window can be shown. Where there is no display SDL would open one that nobody can see."""
        if sys.platform in ("win32", "darwin"):
            return True
        return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"))

    def window(self, **arguments):
        """Open the window and return the exit code when it is closed."""
        from scenes.app import run

        return run(**arguments)

    def shots(self, folder, **arguments):
        """Write a picture of every screen into ``folder``."""
        from scenes.shots import run

        return run(folder, **arguments)

    def self_test(self):
        """Draw and load everything that ``scenes/`` has: pairs of what was tried and a list of what failed."""
        from scenes.self_test import run

        return run()

    def frames(self, games=()):
        """Frame times: ``{"scene/state": {"p50_ms", "p99_ms"}}``."""
        from scenes.frames import measure

        return measure(scenes=games)

    def window_figures(self, games=()):
        """How soon a press is answered, what an idle window costs, how soon the title stands."""
        from scenes.frames import window_figures

        return window_figures(games)


if __name__ == "__main__":
    multiprocessing.freeze_support()
    sys.exit(main(sys.argv[1:]))
