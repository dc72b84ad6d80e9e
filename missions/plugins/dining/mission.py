"""Eating out: a place that is open then, has a table, fits the budget and the people."""

from __future__ import annotations

import re
from datetime import time
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from babel.dates import get_day_names
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from agency.reasoning import value_words
from agency.reasoning.slots.food import dishes_among, dishes_in
from agency.sources.base import Offer, SearchRequest
from agency.sources.opening import hours_in_words, is_open, is_open_between
from missions.brief import Brief, Taste
from missions.plugins.base import Check, CoordinatedMission, Learning, Scene
from missions.ranking import on_the_day_of_tables
from missions.when import LATEST, Window, each_time, no_sooner
from ownyou.lib.text import key_of

ALLERGENS = frozenset({"nut_free", "egg_free", "shellfish_free", "dairy_free", "lactose_free"})
"""What is needed for health and what few places list: one that lists nothing is not taken for safe."""
FOR_HEALTH = ALLERGENS | {"gluten_free"}
DIET = "dining.diet."
BRUNCH = "11:00"
MORNING = re.compile(
    r"\b(a\.?m\.?|morning|breakfast|brunch|early|coffee|0\d[:.h]?\d\d|früh|morgens|vormittag\w*|frühstück\w*|matin|"
    r"petit[- ]d[ée]jeuner)\b|\d\s*a\.?m\b",
    re.IGNORECASE,
)


BESIDE = 30
"""How many minutes beside the hours that were said are still offered."""
MEALS: tuple[tuple[re.Pattern[str], dict[str, str]], ...] = tuple(
    (re.compile(rf"\b(?:{words})\b", re.IGNORECASE), {"start": start, "end": end})
    for words, start, end in (
        (r"(?<!after[ -])dinner|supper|abendessen|abendbrot|zu abend|dîner", "18:00", "22:00"),
        (r"lunch|luncheon|mittagessen|zu mittag|(?<!petit[ -])déjeuner", "12:00", "14:30"),
        (r"brunch(?:en)?", "10:00", "14:00"),
        (r"breakfast|frühstück\w*|petit[ -]d[ée]jeuner", "07:30", "11:00"),
    )
)
"""When a meal is had, where no time is said."""


def _minutes(moment: time) -> int:
    return moment.hour * 60 + moment.minute


_NOT_THAT_MEAL = re.compile(
    r"\b(?:instead of|rather than|not|statt|anstatt|nicht|au lieu (?:de|du|d['’])|pas)\s*"
    r"(?:the |an? |zum |le |du |de )?\w+",
    re.IGNORECASE,
)


def _hours_of_meals(text: str) -> dict[str, str] | None:
    """The hours of the one meal that a text wants; None where it names none, or several."""
    wanted = _NOT_THAT_MEAL.sub(" ", text)
    named = [hours for words, hours in MEALS if words.search(wanted)]
    return dict(named[0]) if len(named) == 1 else None


def _without(diet: str) -> str:
    """Why a place is left out that lists diets, but not the one that is needed."""
    return _("no %(diet)s options listed") % {"diet": value_words.in_words(diet.replace("_", "-"))}


def _for_a_meal(text: str, at: str) -> str:
    """A time in the evening, unless it is late enough for brunch or the morning was said."""
    early = at < BRUNCH and not MORNING.search(text)
    return f"{int(at[:2]) + 12:02d}{at[2:]}" if early else at


