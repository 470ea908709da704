"""Sacrament on the screen: the table, the game master's screen, the character builder."""

from scenes.sacrament.table import SacramentTable

__all__ = ["SacramentTable"]
