"""Ratings in numbers: the person's average on Today, and shared counts by mission type."""

from __future__ import annotations

from typing import Any

from django.db import connection
from django.db.models import Avg, Count, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from feedback.models import Feedback
from ownyou.lib.locales import number_in_words
from trust.models import User

LEARNINGS = "mission_learnings"
RATINGS = "ratings"

_MEAN = f"SELECT avg(quality) FROM {Feedback._meta.db_table} WHERE user_id = %s AND created_at >= %s"


def rating_words(user: User) -> str:
    """Say a person's average rating this month ("4.2 of 5"); empty when nothing was rated.

    As SQL: each push to Today asks it, and building the query took longer than running it.
    """
    month = timezone.now().astimezone(user.zone).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    with connection.cursor() as cursor:
        cursor.execute(_MEAN, [user.pk, month])
        (mean,) = cursor.fetchone()
    return _("%(n)s of 5") % {"n": number_in_words(mean, 1)} if mean is not None else ""


def tally(user: User, mission_type: str) -> dict[str, Any]:
    """Count all ratings of a mission type and keep the numbers in shared memory; return them.

    Counted anew each time, so doing it twice or at once changes nothing.
    """
    numbers = _numbers(mission_type)
    from memory.store import OrmStore  # brings LangGraph along, which takes seconds to import

    OrmStore(user).put((LEARNINGS, mission_type), RATINGS, numbers, index=False)
    return numbers


def _numbers(mission_type: str) -> dict[str, Any]:
    counts = {
        f"usefulness_{name}": Count("pk", filter=Q(usefulness=name)) for name in Feedback.Usefulness.values
    }
    counts |= {
        f"completion_{name}": Count("pk", filter=Q(completion=name)) for name in Feedback.Completion.values
    }
    rows = Feedback.objects.filter(mission__mission_type=mission_type)
    numbers = rows.aggregate(count=Count("pk"), rated=Count("quality"), quality_mean=Avg("quality"), **counts)
    return numbers | {"quality_mean": float(numbers["quality_mean"]) if numbers["rated"] else None}
