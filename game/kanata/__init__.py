"""Kanata: The First Sacrament. A town, a roadblock, and what comes out of the barn."""
