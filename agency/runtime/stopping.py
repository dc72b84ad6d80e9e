"""How a node ends its run: a module of its own, so that who only knows the word need not load LangGraph."""

from __future__ import annotations

from trust.ledger.runs import Stopped

__all__ = ["Stopped"]
