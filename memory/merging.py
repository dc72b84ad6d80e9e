"""What happens when a new fact meets an old one under the same path. Pure functions over JSON values.

A preference value is `{"polarity": "like" | "dislike" | "limit" | "need", "value": …}` and may have
`amount`, `currency`, `per`, `days` and more.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal

type Merge = Literal["same", "merged", "replaced", "contradiction"]

WANTED = frozenset({"like", "need"})
"""The polarities of what is to be."""
_NUMBER = re.compile(r"\d+(?:[.,]\d{3})*(?:[.,]\d{1,2})?")


@dataclass(frozen=True, slots=True)
class Merged:
    """The value to keep and how it came about."""

    value: Any
    how: Merge


def merge(old: Any, new: Any) -> Merged:
    """Return what is to be kept of `old` when `new` is learned. The newer wins wherever they differ.

    "same": nothing new. "merged": only new leaves were added. "replaced": a leaf changed. "contradiction":
    the opposite is now true, nothing of the old value stays.
    """
    if contradicts(old, new):
        return Merged(new, "contradiction")
    if not isinstance(old, dict) or not isinstance(new, dict) or _kind(old) != _kind(new):
        return Merged(new, "same" if old == new else "replaced")
    joined = _joined(old, new)
    if joined == old:
        return Merged(old, "same")
    return Merged(joined, "merged" if _keeps(old, joined) else "replaced")


def contradicts(old: Any, new: Any) -> bool:
    """Tell whether two preference values of one path say opposite things."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        return False
    before, after = old.get("polarity"), new.get("polarity")
    if "dislike" in (before, after) and (before in WANTED or after in WANTED):
        return True
    flipped = {old.get("value"), new.get("value")} if _both_flags(old, new) else set()
    return before == after and before is not None and flipped == {True, False}


def is_preference(value: Any) -> bool:
    """Tell whether `value` follows the convention of preferences."""
    return isinstance(value, dict) and "polarity" in value


def with_amount_of(value: Any, old_text: str, new_text: str) -> Any:
    """Return `value` with the amount a person wrote into the sentence, when exactly one number changed."""
    if not isinstance(value, dict) or "amount" not in value:
        return value
    before, after = _NUMBER.findall(old_text), _NUMBER.findall(new_text)
    changed = [number for number in after if number not in before]
    if len(changed) != 1:
        return value
    return value | {"amount": _number(changed[0])}


def _joined(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    result = dict(old)
    for name, value in new.items():
        nested = isinstance(value, dict) and isinstance(result.get(name), dict)
        result[name] = _joined(result[name], value) if nested else value
    return result


def _keeps(old: dict[str, Any], joined: dict[str, Any]) -> bool:
    return all(
        _keeps(value, joined[name]) if isinstance(value, dict) and isinstance(joined[name], dict)
        else joined[name] == value
        for name, value in old.items()
    )  # fmt: skip


def _kind(value: dict[str, Any]) -> Any:
    return value.get("polarity")


def _both_flags(old: dict[str, Any], new: dict[str, Any]) -> bool:
    return isinstance(old.get("value"), bool) and isinstance(new.get("value"), bool)


def _number(written: str) -> int | float:
    """Read "1,500", "1.500", "49.90" or "49,90"."""
    whole, decimals = written, ""
    if len(written) > 2 and written[-3] in ".,":
        whole, decimals = written[:-3], written[-2:]
    elif len(written) > 1 and written[-2] in ".,":
        whole, decimals = written[:-2], written[-1:]
    digits = whole.replace(",", "").replace(".", "")
    return float(f"{digits}.{decimals}") if decimals else int(digits)
