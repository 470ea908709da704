"""Pictures of the three games, and (in :mod:`sprites.generator`) the code that draws them."""
