"""Whether one product fits another, by what it says it fits (`attributes.fits`) and what the other is. Pure.

A product's `fits` names requirements: `category`, `brand` and `model` (the other's `product_key`) are lists
of which one has to be it; anything else is a specification of the other (`attributes.specs`): a list shares
a value with it ("ports"), a range `{"from", "to"}` or `{"least"}` holds its number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from agency.reasoning import value_words
from agency.sources.base import Offer
from missions.bundles.kinds import Use
from missions.bundles.spec_words import spec_words


@dataclass(frozen=True, slots=True)
class Fit:
    """`ok`: None where it cannot be told. `words` say what was compared."""

    ok: bool | None
    words: list[str] = field(default_factory=list)


def how_it_fits(offer: Offer, other: Offer | None) -> Fit:
    """Whether `offer` fits `other`; a product that names no requirement cannot be told of."""
    wanted = offer.attributes.get("fits")
    if other is None:
        return Fit(True)
    if not isinstance(wanted, dict) or not wanted:
        return Fit(None)
    results = [_meets(name, value, other) for name, value in wanted.items()]
    refused = [fit for fit in results if fit.ok is False]
    unknown = [fit for fit in results if fit.ok is None]
    told = refused or unknown or results
    return Fit(
        False if refused else None if unknown else True, [words for fit in told for words in fit.words]
    )


def shortfalls(offer: Offer, uses: list[Use]) -> list[str]:
    """In words, where a product's known specifications are below what it is to be used for."""
    specs = _specs(offer)
    said = []
    for use in uses:
        called = value_words.in_words(use.name)
        low = [name for name, least in use.least.items() if _number(specs.get(name), least) < least]
        high = [name for name, most in use.most.items() if _number(specs.get(name), most) > most]
        said += [
            _("%(spec)s: little for %(use)s") % {"spec": spec_words(name, specs[name]), "use": called}
            for name in low
        ]
        said += [
            _("%(spec)s: much for %(use)s") % {"spec": spec_words(name, specs[name]), "use": called}
            for name in high
        ]
    return said


AMPLE = 2.0
"""So many times what a use asks for is all that it can make use of."""


def suits(offer: Offer, uses: list[Use]) -> float | None:
    """How well a product serves its uses, 0-1: 0.5 has just what they ask, 1 twice that; None: not known."""
    specs = _specs(offer)
    found = [
        value / (least * AMPLE)
        for use in uses
        for name, least in use.least.items()
        if (value := _number(specs.get(name), 0)) > 0
    ] + [
        most / (value * AMPLE)
        for use in uses
        for name, most in use.most.items()
        if (value := _number(specs.get(name), 0)) > 0
    ]
    return sum(min(one, 1.0) for one in found) / len(found) if found else None


def what_serves(offer: Offer, uses: list[Use]) -> str:
    """The specifications that its uses ask for, in words: "32 GB RAM, 1000 GB storage"."""
    specs = _specs(offer)
    names = dict.fromkeys(name for use in uses for name in (*use.least, *use.most))
    return ", ".join(spec_words(name, specs[name]) for name in names if specs.get(name) is not None)


def _meets(name: str, wanted: Any, other: Offer) -> Fit:
    if name in {"category", "brand", "model"}:
        return _is_one_of(name, wanted, other)
    has = _specs(other).get(name)
    if has is None:
        return Fit(None, [_("whether the %(spec)s fits is not known") % {"spec": name.replace("_", " ")}])
    if isinstance(wanted, Mapping):
        return _in_range(name, wanted, has)
    asked, there = _folded(wanted), _folded(has)
    shared = [one for one in asked if one in there]
    label = _LABELS.get(name, name.replace("_", " "))
    if shared:
        return Fit(
            True, [_("%(label)s: %(value)s, as it has") % {"label": label, "value": _shown(shared[0])}]
        )
    needs = " / ".join(map(_shown, asked))
    return Fit(
        False, [_("%(label)s: needs %(value)s, which it does not have") % {"label": label, "value": needs}]
    )


def _is_one_of(name: str, wanted: Any, other: Offer) -> Fit:
    is_it = {
        "category": other.category,
        "brand": other.attributes.get("brand"),
        "model": other.attributes.get("product_key"),
    }[name]
    if not isinstance(is_it, str) or not is_it:
        return Fit(None, [_("whether it is made for it is not known")])
    if is_it.casefold() not in _folded(wanted):
        return Fit(False, [_("made for something else")])
    return Fit(True, [] if name == "category" else [_("made for it")])


def _in_range(name: str, wanted: Mapping[str, Any], has: Any) -> Fit:
    if not isinstance(has, int | float):
        return Fit(None, [_("whether the size fits is not known")])
    low = wanted.get("from", wanted.get("least", float("-inf")))
    high = wanted.get("to", float("inf"))
    words = {"spec": spec_words(name, has)}
    if low <= has <= high:
        return Fit(True, [_("right for %(spec)s") % words])
    return Fit(False, [_("not made for %(spec)s") % words])


_LABELS = {
    "ports": gettext_lazy("USB and ports"),
    "mount": gettext_lazy("mount"),
    "card": gettext_lazy("card"),
}
_NAMES = {
    "usb-c": "USB-C",
    "usb-a": "USB-A",
    "hdmi": "HDMI",
    "thunderbolt": "Thunderbolt",
    "bluetooth": "Bluetooth",
}


def _shown(value: str) -> str:
    return _NAMES.get(value, value.upper() if len(value) <= 3 else value)


def _folded(value: Any) -> list[str]:
    return [str(one).casefold() for one in (value if isinstance(value, list) else [value])]


def _specs(offer: Offer) -> dict[str, Any]:
    specs = offer.attributes.get("specs")
    return dict(specs) if isinstance(specs, dict) else {}


def _number(value: object, otherwise: float) -> float:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else otherwise