class Dining(CoordinatedMission):
    """Level 1 for "open now", level 2 for an evening that is chosen with care."""

    goes_out = True
    prices_each = True

    def values_meant(self, slots: dict[str, Any], text: str) -> dict[str, Any]:
        """ "At 8" is eight in the evening, unless the morning, breakfast or the half of the day was said."""
        slots = super().values_meant(slots, text)
        at = slots.get("time")
        if at is None and slots.get("date"):
            hours = _hours_of_meals(text)
            return {**slots, "time": hours} if hours else slots
        if isinstance(at, dict) and "each" in at:
            return {**slots, "time": each_time(at, partial(_for_a_meal, text))}
        if not isinstance(at, str):
            return slots
        at = _for_a_meal(text, at)
        return {**slots, "time": no_sooner(at, text)}

    def answered(self, slots: dict[str, Any], text: str, goal: str) -> dict[str, Any]:
        """A meal that the goal named has its hours once the day is known: "lunch in Rome", then "Friday"."""
        if slots.get("time") is not None or not slots.get("date"):
            return slots
        hours = _hours_of_meals(text) or _hours_of_meals(goal)
        return {**slots, "time": hours} if hours else slots

    def request(self, brief: Brief) -> SearchRequest:
        """A diet said as a kind of food ("a vegan restaurant") is searched as a diet, as sources hold it."""
        asked = super().request(brief)
        diets = self.needed_diets(brief)
        return asked.model_copy(update={"cuisines": [c for c in asked.cuisines if c not in diets]})

    def check(self, offer: Offer, scene: Scene) -> Check:
        """Open then, seats enough, the cuisine not ruled out, the diet served where the source tells."""
        common = super().check(offer, scene)
        if common.drop:
            return common
        misses = list(common.misses)
        brief = scene.brief
        if self.open_then(offer, scene) is False:
            return Check(_("closed then"))
        seats = offer.attributes.get("max_party")
        if brief.people is not None and isinstance(seats, int) and brief.people > seats:
            return Check(_("seats at most %(seats)s") % {"seats": seats})
        if self._no_table_then(offer, scene):
            return Check(_("no free table then"))
        if dishes := self._missing_dishes(offer, brief):
            misses.append(_("%(dish)s not known") % {"dish": " / ".join(dishes)})
        for diet in self.needed_diets(brief):
            named = {"diet": value_words.in_words(diet.replace("_", "-"))}
            if diet in {key_of(known).replace(" ", "_") for known in offer.diets}:
                continue
            if brief.adjustments.ask_there:
                misses.append(_("not known to be %(diet)s") % named)
            elif not offer.diets and diet not in ALLERGENS:
                misses.append(_("%(diet)s options not known") % named)
            else:
                return Check(_without(diet))
        return Check(self._off_level(offer, brief), tuple(misses))

    def _no_table_then(self, offer: Offer, scene: Scene) -> bool:
        """Whether its free tables are known, and none is in the hours that were said.

        "Not before 8" is a limit; half an hour beside an evening or a span of hours is still offered.
        """
        free, window = offer.attributes.get("tables_free"), scene.window
        hours = scene.brief.slots.get("time")
        if not isinstance(free, list) or not free or window is None or not isinstance(hours, dict):
            return False
        if window.hours is None or (window.each and all(way.at for way in window.each)):
            return False
        window = on_the_day_of_tables(offer, window)
        edges = [_minutes(edge) for way in window.each or (window,) for edge in way.hours or ()]
        tables = [time.fromisoformat(str(table)) for table in free]
        off = [
            0 if window.holds(table) else min(abs(_minutes(table) - edge) for edge in edges)
            for table in tables
        ]
        return min(off) > (0 if hours.get("end") == LATEST else BESIDE)

    def _missing_dishes(self, offer: Offer, brief: Brief) -> list[str]:
        """The dishes wanted ("sushi") of which a place of their kitchen ("japanese") does not tell."""
        dishes = dishes_among([str(tag) for tag in brief.slots.get("cuisine") or []])
        told = {key_of(words) for words in (*offer.cuisines, offer.category, offer.title)}
        made = dishes_in(offer.title)
        named = [dish for dish in dishes if dish in made or any(key_of(dish) in words for words in told)]
        return [] if named else [dish.replace("_", " ") for dish in dishes]

    def fitting(self, kept: list[Offer], brief: Brief) -> int:
        """Places that do not tell of the dish that was asked for are no reason to look no further."""
        return sum(not self._missing_dishes(offer, brief) for offer in kept)

    def _off_level(self, offer: Offer, brief: Brief) -> str:
        """Why its price level is not the one wanted; empty when it is, or when nobody knows."""
        wanted = brief.slots.get("price_level")
        if not isinstance(wanted, dict) or offer.price_level is None:
            return ""
        if offer.price_level > (wanted.get("max") or 4):
            return _("dearer than you want")
        return _("simpler than you want") if offer.price_level < (wanted.get("min") or 1) else ""

    def reason_of_need(self, brief: Brief) -> str:
        """What the person told of a diet that is needed, with when; empty where it is in the goal."""
        return "; ".join(f"{need.words}, {need.from_words}" for need in self._needs(brief))

    def to_ask_there(self, brief: Brief, left_out: str) -> str:
        """A place that does not list the needed diet does not say that it cannot serve it."""
        if brief.adjustments.ask_there:
            return ""
        diets = [diet for diet in self.needed_diets(brief) if _without(diet) in left_out]
        return ", ".join(value_words.in_words(diet.replace("_", "-")) for diet in diets)

    def needed_diets(self, brief: Brief) -> list[str]:
        """Diets that must be served, as in `diets` of an offer: said now, or learned as a need."""
        said = brief.slots.get("diet") or []
        needs = [taste.key.split(".")[2] for taste in self._needs(brief)]
        return list(dict.fromkeys(str(diet).replace("-", "_") for diet in (*said, *needs)))

    def _needs(self, brief: Brief) -> list[Taste]:
        """Diets learned as a need. What is one for health holds where preferences are to be ignored, too."""
        needs = [one for one in brief.tastes if one.key.startswith(DIET) and one.polarity == "need"]
        ignored = brief.adjustments.ignore_tastes
        return [one for one in needs if not ignored or one.key.split(".")[2] in FOR_HEALTH]

    def open_then(self, offer: Offer, scene: Scene) -> bool | None:
        """Whether it is open at the time wanted; None when nobody knows or no time was said."""
        told = offer.attributes.get("open_then")
        window = scene.window
        if isinstance(told, bool) or window is None or not offer.opening_hours:
            return told if isinstance(told, bool) else None
        zone = str(ZoneInfo(str(window.begins.tzinfo)))
        if scene.brief.slots.get("open") == "now":
            return is_open(offer.opening_hours, window.begins, zone)
        told_of = [is_open_between(offer.opening_hours, *visit, zone) for visit in window.visits()]
        return True if True in told_of else None if None in told_of else False

    def taste_match(self, area: str, named: str, offer: Offer) -> float:
        """Diets and cuisines match by what the place serves."""
        if area == "diet":
            return (
                0.7 if named.replace(" ", "_") in {key_of(d).replace(" ", "_") for d in offer.diets} else 0.0
            )
        return super().taste_match(area, named, offer)

    def facts(self, offer: Offer, scene: Scene) -> list[str]:
        """Cuisine, diets, opening then, features."""
        facts = [", ".join(_kitchen(cuisine) for cuisine in offer.cuisines[:3])]
        facts += [
            _("%(diet)s options") % {"diet": value_words.in_words(diet.replace("_", "-"))}
            for diet in offer.diets[:3]
        ]
        if scene.window is not None and offer.opening_hours:
            facts += self._hours(offer, scene.window)
        return [fact for fact in (*facts, *super().facts(offer, scene)) if fact]

    def _hours(self, offer: Offer, window: Window) -> list[str]:
        """Until when it is open, or opens; where it is closed on some days meant, also on which it is not."""
        zone = str(ZoneInfo(str(window.begins.tzinfo)))
        visits = window.visits()
        opened = [
            visit for visit in visits if is_open_between(offer.opening_hours, *visit, zone) is not False
        ]
        words = [hours_in_words(offer.opening_hours, (opened or visits)[0][0])]
        if 0 < len(opened) < len(visits):
            names = get_day_names("wide", locale=get_language() or "en")
            days = ", ".join(dict.fromkeys(str(names[begins.weekday()]) for begins, _ends in opened))
            words.append(_("open then only on %(days)s") % {"days": days})
        return words

    def learnings(self, option: dict[str, Any], brief: Brief) -> list[Learning]:
        """The place chosen becomes a favourite."""
        slug = key_of(option["title"]).replace(" ", "_")[:60]
        value = {"polarity": "like", "value": option["title"]}
        return [
            Learning(
                f"dining.favourites.{slug}",
                value,
                _("You chose %(title)s for eating out.") % {"title": option["title"]},
            )
        ]


def _kitchen(cuisine: str) -> str:
    """What a cuisine is called on a card: "Fine Dining", "Italienisch"."""
    known, plain = value_words.titled(cuisine), cuisine.replace("_", " ")
    return plain.title() if known.lower() == plain.lower() else known
