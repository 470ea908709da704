"""Tests of the program as a whole, started as a person starts it."""
