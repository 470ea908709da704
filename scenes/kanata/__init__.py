"""Kanata on the screen: the town by night and everything round it."""

from scenes.kanata.table import KanataTable

__all__ = ["KanataTable"]
