"""The risks of the plans that a person had, for what-if."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from agency.models import Plan
from trust.models import User


def risks_since(user: User, since: datetime) -> Iterable[str]:
    """The risk of every plan made since then; a changed plan counts as its newest version."""
    rows = Plan.objects.filter(user=user, created_at__gte=since).exclude(status=Plan.Status.REPLACED)
    return list(rows.values_list("risk", flat=True))
