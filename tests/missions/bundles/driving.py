"""Drives bundles without the graph: each part once, the first option where it asks."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from agency.catalogue.offers import offer_of
from agency.catalogue.shipped import read_sample
from agency.models.catalogue import CatalogueItem
from agency.reasoning.slots import extract_slots
from agency.sources.base import Offer, SearchRequest
from missions.brief import Brief
from missions.bundles.mission import BundleMission
from missions.bundles.plan import BundlePlan
from missions.levels.briefs import currency_named
from missions.plugins import discovery
from missions.plugins.complex import Done, Found, Judged, Part, order_of
from tests.missions.trips.driving import NOW, context

type Choose = Callable[[Part, Judged], list[Offer]]


@lru_cache(maxsize=1)
def products() -> list[Offer]:
    """All shipped products, as the catalogue offers them."""
    fetched = datetime(2026, 11, 1, tzinfo=UTC)
    rows = [row for row in read_sample() if row.kind == "product"]
    return [
        offer_of(CatalogueItem(**row.columns(source="sample", sample=True)), fetched_at=fetched)
        for row in rows
    ]


def shopping() -> BundleMission:
    kind = discovery.load(Path(discovery.__file__).parent / "shopping")
    assert isinstance(kind, BundleMission)
    return kind


def brief_of(goal: str, **more: Any) -> Brief:
    """The goal as the rules read it."""
    kind = shopping()
    found = extract_slots(goal, list(kind.config.all_slots), context())
    slots = kind.settle({name: slot.value for name, slot in found.items()}, goal)
    fields = {"zone": "America/New_York", "language": "en", **more}
    fields.setdefault("currency", currency_named(slots.get("budget"), own="USD"))
    return Brief(goal=goal, mission_type="shopping", level=3, slots=slots, now=NOW, **fields)


def answer(request: SearchRequest) -> list[Offer]:
    """What the catalogue says to a request for a kind of product."""
    return [one for one in products() if one.category in request.categories]


def first(part: Part, judged: Judged) -> list[Offer]:
    return [one.offer for one in judged.options[: judged.take]]


def settled(brief: Brief, choose: Choose = first) -> dict[str, Found]:
    """All parts, each after the first."""
    kind, done = shopping(), dict[str, Found]()
    for part in order_of(kind.decompose(brief)):
        judged = judged_of(part, brief, done)
        chosen = choose(part, judged)
        done[part.key] = Found(part.key, [one.offer for one in judged.options], chosen)
    return done


def judged_of(part: Part, brief: Brief, done: Done) -> Judged:
    kind = shopping()
    offers = [one for request in kind.requests(part, brief, done) for one in answer(request)]
    return kind.judge(part, offers, brief, done)


def listed(goal: str, choose: Choose = first, **more: Any) -> BundlePlan:
    """The list that comes of a goal."""
    brief = brief_of(goal, **more)
    return BundlePlan.model_validate(shopping().draft(brief, settled(brief, choose), 1).data)
