"""The packaged program, used as people use it: in a window, on a display with a window manager."""
