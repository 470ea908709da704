"""Tests of ``game/commands``."""
