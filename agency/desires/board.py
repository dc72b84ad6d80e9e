"""The page of desires: what is being done, waits for a look, is being planned, and all by filters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode
from uuid import UUID

from django.db.models import Q
from django.utils.translation import gettext_lazy

from agency.desires import lifecycle
from agency.desires.cards import cards_for
from agency.desires.listing import Wanted, desires_of
from agency.desires.noticing.proposing import is_proposal
from agency.desires.shapes import DesireCard
from agency.models import Desire
from agency.models.desire import DesireQuerySet
from trust.models import Decision, User

S = Desire.Stage
SHOWN, PAGE = 25, 50
"""Desires of one section, and of one page of the list of all. What waits for the person is shown whole."""

SECTIONS = {
    "review": (gettext_lazy("Waits for you"), (S.REVIEWING, S.ESCALATED)),
    "active": (gettext_lazy("Being done"), (S.APPROVED, S.EXECUTING, S.ASSESSING)),
    "planning": (gettext_lazy("Being planned"), (S.PLANNING,)),
    "noticed": (gettext_lazy("Noticed"), (S.NASCENT, S.PENDING)),
}
FILTERS = {
    "all": (gettext_lazy("All"), ()),
    "done": (gettext_lazy("Done"), (S.COMPLETED, S.DORMANT)),
    "ended": (gettext_lazy("Not done"), (S.REJECTED, S.FAILED, S.ABANDONED)),
    "archive": (gettext_lazy("Archive"), ()),
}
STAGES = {key: stages for key, (_title, stages) in (*FILTERS.items(), *SECTIONS.items())}
CHOICES = {
    "stage": (gettext_lazy("Stage"), S),
    "source": (gettext_lazy("From"), Desire.Source),
    "risk": (gettext_lazy("Risk"), Decision.Risk),
}


@dataclass(frozen=True, slots=True)
class Section:
    """One section with its most urgent desires, the newest of them first; `more`: how many it has besides,
    and `more_url` shows them."""

    key: str
    title: str
    desires: list[DesireCard]
    more: int = 0
    more_url: str = ""

    @property
    def count(self) -> int:
        return len(self.desires) + self.more


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to filter by: the name that a form says, and its values with their titles."""

    name: str
    title: str
    chosen: str
    values: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a page asks for; what is none of it counts as not said. `before`: the cursor of a page."""

    show: str = "all"
    by: Mapping[str, str] = field(default_factory=dict)
    before: UUID | None = None

    @classmethod
    def of(cls, given: Mapping[str, str]) -> Asked:
        """What the query of an address says."""
        show = given.get("show", "all")
        by = {name: given.get(name, "") for name, (_title, kinds) in CHOICES.items()}
        known = {name: value for name, value in by.items() if value in CHOICES[name][1].values}
        return cls(show if show in STAGES else "all", known, _id_of(given.get("before", "")))

    @property
    def wanted(self) -> Wanted:
        stage = self.by.get("stage", "")
        stages = (stage,) if stage else STAGES[self.show]
        source, risk = self.by.get("source", ""), self.by.get("risk", "")
        return Wanted(tuple(stages), source, risk, archived=self.show == "archive")


@dataclass(frozen=True, slots=True)
class Board:
    """The sections that hold something, and one page of all desires by filters."""

    sections: list[Section]
    filters: list[tuple[str, str]]
    chosen: str
    choices: list[Choice]
    every: list[DesireCard]
    older_url: str = ""


def board_of(user: User, asked: Asked | None = None) -> Board:
    """Everything that a person's page of desires shows."""
    asked = asked or Asked()
    rows, last = desires_of(user, asked.wanted, before=asked.before, page=PAGE)
    return Board(
        sections=sections_of(user),
        filters=[(key, str(title)) for key, (title, _stages) in FILTERS.items()],
        chosen=asked.show,
        choices=[
            Choice(
                name,
                str(title),
                asked.by.get(name, ""),
                [(value, str(label)) for value, label in kinds.choices],
            )
            for name, (title, kinds) in CHOICES.items()
        ],
        every=cards_for(rows, user),
        older_url=_address(asked, last) if last else "",
    )


def sections_of(user: User) -> list[Section]:
    """The sections that hold something: first what waits for the person, the rest by stage."""
    live = Desire.objects.of(user).shown()
    waits = live.filter(_waits_for(user))
    rows = {
        key: waits if key == "review" else live.filter(stage__in=stages).exclude(pk__in=waits.values("pk"))
        for key, (_title, stages) in SECTIONS.items()
    }
    sections = [_section(key, found, user) for key, found in rows.items()]
    return [section for section in sections if section.desires]


def _waits_for(user: User) -> Q:
    """What needs the person, as cards say it (`DesireCard.needs_you`); what is only proposed does not."""
    asked = Decision.objects.of(user).open().filter(subject_kind=lifecycle.KIND)
    ids = [one.subject_id for one in asked if not is_proposal(one)]
    proposed = [one.subject_id for one in asked if is_proposal(one)]
    put_back = Q(stage__in=(S.PENDING, S.APPROVED), problem__isnull=False) & ~Q(pk__in=proposed)
    stuck = Q(stuck_since__isnull=False)
    return Q(stage__in=SECTIONS["review"][1]) | Q(pk__in=ids) | stuck | put_back


def _section(key: str, rows: DesireQuerySet, user: User) -> Section:
    most = None if key == "review" else SHOWN
    shown = list(rows.select_related("user").most_urgent_first()[:most])
    more = rows.count() - len(shown) if len(shown) == most else 0
    return Section(key, str(SECTIONS[key][0]), cards_for(shown, user), more, f"?show={key}#all-title")


def _address(asked: Asked, last: UUID) -> str:
    return f"?{urlencode({'show': asked.show, **asked.by, 'before': str(last)})}#all-title"


def _id_of(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
