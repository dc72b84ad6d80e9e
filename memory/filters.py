"""Filters of LangGraph's store on JSON values: exact, nested, and `$eq $ne $gt $gte $lt $lte`. Pure.

Numbers are compared as numbers (10 is more than 9), texts as texts, and nothing is more or less than what
cannot be compared with it. Source: langgraph.store.base, `SearchOp.filter`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from django.utils.translation import gettext as _

from ownyou.lib.errors import InvalidInput

_ORDERS: dict[str, Callable[[Any, Any], bool]] = {
    "$gt": operator.gt,
    "$gte": operator.ge,
    "$lt": operator.lt,
    "$lte": operator.le,
}


def matches(value: Mapping[str, Any], wanted: Mapping[str, Any] | None) -> bool:
    """Tell whether a stored `value` satisfies every entry of the filter `wanted`."""
    return all(_fits(value.get(name), test) for name, test in (wanted or {}).items())


def _fits(value: Any, test: Any) -> bool:
    if isinstance(test, Mapping):
        if any(str(name).startswith("$") for name in test):
            return all(_compare(value, name, operand) for name, operand in test.items())
        return isinstance(value, Mapping) and matches(value, test)
    if isinstance(test, list | tuple):
        same_length = isinstance(value, list | tuple) and len(value) == len(test)
        return same_length and all(_fits(*pair) for pair in zip(value, test, strict=True))
    return _equal(value, test)


def _compare(value: Any, name: str, operand: Any) -> bool:
    if name == "$eq":
        return _equal(value, operand)
    if name == "$ne":
        return not _equal(value, operand)
    if name not in _ORDERS:
        raise InvalidInput(_("Unknown operator %(name)s in a filter.") % {"name": name})
    left, right = _number(value), _number(operand)
    if left is not None and right is not None:
        return _ORDERS[name](left, right)
    return isinstance(value, str) and isinstance(operand, str) and _ORDERS[name](value, operand)


def _equal(value: Any, operand: Any) -> bool:
    """Equal as JSON: 1 and 1.0 are, 1 and true are not."""
    if isinstance(value, bool) != isinstance(operand, bool):
        return False
    return bool(value == operand)


def _number(value: Any) -> Decimal | None:
    """Return a number, or what a text spells as one ("4.99": decimals are stored as texts)."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal | str):
        return None
    try:
        number = Decimal(str(value).strip())
    except InvalidOperation:
        return None
    return number if number.is_finite() else None
