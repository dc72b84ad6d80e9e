"""How a node ends its run: a module of its own, so that who only knows the word need not load LangGraph."""

from __future__ import annotations


class Stopped(Exception):
    """Raised by a node when its subject was cancelled or paused meanwhile: the run ends there quietly."""
