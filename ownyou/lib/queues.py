"""The three Celery queues. Every task names one of them."""

from __future__ import annotations

from typing import Final

INTERACTIVE: Final = "interactive"
"""Answers, resumes, level 1, the assistant: somebody is looking."""

MISSIONS: Final = "missions"
"""Levels 2 and 3, desires: work that takes seconds to hours."""

BACKGROUND: Final = "background"
"""Embedding, retention, briefings: nobody waits."""

ALL: Final = (INTERACTIVE, MISSIONS, BACKGROUND)
