"""The words of slot extraction: what a plugin declares, what is known around it, and what comes out."""

from __future__ import annotations

from datetime import datetime
from typing import Final, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import BaseModel, ConfigDict, Field, JsonValue

SlotType = Literal[
    "date",
    "time",
    "datetime",
    "people",
    "money",
    "place",
    "near",
    "cuisine",
    "diet",
    "price_level",
    "choice",
    "product",
    "measures",
    "number",
    "duration",
    "text",
]

EXCLUDE: Final = "exclude_"
"""Prefix of the slot that holds what a person ruled out: `exclude_cuisine` beside `cuisine`."""

EXCLUDABLE: Final[frozenset[str]] = frozenset({"cuisine", "choice", "place", "product"})


class SlotSpec(BaseModel):
    """One slot as a plugin declares it in `config.yaml`.

    `synonyms` means, by type: for `choice` the canonical value and the words for it; for `number` the
    unit words ("night", "nights") under any key; for `text` and `product` the words that come right
    before the value ("under the name"); for `money` the words beside the amounts that this slot takes from
    the others ("I pay").
    """

    model_config = ConfigDict(extra="forbid")

    name: str
    type: SlotType
    required: bool = False
    synonyms: dict[str, list[str]] = Field(default_factory=dict)
    ask: str = ""
    suggestions: list[str] = Field(default_factory=list)

    @property
    def question(self) -> str:
        """What is asked for it, in the person's language; empty where nothing is declared."""
        return _(self.ask) if self.ask else ""

    @property
    def suggested(self) -> tuple[str, ...]:
        """Answers that are offered, in the person's language."""
        return tuple(_(words) for words in self.suggestions)


class SlotContext(BaseModel):
    """What is known when a sentence is read: the moment and zone of the person, and what was just asked."""

    ref: datetime
    zone: str
    language: str = "en"
    currency: str = "USD"
    home: str | None = None
    asked: tuple[str, ...] = ()


class SlotValue(BaseModel):
    """One slot that was found: normalised value and the half-open range of characters that says it."""

    name: str
    value: JsonValue
    text: str
    start: int
    end: int


DAYS: Final = [gettext_noop("Today"), gettext_noop("Tomorrow"), gettext_noop("This weekend")]
HOURS: Final = ["12:30", "19:00", "20:00"]
COUNTS: Final = ["2", "4", "6"]

COMMON_SLOTS: Final[tuple[SlotSpec, ...]] = (
    SlotSpec(name="date", type="date", ask=gettext_noop("For which day?"), suggestions=DAYS),
    SlotSpec(name="time", type="time", ask=gettext_noop("At what time?"), suggestions=HOURS),
    SlotSpec(name="people", type="people", ask=gettext_noop("For how many people?"), suggestions=COUNTS),
    SlotSpec(name="budget", type="money", ask=gettext_noop("What is your budget?"), suggestions=[]),
    SlotSpec(name="place", type="place", ask=gettext_noop("In which city?"), suggestions=[]),
)
"""Understood for every mission type, built or not."""
