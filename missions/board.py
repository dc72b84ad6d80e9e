"""Today: what needs the person, what works, what was done lately, and three numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from uuid import UUID

from babel.numbers import format_percent
from django.db import connection
from django.utils import timezone

from missions.costs import Cost, nothing_spent
from missions.models import Mission
from missions.rows import COLUMNS, MissionRow, rows_for
from trust.cards import MOST_OPEN, DecisionCard, card_of, name_subjects
from trust.models import Decision, User

S = Mission.Status
MOST_CARDS = 20
MOST_RECENT = 5
ENDED_WELL = (S.COMPLETED, S.ABANDONED)


@dataclass(frozen=True, slots=True)
class Numbers:
    """The small panel. The rating comes from the app above, which registers it."""

    completion: str
    rating: str
    cost: str
    cost_hint: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """What Today shows. `others`: what waits of desires and of trust; `needs_count`: as the inbox has it."""

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
    cards = rows_for(_rows_of(user))
    asking = [card for card in cards if card.decisions]
    needs = sorted(asking, key=lambda card: card.decisions[0].created_at)  # as in the inbox
    rest = [card for card in cards if not card.decisions]
    others = _besides(user, [card.id for card in needs])
    return Board(
        needs=needs,
        others=others,
        needs_count=sum(len(card.decisions) for card in needs) + len(others),
        failed=[card for card in rest if card.status == S.FAILED],
        working=[card for card in rest if card.status in (S.INTERRUPTED, *Mission.WORKING)],
        queued=[card for card in rest if card.status in (S.QUEUED, S.PAUSED)],
        recent=[card for card in rest if card.status in ENDED_WELL],
        numbers=numbers_of(user),
    )


def _besides(user: User, missions: list[UUID]) -> list[DecisionCard]:
    """What else is open of a person, oldest first, in short: what belongs to none of these missions."""
    rows = Decision.objects.of(user).open().exclude(subject_id__in=missions).order_by("created_at")
    cards = [card_of(row, shown=1) for row in rows[:MOST_OPEN]]
    name_subjects(user, cards)
    return cards


def _rows_of(user: User) -> list[Mission]:
    """Return what is open, newest first, then what ended last; one query."""
    open_or_failed = [S.INTERRUPTED, S.PAUSED, S.QUEUED, S.FAILED, *Mission.WORKING]
    mine = Mission.objects.filter(user=user, archived_at=None).only(*COLUMNS)
    current = mine.filter(status__in=open_or_failed).order_by("-created_at")[:MOST_CARDS]
    ended = mine.filter(status__in=ENDED_WELL).order_by("-updated_at")[:MOST_RECENT]
    rows = list(current.union(ended, all=True))
    for row in rows:
        row.user = user  # who asks is known: no join, and their words are opened once
    recent = sorted((row for row in rows if row.status in ENDED_WELL), key=lambda row: row.updated_at)
    others = sorted((row for row in rows if row.status not in ENDED_WELL), key=lambda row: row.created_at)
    return others[::-1] + recent[::-1]


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
    with connection.cursor() as cursor:
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
