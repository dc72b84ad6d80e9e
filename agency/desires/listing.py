"""Lists of desires: all of them, or those of a stage, a source or a risk, page by page."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _

from agency.models import Desire
from agency.models.desire import DesireQuerySet
from ownyou.lib.errors import BadParameter
from trust.models import Decision, User

PAGE = 25


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which desires: empty means any; `archived`: those that were put away instead of the others."""

    stages: tuple[str, ...] = ()
    source: str = ""
    risk: str = ""
    archived: bool = False


def wanted_by(*, stage: str = "", source: str = "", risk: str = "", archived: bool = False) -> Wanted:
    """What words of a request ask for. Raises `BadParameter` for a value that is none."""
    known = {
        "stage": (stage, Desire.Stage.values),
        "source": (source, Desire.Source.values),
        "risk": (risk, Decision.Risk.values),
    }
    for field, (value, values) in known.items():
        if value and value not in values:
            facts = {"field": field, "value": value[:20]}
            raise BadParameter(_("There is no %(field)s “%(value)s”.") % facts, parameter=field)
    return Wanted((stage,) if stage else (), source, risk, archived)


def rows_of(user: User, wanted: Wanted) -> DesireQuerySet:
    """The desires that are wanted, newest first."""
    rows = Desire.objects.of(user).filter(archived_at__isnull=not wanted.archived).order_by("-id")
    if wanted.stages:
        rows = rows.filter(stage__in=wanted.stages)
    given = {name: value for name, value in (("source", wanted.source), ("risk", wanted.risk)) if value}
    return rows.filter(**given)


def desires_of(
    user: User, wanted: Wanted, *, before: UUID | None = None, page: int = PAGE
) -> tuple[list[Desire], UUID | None]:
    """One page of desires, newest first, and the cursor of the next (None: no more)."""
    rows = rows_of(user, wanted).select_related("user")
    if before is not None:
        rows = rows.filter(pk__lt=before)
    found = list(rows[: page + 1])
    return found[:page], found[page - 1].pk if len(found) > page else None
