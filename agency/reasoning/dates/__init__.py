"""Dates in words: `find_dates` finds and resolves them. No Django; see docs/adr/dates-in-words.md."""

from __future__ import annotations

from .finding import find_dates, find_no_days
from .spans import DateSpan
from .telling import languages_of_weekdays

__all__ = ["DateSpan", "find_dates", "find_no_days", "languages_of_weekdays"]
