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
