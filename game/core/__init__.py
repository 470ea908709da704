"""What every game shares: the contract, chance, positions, content, the journal and the session."""
