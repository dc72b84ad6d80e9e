"""Days with several people: a programme that suits all of them; getting there and sleeping is theirs."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from agency.sources.base import Offer, SearchRequest
from missions.brief import Brief
from missions.plugins.complex import Done, Judged, Part
from missions.trips import parts as p
from missions.trips.mission import TripMission
from missions.trips.wish import TripWish

COMPANY = "company"
KINDER: dict[str, dict[str, object]] = {
    "elderly": {"pace": "slow", "late_start": True},
    "children": {"pace": "slow", "liked": frozenset({"zoo", "garden", "kids"})},
    "team": {"liked": frozenset({"walking tour", "cooking class"})},
}
"""What the company makes of a wish that says nothing else."""


class Itinerary(TripMission):
    """Who comes shapes the pace; then sights and things to do side by side, then where to eat."""

    def wish(self, brief: Brief) -> TripWish:
        """The days as wished for, at the pace of those who come; nobody travels or sleeps in it."""
        wish = super().wish(brief).with_(home=True, origin=None)
        changes = dict(KINDER.get(str(brief.slots.get(COMPANY)), {}))
        if wish.pace != "normal":
            changes.pop("pace", None)
        if wish.liked:
            changes.pop("liked", None)
        return wish.with_(**changes)

    def decompose(self, brief: Brief) -> list[Part]:
        """Who comes, then what suits them."""
        who = Part(COMPANY, _("Who comes, and what they need"), COMPANY)
        parts = p.parts_of_trip(self.wish(brief))
        first = {p.SIGHTS, p.ACTIVITIES}
        return [
            who,
            *(
                Part(
                    one.key,
                    one.title,
                    one.coordinator,
                    (COMPANY,) if one.coordinator in first else one.depends_on,
                    one.contingency,
                )
                for one in parts
            ),
        ]

    def requests(self, part: Part, brief: Brief, done: Done) -> list[SearchRequest]:
        """The company is thought about, not looked up."""
        return [] if part.coordinator == COMPANY else super().requests(part, brief, done)

    def judge(self, part: Part, offers: Sequence[Offer], brief: Brief, done: Done) -> Judged:
        """What the company needs is in the facts of its part."""
        if part.coordinator != COMPANY:
            return super().judge(part, offers, brief, done)
        wish = self.wish(brief)
        facts = {
            "people": wish.people,
            "company": str(brief.slots.get(COMPANY) or ""),
            "pace": wish.pace,
            "late_start": wish.late_start,
            "diets": list(wish.diets),
        }
        return Judged([], 0.9, facts=facts)
