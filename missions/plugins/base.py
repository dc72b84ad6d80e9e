"""The classes that mission types build on. A type overrides only what is special about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from agency.reasoning import value_words
from agency.reasoning.slots.specs import EXCLUDE
from agency.reasoning.unread import preferred
from agency.sources.base import WAYS, Offer, SearchRequest
from missions import levels, money, price_parts, ranking
from missions.brief import Brief, Taste
from missions.distances import distance_in_words
from missions.plugins.budgets import each_persons
from missions.plugins.config import PluginConfig
from missions.plugins.learned import Learned, sentence_of
from missions.plugins.whereabouts import beside_a_sight
from missions.scoring import Part, Scene, Scored
from missions.usual_hours import at_usual_hours
from missions.weighing import WISHED, sort_wished, weights_for
from missions.when import window_of
from ownyou.lib.locales import number_in_words
from ownyou.lib.text import key_of

__all__ = [
    "Check",
    "CoordinatedMission",
    "Learning",
    "MissionType",
    "Offer",
    "Scene",
    "SimpleMission",
]
MOST_OPTIONS = 15


@dataclass(frozen=True, slots=True)
class Check:
    """Whether an offer meets the hard wishes: why it is left out, what could not be checked, what it is known
    not to meet."""

    drop: str = ""
    misses: tuple[str, ...] = ()
    unmet: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Learning:
    """Something that a choice or stars teach without words; without `value`: what was guessed under this key
    before is taken back."""

    key: str
    value: dict[str, Any] | None = None
    sentence: str = ""


class MissionType(Learned):
    """What all mission types share: asking sources, filtering, scoring, describing, learning."""

    graph: ClassVar[dict[int, str]] = {1: levels.SIMPLE, 2: levels.COORDINATED}
    prices_each: ClassVar[bool] = False
    """Whether its prices are shown by the person, so that a budget is a person's too."""

    def __init__(self, config: PluginConfig) -> None:
        self.config = config

    # What was meant ---------------------------------------------------------------------------------------

    def settle(self, slots: dict[str, Any], text: str) -> dict[str, Any]:
        """Settle what a sentence leaves open, as people mean it for this type."""
        return self.values_meant(beside_a_sight(slots, text) if self.goes_out else slots, text)

    def values_meant(self, slots: dict[str, Any], text: str) -> dict[str, Any]:
        """Values said just now, in a goal or in a wish to change it, as people mean them for this type."""
        return each_persons(slots, text) if self.prices_each else slots

    def answered(self, slots: dict[str, Any], text: str, goal: str) -> dict[str, Any]:
        """What an answer to a question says beyond the slot that was asked for, and of the goal with it."""
        return slots

    def level_of(self, level: int, slots: dict[str, Any]) -> int:
        """The level at which a goal with these slots runs, of what its words look like."""
        return self.config.levels.bound(level)

    # What to search ---------------------------------------------------------------------------------------

    def scene(self, brief: Brief) -> Scene:
        """What all offers of one ranking have in common."""
        place = self.place(brief)
        brief, usual = at_usual_hours(brief)
        window = window_of(brief, ZoneInfo(place.zone) if place else brief.tz)
        landmark = self.landmark(brief)
        off = bool(landmark) and self.off_centre(brief)
        return Scene(
            brief,
            window,
            self.centre(brief),
            self.radius_km(brief),
            usual_km=min(self.usual_km(brief), self.config.radius_km),
            landmark="" if off else landmark,
            off_centre=off,
            usual_hours=usual,
        )

    def words(self, brief: Brief) -> str:
        """What to look for, in words; by default nothing but the typed slots."""
        return ""

    def categories(self, brief: Brief) -> list[str]:
        """The categories to look in."""
        return []

    def request(self, brief: Brief) -> SearchRequest:
        """What to ask the sources."""
        place, scene = self.place(brief), self.scene(brief)
        return SearchRequest(
            kind=self.config.offers,
            words=self.words(brief),
            city=place.name if place else "",
            country=place.country if place else "",
            near=scene.here,
            radius_km=scene.radius_km,
            cuisines=_listed(brief.slots.get("cuisine")),
            categories=self.categories(brief),
            begins=scene.window.begins if scene.window else None,
            ends=scene.window.ends if scene.window else None,
            zone=place.zone if place else brief.zone,
            people=brief.people,
            currency=brief.currency,
        )

    # Hard wishes --------------------------------------------------------------------------------------

    def adapted(self, offer: Offer, brief: Brief) -> Offer:
        """The offer as it is for this person, such as its price at what they use."""
        return offer

    def check(self, offer: Offer, scene: Scene) -> Check:
        """Apply the wishes that all types know: price, place, rating, what was ruled out."""
        brief, misses = scene.brief, []
        if key_of(self.title(offer)) in {key_of(title) for title in brief.adjustments.exclude_titles}:
            return Check(_("ruled out by you"))
        if self.mark(offer) in brief.adjustments.seen:
            return Check(_("shown before"))
        if self.ruled_out(offer, brief):
            return Check(_("a kind you ruled out"))
        km, reach = scene.distance(offer), self.reach(scene)
        if km is not None and km > reach:
            return Check(_("further than %(distance)s") % {"distance": distance_in_words(reach, brief.home)})
        if self.abroad(offer, brief):
            return Check(_("in another country"))
        floor = brief.adjustments.min_rating
        if floor is not None and offer.rating is not None and offer.rating < floor:
            return Check(_("rated below %(floor)s") % {"floor": number_in_words(floor, 1)})
        limit = self.limit(scene)
        price = scene.price(offer)
        if limit is not None and price is None:
            misses.append(_("price not known"))
        elif limit is not None and price is not None and price > limit:
            return Check(_("over %(limit)s") % {"limit": _as_said(limit, brief)})
        said = price_parts.floor_of(brief, self.config.offers)
        floors = [floor for floor in (brief.adjustments.min_price, said) if floor is not None]
        if price is not None and any(price < floor for floor in floors):
            return Check(_("cheaper than you want"))
        return Check(misses=tuple(misses))

    def to_ask_there(self, brief: Brief, left_out: str) -> str:
        """What is needed, in words, where `left_out` says that places do not tell of it: the person could ask
        there. Empty for nothing."""
        return ""

    def reason_of_need(self, brief: Brief) -> str:
        """What the person told before that a need comes from, in words; empty for none."""
        return ""

    def ruled_out(self, offer: Offer, brief: Brief) -> bool:
        """Whether it is of a kind (cuisine, category, retailer) that was ruled out, in the goal or since."""
        said = [_listed(value) for name, value in brief.slots.items() if name.startswith(EXCLUDE)]
        ruled = {key_of(word) for words in (*said, brief.adjustments.exclude) for word in words}
        kinds = (*offer.cuisines, offer.category, offer.retailer)
        return any(_same_kind(ruled, kind) for kind in kinds if kind)

    def limit(self, scene: Scene) -> Decimal | None:
        """The highest price that still counts, in the person's currency: the strictest of all that apply."""
        brief = scene.brief
        limits = [price_parts.budget_of(brief, self.config.offers), brief.adjustments.max_price]
        said = brief.slots.get("budget")
        if isinstance(said, dict) and said.get("bound") == "about" and limits[0] is not None:
            limits[0] = limits[0] * Decimal("1.2")
        limits += [self.amount(taste, brief) for taste in self.limits_applied(scene)]
        known = [limit for limit in limits if limit is not None]
        return min(known, default=None)

    # Soft wishes --------------------------------------------------------------------------------------

    def fit(self, offer: Offer, scene: Scene) -> tuple[float, list[str]]:
        """How well an offer fits what was asked for and learned (-1 to 1), and the reasons in words."""
        value, reasons = 0.0, []
        for wish in self.wishes(scene.brief):
            if strength := self.taste_match("", wish, offer):
                value += strength
                reasons.append(capfirst(_("%(wish)s, as you asked") % {"wish": value_words.in_words(wish)}))
        for taste in self.tastes(scene):
            strength = self.taste_strength(taste, offer)
            if taste.key.endswith(".price.lower"):
                strength = price_parts.lower_price(offer, scene)
            value += strength
            if strength > 0:
                reasons.append(sentence_of(taste))
        for taste in self.limits_applied(scene):
            if scene.price(offer) is not None:
                reasons.append(self.limit_words(taste, scene.brief))
        return min(max(value, -1), 1), reasons + self.reasons_beside(offer, scene)

    def wishes(self, brief: Brief) -> list[str]:
        """What the person would like better ("quiet", "outdoor"), said in the goal or since."""
        said = preferred(brief.goal) if self.goes_out else []
        return list(dict.fromkeys([*said, *brief.wishes]))

    def applied(self, brief: Brief) -> list[str]:
        """The learned preferences that shape this mission, in words."""
        scene = self.scene(brief)
        limits = self.limits_applied(scene)
        likes = [
            taste
            for taste in self.tastes(scene)
            if taste.polarity in {"like", "need", "dislike"}
            and taste.key.split(".")[1] not in {"favourites", "retailers", "likes"}
            and not _outvoted(taste, brief)
            and not self.idle(taste, scene)
        ]
        said = [self.limit_words(taste, brief) for taste in limits]
        return said + [f"{taste.words}, {taste.from_words}" for taste in likes]

    # Ranking ------------------------------------------------------------------------------------------

    def parts(self, offer: Offer, scene: Scene) -> dict[str, Part]:
        """The parts of the score, by name."""
        return {name: ranking.PARTS[name](offer, scene) for name in self.weights(scene)}

    def weights(self, scene: Scene) -> dict[str, float]:
        """How much each part counts; what the person wished for last ("cheaper") counts most."""
        brief = scene.brief
        return weights_for(self.config.ranking, sort_wished(brief.goal, brief.adjustments.sort))

    def rank(self, offers: list[Offer], scene: Scene) -> list[Scored]:
        """Score and sort the offers that were kept, best first; what could not be checked comes last.

        The score that is shown is what orders: what comes later for another reason has no higher one.
        """
        scene.prices = [price for offer in offers if (price := scene.price(offer)) is not None]
        scored = self._with_wishes([self._scored(offer, scene) for offer in offers], scene)
        scored.sort(
            key=lambda one: (
                one.unknowns,
                self.order(one, scene),
                -round(one.score),
                *_ascending(scene.price(one.offer)),
                one.offer.title,
            )
        )
        highest = 100.0
        for at, one in enumerate(scored):
            highest = min(one.score, highest)
            scored[at] = replace(one, score=highest)
        return self.spread(scored, scene)[:MOST_OPTIONS]

    def _with_wishes(self, scored: list[Scored], scene: Scene) -> list[Scored]:
        """Scores in which a wish on the card ("outside") counts most, where any option has it."""
        wishes = scene.brief.adjustments.prefer
        has = list(zip(*(self.met(wish, scored) for wish in wishes), strict=True))
        told = [at for at in range(len(wishes)) if any(row[at] for row in has)]
        if not told:
            return scored
        shares = [sum(row[at] for at in told) / len(told) for row in has]
        return [
            replace(one, score=(1 - WISHED) * one.score + WISHED * 100 * share)
            for one, share in zip(scored, shares, strict=True)
        ]

    def met(self, wish: str, scored: Sequence[Scored]) -> list[float]:
        """How far each of the options has what is wished for, 0 to 1."""
        return [float(self.taste_match("", wish, one.offer) > 0) for one in scored]

    def spread(self, scored: list[Scored], scene: Scene) -> list[Scored]:
        """The ranked offers in the order they are shown in."""
        return scored

    def order(self, scored: Scored, scene: Scene) -> int:
        """The group of options that one belongs to, before the score: those of a higher number come later."""
        return 0

    def _scored(self, offer: Offer, scene: Scene) -> Scored:
        parts = self.parts(offer, scene)
        fit, reasons = self.fit(offer, scene)
        score = max(0.0, ranking.composite(parts, self.weights(scene), fit) - ranking.far_off(offer, scene))
        check, against = self.check(offer, scene), self.against(offer, scene)
        return Scored(offer, score, parts, reasons, list(check.misses), against, list(check.unmet))

    # Words --------------------------------------------------------------------------------------------

    def to_refine(self, brief: Brief) -> list[str]:
        """What is offered to change, in words that the rules of refinement understand."""
        return self.config.refine_words

    def note(self, brief: Brief) -> str:
        """What to know about all options; empty for nothing."""
        return ""

    def remark(self, options: Sequence[Mapping[str, Any]], brief: Brief) -> str:
        """What to know about the options that are shown, from what they say; empty for nothing."""
        return ""

    def title(self, offer: Offer) -> str:
        """What an option is called."""
        return offer.title

    def mark(self, offer: Offer) -> str:
        """By what an option that was shown is known again when others are asked for: its title; ways, whose
        titles are alike on different days, by their source's id."""
        return f"{offer.source}:{offer.source_id}" if offer.kind in WAYS else self.title(offer)

    def facts(self, offer: Offer, scene: Scene) -> list[str]:
        """Short facts for the card."""
        features = offer.attributes.get("features")
        return (
            [value_words.in_words(feature) for feature in features[:4]] if isinstance(features, list) else []
        )

    def question(self, brief: Brief, shown: int, found: int) -> str:
        """The title of the choice."""
        noun = self.config.noun(max(shown, found))
        words = _("%(shown)d of %(found)d %(noun)s fit") if found > shown else _("%(shown)d %(noun)s found")
        return words % {"shown": shown, "found": found, "noun": noun}

    # Trying again, and learning -----------------------------------------------------------------------

    def fitting(self, kept: list[Offer], brief: Brief) -> int:
        """How many of the offers that were kept are what was asked for: with too few the search widens."""
        return len(kept)

    def learnings(self, option: dict[str, Any], brief: Brief) -> list[Learning]:
        """What a choice teaches without words."""
        return []


