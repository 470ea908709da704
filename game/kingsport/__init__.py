"""Kingsport Festival: The Card Game. Rules after the ledger's clauses KPT-*."""
