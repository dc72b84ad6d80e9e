"""What types that plan days share: parts, requests, judging, drafts, refining, the package, learning."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from agency.reasoning.skills.refinement import Refinement
from agency.reasoning.skills.wording import DraftToWord, Wording
from agency.reasoning.slots.places import Located
from agency.sources.base import Offer, SearchRequest
from agency.sources.registry import sources_for
from missions.brief import Brief, Taste
from missions.plugins.base import Learning, Scene
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
    Spoken,
)
from missions.raising import Raisable
from missions.trips import parts as p
from missions.trips import swaps
from missions.trips.changing import (
    cannot_be,
    meant_of_trip,
    refined_trip,
    refined_whole,
    whole_in_words,
    without_ways,
)
from missions.trips.drafting import plan_from
from missions.trips.exchanges import exchanged
from missions.trips.foreseen import left_out_city, unknown_cities, unknown_kind
from missions.trips.ground import MAP
from missions.trips.judging import judge_part
from missions.trips.learned_there import in_these
from missions.trips.learning import last_day_of, learned_from, learned_from_stars
from missions.trips.lengths import beside_when
from missions.trips.markdown import facts_of, in_other_words, itinerary
from missions.trips.nearest import trimmed
from missions.trips.options import (
    WAYS,
    for_nothing,
    own_way,
    refined_part,
    suggested_of,
    suggested_of_none,
)
from missions.trips.other_parts import of_others
from missions.trips.package import files_of
from missions.trips.passed import PASSED, ahead, passed_in_words
from missions.trips.plan import TripPlan
from missions.trips.premortem import closed_days
from missions.trips.reading import (
    BEGINS,
    cities_of,
    saves,
    settle_trip,
    wish_of,
    with_its_days,
)
from missions.trips.running import account_so_far
from missions.trips.searching import KINDS, kinds_of, requests_of, settled
from missions.trips.spoken import spoken_to
from missions.trips.turns import read_turn
from missions.trips.unfound import unfound_cities
from missions.trips.widening import widened
from missions.trips.wish import TripWish
from missions.trips.words import flies, names_part
from ownyou.lib.errors import InvalidInput

ESTIMATES = {"flight": "flights_estimate", "train": "trains_estimate"}
TOUCHED_BY = {
    "date": {p.FLIGHTS, p.TRAINS, p.BETWEEN, p.STAY, p.ACTIVITIES},
    "fly": {p.FLIGHTS, p.TRAINS, p.BETWEEN},
    "direct": {p.FLIGHTS, p.TRAINS},
    "stay_price": {p.STAY},
    "saving": {p.FLIGHTS, p.TRAINS, p.STAY, p.RESTAURANTS},
    "diet": {p.RESTAURANTS},
    "fewer": {p.SIGHTS},
    "liked": {p.SIGHTS, p.ACTIVITIES},
    "avoided": {p.SIGHTS, p.ACTIVITIES},
    "excluded": {p.SIGHTS, p.ACTIVITIES},
    "wanted": {p.SIGHTS},
    "by_day": set[str](),
    "day_trips": {p.SIGHTS, p.DAY_TRIPS},
    "pace": {p.SIGHTS},
    "late_start": {p.SIGHTS},
    "stay_kinds": {p.STAY},
    "no_stay_kinds": {p.STAY},
    "stay_rules": {p.STAY},
    "no_car": set[str](),
    "step_free": set[str](),
    "kitchens": {p.RESTAURANTS},
    "no_kitchens": {p.RESTAURANTS},
    swaps.SLOT: set[str](),
}
"""What has to be looked at again when a slot changes, by coordinator; any other slot changes everything."""

LEAST_FOR_A_DAY_TRIP = 3

TELLS_NOTHING = frozenset({"place", "time", "near", PASSED, BEGINS})
"""Slots that say nothing about a trip beside those of its own."""


class TripMission(ComplexMission, Raisable[TripPlan]):
    """A type whose result is a plan of days."""

    def tastes(self, scene: Scene) -> list[Taste]:
        """Without what was learned of places of other cities."""
        return in_these(super().tastes(scene), [city.name for city in cities_of(scene.brief)])

    # What was meant ---------------------------------------------------------------------------------------

    def settle(self, slots: dict[str, Any], text: str) -> dict[str, Any]:
        """Cities, where one leaves from, how many days, how to get there, likes and pace."""
        return settle_trip(slots, text)

    def answered(self, slots: dict[str, Any], text: str, goal: str) -> dict[str, Any]:
        """An answer may name several cities, or say more than was asked."""
        return settle_trip(slots, text)

    def place(self, brief: Brief) -> Located | None:
        """The first city to go to; a trip does not go home by itself."""
        cities = cities_of(brief)
        if not cities:
            return None
        first = cities[0]
        return Located(first.name, first.country, first.lat, first.lon, first.zone)

    def wish(self, brief: Brief) -> TripWish:
        """The trip as wished for, cut to what can be planned. Raises `InvalidInput` without a city."""
        return trimmed(self.asked(brief))[0]

    def asked(self, brief: Brief) -> TripWish:
        """The trip as wished for. Raises `InvalidInput` while nobody said where to."""
        wish = wish_of(brief)
        if wish is None:
            raise InvalidInput(_("Nobody said yet where to go."))
        return wish

    def foreseen(self, brief: Brief, cities_with: CitiesWith) -> list[str]:
        """Cities that nobody knows, and those of which the catalogue knows too little."""
        wish = self.wish(brief)
        unfound = unfound_cities(brief.goal, [city.name for city in wish.cities])
        return [*map(left_out_city, unfound), *unknown_cities(wish, cities_with)]

    def nobody_knows(self, part: Part, brief: Brief, cities_with: CitiesWith) -> bool:
        """Where the catalogue alone is asked, and holds nothing of the kind in the city."""
        city = p.city_of(part, self.wish(brief))
        kinds = [KINDS[part.coordinator]] if part.coordinator in KINDS else []
        kinds += ["event"] if part.coordinator == p.ACTIVITIES else []
        return bool(kinds) and all(unknown_kind(kind, city.name, cities_with) for kind in kinds)

    def planned_by(self, brief: Brief) -> Decimal | None:
        """The limit for the whole party."""
        return self.asked(brief).limit

    # Parts ------------------------------------------------------------------------------------------------

    def decompose(self, brief: Brief) -> list[Part]:
        """Getting there, between the cities, and in each city."""
        return p.parts_of_trip(self.wish(brief))

    def further(self, brief: Brief) -> list[Part]:
        """A day out of the city, where there is time for one and the rules read nothing about it."""
        wish = self.wish(brief)
        if brief.slots.get("day_trips") is not None or wish.days < LEAST_FOR_A_DAY_TRIP:
            return []
        with_one = p.parts_of_trip(wish.with_(day_trips=1))
        return [part for part in with_one if part.coordinator == p.DAY_TRIPS]

    def spare(self, part: Part, brief: Brief) -> bool:
        """Somebody may cook, or fill the days, for them."""
        return part.coordinator in {p.ACTIVITIES, p.RESTAURANTS}

    def research_name(self, part: Part) -> str:
        """Where to sleep is looked up among hotels."""
        return part.key.replace(p.STAY, "hotels", 1) if part.coordinator == p.STAY else part.key

    def sources_of(self, part: Part, brief: Brief) -> list[str] | None:
        """Those that are enabled, and the estimates, which need nothing.

        The map is asked for sights and stays where the catalogue has too few.
        """
        if part.coordinator in {p.SIGHTS, p.DAY_TRIPS, p.STAY}:
            wider = part.coordinator != p.DAY_TRIPS and brief.adjustments.radius_factor > 1
            known = sources_for(KINDS[part.coordinator])
            return [one.name for one in known if wider or one.name != MAP]
        kinds = kinds_of(part, self.wish(brief))
        if not kinds:
            return None
        names = [source.name for kind in kinds for source in sources_for(kind)]
        return list(dict.fromkeys([*names, *(ESTIMATES[kind] for kind in kinds)]))

    def requests(self, part: Part, brief: Brief, done: Done) -> list[SearchRequest]:
        """What is asked for a part."""
        return requests_of(part, self.wish(brief), brief, done)

    def widen_part(self, part: Part, brief: Brief) -> tuple[Brief, str] | None:
        """Days near by, the map, a wider area, fewer wishes."""
        return widened(part, brief)

    def judge(self, part: Part, offers: Sequence[Offer], brief: Brief, done: Done) -> Judged:
        """Filter, rank, and ask where tastes differ and money is spent."""
        return judge_part(part, offers, self.wish(brief), brief, done)

    def possible(self, brief: Brief) -> Brief:
        """Nobody travels in the past; and once its days are taken, they stay."""
        return with_its_days(ahead(brief))

    def closer_look(self, part: Part, brief: Brief, done: Done) -> list[str]:
        """Closed days: which days they are is known for sure once the way there is chosen."""
        found = done.get(part.key)
        return closed_days(part, found.chosen, settled(self.wish(brief), done)) if found else []

    def instead(self, part: Part, brief: Brief, done: Done) -> Found | None:
        """Every part of a trip can be left to the person; the plan says what is missing."""
        return Found(part.key, note=part.contingency, failed=True)

    def part_scene(self, part: Part, brief: Brief, done: Done) -> Scene:
        """Distances are from the middle of the part's city; nothing is too far."""
        wish = settled(self.wish(brief), done)
        return Scene(brief, here=p.city_of(part, wish).at, radius_km=self.config.radius_km)

    # Draft ------------------------------------------------------------------------------------------------

    def draft(self, brief: Brief, done: Done, version: int) -> Draft:
        """The plan of days, checked."""
        cut = [*passed_in_words(brief), *own_way(brief), *for_nothing(brief), *trimmed(self.asked(brief))[1]]
        plan = plan_from(self.wish(brief), done, version, cut)
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

    def account(
        self, parts: Sequence[Part], brief: Brief, done: Done, offered: dict[str, list[Offer]]
    ) -> Account:
        """What is chosen, and what the rest takes at least."""
        return account_so_far(parts, self.wish(brief), done, offered)

    def package(self, draft: Draft, brief: Brief) -> list[File]:
        """Booking summary, schedule, calendar, a map for each day."""
        return files_of(self.plan_in(draft.data), brief)

    def learn(self, draft: Draft, brief: Brief, done: Done) -> list[Learning]:
        """What the choices on the way say about how this person travels."""
        return learned_from(self.plan_in(draft.data), brief, done)

    def offers_in(self, draft: Draft) -> set[str]:
        """Of its ways, its stays and all that the days hold."""
        plan = self.plan_in(draft.data)
        items = [item.offer for day in plan.days for item in day.items]
        used = [*(leg.offer for leg in plan.transport), *(stay.offer for stay in plan.stays), *items]
        return {offer for offer in used if offer}

    def title_of(self, part: Part, kinds: Collection[str], brief: Brief) -> str:
        """Who chose a train does not fly."""
        return p.title_with(part, kinds, self.wish(brief))

    def over_on(self, draft: Draft) -> date:
        """The last day of the trip."""
        return last_day_of(self.plan_in(draft.data))

    def learn_from_stars(
        self, draft: Draft, brief: Brief, done: Done, stars: Mapping[str, int]
    ) -> list[Learning]:
        """What went well and what did not, for the next trip."""
        return learned_from_stars(self.plan_in(draft.data), self.wish(brief), done, stars)

    # Refining ---------------------------------------------------------------------------------------------

    def meant(self, words: str, refinement: Refinement, brief: Brief) -> Refinement:
        """Without what means something else on a trip."""
        return meant_of_trip(words, refinement, self.wish(brief), brief)

    def refine(self, words: str, refinement: Refinement, brief: Brief) -> tuple[Brief, list[str]] | None:
        """ "Too many museums, add one day trip": what is a trip's own, in the slots."""
        return refined_trip(words, brief, self.wish(brief))

    def cannot(self, words: str, brief: Brief) -> list[str]:
        """A trip of no days."""
        return cannot_be(words, self.wish(brief))

    def meant_of_part(self, part: Part, words: str, refinement: Refinement, brief: Brief) -> Refinement:
        """Words about the options of one part change no dates, people, money or cities of the trip."""
        turn = read_turn(words)
        left_out = [one for one in refinement.left_out if refined_part(part, one, refinement, brief) is None]
        changes: dict[str, Any] = {"slots": {}, "drop": [], "left_out": left_out}
        if part.coordinator == p.DAY_TRIPS and (turn.more or turn.fewer or turn.avoided or turn.excluded):
            changes |= {"exclude": [], "prefer": []}
        meant = refinement.model_copy(update=changes)
        return without_ways(meant) if part.coordinator in WAYS and flies(words) else meant

    def suggested(self, part: Part) -> list[str]:
        """About ways of getting there and beds nothing is said of museums."""
        return suggested_of(part.coordinator)

    def suggested_for_none(self, part: Part) -> list[str]:
        """Where nothing was found nobody wants less of it."""
        return suggested_of_none(part.coordinator)

    def suggested_for_draft(self, draft: Draft) -> list[str]:
        """Nobody wants fewer museums, or a cheaper hotel, where there is none."""
        plan = self.plan_in(draft.data)
        if any(item.kind in {"sight", "activity"} for day in plan.days for item in day.items):
            return super().suggested_for_draft(draft)
        return [_("two days later"), _("one day longer"), _("one day shorter")]

    def refine_part(
        self, part: Part, words: str, refinement: Refinement, brief: Brief
    ) -> tuple[Brief, list[str]] | None:
        """What is said about ways and places to stay ("not a hostel", "later", "under $90 a night")."""
        return refined_part(part, words, refinement, brief)

    def refine_whole(
        self, part: Part, words: str, refinement: Refinement, brief: Brief
    ) -> tuple[Brief, list[str]] | None:
        """Other days, another length or city: "two days later", "Rome instead"; and what is said of other
        parts: "only vegetarian restaurants" where a hotel is asked for."""
        wish = self.wish(brief)
        new = refined_whole(words, refinement.slots, brief, wish)
        others, said = of_others(part.coordinator, words, refinement.slots, brief.slots, wish)
        new = {**others, **new}
        if not new:
            return None
        slots = {name: value for name, value in {**brief.slots, **new}.items() if value is not None}
        after = brief.model_copy(update={"slots": slots})
        return after, [*whole_in_words(new, self.wish(self.possible(after))), *said]

    def spoken_to(self, words: str, parts: Sequence[Part], brief: Brief) -> list[Spoken]:
        """ "Another hotel", "cheaper restaurants", "an earlier flight", wherever it is said."""
        return spoken_to(words, parts, self.wish(brief))

    def refine_draft(self, words: str, draft: Draft, brief: Brief) -> tuple[Brief, list[str], str] | None:
        """ "Swap days 2 and 3", "swap the Louvre and the Eiffel Tower"."""
        return exchanged(words, self.plan_in(draft.data), self.wish(brief), brief)

    def exchanged(self, words: str) -> list[tuple[str, str]]:
        """ "Giverny instead of Versailles"."""
        return swaps.pairs_in(words)

    def of_part_alone(self, words: str) -> str:
        """Not "later", where that is how far the trip moves."""
        return beside_when(words)

    def asked_for(self, part: Part, words: str) -> bool:
        """ "Add restaurants after all": not "cheaper", which says nothing of where to eat."""
        return names_part(part.coordinator, words)

    def affected(self, before: Brief, after: Brief, parts: Sequence[Part]) -> set[str]:
        """The parts whose coordinator looks at what changed; all of them for other days or people."""
        changed = _changed(before, after)
        touched = {p.STAY, p.RESTAURANTS} if saves(after) and not saves(before) else set[str]()
        for name in changed:
            if name not in TOUCHED_BY:
                return {part.key for part in parts}
            touched |= TOUCHED_BY[name]
        return {part.key for part in parts if part.coordinator in touched}


def _changed(before: Brief, after: Brief) -> set[str]:
    names = {*before.slots, *after.slots} - TELLS_NOTHING
    return {name for name in names if before.slots.get(name) != after.slots.get(name)}
