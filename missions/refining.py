"""Applying what a person wants changed to the slots and adjustments of a mission. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from babel.dates import get_day_names
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from agency.reasoning import value_words
from agency.reasoning.skills.refinement import Refinement
from agency.reasoning.slots.measures import joined
from agency.reasoning.slots.specs import EXCLUDE
from missions.brief import Adjustments, Brief
from ownyou.lib.locales import number_in_words
from ownyou.lib.text import key_of

MOST_WORDS = 10
MOST_NUMBERED = 5
"""Places that a price or a rating is counted to: "the third cheapest"."""
LEAST_TELLING = 2
"""Words of more letters than this tell something."""
CHEAPER = Decimal("0.95")
LEAST_RADIUS, NEARER, FURTHER = 0.25, 0.5, 2.5
WISHES = {
    "trusted": gettext_lazy("trusted retailers only"),
    "green": gettext_lazy("green only"),
    "short": gettext_lazy("no long contract"),
    "fast": gettext_lazy("faster delivery"),
}
"""What is wished for, in words, where its name alone does not say it."""


def refined(
    adjustments: Adjustments,
    slots: dict[str, Any],
    refinement: Refinement,
    *,
    shown: list[dict[str, Any]],
    words: str,
) -> tuple[Adjustments, dict[str, Any], list[str]]:
    """Return the new adjustments, the new slots, and what changed in words."""
    new = Adjustments(words=adjustments.words) if refinement.afresh else adjustments.model_copy(deep=True)
    new.words = [*new.words, words][-MOST_WORDS:]
    new.ignore_tastes = new.ignore_tastes or refinement.ignore_tastes
    said: list[str] = [_("all again")] if refinement.afresh else []
    for change in (_price, _distance, _hours, _rating, _ruled_out, _wished, _others):
        said += change(new, refinement, shown)
    kept = {
        name: value for name, value in slots.items() if name not in {*refinement.drop, *_outdated(refinement)}
    }
    kept.update(refinement.slots)
    if "measures" in refinement.slots:
        kept["measures"] = joined(slots.get("measures"), refinement.slots["measures"])
    kept.update(_one_of_the_days(slots, refinement.slots, words))
    kept.update(_hours_kept(slots, refinement.slots))
    kept.update(_same_landmark(slots, refinement, words))
    _wanted_again(new, kept, refinement)
    if "budget" in refinement.slots:
        new.max_price, new.min_price, new.any_price = None, None, False
        new.sort = None if new.sort == "price" else new.sort
    said += [
        _("%(slot)s changed") % {"slot": value_words.in_words(name.replace("_", " "))}
        for name in refinement.slots
    ]
    return new, kept, [*said, *kept_in_words(new, refinement)]


def wishes_in_words(adjustments: Adjustments, read: Sequence[str] = ()) -> list[str]:
    """What is wished for since the goal, and what is ruled out, in words; `read`: what a model read in it."""
    wished = dict.fromkeys([*read, *adjustments.prefer])
    said = [str(WISHES.get(wish) or value_words.in_words(wish)) for wish in wished]
    return said + [_("not %(kind)s") % {"kind": value_words.in_words(kind)} for kind in adjustments.exclude]


def extremes_of(options: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """Return the number, counted from 1, of the cheapest ("price") and of the best rated option ("rating").

    "price 2" is the second cheapest, and so on. Each is there only where one option alone is that and none
    leaves it open.
    """
    found = {}
    for facet, field, best_is_most in (("price", "amount", False), ("rating", "rating", True)):
        figures = [Decimal(str(one[field])) for one in options if one.get(field) is not None]
        if len(figures) != len(options):
            continue
        for place, figure in enumerate(sorted(figures, reverse=best_is_most)[:MOST_NUMBERED], start=1):
            if figures.count(figure) == 1:
                found[facet if place == 1 else f"{facet} {place}"] = figures.index(figure) + 1
    return found


type OwnWords = Callable[[Brief], tuple[Brief, list[str]] | None]
"""What a type's own rules make of words on top of a brief: the brief then, and what changed. None: none."""


def taken_in(
    before: Brief,
    words: str,
    refinement: Refinement,
    own: OwnWords,
    *,
    shown: list[dict[str, Any]],
) -> tuple[Brief, list[str]] | None:
    """A brief with words taken in by the rules of all types (`refinement`) and its type's, and what changed.

    None: neither makes anything of them. What is left out of the common rules is kept in words where the
    type's do not read it either.
    """
    common = refinement.model_copy(update={"left_out": []})
    after, said = before, list[str]()
    if not common.empty:
        adjustments, slots, said = refined(before.adjustments, before.slots, common, shown=shown, words=words)
        after = before.model_copy(update={"adjustments": adjustments, "slots": slots})
    its_own = own(after)
    if its_own is not None:
        after, more = its_own
        after = after if words in after.adjustments.words else with_words(after, words)
        kept = after.adjustments.model_copy()
        more = [*more, *said, *kept_in_words(kept, refinement)]
        return after.model_copy(update={"adjustments": kept}), list(dict.fromkeys(more))
    if common.empty:
        return None
    kept = after.adjustments.model_copy()
    said += kept_in_words(kept, refinement)
    return after.model_copy(update={"adjustments": kept}), said


