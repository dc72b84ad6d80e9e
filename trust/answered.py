"""What is written when a decision is answered: its row, and what other rooms keep with it, at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from ownyou.lib.prepared import insertion, prepared_cursor, row_values, update_of, update_values
from trust import audit
from trust.activity import Change
from trust.models import AuditEntry, Decision

ANSWER: Final = ("status", "verdict", "answer", "comment", "answered_at", "answered_by")
"""What an answer writes."""


@dataclass(frozen=True, slots=True)
class Part:
    """What a room writes along with an answer.

    `sql` holds common table expressions, of which the one called `name` returns rows. They do nothing where
    `{once}` has no row, which keeps the order of locks: the decision, thread, acts and notices, the feed.
    `finds` is a SELECT of one value of theirs; `then` is called with that, or None. No two parts share a name
    of `parameters`.
    """

    name: str
    sql: str
    parameters: dict[str, Any]
    finds: str = "SELECT NULL"
    then: Callable[[Any], None] = lambda found: None


Maker = Callable[[Decision], Part | None]
_makers: list[Maker] = []


def along_with_answers(maker: Maker, *, first: bool = False) -> None:
    """Register what is written along with the answer to a decision, which shows it already. `first` is for
    what locks threads."""
    if maker not in _makers:
        _makers.insert(0 if first else len(_makers), maker)


def write(decision: Decision) -> bool:
    """Write an answer down, within a transaction; False, and nothing is written, where the decision is not
    open any more."""
    change = as_change(decision)
    with prepared_cursor() as cursor:
        cursor.execute(_alone(change.sql, change.finds), change.parameters)
        found = cursor.fetchone()
    if found is None:
        return False
    change.then(found[1:])
    return True


def as_change(decision: Decision) -> Change:
    """The same for the statement that writes its line, and that needs no transaction around it.

    Words are not taken where nobody works them in: its run may have ended meanwhile.
    """
    made = (maker(decision) for maker in _makers)
    parts = [part for part in made if part is not None]
    values = update_values("decision", decision, ANSWER) | row_values("audit", _entry(decision))
    values["open"] = Decision.Status.OPEN.value
    values["words"] = decision.verdict == Decision.Verdict.REFINE
    for part in parts:
        values |= part.parameters

    def then(found: Sequence[Any]) -> None:
        for part, value in zip(parts, found, strict=True):
            part.then(value)

    written, once = [_ANSWERED], "answered"
    for part in parts:
        written.append(part.sql.format(once=once))
        once = f"{once}, (SELECT count(*) FROM {part.name}) AS {part.name}_held"
    finds = tuple(f"({part.finds})" for part in parts)
    return Change(", ".join(written), once, values, finds=finds, then=then)


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
def _alone(sql: str, finds: tuple[str, ...]) -> str:
    return f"WITH {sql} SELECT {', '.join(['id', *finds])} FROM answered"


_ANSWERED: Final = f"""
open AS (
    SELECT FROM {Decision._meta.db_table}
    WHERE id = %(decision_id)s AND status = %(open)s AND (refine_allowed OR NOT %(words)s) FOR UPDATE
), answered AS ({update_of("decision", Decision, ANSWER, only="open")}),
audited AS ({insertion("audit", AuditEntry, source="answered")})
"""
