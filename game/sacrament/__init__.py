"""Sacrament: a role-playing game. Its clauses are ``SAC-…`` (``data/rules``)."""
