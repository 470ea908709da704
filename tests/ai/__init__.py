"""Tests of ``game/ai``."""
