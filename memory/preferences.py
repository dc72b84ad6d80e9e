"""What a person likes, dislikes, needs and allows, as programs read it.

A preference lives in `("user_preferences", user id)` under a dotted key (`dining.weeknight_budget`,
`dining.cuisine.italian`, `dining.diet.vegetarian`, `dining.favourites.<slug>`, `shopping.retailers.<slug>`)
with a value `{"polarity": "like" | "dislike" | "limit" | "need", "value": …}` and, where they fit, `amount`,
`currency`, `per` and `days` (`["mon", "tue", "wed", "thu"]`).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Any, Literal, cast
from uuid import UUID

from django.utils import timezone

from memory.merging import is_preference
from memory.models import MemoryItem
from memory.names import escape, preferences_of, unescape
from memory.provenance import Provenance
from ownyou.lib.prepared import rows_where
from trust.models import User

type Polarity = Literal["like", "dislike", "limit", "need"]
POLARITIES: tuple[Polarity, ...] = ("like", "dislike", "limit", "need")


@dataclass(frozen=True, slots=True)
class Preference:
    """One preference. `value` is the whole stored value; the usual parts are read out of it."""

    item_id: UUID
    key: str
    polarity: Polarity
    value: dict[str, Any]
    amount: Decimal | None
    currency: str | None
    per: str | None
    days: tuple[str, ...]
    text: str
    stated: bool
    confidence: float
    provenance: Provenance
    learned_at: datetime


def preferences(user: User, prefix: str = "") -> dict[str, Preference]:
    """Return a person's present preferences under a dotted `prefix` (whole parts), by key. One query.

    Keys are encrypted, so all preferences of the person are read and opened: some 30 microseconds each.
    """
    namespace = [escape(part) for part in preferences_of(user)]
    items = rows_where(
        MemoryItem,
        _PRESENT,
        but=("embedding", "lexemes"),
        user=user.pk,
        namespace=namespace,
        now=timezone.now(),
    )
    found = {unescape(item.key): item for item in items if is_preference(item.value)}
    return {key: _preference(key, item) for key, item in found.items() if under(prefix, key)}


_PRESENT = """
WHERE user_id = %(user)s AND namespace = %(namespace)s::text[]
    AND (valid_from IS NULL OR valid_from <= %(now)s) AND (valid_until IS NULL OR valid_until > %(now)s)
ORDER BY id
"""


def under(prefix: str, key: str) -> bool:
    """Tell whether a dotted `key` is `prefix` or lies below it ("dining": "dining.diet", not "dinings")."""
    return not prefix or key == prefix or key.startswith(prefix.rstrip(".") + ".")


def _preference(key: str, item: MemoryItem) -> Preference:
    value: dict[str, Any] = item.value
    polarity = value["polarity"] if value["polarity"] in POLARITIES else "like"
    return Preference(
        item_id=item.pk,
        key=key,
        polarity=cast(Polarity, polarity),
        value=value,
        amount=_decimal(value.get("amount")),
        currency=value.get("currency"),
        per=value.get("per"),
        days=tuple(value.get("days") or ()),
        text=item.text,
        stated=item.stated,
        confidence=item.confidence,
        provenance=item.source,
        learned_at=item.updated_at,
    )


def _decimal(amount: object) -> Decimal | None:
    try:
        return Decimal(str(amount)) if amount is not None else None
    except InvalidOperation:
        return None
