"""What is written when a decision is answered: its row, and what other rooms keep with it, at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from ownyou.lib.prepared import insertion, prepared_cursor, row_values, update_of, update_values
from trust import audit
from trust.models import AuditEntry, Decision

ANSWER: Final = ("status", "verdict", "answer", "comment", "answered_at", "answered_by")
"""What an answer writes."""


@dataclass(frozen=True, slots=True)
class Part:
    """What a room writes along with an answer.

    `sql` holds common table expressions that do nothing where "answered" has no row, which keeps the order of
    locks: the decision first. `finds` is an expression of theirs; `then` is called with its value, within the
    transaction. No name of `parameters` is another part's.
    """

    sql: str
    parameters: dict[str, Any]
    finds: str = "NULL"
    then: Callable[[Any], None] = lambda found: None


Maker = Callable[[Decision], Part | None]
_makers: list[Maker] = []


def along_with_answers(maker: Maker) -> None:
    """Register what is written along with the answer to a decision, which shows it already."""
    if maker not in _makers:
        _makers.append(maker)


def write(decision: Decision) -> bool:
    """Write an answer down, within a transaction; False, and nothing is written, where the decision is not
    open any more. Words are not taken where nobody works them in: its run may have ended meanwhile."""
    made = (maker(decision) for maker in _makers)
    parts = [part for part in made if part is not None]
    values = update_values("decision", decision, ANSWER) | row_values("audit", _entry(decision))
    values["open"] = Decision.Status.OPEN.value
    values["words"] = decision.verdict == Decision.Verdict.REFINE
    for part in parts:
        values |= part.parameters
    with prepared_cursor() as cursor:
        cursor.execute(_statement(tuple((part.sql, part.finds) for part in parts)), values)
        found = cursor.fetchone()
    if found is None:
        return False
    for part, value in zip(parts, found[1:], strict=True):
        part.then(value)
    return True


def _entry(decision: Decision) -> AuditEntry:
    return audit.entry(
        "decision_answered",
        user_id=decision.user_id,
        actor=decision.answered_by,
        subject_kind="decision",
        subject_id=decision.pk,
        verdict=decision.verdict,
    )


@lru_cache(maxsize=16)
def _statement(parts: tuple[tuple[str, str], ...]) -> str:
    written = ", ".join([_ANSWERED, *(sql for sql, _finds in parts)])
    found = ", ".join(["id", *(finds for _sql, finds in parts)])
    return f"WITH {written} SELECT {found} FROM answered"


_ANSWERED: Final = f"""
open AS (
    SELECT FROM {Decision._meta.db_table}
    WHERE id = %(decision_id)s AND status = %(open)s AND (refine_allowed OR NOT %(words)s) FOR UPDATE
), answered AS ({update_of("decision", Decision, ANSWER, only="open")}),
audited AS ({insertion("audit", AuditEntry, source="answered")})
"""
