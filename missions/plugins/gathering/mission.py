"""Gatherings: a place, a meal, helpers and rides for a day with many people."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import time
from decimal import Decimal
from typing import Any

from agency.sources.base import Offer, SearchRequest
from missions import money
from missions.brief import Brief
from missions.plugins.base import Learning
from missions.plugins.complex import Account, ComplexMission, Done, Draft, File, Found, Judged, Part, Share
from missions.ranking import Part as Score
from missions.ranking import Scored
from missions.trips import gathering as g
from missions.trips.markdown import itinerary
from missions.trips.package import files_of
from missions.trips.plan import TripPlan
from missions.trips.reading import dates_of, limit_of
from ownyou.lib.text import key_of

TITLES = {
    g.VENUE: "A place that everyone can reach", g.MENU: "What there is to eat", g.HELPERS: "Who helps",
    g.TRANSPORT: "How everyone comes and gets home",
}  # fmt: skip
MOST_SHOWN = 4
SURE, NOTHING = 0.85, 0.0
_NAMES = re.compile(r"\s*(?:,|&|\band\b|\bund\b|\bet\b)\s*")


class Gathering(ComplexMission):
    """The venue first, since the meal, the hands and the rides depend on where it is."""

    def decompose(self, brief: Brief) -> list[Part]:
        """Venue, then menu, helpers and transport side by side."""
        left = "Leave it to you, and say so in the plan"
        after = (g.VENUE,)
        return [Part(kind, TITLES[kind], kind, () if kind == g.VENUE else after, left) for kind in g.NEEDED]

    def requests(self, part: Part, brief: Brief, done: Done) -> list[SearchRequest]:
        """Services of the part's kind in the city."""
        place = self.place(brief)
        return [
            SearchRequest(
                kind="service",
                city=place.name if place else "",
                categories=[part.coordinator],
                people=brief.people,
                currency=brief.currency,
                zone=place.zone if place else brief.zone,
            )
        ]

    def judge(self, part: Part, offers: Sequence[Offer], brief: Brief, done: Done) -> Judged:
        """Large enough, diets kept, and affordable; the person chooses place and meal."""
        wish = self.wish(brief)
        fitting = [offer for offer in offers if offer.category == part.coordinator and g.fits(offer, wish)]
        costs = {offer.source_id: g.cost_of(offer, wish) for offer in fitting}
        cheap = brief.adjustments.sort == "price"
        scored = sorted(
            (self._weighed(offer, costs, wish, brief) for offer in fitting),
            key=lambda one: (costs[one.offer.source_id] if cheap else -one.score, one.offer.title),
        )[:MOST_SHOWN]
        ask = part.coordinator in {g.VENUE, g.MENU} and len(scored) > 1
        return Judged(scored, SURE if scored else NOTHING, ask=ask, question=f"{part.title}: which one?")

    def _weighed(self, offer: Offer, costs: dict[str, Decimal], wish: g.Gathering, brief: Brief) -> Scored:
        cost, dearest = costs[offer.source_id], max(costs.values()) or Decimal(1)
        price = money.rounded_in_words(cost, brief.currency, brief.language)
        rating = min(max(((offer.rating or 3.8) - 3) / 1.8, 0), 1)
        parts = {
            "rating": Score(rating, f"rated {offer.rating or 0:.1f}"),
            "price_match": Score(1 - 0.8 * float(cost / dearest), f"{price} for everyone"),
        }
        features = offer.attributes.get("features")
        known = [str(one) for one in features] if isinstance(features, list) else []
        score = 50 * rating + 40 * parts["price_match"].value + 10 * ("step free" in known)
        return Scored(offer, round(score, 1), parts, known, [])

    def instead(self, part: Part, brief: Brief, done: Done) -> Found | None:
        """A part that nobody offers is left to the person."""
        return Found(part.key, note=part.contingency, failed=True)

    def wish(self, brief: Brief) -> g.Gathering:
        """The gathering as wished for."""
        place, (day, _) = self.place(brief), dates_of(brief)
        people = brief.people or g.USUAL_PEOPLE
        helpers = str(brief.slots.get("helpers") or "")
        return g.Gathering(
            title=_title(brief.goal, people),
            city=place.name if place else "",
            day=day or brief.now.astimezone(brief.tz).date(),
            people=people,
            currency=brief.currency,
            starts=_starts(brief.slots.get("time")),
            limit=limit_of(brief, people),
            diets=tuple(str(one).replace("-", "_") for one in brief.slots.get("diet") or []),
            helpers=tuple(name for name in _NAMES.split(helpers) if name),
        )

    def draft(self, brief: Brief, done: Done, version: int) -> Draft:
        """The day as a plan; where the choice is too dear, the cheapest that was found, which is said."""
        wish = self.wish(brief)
        chosen = {key: found.chosen[0] for key, found in done.items() if found.chosen}
        plan = g.plan_gathering(wish, chosen, version)
        if wish.limit is not None and plan.budget.limit != wish.limit:
            cheapest = {
                key: min([*found.offers, *found.chosen], key=lambda offer: g.cost_of(offer, wish))
                for key, found in done.items()
                if found.chosen
            }
            other = g.plan_gathering(wish, cheapest, version)
            if other.budget.total < plan.budget.total:
                other.misfits.append(
                    "What you chose is more than the budget allows; this is the cheapest of what was found."
                )
                plan = other
        data = plan.model_dump(mode="json", by_alias=True)
        return Draft(itinerary(plan, brief.language), data, plan.misfits)

    def affected(self, before: Brief, after: Brief, parts: Sequence[Part]) -> set[str]:
        """Another diet changes the meal, another hour nothing but the times; everything else all of it."""
        names = {*before.slots, *after.slots}
        changed = {name for name in names if before.slots.get(name) != after.slots.get(name)}
        if after.adjustments.sort != before.adjustments.sort:
            return {g.VENUE}
        touched = {"diet": {g.MENU}, "helpers": set[str](), "time": set[str]()}
        return set().union(*(touched.get(name, {part.key for part in parts}) for name in changed))

    def account(
        self, parts: Sequence[Part], brief: Brief, done: Done, offered: dict[str, list[Offer]]
    ) -> Account:
        """A line for each part; for what is not chosen yet, the cheapest of what is shown."""
        wish = self.wish(brief)
        shares = []
        for part in parts:
            found = done.get(part.key)
            settled = found is not None and bool(found.chosen)
            offers = found.chosen[:1] if found is not None and settled else offered.get(part.key, [])
            cost = min((g.cost_of(one, wish) for one in offers), default=Decimal(0))
            shares.append(Share(part.title, cost, settled=settled))
        return Account(wish.currency, wish.limit, shares)

    def package(self, draft: Draft, brief: Brief) -> list[File]:
        """The same files as for a trip."""
        return files_of(TripPlan.model_validate(draft.data), brief)

    def learn(self, draft: Draft, brief: Brief, done: Done) -> list[Learning]:
        """The venue becomes a favourite."""
        found = done.get(g.VENUE)
        if found is None or not found.chosen:
            return []
        title = found.chosen[0].title
        slug = key_of(title).replace(" ", "_")[:60]
        value: dict[str, Any] = {"polarity": "like", "value": title}
        return [Learning(f"gathering.favourites.{slug}", value, f"You chose {title} for a gathering.")]


def _title(goal: str, people: int) -> str:
    kind = "lunch" if re.search(r"\b(lunch|mittag\w*|déjeuner)\b", goal, re.IGNORECASE) else "gathering"
    senior = "Senior community" if re.search(r"\b(senior|elderly|old)", goal, re.IGNORECASE) else "Community"
    return f"{senior} {kind} for {people}"


def _starts(said: Any) -> time:
    """When the guests come; noon where nothing fitting was said."""
    text = said.get("start") if isinstance(said, dict) else said
    try:
        at = time.fromisoformat(str(text)) if text else g.NOON
    except ValueError:
        return g.NOON
    return at if time(9) <= at <= time(18) else g.NOON
