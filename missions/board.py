"""Today: what needs the person, what works, what was done lately, and three numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from uuid import UUID

from babel.numbers import format_percent
from django.utils import timezone

from missions.costs import Cost, nothing_spent
from missions.models import Mission
from missions.rows import COLUMNS, MissionRow, rows_for
from ownyou.lib.prepared import columns_of, prepared_cursor, row_from, rows_where
from trust.cards import MOST_OPEN, DecisionCard, card_of, later_than
from trust.models import Decision, User
from trust.subjects import name_subjects

S = Mission.Status
MOST_CARDS = 20
MOST_RECENT = 5
ENDED_WELL = [S.COMPLETED.value, S.ABANDONED.value]
CURRENT = [each.value for each in (S.INTERRUPTED, S.PAUSED, S.QUEUED, S.FAILED, *Mission.WORKING)]


@dataclass(frozen=True, slots=True)
class Numbers:
    """The small panel. The rating comes from the app above, which registers it."""

    completion: str
    rating: str
    cost: str
    cost_hint: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """What Today shows. `others`: what waits of desires and of trust; `needs_count`: all, shown or not."""

    needs: list[MissionRow]
    others: list[DecisionCard]
    needs_count: int
    failed: list[MissionRow]
    working: list[MissionRow]
    queued: list[MissionRow]
    recent: list[MissionRow]
    numbers: Numbers


def board_of(user: User) -> Board:
    """Gather Today's board."""
    missions = _rows_of(user)
    waiting, besides = _waiting(user, missions)
    cards = rows_for(missions, waiting)
    asking = [card for card in cards if card.decisions]
    needs = sorted(asking, key=lambda card: card.decisions[0].created_at)  # as in the inbox
    rest = [card for card in cards if not card.decisions]
    others = [card_of(row, shown=1) for row in besides]
    name_subjects(user, others)
    drawn = sum(len(card.decisions) for card in needs) + len(others)
    return Board(
        needs=needs,
        others=others,
        needs_count=drawn + later_than(user, drawn),
        failed=[card for card in rest if card.status == S.FAILED],
        working=[card for card in rest if card.status in (S.INTERRUPTED, *Mission.WORKING)],
        queued=[card for card in rest if card.status in (S.QUEUED, S.PAUSED)],
        recent=[card for card in rest if card.status in ENDED_WELL],
        numbers=numbers_of(user),
    )


def _waiting(user: User, missions: list[Mission]) -> tuple[dict[UUID, list[Decision]], list[Decision]]:
    """What is open of a person, oldest first: by mission, and what belongs to none of these missions."""
    shown: dict[UUID, list[Decision]] = {mission.pk: [] for mission in missions}
    besides: list[Decision] = []
    for row in rows_where(Decision, _OPEN, user=user.pk, missions=list(shown), most=MOST_OPEN):
        (shown.get(row.subject_id, besides) if row.subject_id else besides).append(row)
    return shown, besides


_OPEN = """
WHERE user_id = %(user)s AND status = 'open'
ORDER BY subject_id = ANY(%(missions)s) DESC NULLS LAST, created_at LIMIT %(most)s
"""


def _rows_of(user: User) -> list[Mission]:
    """Return what is open, newest first, then what ended last; one statement."""
    most = {"cards": MOST_CARDS, "recent": MOST_RECENT}
    with prepared_cursor() as cursor:
        cursor.execute(_SHOWN, {"user": user.pk, "current": CURRENT, "ended": ENDED_WELL, **most})
        rows = [row_from(Mission, row, but=_UNREAD) for row in cursor.fetchall()]
    for row in rows:
        row.user = user  # who asks is known: no join, and their words are opened once
    recent = sorted((row for row in rows if row.status in ENDED_WELL), key=lambda row: row.updated_at)
    others = sorted((row for row in rows if row.status not in ENDED_WELL), key=lambda row: row.created_at)
    return others[::-1] + recent[::-1]


_UNREAD = tuple(field.name for field in Mission._meta.concrete_fields if field.name not in ("id", *COLUMNS))
_READ = ", ".join(columns_of(Mission, "mission", but=_UNREAD))
_SHOWN = f"""
SELECT {_READ} FROM (
    SELECT * FROM missions_mission
    WHERE user_id = %(user)s AND archived_at IS NULL AND status = ANY(%(current)s)
    ORDER BY created_at DESC LIMIT %(cards)s
) AS mission
UNION ALL
SELECT {_READ} FROM (
    SELECT * FROM missions_mission
    WHERE user_id = %(user)s AND archived_at IS NULL AND status = ANY(%(ended)s)
    ORDER BY updated_at DESC LIMIT %(recent)s
) AS mission
"""


def vars_of(board: Board) -> dict[str, object]:
    """The board as template context."""
    return {part.name: getattr(board, part.name) for part in fields(board)}


type RatingWords = Callable[[User], str]
_rating_words: list[RatingWords] = []


def register_rating(words_of: RatingWords) -> None:
    """Let the app above say the average rating in words."""
    _rating_words[:] = [words_of]


_MONTH = """
SELECT ended.*, used.*
FROM (SELECT count(*),
             count(*) FILTER (WHERE status = 'completed' AND outcome = ANY(%(well)s))
      FROM missions_mission
      WHERE user_id = %(user)s AND status = ANY(%(ended)s) AND updated_at >= %(month)s) AS ended,
     (SELECT coalesce(sum(model_calls), 0),
             coalesce(sum(tokens_in + tokens_out), 0),
             coalesce(sum(cost_usd), 0)
      FROM agency_reasoningcall
      WHERE user_id = %(user)s AND created_at >= %(month)s AND model_calls > 0) AS used
"""


def numbers_of(user: User) -> Numbers:
    """Count this month's completion over the missions that ended, and what the model cost.

    Completed counts what was neither said to have failed nor rated below three stars. Cost is that of all the
    person's calls, those of no run (feedback, a wish heard) included.

    One statement, as SQL: each push to Today asks it, and building two queries took longer than running them.
    """
    month = timezone.now().astimezone(user.zone).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    with prepared_cursor() as cursor:
        cursor.execute(
            _MONTH,
            {
                "user": user.pk,
                "month": month,
                "ended": [status.value for status in Mission.ENDED],
                "well": [outcome.value for outcome in Mission.WELL],
            },
        )
        all_ended, done, calls, tokens, usd = cursor.fetchone()
    used = Cost(calls, tokens, usd)
    return Numbers(
        completion=str(format_percent(done / all_ended, locale=user.language)) if all_ended else "",
        rating="".join(words_of(user) for words_of in _rating_words),
        cost=used.words(user.language, user.currency) or nothing_spent(user.language, user.currency),
        cost_hint=used.hint(user.language, user.currency),
    )
