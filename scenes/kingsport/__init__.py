"""The Kingsport table: board, cards, sheets, movements."""

from scenes.kingsport.table import KingsportTable

__all__ = ["KingsportTable"]
