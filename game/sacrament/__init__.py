"""Sacrament: a role-playing game. The rules ledger's clauses are ``SAC-…``."""