def with_words(brief: Brief, words: str) -> Brief:
    """A brief with these words among those that were said last."""
    said = [*brief.adjustments.words, words][-MOST_WORDS:]
    return brief.model_copy(update={"adjustments": brief.adjustments.model_copy(update={"words": said})})


def kept_in_words(new: Adjustments, refinement: Refinement) -> list[str]:
    """Note in `new` what was said and nothing was made of; returns it, to be told to the person."""
    open_before = [words for words in new.unread if not _read_now(words, new, refinement)]
    new.unread = list(dict.fromkeys([*open_before, *refinement.left_out]))[-MOST_WORDS:]
    return [_("“%(words)s” kept in words only") % {"words": words} for words in refinement.left_out]


def _read_now(phrase: str, new: Adjustments, refinement: Refinement) -> bool:
    """Whether what was kept in words only was said again, and something was made of it this time."""
    said = set(key_of(new.words[-1]).split()) if new.words and not refinement.empty else set()
    left = set(key_of(" ".join(refinement.left_out)).split())
    telling = {word for word in key_of(phrase).split() if len(word) > LEAST_TELLING}
    return bool(telling) and telling <= said - left


def _outdated(refinement: Refinement) -> set[str]:
    """Slots that a new direction replaces: "upscale" and "not too expensive" by cheaper or dearer, and a
    budget by any price."""
    if refinement.price == "any":
        return {"price_level", "budget"}
    return {"price_level"} if refinement.price else set()


def _one_of_the_days(before: Mapping[str, Any], new: Mapping[str, Any], words: str) -> dict[str, Any]:
    """A weekday alone ("only on Sunday") is the one among the days that were meant, not today."""
    choice, said = before.get("date"), new.get("date")
    if not isinstance(choice, dict) or not isinstance(said, str) or any(sign.isdigit() for sign in words):
        return {}
    weekday = date.fromisoformat(said).weekday()
    named = (get_day_names("wide", locale=language)[weekday] for language in WEEKDAYS_IN)
    if not any(str(name).casefold() in words.casefold() for name in named):  # "a week later"
        return {}
    days = [date.fromisoformat(day) for day in choice.get("days") or (choice["start"], choice["end"])]
    among = [day for day in days if day.weekday() == weekday]
    return {"date": among[0].isoformat()} if len(among) == 1 else {}


WEEKDAYS_IN = ("en", "de", "fr", "es", "it")
DAY_BEGINS, DAY_ENDS = "00:00", "23:59"