class SimpleMission(MissionType):
    """A type whose goals are one look-up: level 1 only."""


class CoordinatedMission(MissionType):
    """A type that searches several sources side by side: level 2, or 1 for quick goals."""


def _outvoted(taste: Taste, brief: Brief) -> bool:
    """Whether the goal names something else of the kind that a liking is about: it shapes nothing then."""
    _type, _dot, rest = taste.key.partition(".")
    area, _dot, tag = rest.partition(".")
    named = {key_of(word) for word in _listed(brief.slots.get(area))}
    return taste.polarity == "like" and bool(named) and key_of(tag.replace("_", " ")) not in named


def _as_said(limit: Decimal, brief: Brief) -> str:
    """A limit in words; where it is a budget in another currency, first as the person said it."""
    words = money.in_words(limit, brief.currency, brief.language)
    said = brief.slots.get("budget")
    currency = str(said.get("currency") or "") if isinstance(said, dict) else ""
    if not isinstance(said, dict) or currency in ("", brief.currency) or said.get("amount") is None:
        return words
    amount = Decimal(str(said["amount"]))
    if money.converted(amount, currency, brief.currency) != limit:
        return words
    return f"{money.in_words(amount, currency, brief.language)} ({words})"


def _ascending(value: object) -> tuple[float]:
    """Sort by a number, the smallest first; what is not known comes last."""
    return (float(value) if isinstance(value, int | float | Decimal) else float("inf"),)


def _same_kind(ruled: set[str], kind: str) -> bool:
    """Whether a kind ("live_music") is among the words that were ruled out ("live music")."""
    return key_of(kind) in ruled or key_of(kind.replace("_", " ")) in ruled


def _listed(value: Any) -> list[str]:
    if value is None:
        return []
    return [str(item) for item in value] if isinstance(value, list) else [str(value)]
