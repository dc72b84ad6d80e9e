"""The runs that work on a mission, and stopping all of them at once."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from agency.models import Thread
from missions import subgoals
from missions.models import Mission
from ownyou.lib.errors import Conflict


def thread_of(mission: Mission) -> Thread | None:
    """Return the newest thread of a mission."""
    rows = Thread.objects.about("mission", mission.pk)
    return rows.order_by("-created_at").first()


def threads_of(mission: Mission) -> list[Thread]:
    """The runs that work on a mission, in the order in which they are locked: those of its parts first."""
    own = thread_of(mission)
    return [*subgoals.children_of(mission), *([own] if own else [])]


class _BegunMeanwhile(Exception):
    """A part of a mission began while its runs were being stopped, and is not among them."""


STOPS_AT_MOST: Final = 20
"""How often a mission is stopped anew for parts that begin meanwhile; each time fewer are left to begin."""


def stopped(mission: Mission, stop: Callable[[Mission, list[Thread]], None]) -> Mission:
    """Stop a mission with all that works on it, in one transaction; anew where a part began meanwhile, since
    the runs of parts are locked before the mission's own."""
    for _turn in range(STOPS_AT_MOST):
        with suppress(_BegunMeanwhile), transaction.atomic():
            stop(mission, threads_of(mission))
            return mission
    raise Conflict(_("Its parts are just beginning. Try again in a moment."), status=mission.status)


def check_none_begun(mission: Mission, threads: list[Thread]) -> None:
    """Raises `_BegunMeanwhile`. Once the mission's own run is held no further part begins."""
    if {thread.pk for thread in subgoals.children_of(mission)} - {thread.pk for thread in threads}:
        raise _BegunMeanwhile
