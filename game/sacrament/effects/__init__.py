"""The effect vocabulary: one class per word. Abilities, items, adversaries, aftershocks and scenarios use only these.

Content writes a word with its fields, or with its first field alone: ``{heal: 2}``, ``{bonus: {what: will, n: 1}}``,
``guard``. The table in ``data/sacrament/README.md`` is made from the docstrings here.

An effect that asks a question puts a frame on the stack; ``lists.run`` sees to it that what follows waits beneath.
"""
