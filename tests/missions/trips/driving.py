"""Drives a mission type of level 3 without the graph: each part once, the first option where it asks."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from agency.reasoning.skills.refinement import WordsToRefine
from agency.reasoning.skills.refinement import by_rules as read_refinement
from agency.reasoning.slots import SlotContext, extract_slots
from agency.sources.base import Offer, SearchRequest
from agency.sources.distance import distance_km
from agency.sources.estimates.flights import FlightEstimates
from agency.sources.estimates.trains import TrainEstimates
from missions import refining
from missions.brief import Brief
from missions.bundles.plan import BundlePlan
from missions.levels.briefs import currency_named
from missions.plugins.complex import ComplexMission, Done, Draft, Found, Judged, Part, order_of
from missions.trips.checks import broken
from missions.trips.plan import TripPlan
from tests.missions.trips.conftest import sample

NOW = datetime(2026, 11, 28, 9, tzinfo=UTC)
BERLIN = {"name": "Berlin", "country": "DE", "lat": 52.52, "lon": 13.405}
type Choose = Callable[[Part, Judged], list[Offer]]


def context(**more: Any) -> SlotContext:
    """What is known around a sentence of somebody in Berlin."""
    known = {
        "ref": NOW.replace(tzinfo=None),
        "zone": "Europe/Berlin",
        "currency": "USD",
        "home": "Berlin",
        **more,
    }
    return SlotContext(**known)


def understood(kind: ComplexMission, goal: str, **more: Any) -> Brief:
    """The goal as the rules read it, for somebody at home in Berlin."""
    found = extract_slots(goal, list(kind.config.all_slots), context())
    slots = kind.settle({name: slot.value for name, slot in found.items()}, goal)
    fields: dict[str, Any] = {
        "zone": "Europe/Berlin",
        "language": "en",
        "currency": currency_named(slots.get("budget"), own="USD"),
        "home": BERLIN,
        **more,
    }
    return Brief(goal=goal, mission_type=kind.config.type, level=3, slots=slots, now=NOW, **fields)


def answer(request: SearchRequest) -> list[Offer]:
    """What the shipped catalogue and the estimates say to a request."""
    if request.kind in {"flight", "train"}:
        source = FlightEstimates() if request.kind == "flight" else TrainEstimates()
        return source.search(request)
    offers = sample().get((request.kind, request.city), [])
    if request.categories:
        offers = [offer for offer in offers if offer.category in request.categories]
    if request.near and request.radius_km:
        offers = [offer for offer in offers if _km(offer, request.near) <= request.radius_km]
    return offers[: request.limit]


def _km(offer: Offer, near: tuple[float, float]) -> float:
    place = offer.place
    return distance_km(near, (place.lat or 0, place.lon or 0)) if place else 0.0


def first(part: Part, judged: Judged) -> list[Offer]:
    """Take the best where a question is asked, and what the type takes where none is."""
    take = 1 if judged.ask else judged.take
    return [scored.offer for scored in judged.options[:take]]


def assert_kept(plan: TripPlan | BundlePlan) -> None:
    """Every hard check holds; where nothing keeps to the limit, all but that of the budget, which says both
    amounts, and the limit stays as it was said."""
    wrong = broken(plan.checks)
    if plan.budget.needed is None:
        assert not wrong, wrong
        return
    limit, needed = plan.budget.limit, plan.budget.needed
    assert limit is not None
    assert limit < needed == plan.budget.total
    assert plan.budget.least is not None
    assert limit < plan.budget.least <= needed
    assert [check.name for check in wrong] == ["Within the budget"]
    for amount in (limit, needed):
        assert f"{amount:,.2f}".removesuffix(".00") in wrong[0].detail
    assert plan.misfits


def settle_parts(
    kind: ComplexMission, brief: Brief, choose: Choose = first, done: Done | None = None
) -> dict[str, Found]:
    """All parts that are not in `done` yet, each after those that it waits for."""
    settled: dict[str, Found] = dict(done or {})
    for part in order_of(kind.decompose(brief)):
        if part.key in settled:
            continue
        offers = [offer for request in kind.requests(part, brief, settled) for offer in answer(request)]
        judged = kind.judge(part, offers, brief, settled)
        chosen = choose(part, judged)
        found = Found(part.key, [scored.offer for scored in judged.options], chosen, judged.facts)
        settled[part.key] = found if chosen else (kind.instead(part, brief, settled) or found)
    return settled


def drafted(
    kind: ComplexMission, goal: str, choose: Choose = first, **more: Any
) -> tuple[Draft, Brief, dict[str, Found]]:
    """A goal's first draft, and what it was made of."""
    brief = understood(kind, goal, **more)
    done = settle_parts(kind, brief, choose)
    return kind.draft(brief, done, 1), brief, done


def refined(kind: ComplexMission, brief: Brief, words: str) -> tuple[Brief, list[str]]:
    """The brief after some words about a draft, read as the graph reads them."""
    specs = list(kind.config.all_slots)
    question = WordsToRefine(text=words, goal=brief.goal, slots=brief.slots, specs=specs, context=context())
    plain = kind.meant(words, read_refinement(question), brief)
    adjustments, slots, said = refining.refined(brief.adjustments, brief.slots, plain, shown=[], words=words)
    after = brief.model_copy(update={"adjustments": adjustments, "slots": slots})
    turned, more = kind.refine(words, plain, after) or (after, [])
    return turned, [*more, *said]
