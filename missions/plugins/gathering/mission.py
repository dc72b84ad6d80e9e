"""Gatherings: a place, a meal, helpers and rides for a day with many people."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from agency.reasoning.skills.refinement import Refinement
from agency.reasoning.skills.wording import DraftToWord, Wording
from agency.sources.base import Offer, SearchRequest
from agency.sources.registry import sources_for
from missions import money
from missions.brief import Brief
from missions.plugins.base import Learning
from missions.plugins.complex import (
    Account,
    CitiesWith,
    ComplexMission,
    Done,
    Draft,
    File,
    Found,
    Judged,
    Part,
    Share,
)
from missions.raising import Raisable
from missions.trips import gathering as g
from missions.trips.changing import of_all
from missions.trips.foreseen import unknown_services
from missions.trips.gathering import TITLED
from missions.trips.gathering_judging import judge_offers
from missions.trips.gathering_learning import learned_from_choice, learned_from_parts
from missions.trips.gathering_words import (
    guests_in_words,
    in_its_half,
    occasion_in,
    shifted,
    shifts_hours,
    slots_of_the_whole,
    starts_at,
    whole_in_words,
)
from missions.trips.ground import MAP
from missions.trips.guests import access_of, as_slots, how_many_come, names_in, read_guests
from missions.trips.lengths import beside_when
from missions.trips.markdown import facts_of, in_other_words, itinerary
from missions.trips.moving import moved_to
from missions.trips.options import named_price
from missions.trips.package import files_of
from missions.trips.passed import ahead, passed_in_words
from missions.trips.plan import TripPlan
from missions.trips.reading import dates_of, limit_of
from missions.trips.widening import wider_area
from ownyou.lib.locales import clock

TITLES = {
    g.VENUE: gettext_lazy("A place that everyone can reach"), g.MENU: gettext_lazy("What there is to eat"),
    g.HELPERS: gettext_lazy("Who helps"), g.TRANSPORT: gettext_lazy("How everyone comes and gets home"),
}  # fmt: skip
AROUND_KM = 12.0
"""Kilometres around the middle of the city, times how much wider is looked."""

NOT_OF_ALL = frozenset({"people", "diet", "helpers", "place", "near"})
"""Slots that words about some of the guests do not change for all of them."""

ON_THE_MAP = frozenset({g.VENUE, g.MENU})
"""What the map knows for a gathering."""

WHEN = frozenset({"date", "time", "duration", "datetime"})
ONLY_THE_DAY = ("helpers", "drivers", "riders", "time")
"""Slots of which no part has to be looked for again."""


class Gathering(ComplexMission, Raisable[TripPlan]):
    """The venue first, since the meal, the hands and the rides depend on where it is."""

    def decompose(self, brief: Brief) -> list[Part]:
        """Venue, then menu, helpers and transport side by side."""
        left = _("Leave it to you, and say so in the plan")
        after = (g.VENUE,)
        return [
            Part(kind, str(TITLES[kind]), kind, () if kind == g.VENUE else after, left) for kind in g.NEEDED
        ]

    def widen_part(self, part: Part, brief: Brief) -> tuple[Brief, str] | None:
        """What lies around the city as well."""
        return wider_area(brief)

    def foreseen(self, brief: Brief, cities_with: CitiesWith) -> list[str]:
        """A city of which the catalogue knows nothing for a gathering."""
        return unknown_services(self.wish(brief).city, cities_with)

    def sources_of(self, part: Part, brief: Brief) -> list[str] | None:
        """The map is asked for halls and caterers where the catalogue has too few, and for nothing else."""
        asked = part.coordinator in ON_THE_MAP and brief.adjustments.radius_factor > 1
        return [one.name for one in sources_for("service") if asked or one.name != MAP]

    def requests(self, part: Part, brief: Brief, done: Done) -> list[SearchRequest]:
        """Services of the part's kind in the city, or around it where too little was found there."""
        place = self.place(brief)
        wider = place is not None and brief.adjustments.radius_factor > 1
        return [
            SearchRequest(
                kind="service",
                city=place.name if place else "",
                near=(place.lat, place.lon) if place and wider else None,
                radius_km=AROUND_KM * brief.adjustments.radius_factor if wider else None,
                categories=[part.coordinator],
                people=brief.people,
                currency=brief.currency,
                zone=place.zone if place else brief.zone,
            )
        ]

    def settle(self, slots: dict[str, Any], text: str) -> dict[str, Any]:
        """Who helps, who drives whom, wheelchairs, and how many keep which diet."""
        come = how_many_come(text)
        return as_slots(read_guests(text), slots | ({"people": come} if come else {}))

    def answered(self, slots: dict[str, Any], text: str, goal: str) -> dict[str, Any]:
        """An answer may say more of the people than was asked."""
        return as_slots(read_guests(text), slots)

    def judge(self, part: Part, offers: Sequence[Offer], brief: Brief, done: Done) -> Judged:
        """Large enough, diets kept, and within what is left; the person chooses place and meal."""
        return judge_offers(part, offers, self.wish(brief), brief, done)

    def instead(self, part: Part, brief: Brief, done: Done) -> Found | None:
        """A part that nobody offers is left to the person."""
        return Found(part.key, note=part.contingency, failed=True)

    def wish(self, brief: Brief) -> g.Gathering:
        """The gathering as wished for."""
        place, (day, _last) = self.place(brief), dates_of(brief)
        people = brief.people or g.USUAL_PEOPLE
        slots = brief.slots
        return g.Gathering(
            title=_title(brief.goal, people),
            city=place.name if place else "",
            day=day or brief.now.astimezone(brief.tz).date(),
            people=people,
            currency=brief.currency,
            starts=starts_at(slots.get("time"), brief.goal),
            limit=limit_of(brief, people),
            language=brief.language,
            diets=tuple(str(one).replace("-", "_") for one in slots.get("diet") or []),
            counts=dict(slots.get("diets") or {}),
            helpers=_named(slots.get("helpers")),
            drivers=_named(slots.get("drivers")),
            guests=_named(slots.get("riders")),
            rides=slots.get("rides"),
            wheelchairs=int(slots.get("wheelchairs") or 0),
            access=access_of(slots),
        )

    def planned_by(self, brief: Brief) -> Decimal | None:
        """The limit for all who come."""
        return self.wish(brief).limit

    def possible(self, brief: Brief) -> Brief:
        """Nobody meets in the past."""
        return ahead(brief)

    def draft(self, brief: Brief, done: Done, version: int) -> Draft:
        """The day as a plan; where the choice is too dear, the cheapest that was found, which is said."""
        wish = self.wish(brief)
        chosen = {key: found.chosen[0] for key, found in done.items() if found.chosen}
        plan = g.plan_gathering(wish, chosen, version)
        if plan.budget.needed is not None:
            cheapest = {
                key: min([*found.offers, *found.chosen], key=lambda offer: g.cost_of(offer, wish))
                for key, found in done.items()
                if found.chosen
            }
            other = g.plan_gathering(wish, cheapest, version)
            if other.budget.total < plan.budget.total:
                other.misfits.append(
                    _("What you chose is over the budget; this is the cheapest that was found.")
                )
                plan = other
        plan.misfits = [*passed_in_words(brief), *plan.misfits]
        return self.as_draft(plan, brief.language)

    def plan_in(self, data: dict[str, Any]) -> TripPlan:
        """The plan of days."""
        return TripPlan.model_validate(data)

    def as_draft(self, plan: TripPlan, language: str) -> Draft:
        """The plan for reading, and as data."""
        data = plan.model_dump(mode="json", by_alias=True)
        return Draft(itinerary(plan, language), data, plan.misfits)

    def to_word(self, draft: Draft, brief: Brief) -> DraftToWord:
        """What is planned, as it stands in the draft."""
        return facts_of(self.plan_in(draft.data), brief.goal, brief.language)

    def worded(self, draft: Draft, wording: Wording, brief: Brief) -> Draft:
        """The plan with a summary, and other titles for its days."""
        plan = in_other_words(self.plan_in(draft.data), wording.summary, wording.days)
        return self.as_draft(plan, brief.language)

    def meant(self, words: str, refinement: Refinement, brief: Brief) -> Refinement:
        """Names and counts of people are read here: "6 vegetarians" are not all of them."""
        if shifts_hours(words):
            kept = {name: value for name, value in refinement.slots.items() if name not in WHEN}
            refinement = refinement.model_copy(update={"slots": kept, "drop": []})
        elif moved := moved_to(words, refinement.slots.get("date"), self.wish(brief).day, 1, brief.now):
            kept = {name: value for name, value in refinement.slots.items() if name != "duration"}
            refinement = refinement.model_copy(update={"slots": kept | {"date": moved}})
        if at := refinement.slots.get("time"):
            meant = in_its_half(at, starts_at(brief.slots.get("time"), brief.goal), words)
            refinement = refinement.model_copy(update={"slots": refinement.slots | {"time": meant}})
        if read_guests(words).empty:
            return refinement
        slots = {name: value for name, value in refinement.slots.items() if name not in NOT_OF_ALL}
        return refinement.model_copy(
            update={"slots": slots, "exclude": [], "exclude_titles": [], "prefer": []}
        )

    def refine(self, words: str, refinement: Refinement, brief: Brief) -> tuple[Brief, list[str]] | None:
        """Who helps and drives, how many keep a diet or need a ride, and an hour earlier or later."""
        slots, said = dict(brief.slots), list[str]()
        guests = read_guests(words)
        if not guests.empty:
            slots = as_slots(guests, slots)
            said += guests_in_words(guests)
        moved = shifted(words, starts_at(brief.slots.get("time"), brief.goal))
        if moved is not None:
            slots["time"] = f"{moved:%H:%M}"
            said.append(_("at %(time)s") % {"time": clock(moved, brief.language)})
        return (brief.model_copy(update={"slots": slots}), said) if said else None

    def meant_of_part(self, part: Part, words: str, refinement: Refinement, brief: Brief) -> Refinement:
        """A price that is named on the card of a hall or a meal is what that may cost, not all of it."""
        meant = super().meant_of_part(part, words, refinement, brief)
        slots = {name: value for name, value in meant.slots.items() if name != "budget"}
        return meant.model_copy(update={"slots": slots})

    def refine_part(
        self, part: Part, words: str, refinement: Refinement, brief: Brief
    ) -> tuple[Brief, list[str]] | None:
        """The same, and what this one may cost at most."""
        limit = None if of_all(words) else named_price(refinement, brief)
        own = self.refine(words, refinement, brief)
        if limit is None:
            return own
        after, said = own or (brief, [])
        adjustments = after.adjustments.model_copy(update={"max_price": limit})
        most = _("at most %(amount)s") % {"amount": money.in_words(limit, brief.currency, brief.language)}
        return after.model_copy(update={"adjustments": adjustments}), [most, *said]

    def refine_whole(
        self, part: Part, words: str, refinement: Refinement, brief: Brief
    ) -> tuple[Brief, list[str]] | None:
        """When it is, where, for how many and with whom: all but what is said of one place or meal."""
        meant, before = self.meant(words, refinement, brief), self.wish(brief)
        new = slots_of_the_whole(words, meant.slots, refinement.slots)
        own = self.refine(words, refinement, brief.model_copy(update={"slots": {**brief.slots, **new}}))
        after, said = own or (brief.model_copy(update={"slots": {**brief.slots, **new}}), [])
        if after.slots == brief.slots:
            return None
        return after, [*whole_in_words(before, self.wish(self.possible(after))), *said]

    def of_part_alone(self, words: str) -> str:
        """Not "later", where that is when all of it is."""
        return beside_when(words)

    def affected(self, before: Brief, after: Brief, parts: Sequence[Part]) -> set[str]:
        """A diet changes the meal, rides the transport, names and hours only the day; all else all of it."""
        names = {*before.slots, *after.slots}
        changed = {name for name in names if before.slots.get(name) != after.slots.get(name)}
        if after.adjustments.sort != before.adjustments.sort:
            return {g.VENUE}
        touched = {
            "diet": {g.MENU},
            "diets": {g.MENU},
            "rides": {g.TRANSPORT},
            "wheelchairs": {g.VENUE, g.TRANSPORT},
            "access": {g.VENUE},
            **{name: set[str]() for name in ONLY_THE_DAY},
        }
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
        return files_of(self.plan_in(draft.data), brief)

    def learn(self, draft: Draft, brief: Brief, done: Done) -> list[Learning]:
        """The venue becomes a favourite."""
        return learned_from_choice(done)

    def over_on(self, draft: Draft) -> date:
        """The day itself."""
        return self.plan_in(draft.data).days[-1].date

    def learn_from_stars(
        self, draft: Draft, brief: Brief, done: Done, stars: Mapping[str, int]
    ) -> list[Learning]:
        """Whom to ask again, and whom not."""
        return learned_from_parts(done, stars)


def _title(goal: str, people: int) -> str:
    """What it is called: "Senior lunch for 30"."""
    seniors = re.search(r"\b(senior|elderly|older|rentner|aîné)", goal, re.IGNORECASE) is not None
    return str(TITLED[occasion_in(goal)][seniors]) % {"n": people}


def _named(said: Any) -> tuple[str, ...]:
    return tuple(names_in(said) if isinstance(said, str) else (str(one) for one in said or []))
