"""Specifications of products in words, from the names that data gives them: "heat_up_s: 3" is 3 seconds."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

UNITS = {
    "hours": gettext_lazy("hours"),
    "days": gettext_lazy("days"),
    "min": gettext_lazy("minutes"),
    "s": gettext_lazy("seconds"),
    "inch": gettext_lazy("inch"),
    "litres": gettext_lazy("litres"),
    "watts": "W",
    "w": "W",
    "gb": "GB",
    "tb": "TB",
    "mb": "MB",
    "mp": "MP",
    "kg": "kg",
    "g": "g",
    "m": "m",
    "cm": "cm",
    "mm": "mm",
    "ml": "ml",
    "hz": "Hz",
    "ohm": "Ω",
    "bar": "bar",
    "rpm": "rpm",
    "db": "dB",
    "kwh": "kWh",
    "v": "V",
}
"""What the last word of a name says of its number."""
NAMES = {
    "ram": gettext_lazy("RAM"),
    "storage": gettext_lazy("storage"),
    "screen": gettext_lazy("screen"),
    "battery": gettext_lazy("battery"),
    "camera": gettext_lazy("camera"),
    "charge": gettext_lazy("to charge"),
    "weight": gettext_lazy("weight"),
    "heat up": gettext_lazy("to heat up"),
    "runtime": gettext_lazy("running time"),
    "power": gettext_lazy("power"),
    "water": gettext_lazy("of water"),
    "load": gettext_lazy("load"),
    "pressure": gettext_lazy("pressure"),
    "refresh": gettext_lazy("refresh rate"),
    "height": gettext_lazy("high"),
    "width": gettext_lazy("wide"),
    "usb c": "USB-C",
    "wifi": "Wi-Fi",
    "bluetooth": "Bluetooth",
    "gps": "GPS",
    "5g": "5G",
    "ports": gettext_lazy("ports"),
    "waterproof": gettext_lazy("waterproof"),
    "noise cancelling": gettext_lazy("noise cancelling"),
    "wireless": gettext_lazy("wireless"),
    "repairable": gettext_lazy("repairable"),
    "material": gettext_lazy("material"),
    "resolution": gettext_lazy("resolution"),
    "aperture": gettext_lazy("aperture"),
    "surface": gettext_lazy("surface"),
    "format": gettext_lazy("format"),
    "layout": gettext_lazy("layout"),
    "age": gettext_lazy("age"),
    "author": gettext_lazy("author"),
    "genre": gettext_lazy("genre"),
    "size": gettext_lazy("size"),
}
"""What the rest of a name is called; any other as it is written."""


VALUES = {
    "leather": gettext_lazy("leather"),
    "recycled": gettext_lazy("recycled"),
    "wood": gettext_lazy("wood"),
    "fabric": gettext_lazy("fabric"),
    "road": gettext_lazy("road"),
    "trail": gettext_lazy("trail"),
    "mechanical": gettext_lazy("mechanical"),
    "hardcover": gettext_lazy("hardcover"),
    "paperback": gettext_lazy("paperback"),
    "robot": gettext_lazy("robot"),
    "cordless": gettext_lazy("cordless"),
    "portable": gettext_lazy("portable"),
    "vertical": gettext_lazy("vertical"),
    "included": gettext_lazy("included"),
    "optional": gettext_lazy("optional"),
    "automatic": gettext_lazy("automatic"),
    "compact": gettext_lazy("compact"),
    "over-ear": gettext_lazy("over-ear"),
    "in-ear": gettext_lazy("in-ear"),
    "on-ear": gettext_lazy("on-ear"),
    "mirrorless": gettext_lazy("mirrorless"),
    "bagged": gettext_lazy("bagged"),
    "shoulder bag": gettext_lazy("shoulder bag"),
    "sleeve": gettext_lazy("sleeve"),
}
"""What specifications say in words; any other as it is written."""


def spec_words(name: str, value: object) -> str:
    """A specification in words: "16 GB RAM", "14 inch screen", "3 seconds to heat up"."""
    words = name.replace("_", " ").strip()
    if value is True:
        return _called(words)
    if isinstance(value, list):
        return f"{_called(words)}: {', '.join(map(str, value))}"
    rest, _space, unit = words.rpartition(" ")
    if words in UNITS:
        rest, unit = "", words
    if unit == "gb" and isinstance(value, int | float) and value >= 1000 and value % 1000 == 0:
        value, unit = value // 1000, "tb"
    if unit in UNITS and isinstance(value, int | float):
        return f"{value} {UNITS[unit]} {_called(rest)}".strip()
    said = VALUES.get(str(value), value)
    if words == "type":  # which kind of the thing it is, needs no name
        return str(said)
    return _("%(spec)s: %(value)s") % {"spec": _called(words), "value": said}


def _called(words: str) -> str:
    return str(NAMES.get(words, words))
