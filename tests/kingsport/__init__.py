"""Kingsport's tests: what scenario files cannot say."""
