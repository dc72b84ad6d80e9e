"""Reading the feed: what came after a number, narrowed by agent, kind and subject."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _

from ownyou.lib.errors import BadParameter
from ownyou.lib.ids import parse_id
from trust.models import Activity, User
from trust.models.activity import ActivityQuerySet

LARGEST = 2**63 - 1
LOOKED_AT = 2_000
MOST_AGENT = 32
MOST_SUBJECTS = 30


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which lines; empty: all."""

    agent: str = ""
    kind: str = ""
    subject_id: UUID | None = None
    kinds: tuple[str, ...] = ()

    def filters(self) -> dict[str, object]:
        """As arguments of `filter`."""
        given = {
            "agent": self.agent,
            "kind": self.kind,
            "subject_id": self.subject_id,
            "kind__in": self.kinds,
        }
        return {name: value for name, value in given.items() if value}


def wanted_from(*, agent: str = "", kind: str = "", mission: str = "") -> Wanted:
    """Read the narrowing of a request. Raises `BadParameter` for a value that no line can have."""
    if len(agent) > MOST_AGENT or "\x00" in agent:
        raise BadParameter(_("“agent” is the name of an agent."), parameter="agent")
    if kind and kind not in Activity.Kind.values:
        words = _("“kind” is one of: %(kinds)s.") % {"kinds": ", ".join(Activity.Kind.values)}
        raise BadParameter(words, parameter="kind")
    subject_id = parse_id(mission)
    if mission and subject_id is None:
        raise BadParameter(_("“mission” is the id of a mission."), parameter="mission")
    return Wanted(agent=agent, kind=kind, subject_id=subject_id)


def number_from(after: str, *, name: str = "after") -> int | None:
    """The number of the last line that is known; None for nothing. Raises `BadParameter`."""
    if not after:
        return None
    if not (after.isascii() and after.isdigit() and len(after) < 20 and int(after) <= LARGEST):
        words = _("“%(name)s” is the number of the last line you saw.") % {"name": name}
        raise BadParameter(words, parameter=name)
    return int(after)


def lines_after(user: User, after: int, wanted: Wanted, *, most: int) -> tuple[list[Activity], int]:
    """The wanted lines numbered above `after`, oldest first, at most `most`, and the number reached.

    The number reached counts the lines that were not wanted, too, so that they are not looked at again.
    """
    newest = newest_seq(user)
    rows = list(Activity.objects.of(user).after(after).filter(seq__lte=newest, **wanted.filters())[:most])
    return rows, rows[-1].seq if len(rows) == most else max(after, newest)


def newest_seq(user: User) -> int:
    """The number of the person's newest line; 0 when there is none."""
    return Activity.objects.of(user).order_by("-seq").values_list("seq", flat=True).first() or 0


def recent_agents(user: User) -> list[str]:
    """The agents named in the newest 2,000 lines, by name."""
    rows = _recent(user).exclude(agent="").order_by("agent")
    return list(rows.values_list("agent", flat=True).distinct())


def recent_subjects(user: User) -> list[Activity]:
    """The newest line of each subject in the newest 2,000 lines, the newest subject first, at most 30."""
    rows = _recent(user).filter(subject_id__isnull=False).order_by("subject_id", "-seq")
    return sorted(rows.distinct("subject_id"), key=lambda row: -row.seq)[:MOST_SUBJECTS]


def _recent(user: User) -> ActivityQuerySet:
    return Activity.objects.of(user).filter(seq__gt=newest_seq(user) - LOOKED_AT)
