"""Whether a thing keeps to the limits that were set to what it measures, as far as anybody tells."""

from __future__ import annotations

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
