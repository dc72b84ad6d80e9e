"""Whether a thing keeps to the limits that were set to what it measures, as far as anybody tells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from agency.reasoning.slots.measures import UNITS, measures_stated
from agency.sources.base import Offer
from missions.brief import Brief
from missions.bundles.spec_words import spec_words

NAMES = {
    "ram": gettext_lazy("RAM"),
    "storage": gettext_lazy("storage"),
    "weight": gettext_lazy("weight"),
    "screen": gettext_lazy("screen"),
    "refresh": gettext_lazy("refresh rate"),
    "battery": gettext_lazy("battery"),
    "volume": gettext_lazy("volume"),
    "power": gettext_lazy("power"),
    "camera": gettext_lazy("camera"),
}
# Translators: these come back as words that the rules of measures must understand: "any RAM", "RAM egal".
ANY = gettext_lazy("any %(what)s")
SPECS: dict[str, tuple[tuple[str, float], ...]] = {
    "ram": (("ram_gb", 1),),
    "storage": (("storage_gb", 1), ("storage_tb", 1000)),
    "weight": (("weight_kg", 1), ("weight_g", 0.001)),
    "screen": (("screen_inch", 1), ("size_inch", 1)),
    "refresh": (("refresh_hz", 1),),
    "battery": (("battery_hours", 1), ("battery_days", 24), ("runtime_min", 1 / 60)),
    "volume": (("litres", 1), ("volume_litres", 1)),
    "power": (("power_w", 1), ("watts", 1)),
    "camera": (("camera_mp", 1), ("megapixels", 1)),
}
"""The specifications that tell a measure, with what makes its unit of theirs."""
_COMPARED = (
    (
        "weight",
        -1,
        r"light(?:er|est|weight)?|leicht(?:e[nrsm]?|ere[nrsm]?|este[nrsm]?)?|(?:plus )?l[ée]g(?:er|[èe]re)s?",
    ),
    ("weight", 1, r"heav(?:y|ier|iest)|schwer(?:e[nrsm]?|ere[nrsm]?)?|(?:plus )?lourde?s?"),
    ("ram", 1, r"more (?:ram|memory)|mehr (?:ram|arbeitsspeicher)|plus de (?:ram|mémoire)"),
    ("storage", 1, r"more (?:storage|space)|mehr speicher(?:platz)?|plus de stockage"),
    (
        "screen",
        1,
        r"(?:bigger|larger) (?:screen|display)|größere[nrs]? (?:bildschirm|display)|plus grand écran",
    ),
    ("screen", -1, r"smaller (?:screen|display)|kleinere[nrs]? (?:bildschirm|display)|plus petit écran"),
    ("battery", 1, r"(?:longer|better|more) battery(?: life)?|längere akkulaufzeit|bessere[nrs]? akku"),
)
"""Qualities that one thing has more of than another: the measure, and whether more or less of it."""


def limits_of(brief: Brief) -> list[dict[str, Any]]:
    """The limits that were set, each `{"what", "min" or "max"}`."""
    said = brief.slots.get("measures")
    return [one for one in said if "min" in one or "max" in one] if isinstance(said, list) else []


def missed(offer: Offer, brief: Brief) -> str:
    """Why a thing does not keep to the limits; empty where it does, or where nobody tells."""
    for limit in limits_of(brief):
        told = _told(offer, limit["what"])
        if told is not None and not _keeps(told, limit):
            return (_("less than %(measure)s") if "min" in limit else _("more than %(measure)s")) % _measure(
                limit
            )
    return ""


def untold(offer: Offer, brief: Brief) -> list[str]:
    """Of which of the limits nobody tells whether a thing keeps to them."""
    unknown = dict.fromkeys(
        limit["what"] for limit in limits_of(brief) if _told(offer, limit["what"]) is None
    )
    return [_("%(quality)s not known") % {"quality": NAMES[what]} for what in unknown]


def limit_in_words(limit: dict[str, Any]) -> str:
    """A limit in words: "at least 16 GB RAM"."""
    return (_("at least %(measure)s") if "min" in limit else _("at most %(measure)s")) % _measure(limit)


def _measure(limit: dict[str, Any]) -> dict[str, str]:
    what = limit["what"]
    named = f"{'' if what == 'volume' else what} {UNITS[what]}".strip().replace(" ", "_").lower()
    return {"measure": spec_words(named, limit.get("min", limit.get("max")))}


def to_lift(brief: Brief) -> list[str]:
    """What may be said to take each of the limits back."""
    return [
        str(ANY) % {"what": NAMES[what]} for what in dict.fromkeys(one["what"] for one in limits_of(brief))
    ]


def _told(offer: Offer, what: str) -> float | None:
    specs = offer.attributes.get("specs")
    for name, factor in SPECS[what]:
        value = specs.get(name) if isinstance(specs, dict) else None
        if isinstance(value, int | float) and not isinstance(value, bool):
            return float(value) * factor
    return measures_stated(offer.title).get(what)


def _keeps(told: float, limit: dict[str, Any]) -> bool:
    return float(limit.get("min", 0)) <= told <= float(limit.get("max", told))


def is_measured(offer: Offer, quality: str) -> bool:
    """Whether an offer tells the measure that a quality is about: its weight for "lighter"."""
    about = _about(quality)
    return about is not None and _told(offer, about[0]) is not None


def compared(offers: Sequence[Offer], quality: str) -> list[float] | None:
    """How much of a quality each offer has beside the others, 0 to 1 and 0 where nobody tells; None where
    nothing measures it."""
    about = _about(quality)
    if about is None:
        return None
    what, sign = about
    told = [None if (one := _told(offer, what)) is None else sign * one for offer in offers]
    known = [one for one in told if one is not None]
    least, span = min(known, default=0.0), max(known, default=0.0) - min(known, default=0.0)
    return [0.0 if one is None or not span else (one - least) / span for one in told]


def _about(quality: str) -> tuple[str, int] | None:
    said = quality.casefold().strip()
    return next(((what, sign) for what, sign, words in _COMPARED if re.fullmatch(words, said)), None)
