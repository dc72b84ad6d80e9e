"""Desires: wishes pursued by OwnYou within its trust. How they run: docs/adr/desires.md."""
