"""The graphs of the levels."""
