"""The rows that rulings depend on, read at once; and what of them was found last, for who acts again soon."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.utils import timezone

from ownyou.lib.prepared import prepared_cursor
from trust.decisions import Only
from trust.models import User

Levels = dict[tuple[str, str], tuple[int, int]]
MOST_KEPT = 1_000
"""People whose facts a process keeps; some hundred bytes each, and no words of theirs."""


@dataclass(slots=True, frozen=True, kw_only=True)
class Facts:
    """All that rulings depend on of one person, but the rules and the standing OKs themselves.

    `unasked_today`: what ran without asking since the person's midnight. `levels_text`: as JSON, a list of
    agent, kind, level and ceiling.
    """

    autonomy: str
    acts_a_day: int
    has_rules: bool
    off: list[str]
    levels_text: str
    unasked_today: int = 0

    @property
    def levels(self) -> Levels:
        """Level and ceiling by agent and kind."""
        return {(agent, kind): (level, top) for agent, kind, level, top in json.loads(self.levels_text)}


_HAS_RULES: Final = "EXISTS (SELECT FROM trust_hardrule WHERE user_id = person.id)"
_OFF: Final = "ARRAY(SELECT tool::text FROM trust_toolswitch WHERE NOT enabled ORDER BY tool)"
_LEVELS: Final = """(
    SELECT coalesce(json_agg(json_build_array(agent, kind, level, ceiling) ORDER BY agent, kind), '[]')::text
    FROM trust_trustscore WHERE user_id = person.id)"""
_UNASKED: Final = """(
    SELECT count(*) FROM trust_action
    WHERE user_id = person.id AND created_at >= %(midnight)s AND ruling = 'allow')"""
_KNOWS_ONE: Final = """EXISTS (
    SELECT FROM trust_action WHERE user_id = person.id AND key = ANY(%(keys)s::text[]))"""
_FACTS: Final = f"""
SELECT person.autonomy, person.acts_a_day, {_HAS_RULES}, {_OFF}, {_LEVELS}, {_UNASKED}, {_KNOWS_ONE}
FROM trust_user person WHERE person.id = %(person)s
"""
_STILL: Final = f"""
SELECT FROM trust_user person
WHERE person.id = %(person)s AND person.autonomy = %(autonomy)s AND {_HAS_RULES} = %(has_rules)s
    AND {_OFF} = %(off)s::text[] AND {_LEVELS} = %(levels)s
    AND {_UNASKED} < person.acts_a_day AND NOT {_KNOWS_ONE}
"""

_last: dict[UUID, Facts] = {}


def facts_of(user: User, keys: Collection[str]) -> tuple[Facts, bool]:
    """Read what rulings depend on, and whether an act with one of `keys` is in the ledger already."""
    with prepared_cursor() as cursor:
        cursor.execute(_FACTS, _parameters(user, keys))
        *found, unasked_today, knows_one = cursor.fetchone()
    autonomy, acts_a_day, has_rules, off, levels = found
    facts = Facts(
        autonomy=autonomy,
        acts_a_day=acts_a_day,
        has_rules=has_rules,
        off=off,
        levels_text=levels,
        unasked_today=unasked_today,
    )
    _keep(user, facts)
    return facts, knows_one


def last_facts_of(user: User) -> Facts | None:
    """What this process found last, which may be old by now: write nothing ruled on it but where `still`
    has a row."""
    return _last.get(user.pk)


def still(user: User, facts: Facts, key: str) -> Only:
    """The look that has a row where a person's facts are these, the day's cap leaves room for one act, and
    none with this key is in the ledger."""
    are = {
        "autonomy": facts.autonomy,
        "has_rules": facts.has_rules,
        "off": facts.off,
        "levels": facts.levels_text,
    }
    return Only("still", _STILL, _parameters(user, [key]) | are)


def _parameters(user: User, keys: Collection[str]) -> dict[str, Any]:
    midnight = timezone.now().astimezone(user.zone).replace(hour=0, minute=0, second=0, microsecond=0)
    return {"person": user.pk, "midnight": midnight, "keys": list(keys)}


def _keep(user: User, facts: Facts) -> None:
    if len(_last) >= MOST_KEPT:
        _last.clear()
    _last[user.pk] = facts
