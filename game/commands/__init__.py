"""The command line: one module a command. Nothing is imported here, so that ``--version`` costs nothing."""
