"""What the slot grammars find in words on a card and what is not meant so: a story of the past, a day that is
only moved, the city in a landmark's name, a measure. English, German and French. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, Final

from agency.reasoning.narrowing import COLOUR
from agency.reasoning.past import tells_of_the_past
from agency.reasoning.shifting import shifts_in
from agency.reasoning.slots import SlotContext, SlotSpec, SlotValue, extract_slots
from agency.reasoning.slots.spans import overlaps
from ownyou.lib.text import key_of

type Found = Mapping[str, SlotValue]
WHEN: Final = frozenset({"date", "time", "datetime"})
_MEASURE = re.compile(
    r"(?:\b(?:with|at least|at most|min(?:imum|imal)?|max(?:imum|imal)?|(?:no )?(?:more|less) than"
    r"|over|under|up to|mindestens|höchstens|über|unter|bis|au moins|au plus|of|von|de)\s+)*"
    r"\b\d[\d.,]*\s?(?:-\s?)?(?:hours?|hrs?|h|stunden?|heures?|gb|tb|mb|hz|khz|inch(?:es)?|zoll|pouces|cm|mm|kg|g"
    r"|grams?|gramm|grammes|watts?|w|mah|lit(?:er|re)s?|l|mp|megapixels?|lumens?|db)\b",
    re.IGNORECASE,
)
"""How much of something a thing has: neither what it is called nor what it costs."""
_NO_THING = frozenset(
    word
    for words in (
        "delivered delivery ships arrive arrives arriving shipped shipping it by before until at least most",
        "minimum maximum geliefert lieferung liefern ankommen kommt an bis livré livrée livraison avant",
    )
    for word in words.split()
)
"""Words that are no thing to buy without another."""
_FROM = re.compile(r"(?:from|by|at|on|in|bei|von|aus|chez|de)(?:\s|$)", re.IGNORECASE)
"""What such words begin says where it is sold, or how it is."""
_PAY = re.compile(
    r"\b(?:i|we)(?:['’](?:m|re)| am| are)?(?: now| currently| only| just)? pay(?:ing)?\b"
    r"|\b(?:ich zahle?|wir zahlen|je paie|je paye|nous payons)\b",
    re.IGNORECASE,
)
_BARE = re.compile(r"(?<![\w.,])\d{1,5}(?:[.,]\d{1,2})?(?![\w.,]*\d)")


def as_meant(
    found: Found,
    text: str,
    specs: Iterable[SlotSpec],
    context: SlotContext,
    before: Mapping[str, Any] | None = None,
) -> dict[str, SlotValue]:
    """Return the slots found in a refinement without what is not meant so; `before`: what was meant."""
    moved, measures = list(shifts_in(text, before)), [hit.span() for hit in _MEASURE.finditer(text)]
    kept = {
        name: slot
        for name, slot in found.items()
        if not (
            (name in WHEN and (overlaps(slot.start, slot.end, moved) or _is_a_story(slot, text, context)))
            or (name == "place" and _names_the_landmark(slot, found.get("near")))
            or (name == "place" and COLOUR.fullmatch(str(slot.value)))
            or (name == "budget" and overlaps(slot.start, slot.end, measures))
            or (name == "product" and not _is_a_thing(slot, measures, text))
        )
    }
    return kept | _paid_now(text, kept, specs, context)


def _is_a_story(slot: SlotValue, text: str, context: SlotContext) -> bool:
    """Whether it is a day that is over, in a clause that tells of the past ("I was there last week")."""
    last = slot.value["end"] if isinstance(slot.value, dict) and "end" in slot.value else slot.value
    try:
        over = date.fromisoformat(str(last)[:10]) < context.ref.date()
    except ValueError:  # a time of day
        return False
    return over and tells_of_the_past(text, slot.start)


def _names_the_landmark(place: SlotValue, near: SlotValue | None) -> bool:
    """Whether a city is part of a landmark's name, and not all of what it is to be near to."""
    if near is None or not isinstance(near.value, dict):
        return False
    landmark = key_of(str(near.value.get("of", "")))
    inside = overlaps(place.start, place.end, [(near.start, near.end)])
    return inside and landmark != key_of(str(place.value)) and len(landmark.split()) > 1


def _is_a_thing(slot: SlotValue, measures: list[tuple[int, int]], text: str) -> bool:
    words = set(key_of(str(slot.value)).split())
    if words <= _NO_THING or _FROM.match(str(slot.value)) or (slot.start, slot.end) in measures:
        return False
    behind = {start for start, _end in measures}
    touched = overlaps(slot.start, slot.end, measures) or not behind.isdisjoint(range(slot.end, slot.end + 2))
    return not (touched and text[slot.start : slot.end].islower())


def _paid_now(
    text: str, found: Found, specs: Iterable[SlotSpec], context: SlotContext
) -> dict[str, SlotValue]:
    """ "I pay 120": a figure alone, where what is paid now is asked for."""
    spec = next((one for one in specs if one.name == "current" and one.type == "money"), None)
    said, figure = _PAY.search(text), _BARE.search(text)
    if spec is None or spec.name in found or said is None or figure is None:
        return {}
    asked = context.model_copy(update={"asked": (spec.name,)})
    slot = extract_slots(figure.group(), [spec], asked).get(spec.name)
    if slot is None:
        return {}
    at = {
        "start": said.start(),
        "end": max(said.end(), figure.end()),
        "text": text[said.start() : figure.end()],
    }
    value = slot.value if isinstance(slot.value, dict) else {}
    if value.get("per") == "total":
        at["value"] = value | {"per": "month"}
    return {spec.name: slot.model_copy(update=at)}
