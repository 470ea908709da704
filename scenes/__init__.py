"""The table: everything a person sees, hears and presses. pygame lives here only."""
