"""What a new fact meets: the same path, the same sentence, marks of forgetting. One look for all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from memory.content import Prepared, fact_of
from memory.names import EPISODE_ROOTS
from memory.prepared import prepared_cursor

_LOOK = """
SELECT EXISTS (SELECT FROM memory_forgottensource WHERE user_id = %(user)s AND fact = %(fact)s),
       EXISTS (SELECT FROM memory_forgottensource WHERE user_id = %(user)s AND fingerprint = %(sentence)s),
       EXISTS (SELECT FROM memory_forgottensource
               WHERE user_id = %(user)s AND source_kind = %(kind)s AND source_id = %(source)s),
       (SELECT id FROM memory_memoryitem
        WHERE user_id = %(user)s AND namespace = %(namespace)s::text[] AND key_hash = %(key)s),
       (SELECT id FROM memory_memoryitem
        WHERE user_id = %(user)s AND fingerprint = %(sentence)s AND NOT %(event)s
          AND (%(anywhere)s OR namespace = %(namespace)s::text[])
        ORDER BY updated_at DESC LIMIT 1)
"""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Whether the fact, its sentence or its source was forgotten, and which rows are like it."""

    fact_forgotten: bool
    sentence_forgotten: bool
    source_forgotten: bool
    same_path: UUID | None
    same_sentence: UUID | None


def look(new: Prepared) -> Meeting:
    """Return what a person's new fact meets. The person's turn must have been taken.

    A guess is compared with sentences in all of memory, so that recalled text does not come back as
    something new; what the person says, with those of the same namespace; an event with none.
    """
    content = new.content
    parameters: dict[str, Any] = {
        "user": new.owner,
        "fact": fact_of(new.owner, content),
        "sentence": new.fingerprint,
        "kind": content.source.kind.value,
        "source": content.source.id,
        "namespace": content.namespace,
        "key": new.key_hash,
        "event": content.namespace[0] in EPISODE_ROOTS,
        "anywhere": not content.stated,
    }
    with prepared_cursor() as cursor:
        cursor.execute(_LOOK, parameters)
        return Meeting(*cursor.fetchone())
