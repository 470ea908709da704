"""One suite for every game of the registry, and for the toy: what the contract promises.

A game's tests may add to it what only they know, in ``tests/<game>/sample.py`` (``tests.contract.samples``); a game
without one is held to the promises all the same.
"""
