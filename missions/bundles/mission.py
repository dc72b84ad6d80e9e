"""What a type that buys several things together does at level 3: parts, judging, the list, refining."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from agency.reasoning.skills.refinement import Refinement
from agency.reasoning.skills.wording import DraftToWord, Wording
from agency.sources.base import Offer, SearchRequest
from missions import money
from missions.brief import Brief
from missions.bundles.judging import judge_thing, least_of
from missions.bundles.kinds import head_of, kinds_in
from missions.bundles.plan import BundlePlan, Wanted, cost_of, plan_bundle, what_words
from missions.bundles.reading import Thing, bundle_in, thing_of
from missions.bundles.words import as_slots, in_words, read_change
from missions.bundles.writing import facts_of, list_of
from missions.plugins.base import Learning, Scene
from missions.plugins.complex import (
    Account,
    ComplexMission,
    Done,
    Draft,
    File,
    Found,
    Judged,
    Part,
    Share,
    Spoken,
    part_key,
)
from missions.raising import Raisable
from missions.trips.reading import limit_of
from ownyou.lib.text import lower_first

LEVEL = 3
KEPT_WHEN_REFINED = frozenset({"budget", "delivery", "diet"})
"""Slots that words about a bundle may change; the rest is about the things, and read here."""


class BundleMission(ComplexMission, Raisable[BundlePlan]):
    """A type whose goals may be several things that have to fit each other."""

    draft_name = "shopping_list"

    # What was meant ---------------------------------------------------------------------------------------

    def settle(self, slots: dict[str, Any], text: str) -> dict[str, Any]:
        """The things of a bundle, where the goal is one."""
        things = bundle_in(text)
        return {**slots, "bundle": things, "product": things[0]} if things else slots

    def level_of(self, level: int, slots: dict[str, Any]) -> int:
        """A bundle is planned in parts; one product never is."""
        return LEVEL if slots.get("bundle") else min(super().level_of(level, slots), LEVEL - 1)

    def wanted(self, brief: Brief) -> Wanted:
        """The bundle as wished for."""
        phrases = [
            str(one) for one in brief.slots.get("bundle") or [brief.slots.get("product") or brief.goal]
        ]
        things: dict[str, Thing] = {}
        for phrase in phrases:
            thing = thing_of(phrase)
            key = part_key(thing.name) or "thing"
            things.setdefault(key if key not in things else part_key(key, str(len(things))), thing)
        names = [what_words(thing) for thing in things.values()]
        title = ", ".join([names[0], *(lower_first(name) for name in names[1:])])
        return Wanted(title, things, brief.currency, brief.language, limit_of(brief, brief.people or 1))

    def planned_by(self, brief: Brief) -> Decimal | None:
        """The limit for all things."""
        return self.wanted(brief).limit

    # Parts ------------------------------------------------------------------------------------------------

    def decompose(self, brief: Brief) -> list[Part]:
        """The first thing, then all that has to fit it and the money that it leaves."""
        wanted = self.wanted(brief)
        return [
            Part(
                key,
                what_words(thing),
                key,
                () if key == wanted.first else (wanted.first,),
                _("Leave it to you, and keep its share of the money"),
            )
            for key, thing in wanted.things.items()
        ]

    def requests(self, part: Part, brief: Brief, done: Done) -> list[SearchRequest]:
        """Products of the part's kind, in the words that it was asked for."""
        thing = self.wanted(brief).things[part.key]
        return [
            SearchRequest(
                kind="product",
                words=thing.kind.name if thing.kind and brief.slots.get("any_of_kind") else _searched(thing),
                categories=[thing.kind.name] if thing.kind else [],
                country=str((brief.home or {}).get("country") or ""),
                currency=brief.currency,
                zone=brief.zone,
            )
        ]

    def widen_part(self, part: Part, brief: Brief) -> tuple[Brief, str] | None:
        """Any thing of the kind, whatever was said of it, at any price and rating."""
        thing = self.wanted(brief).things[part.key]
        if thing.kind is None or brief.slots.get("any_of_kind"):
            return None
        free = {"max_price": None, "min_price": None, "min_rating": None}
        changes = {
            "slots": {**brief.slots, "any_of_kind": True},
            "adjustments": brief.adjustments.model_copy(update=free),
        }
        return brief.model_copy(update=changes), _("any %(kind)s") % {"kind": thing.kind.name}

    def judge(self, part: Part, offers: Sequence[Offer], brief: Brief, done: Done) -> Judged:
        """What fits the first thing and its share of the money."""
        wanted = self.wanted(brief)
        about = self.about(part, brief)
        judged = judge_thing(self, part, offers, about, wanted, done)
        if len(judged.options) < 2 or not self._spoken_of(part, brief):
            return judged
        judged = replace(judged, ask=True, settled="")
        if wanted.things[part.key].name not in (brief.slots.get("nicer") or []):
            return judged
        dearest = sorted(judged.options, key=lambda one: -cost_of(one.offer, wanted.currency))
        return replace(judged, options=dearest)

    def _spoken_of(self, part: Part, brief: Brief) -> bool:
        """Whether words of change were about this thing: who cares for it chooses it."""
        name = self.wanted(brief).things[part.key].name
        return any(name in (brief.slots.get(said) or []) for said in ("cheaper", "nicer", "another"))

    def about(self, part: Part, brief: Brief) -> Brief:
        """The brief of one thing: its own words, no budget of the whole, the cheapest first if so wished."""
        thing = self.wanted(brief).things[part.key]
        slots = {name: value for name, value in brief.slots.items() if name not in {"budget", "bundle"}}
        cheaper = thing.name in (brief.slots.get("cheaper") or [])
        adjustments = brief.adjustments.model_copy(update={"sort": "price"}) if cheaper else brief.adjustments
        return brief.model_copy(
            update={"slots": {**slots, "product": thing.words}, "adjustments": adjustments}
        )

    def instead(self, part: Part, brief: Brief, done: Done) -> Found | None:
        """A thing that nobody offers is left to the person, and the list says so."""
        return Found(part.key, note=part.contingency, failed=True)

    def mark(self, offer: Offer) -> str:
        """The product, whichever shop has it: who wants another bag does not want it from another shop."""
        return offer.title

    def part_scene(self, part: Part, brief: Brief, done: Done) -> Scene:
        """What the options of one thing have in common."""
        return self.scene(self.about(part, brief))

    # The list ---------------------------------------------------------------------------------------------

    def draft(self, brief: Brief, done: Done, version: int) -> Draft:
        """The list with its account, within the budget where that can be."""
        wanted = self.wanted(brief)
        settled = {key: done[key] for key in wanted.things if key in done}
        chosen = {key: found.chosen[0] for key, found in settled.items() if found.chosen}
        plan = plan_bundle(wanted, chosen, {key: found.offers for key, found in settled.items()}, version)
        return self.as_draft(plan, brief.language)

    def plan_in(self, data: dict[str, Any]) -> BundlePlan:
        """The list."""
        return BundlePlan.model_validate(data)

    def as_draft(self, plan: BundlePlan, language: str) -> Draft:
        """The list for reading, and as data."""
        return Draft(list_of(plan, language), plan.model_dump(mode="json"), plan.misfits)

    def to_word(self, draft: Draft, brief: Brief) -> DraftToWord:
        """What is on the list, and how it fits."""
        return facts_of(self.plan_in(draft.data), brief.goal, brief.language)

    def worded(self, draft: Draft, wording: Wording, brief: Brief) -> Draft:
        """The list with a summary."""
        plan = self.plan_in(draft.data).model_copy(update={"summary": wording.summary})
        return self.as_draft(plan, brief.language)

    def account(
        self, parts: Sequence[Part], brief: Brief, done: Done, offered: dict[str, list[Offer]]
    ) -> Account:
        """What was chosen so far, and what is kept back for the rest."""
        wanted = self.wanted(brief)
        shares = []
        for key, thing in wanted.things.items():
            found = done.get(key)
            if found is not None and found.chosen:
                cost = cost_of(found.chosen[0], wanted.currency, thing.count)
                shares.append(Share(what_words(thing), cost, settled=True))
                continue
            prices = [cost_of(one, wanted.currency, thing.count) for one in offered.get(key, [])]
            shares.append(Share(what_words(thing), min(prices, default=least_of(thing, wanted.currency))))
        return Account(wanted.currency, wanted.limit, shares)

    def package(self, draft: Draft, brief: Brief) -> list[File]:
        """The list to read, and to print."""
        from missions.bundles.printing import shopping_list  # a PDF library: half a second to load

        plan = self.plan_in(draft.data)
        return [
            File("final/shopping_list.md", draft.markdown.encode()),
            File("final/shopping_list.pdf", shopping_list(plan, brief.language), "application/pdf"),
        ]

    def learn(self, draft: Draft, brief: Brief, done: Done) -> list[Learning]:
        """The retailers bought from become preferred ones."""
        plan = self.plan_in(draft.data)
        learned = [self.learnings({"retailer": item.retailer}, brief) for item in plan.items]
        return list({one.key: one for some in learned for one in some}.values())

    # Refining ---------------------------------------------------------------------------------------------

    def meant(self, words: str, refinement: Refinement, brief: Brief) -> Refinement:
        """Words about one thing ("a cheaper mouse") change nothing about the others."""
        slots = {name: value for name, value in refinement.slots.items() if name in KEPT_WHEN_REFINED}
        changes: dict[str, Any] = {"slots": slots, "distance": None}
        if kinds_in(words):
            changes |= {"price": None, "rating": None, "exclude": [], "drop": []}
        return refinement.model_copy(update=changes)

    def refine(self, words: str, refinement: Refinement, brief: Brief) -> tuple[Brief, list[str]] | None:
        """A cheaper or another one of a thing, one thing less, or one more."""
        change = read_change(words, [str(one) for one in brief.slots.get("bundle") or []])
        if change.empty:
            return None
        return brief.model_copy(update={"slots": as_slots(change, brief.slots)}), in_words(change)

    def spoken_to(self, words: str, parts: Sequence[Part], brief: Brief) -> list[Spoken]:
        """ "Another bag": not the one that is on the list."""
        change = read_change(words, [str(one) for one in brief.slots.get("bundle") or []])
        things = self.wanted(brief).things
        return [
            Spoken(_("another %(thing)s") % {"thing": thing.name}, (key,), others=True, cut="")
            for key, thing in things.items()
            if thing.name in change.another
        ]

    def refine_whole(
        self, part: Part, words: str, refinement: Refinement, brief: Brief
    ) -> tuple[Brief, list[str]] | None:
        """Words about the other things alone: "a cheaper bag" where a mouse is asked for."""
        own = self.wanted(brief).things[part.key].name
        return None if own in kinds_in(words) else self.refine(words, refinement, brief)

    def meant_of_part(self, part: Part, words: str, refinement: Refinement, brief: Brief) -> Refinement:
        """Words about the options of one thing are about that thing."""
        return refinement.model_copy(update={"slots": {}, "drop": [], "distance": None})

    def refine_part(
        self, part: Part, words: str, refinement: Refinement, brief: Brief
    ) -> tuple[Brief, list[str]] | None:
        """A budget is this thing's alone; all else the common rules read."""
        limit = limit_of(brief.model_copy(update={"slots": refinement.slots}), 1)
        if limit is None:
            return None
        adjustments = brief.adjustments.model_copy(update={"max_price": limit})
        said = _("at most %(amount)s") % {"amount": money.in_words(limit, brief.currency, brief.language)}
        return brief.model_copy(update={"adjustments": adjustments}), [said]

    def affected(self, before: Brief, after: Brief, parts: Sequence[Part]) -> set[str]:
        """The things that were spoken of; all of them for another budget or other wishes."""
        old, new = before.slots, after.slots
        touched: set[str] = set()
        for name in {*old, *new}:
            if old.get(name) == new.get(name) or name in {"bundle", "product"}:
                continue
            if name not in {"cheaper", "nicer", "another"}:
                return {part.key for part in parts}
            touched |= _spoken_of(old.get(name), new.get(name))
        asked_before, asked_now = (
            one.adjustments.model_dump(exclude={"words", "unread"}) for one in (before, after)
        )
        if asked_before != asked_now:
            return {part.key for part in parts}
        things = self.wanted(after).things
        return {part.key for part in parts if things[part.key].name in touched}


def _spoken_of(old: Any, new: Any) -> set[str]:
    before, after = list(old or []), list(new or [])
    return set(after[len(before) :]) | (set(before) ^ set(after))


def _searched(thing: Thing) -> str:
    """What is looked for: the kind by its own name, with what was said before it ("wireless").

    What it is for ("for video editing") is weighed afterwards, by its specifications.
    """
    if thing.kind is None:
        return thing.words
    said = head_of(thing.words).casefold()
    return said if thing.kind.name in said else f"{thing.kind.name} {said}"
