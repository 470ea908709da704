"""Effects of the event and Mystery cards: one class a word of `data/kanata/cards.yaml`, a module a family of words.

An effect works on its subject: the turn owner, or each human of a group in turn. A list of effects is a block; blocks
are numbered, so a frame that is half-way through one holds two numbers. A new effect is a new class in its family and
a new word in ``reading.VERBS`` and in the data, never a special case in a turn.
"""
