"""A small type of level 3 for tests: a dinner and a show wait for nobody, a walk comes after dinner."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, time
from decimal import Decimal

from agency.reasoning.skills.refinement import Refinement
from agency.sources.base import Offer, SearchRequest
from missions.brief import Adjustments, Brief
from missions.plugins.complex import ComplexMission, Done, Draft, File, Found, Judged, Part
from missions.trips.plan import Budget, Day, Item, Spot, TripPlan

PARTS = [
    Part("dinner", "Dinner", "places", contingency="a picnic"),
    Part("show", "Show", "events"),
    Part("walk", "Walk", "walking", depends_on=("dinner",)),
]


DRINKS = Part("drinks", "Drinks", "walking")
"""What only a model adds."""


def _chosen(done: Done) -> list[Offer]:
    return [offer for found in done.values() for offer in found.chosen]


def _item(offer: Offer, hour: int) -> Item:
    spot = Spot(lat=offer.place.lat, lon=offer.place.lon) if offer.place and offer.place.lat else None
    return Item(
        kind="restaurant", name=offer.title, start=time(hour), end=time(hour + 1), cost=Decimal(20), spot=spot
    )


class Outing(ComplexMission):
    """An evening out."""

    def decompose(self, brief: Brief) -> list[Part]:
        return PARTS

    def further(self, brief: Brief) -> list[Part]:
        return [DRINKS]

    def requests(self, part: Part, brief: Brief, done: Done) -> list[SearchRequest]:
        kinds = {"dinner": "restaurant", "show": "restaurant"}
        if part.key not in kinds:
            return []
        return [self.request(brief).model_copy(update={"kind": kinds[part.key]})]

    def judge(self, part: Part, offers: Sequence[Offer], brief: Brief, done: Done) -> Judged:
        if part.key == "walk":
            return Judged(
                [], 1.0, facts={"from": done["dinner"].chosen[0].title if done["dinner"].chosen else ""}
            )
        scene = self.scene(brief)
        ranked = self.rank([offer for offer in offers if not self.check(offer, scene).drop], scene)
        return Judged(
            ranked, 1.0 if ranked else 0.0, ask=True, question=f"Which {part.key}?", risks=["It may rain."]
        )

    def widen_part(self, part: Part, brief: Brief) -> tuple[Brief, str] | None:
        """For a show one can always look further; a dinner is near or not at all."""
        if part.key != "show":
            return None
        wider = brief.adjustments.model_copy(update={"radius_factor": brief.adjustments.radius_factor * 2})
        return brief.model_copy(update={"adjustments": wider}), "further away"

    def instead(self, part: Part, brief: Brief, done: Done) -> Found | None:
        return (
            Found(part.key, facts={"picnic": True}, note="A picnic instead.")
            if part.key == "dinner"
            else None
        )

    def draft(self, brief: Brief, done: Done, version: int) -> Draft:
        titles = {key: [offer.title for offer in found.chosen] for key, found in done.items()}
        words = "\n".join(f"- {key}: {', '.join(names)}" for key, names in sorted(titles.items()))
        evening = [_item(offer, 18 + index) for index, offer in enumerate(_chosen(done))]
        plan = TripPlan(
            title="The evening",
            people=2,
            budget=Budget(currency="USD", limit=Decimal(200), total=Decimal(20 * len(evening))),
            days=[Day(date=date(2026, 12, 4), city="Paris", items=evening)],
            version=version,
        )
        return Draft(
            f"# Version {version}\n{words}\n",
            {**plan.model_dump(mode="json", by_alias=True), "chosen": titles},
        )

    def refine_whole(
        self, part: Part, words: str, refinement: Refinement, brief: Brief
    ) -> tuple[Brief, list[str]] | None:
        if "a day later" not in words:
            return None
        shifts = int(brief.slots.get("shifts", 0)) + 1
        return brief.model_copy(update={"slots": {**brief.slots, "shifts": shifts}}), ["a day later"]

    def affected(self, before: Brief, after: Brief, parts: Sequence[Part]) -> set[str]:
        if before.slots.get("shifts") != after.slots.get("shifts"):
            return {"dinner", "show"}
        named = {"another show": "show", "another bar": "drinks"}
        touched = {named[words] for words in after.adjustments.prefer if words in named}
        return {part.key for part in parts if part.key in (touched or {"dinner"})}

    def refine(self, words: str, refinement: Refinement, brief: Brief) -> tuple[Brief, list[str]] | None:
        said = [wish for wish in ("another show", "another bar") if wish in words]
        if not said:
            return None
        wished: Adjustments = brief.adjustments.model_copy(update={"prefer": said})
        return brief.model_copy(update={"adjustments": wished}), said

    def package(self, draft: Draft, brief: Brief) -> list[File]:
        return [File("final/evening.md", draft.markdown.encode())]
