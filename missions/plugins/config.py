"""What a plugin's `config.yaml` declares."""

from __future__ import annotations

from typing import Literal, Self

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from pydantic import BaseModel, ConfigDict, Field, model_validator

from agency.reasoning.slots import COMMON_SLOTS, SlotSpec

PARTS = (
    "rating",
    "availability",
    "price_match",
    "distance",
    "delivery",
    "trust",
    "timing",
    "saving",
    "match",
)


class Levels(BaseModel):
    """The levels that this type can run at."""

    model_config = ConfigDict(extra="forbid")

    least: int = Field(default=1, ge=1, le=3)
    most: int = Field(default=2, ge=1, le=3)

    def bound(self, level: int) -> int:
        """Return the nearest level that this type can run at."""
        return min(max(level, self.least), self.most)


class Nouns(BaseModel):
    """How the things found are called."""

    model_config = ConfigDict(extra="forbid")

    one: str
    many: str


class PluginConfig(BaseModel):
    """One mission type: its name, slots, offers, ranking, and what starts it."""

    model_config = ConfigDict(extra="forbid")

    type: str = Field(pattern=r"^[a-z][a-z_]{2,31}$")
    title: str
    enabled: bool = True
    levels: Levels = Levels()
    offers: Literal["restaurant", "event", "product", "tariff", "sight", "service", "nothing"]
    sources: list[str] = []
    nouns: Nouns
    slots: list[SlotSpec] = []
    needs: list[str] = []
    ranking: dict[str, float]
    refine: list[str] = []
    widen: bool = True
    radius_km: float = 5.0
    farthest_km: float = 50.0
    """As far as anybody goes for this: no wish for "further away" and no wider search reaches beyond."""
    minutes: dict[int, int] = {1: 1, 2: 2, 3: 60}
    keywords: list[str] = []
    telling: list[str] = []
    """Slots that are filled for this type alone: one that is settles which type an unclear goal is of."""
    examples: list[str] = []
    memory: list[Literal["user_preferences", "completed_missions"]] = ["user_preferences"]
    """Namespaces of what may matter to a goal of this type, and is shown with its plan."""
    heeds: list[str] = []
    """Dotted keys of preferences learned with other types that hold for this one as well."""
    triggers: dict[str, list[str]] = {}
    priority: Literal["urgent", "high", "medium", "low"] = "urgent"

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        unknown = [name for name in self.needs if name not in {spec.name for spec in self.all_slots}]
        if unknown:
            raise ValueError(f"needs names a slot that is not declared: {', '.join(unknown)}")
        if not 0.99 <= sum(self.ranking.values()) <= 1.01:
            raise ValueError("the weights under ranking must add up to 1")
        return self

    @property
    def all_slots(self) -> tuple[SlotSpec, ...]:
        """The declared slots and the common ones (date, time, people, budget, place)."""
        declared = {spec.name for spec in self.slots}
        return (*self.slots, *(spec for spec in COMMON_SLOTS if spec.name not in declared))

    @property
    def title_words(self) -> str:
        """What it is called before a person."""
        return _(self.title)

    @property
    def refine_words(self) -> list[str]:
        """What is offered to change in a choice. It comes back as words that refinement must understand."""
        return [_(words) for words in self.refine]

    @property
    def example(self) -> str:
        """A goal of this type, to try."""
        return _(self.examples[0])

    def noun(self, count: int) -> str:
        """What so many of the things found are called."""
        return pgettext(self.type, self.nouns.one if count == 1 else self.nouns.many)

    def slot(self, name: str) -> SlotSpec:
        """Return a slot's declaration."""
        return next(spec for spec in self.all_slots if spec.name == name)
