"""Logs hold facts, ids and types, never a person's words. What an exception says may well be their words."""

from __future__ import annotations

import copy
import logging
import traceback
from types import TracebackType

from django.conf import settings

type ExceptionInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class WordlessFormatter(logging.Formatter):
    """Writes where an exception came from and its type, and leaves out what it says (unless debugging)."""

    def format(self, record: logging.LogRecord) -> str:
        if not settings.DEBUG:
            record = _without_paths(_without_celerys_words(record))
        return super().format(record)

    def formatException(self, ei: ExceptionInfo) -> str:
        if settings.DEBUG or ei[1] is None:
            return super().formatException(ei)
        return "\nwhile handling this, or because of it:\n".join(_places(error) for error in _chain(ei[1]))


class WithoutSweeps(logging.Filter):
    """Leaves out that a job of the clock was received and done: it is every few seconds, and mostly nothing.

    What such a job finds to do is a task of its own or a line of its own; both are written, as failures are.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno > logging.INFO or record.name not in _CELERYS or not isinstance(record.args, dict):
            return True
        return record.args.get("name") not in {job["task"] for job in settings.CELERY_BEAT_SCHEDULE.values()}


_CELERYS = frozenset({"celery.worker.strategy", "celery.app.trace"})


def _chain(error: BaseException) -> list[BaseException]:
    """The exceptions behind an exception, the first one first."""
    found: list[BaseException] = []
    following: BaseException | None = error
    while following is not None and following not in found:
        found.insert(0, following)
        context = None if following.__suppress_context__ else following.__context__
        following = following.__cause__ or context
    return found


def _places(error: BaseException) -> str:
    frames = "".join(traceback.format_tb(error.__traceback__))
    return f"{frames}{type(error).__module__}.{type(error).__qualname__}"


def _without_celerys_words(record: logging.LogRecord) -> logging.LogRecord:
    """Celery puts the exception's text and arguments of the task into its own message."""
    if record.name != "celery.app.trace" or not isinstance(record.args, dict):
        return record
    said = dict.fromkeys(("exc", "traceback", "args", "kwargs", "return_value"), "…")
    made = copy.copy(record)
    made.args = dict(record.args) | said
    return made


def _without_paths(record: logging.LogRecord) -> logging.LogRecord:
    """Django names the path that was asked for; a path may hold words, such as the name of a file."""
    request = getattr(record, "request", None)
    path = getattr(request, "path", None)
    if path is None or not isinstance(record.args, tuple):
        return record
    match = getattr(request, "resolver_match", None)
    written = (path, path.encode("unicode_escape").decode("ascii"))
    made = copy.copy(record)
    made.args = tuple((match.route if match else "…") if arg in written else arg for arg in record.args)
    return made
