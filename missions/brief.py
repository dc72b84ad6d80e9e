"""The brief: everything that searching, filtering and ranking need to know about a goal. Pure data."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from pydantic import BaseModel

LIKED_PLACES = "places.likes"
"""Under this key lie the places that a person said they like to go to, whatever the mission's type."""


class Taste(BaseModel):
    """One learned preference that may apply here."""

    key: str
    polarity: str
    value: Any = None
    amount: Decimal | None = None
    currency: str | None = None
    per: str | None = None
    days: list[str] = []
    words: str = ""
    from_words: str = ""


class Adjustments(BaseModel):
    """What refinements in words have changed. Grows with every round."""

    max_price: Decimal | None = None
    any_price: bool = False
    """Whether the price does not matter: then no learned limit holds either."""
    min_price: Decimal | None = None
    min_rating: float | None = None
    radius_factor: float = 1.0
    any_distance: bool = False
    """Whether the distance that was learned does not hold."""
    any_hours: bool = False
    """Whether the hours and days that were learned do not hold."""
    exclude: list[str] = []
    exclude_titles: list[str] = []
    seen: list[str] = []
    """What was shown in this mission before others were asked for (`MissionType.mark`)."""
    prefer: list[str] = []
    unread: list[str] = []
    """What was said and can be applied by no rule and no source: kept as words, and said to be no more."""
    sort: str | None = None
    words: list[str] = []
    ignore_tastes: bool = False
    ask_there: bool = False
    """Places that do not tell whether they serve a needed diet are shown: the person asks there."""


class Wished(BaseModel):
    """What a model read in a goal beside its slots: qualities by name, and words that no quality says."""

    prefer: list[str] = []
    unread: list[str] = []


class Brief(BaseModel):
    """A goal, understood."""

    goal: str
    mission_type: str
    level: int
    slots: dict[str, Any] = {}
    now: datetime
    zone: str
    language: str
    currency: str
    home: dict[str, Any] | None = None
    tastes: list[Taste] = []
    adjustments: Adjustments = Adjustments()
    wished: Wished | None = None
    """None where rules alone read the goal."""

    @property
    def wishes(self) -> list[str]:
        """The qualities wished for, as a model read them in the goal and as they were said since."""
        read = self.wished.prefer if self.wished else []
        return list(dict.fromkeys([*read, *self.adjustments.prefer]))

    @property
    def tz(self) -> ZoneInfo:
        """The person's zone."""
        return ZoneInfo(self.zone)

    @property
    def people(self) -> int | None:
        """For how many, where that was said as a number."""
        said = self.slots.get("people")
        return said if isinstance(said, int) and said > 0 else None

    def taste(self, suffix: str) -> Taste | None:
        """Return the preference whose dotted key ends in `suffix`, if one was learned."""
        if self.adjustments.ignore_tastes:
            return None
        return next((taste for taste in self.tastes if taste.key.endswith(suffix)), None)

    def tastes_under(self, prefix: str) -> list[Taste]:
        """Return the preferences under a dotted prefix."""
        if self.adjustments.ignore_tastes:
            return []
        return [taste for taste in self.tastes if taste.key.startswith(prefix)]
