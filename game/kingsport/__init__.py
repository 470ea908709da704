"""Kingsport Festival: The Card Game. Its clauses are ``KPT-…`` (``data/rules``)."""
