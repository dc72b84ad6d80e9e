"""Asking one source: what it offers, or in words why it offers nothing. No row is touched here."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from queue import Empty, Queue

from django.db import connections
from django.utils.translation import gettext as _

from agency.sources.base import Offer, SearchRequest, SourceUnavailable
from agency.sources.registry import source_named
from ownyou.lib import storage
from ownyou.lib.locales import in_this_language

log = logging.getLogger(__name__)
GRACE = 3.0
"""Seconds beyond the limits of its requests after which a source outside this machine is not waited for."""


def asked_in_time(patience: float, name: str, requests: Sequence[SearchRequest]) -> tuple[list[Offer], str]:
    """Ask a source in a thread of its own, which is left alone when its time is over."""
    answers: Queue[tuple[list[Offer], str] | BaseException] = Queue()

    def ask() -> None:
        try:
            answers.put(asked_now(name, requests))
        except BaseException as error:  # handed to the step that waits, which raises it
            answers.put(error)
        finally:
            connections.close_all()

    threading.Thread(target=in_this_language(ask), daemon=True, name=f"source {name}").start()
    try:
        answer = answers.get(timeout=patience)
    except Empty:
        log.warning("source %s did not answer within %s seconds", name, patience)
        return [], _("%(title)s did not answer in time.") % {"title": _(source_named(name).title)}
    if isinstance(answer, BaseException):
        raise answer
    return answer


def asked_now(name: str, requests: Sequence[SearchRequest]) -> tuple[list[Offer], str]:
    """Ask a source; what goes wrong becomes words for the card, unless something was found all the same."""
    offers: list[Offer] = []
    words = ""
    for request in requests:
        try:
            offers += source_named(name).search(request)
        except SourceUnavailable as error:
            words = error.message
        except storage.AWAY:  # our own database, not the source: the step is tried again
            raise
        except Exception as error:  # a source is the edge of this machine: its fault must not end the mission
            log.exception("source %s failed", name)
            words = _("%(source)s gave an answer that could not be used (%(error)s).") % {
                "source": name.capitalize(),
                "error": type(error).__name__,
            }
    return offers, "" if offers else words
