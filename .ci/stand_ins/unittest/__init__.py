"""Stands in for Python's unittest in the packaged program: see ``mock``."""
