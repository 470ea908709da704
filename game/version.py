"""The version of the program: shown by ``--version`` and the title, written into saves."""

VERSION = "0.2.1"
