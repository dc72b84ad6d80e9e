"""Rounds of a sweep: what one row raises is logged, and keeps no other row waiting."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable

from django.db import models

from ownyou.lib import storage

log = logging.getLogger(__name__)


def each[M: models.Model](rows: Iterable[M], do: Callable[[M], object]) -> int:
    """Do something with each row, and return how often it came to something.

    The edge of a sweep. Storage that is away ends the round: then no row can be worked on.
    """
    done = 0
    for row in rows:
        try:
            done += bool(do(row))
        except Exception as error:
            if storage.is_away(error):
                raise
            log.exception("%s %s was not got to; the next round tries again", row._meta.label_lower, row.pk)
    return done