def _hours_kept(before: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """One end of the hours alone ("not later than 8") leaves the other as it was: 18:00 to 20:00."""
    old, hours = before.get("time"), new.get("time")
    if not isinstance(old, dict) or not isinstance(hours, dict) or old["start"] > old["end"]:
        return {}
    if hours["start"] == DAY_BEGINS and old["start"] < hours["end"]:
        return {"time": hours | {"start": old["start"]}}
    if hours["end"] == DAY_ENDS and hours["start"] < old["end"]:
        return {"time": hours | {"end": old["end"]}}
    return {}


_OF_ME = re.compile(
    r"\b(?:of|from|to|around|near|von|bei|um|de|chez|autour de)\s+"
    r"(?:me|us|my|our|here|home|mir|mich|uns|mein\w*|unser\w*|hier|moi|nous|notre|ici)\b"
    r"|\b(?:where (?:i am|we are)|wo (?:ich bin|wir sind)|d['’]ici)\b",
    re.IGNORECASE,
)


def _same_landmark(slots: dict[str, Any], refinement: Refinement, words: str) -> dict[str, Any]:
    """A distance alone ("within 1 km") is from what the goal is near to, unless it is said to be from me."""
    new, before = refinement.slots.get("near"), slots.get("near")
    if not isinstance(new, dict) or not isinstance(before, dict) or _OF_ME.search(words):
        return {}
    if new.get("of") != "me" or before.get("of") in (None, "me"):
        return {}
    return {"near": {**before, "km": new.get("km")}}


def _wanted_again(new: Adjustments, kept: dict[str, Any], refinement: Refinement) -> None:
    """What is wanted now is not ruled out any more, whenever it was."""
    wanted = {key_of(str(word)) for value in refinement.slots.values() for word in _listed(value)}
    new.exclude = [word for word in new.exclude if key_of(word) not in wanted]
    for name in [name for name in kept if name.startswith(EXCLUDE)]:
        kept[name] = [word for word in _listed(kept[name]) if key_of(str(word)) not in wanted]


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _price(new: Adjustments, refinement: Refinement, shown: list[dict[str, Any]]) -> list[str]:
    prices = sorted(
        Decimal(str(option["amount"])) for option in shown[:5] if option.get("amount") is not None
    )
    if refinement.price is None:
        return []
    new.any_price = refinement.price == "any"
    if new.any_price:
        new.max_price, new.min_price = None, None
        new.sort = None if new.sort == "price" else new.sort
        return [_("any price")]
    if refinement.price == "lower":
        new.sort, new.min_price = "price", None
        if prices:
            new.max_price = _below(prices)
        return [_("cheaper")]
    new.sort, new.max_price = None, None
    new.min_price = prices[len(prices) // 2] if prices else None
    return [_("more upscale")]


def _below(prices: list[Decimal]) -> Decimal:
    """The limit that "cheaper" sets: below the middle one of some prices (ascending), and not below them all
    where one costs less than the middle."""
    middle = prices[len(prices) // 2]
    limit = (middle * CHEAPER).quantize(Decimal(1) if middle > 20 else Decimal("0.01"))
    return max([limit, *(price for price in prices if price < middle)] if limit < prices[0] else [limit])


def _distance(new: Adjustments, refinement: Refinement, shown: list[dict[str, Any]]) -> list[str]:
    if refinement.distance == "nearer":
        new.radius_factor, new.sort = max(new.radius_factor * NEARER, LEAST_RADIUS), "distance"
        return [_("closer")]
    if refinement.distance == "further":
        new.radius_factor, new.sort, new.any_distance = new.radius_factor * FURTHER, None, True
        return [_("further away is fine")]
    if refinement.distance == "any":
        new.radius_factor, new.any_distance = max(new.radius_factor, 1.0), True
        new.sort = None if new.sort == "distance" else new.sort
        return [_("any distance")]
    if refinement.distance == "usual" or "place" in refinement.slots:
        new.radius_factor = 1.0
        new.sort = None if new.sort == "distance" else new.sort
    return [_("not further than usual")] if refinement.distance == "usual" else []


def _hours(new: Adjustments, refinement: Refinement, shown: list[dict[str, Any]]) -> list[str]:
    new.any_hours = new.any_hours or refinement.hours == "any"
    return [_("at any hour")] if refinement.hours == "any" else []


def _rating(new: Adjustments, refinement: Refinement, shown: list[dict[str, Any]]) -> list[str]:
    if refinement.min_rating is not None:
        new.min_rating = refinement.min_rating
        return [_("rated %(floor)s or more") % {"floor": number_in_words(refinement.min_rating, 1)}]
    if refinement.rating is None:
        return []
    if refinement.rating == "any":
        new.min_rating = None
        new.sort = None if new.sort == "rating" else new.sort
        return [_("any rating")]
    ratings = sorted(option["rating"] for option in shown[:5] if option.get("rating"))
    new.min_rating = ratings[len(ratings) // 2] if ratings else 4.0
    if refinement.rating == "same":
        return [_("not worse rated")]
    new.sort = "rating"
    return [_("better rated")]


def _ruled_out(new: Adjustments, refinement: Refinement, shown: list[dict[str, Any]]) -> list[str]:
    new.exclude = list(dict.fromkeys([*new.exclude, *refinement.exclude]))
    new.exclude_titles = list(dict.fromkeys([*new.exclude_titles, *refinement.exclude_titles]))
    return [
        _("not %(kind)s") % {"kind": value_words.in_words(kind)}
        for kind in (*refinement.exclude, *refinement.exclude_titles)
    ]


def _wished(new: Adjustments, refinement: Refinement, shown: list[dict[str, Any]]) -> list[str]:
    new.prefer = list(dict.fromkeys([*new.prefer, *refinement.prefer]))
    if "fast" in refinement.prefer:
        new.sort = "delivery"
    return [str(WISHES.get(wish) or value_words.in_words(wish)) for wish in refinement.prefer]


def _mark(option: dict[str, Any]) -> str:
    """As `MissionType.mark`; options that were kept without one go by their title."""
    return str(option.get("mark") or option["title"])


def _others(new: Adjustments, refinement: Refinement, shown: list[dict[str, Any]]) -> list[str]:
    if not refinement.others:
        return []
    new.seen = list(dict.fromkeys([*new.seen, *(_mark(option) for option in shown)]))
    return [_("others than before")]
