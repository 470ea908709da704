"""The Kingsport table: board, cards, sheets, result."""
