"""One thing of a plan for another: "replace the cooking class by something cheaper". English, German, French.

Only that one changes. The rest of the days, the ways and the beds stay, nothing is searched or asked again,
and what is put out of the plan by name is not taken for something liked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext as _
from pydantic import ValidationError

from missions.trips.options import stays_named
from missions.trips.phrases import PROPER
from missions.trips.turns import category_of
from missions.trips.wish import Swap
from missions.trips.words import city_named, flies, names_in

SLOT = "swaps"

_END = r"[^.,;!?]"
_SAID = rf"{_END}{{1,80}}"
_ARTICLE = (
    r"(?:(?:the|my|our|that|this|den|die|das|dem|der|unseren?|meinen?|le|la|les|notre|mon)\s+|l['’]\s*)"
)
_CHEAP = (
    r"(?:cheaper|less expensive|free of charge|free|günstiger\w*|billiger\w*|preiswerter\w*|kostenlos\w*"
    r"|moins cher\w*|gratuit\w*)"
)
_OTHER = rf"(?:(?:something|anything|another|etwas|eine?n?|was|quelque chose|autre chose|une?){_END}*?)"
_FORMS = [
    rf"\b(?:replace|swap|exchange|switch|substitute)\s++(?:out\s++)?(?P<what>{_SAID}?)"
    rf"\s++(?:by|with|for|against)\s++(?P<by>{_END}+)",
    rf"\b(?:ersetze?n?|tausche?n?)\s++(?:bitte\s++)?(?P<what>{_SAID}?)\s++(?:durch|gegen)\s++(?P<by>{_END}+)",
    rf"(?:^|[.,;!?]|\bund\b|\bbitte\b)\s*+(?P<what>{_SAID}?)\s++(?:durch|gegen)\s++(?P<by>{_SAID}?)"
    r"\s++(?:ersetzen|austauschen|tauschen)\b",
    rf"\b(?:remplace[rz]?|échange[rz]?)\s++(?P<what>{_SAID}?)\s++(?:par|contre)\s++(?P<by>{_END}+)",
    rf"\b(?P<by>{_OTHER}|{PROPER})\s++(?:instead of|in place of|(?:an)?statt(?:\s++von)?|anstelle\s++von"
    rf"|au lieu d[eu]|à la place d[eu])\s++(?P<what>{_END}+)",
    rf"\b(?P<by>(?:something|etwas|quelque chose de)\s++{_CHEAP})\s++(?:than|for|als|für|que|pour)"
    rf"\s++(?P<what>{_END}+)",
]
_SWAPS = [re.compile(form, re.IGNORECASE) for form in _FORMS]
_CHEAPER = re.compile(rf"\b{_CHEAP}\b", re.IGNORECASE)
_ANY = re.compile(rf"\s*{_OTHER}", re.IGNORECASE)
_LEADING = re.compile(rf"^\s*{_ARTICLE}", re.IGNORECASE)
_POLITE = re.compile(r"[\s,]+(?:please|bitte|s['’]il (?:vous|te) pla[iî]t)\b", re.IGNORECASE)
_TRIP_TO = re.compile(
    r"^\s*(?:the |a |our |den |die )?(?:day[\s-]?trip|excursion|tagesausflug|ausflug|trip)\s+(?:to|nach)\s+",
    re.IGNORECASE,
)
_SEVERAL = re.compile(r"(?:(?<!s)s|een|ärten|ärkte|össer|kurse|kirchen|ungen)$", re.IGNORECASE)
"""How a kind of which there are many ends: "museums", "Museen"; that is about all of them."""


def read_swaps(text: str) -> list[Swap]:
    """What is to be taken out of a plan for something else; none for cities, ways and places to stay."""
    return [swap for swap, _span in _found(text)]


def pairs_in(text: str) -> list[tuple[str, str]]:
    """What is wanted instead of what, as it is called, whatever it is: "Giverny instead of Versailles"."""
    found = sorted((match for form in _SWAPS for match in form.finditer(text)), key=lambda one: one.start())
    named = ((match["what"], match["by"]) for match in found)
    return [(_bare(what), _bare(by)) for what, by in named if _bare(what)]


def _bare(words: str) -> str:
    return _POLITE.sub("", _LEADING.sub("", _TRIP_TO.sub("", words))).strip()


def without_swaps(text: str) -> str:
    """The text without what it says of one thing for another."""
    for _swap, (start, end) in reversed(list(_found(text))):
        text = f"{text[:start]} {text[end:]}"
    return text


def _found(text: str) -> Iterator[tuple[Swap, tuple[int, int]]]:
    taken = 0
    for match in sorted((m for form in _SWAPS for m in form.finditer(text)), key=lambda one: one.start()):
        if match.start() < taken or (swap := _swap(match["what"], match["by"])) is None:
            continue
        taken = match.end()
        yield swap, match.span()


def _swap(what: str, by: str) -> Swap | None:
    stays = any(any(stays_named(one)) for one in (what, by))
    if stays or flies(what) or flies(by) or any(city_named(one) for one in names_in(what)):
        return None
    bare = _bare(what)
    cheaper, kind = says_cheaper(by), category_of(by)
    of_all = bare == what.strip() or (kind and not cheaper)  # "the museums for parks": all of them
    if not bare or (category_of(bare) and of_all and _SEVERAL.search(bare)):
        return None
    name = "" if cheaper or kind or _ANY.match(by) else next(iter(names_in(_LEADING.sub("", by.strip()))), "")
    return Swap(what=bare, cheaper=cheaper, kind=kind, name=name)


def says_cheaper(text: str) -> bool:
    """Whether something is to be cheaper."""
    return _CHEAPER.search(text) is not None


def as_slot(new: Iterable[Swap], said: Any) -> list[dict[str, Any]]:
    """The slot with new swaps behind those there are."""
    return [one.model_dump(mode="json") for one in (*from_slot(said), *new)]


def from_slot(said: Any) -> tuple[Swap, ...]:
    """The swaps that a slot holds; none of what is none."""
    try:
        return tuple(Swap.model_validate(one) for one in said or [])
    except (ValidationError, TypeError):
        return ()


def in_words(swaps: Iterable[Swap]) -> list[str]:
    """What was said, as it is kept."""
    cheaper, other = _("something cheaper instead of %(what)s"), _("something else instead of %(what)s")
    return [(cheaper if one.cheaper else other) % {"what": one.what} for one in swaps]
