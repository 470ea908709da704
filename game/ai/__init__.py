"""Computer players, built on the contract alone: each game's own thinking lies in its package (``Game.policy``)."""
