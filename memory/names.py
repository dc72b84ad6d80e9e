"""Namespaces and keys: who may use which, and how they are written down.

A namespace is a tuple of strings, as in LangGraph. It is stored in plain text and may never hold a person's
words; keys may ("dining.favourites.chez-paul"), so a key is stored encrypted and found by a keyed hash.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from uuid import UUID

from django.utils.translation import gettext as _

from ownyou.lib.crypto import keyed_hash
from ownyou.lib.errors import InvalidInput, OwnYouError
from ownyou.lib.ids import parse_id
from trust.models import User

type Namespace = tuple[str, ...]

PREFERENCES = "user_preferences"
IKIGAI = "ikigai_profile"
COMPLETED = "completed_missions"
ARCHIVED = "archived_missions"
REFLEXIONS = "reflexions"

SHARED_ROOTS = frozenset({"mission_learnings", "api_failures"})
"""Belong to nobody and hold numbers only."""

EPISODE_ROOTS = frozenset({COMPLETED, ARCHIVED, REFLEXIONS}) | SHARED_ROOTS
"""What happened, not what is so: the same sentence twice is two events, not one fact."""

MOST_COMPONENTS = 12
MOST_NAMESPACE = 400
MOST_KEY = 500


class ForeignNamespace(OwnYouError):
    """That part of memory belongs to somebody else."""

    status = 404
    code = "not_found"


def preferences_of(user: User) -> Namespace:
    """Return the namespace of a person's preferences."""
    return (PREFERENCES, str(user.pk))


def owner_for(user: User, namespace: Sequence[str]) -> UUID | None:
    """Return who owns `namespace` when `user` uses it: the user, or None for a shared one.

    Raises `ForeignNamespace` when the second component is another person's id.
    """
    named = parse_id(namespace[1]) if len(namespace) > 1 and len(namespace[1]) >= 32 else None
    if named is not None and named != user.pk:
        raise ForeignNamespace()
    return None if namespace and namespace[0] in SHARED_ROOTS else user.pk


def checked_namespace(namespace: Sequence[str]) -> list[str]:
    """Return `namespace` as it is stored. Raises `InvalidInput` when it is empty or too long."""
    if not namespace or len(namespace) > MOST_COMPONENTS:
        raise InvalidInput(_("A namespace has 1 to %(most)s parts.") % {"most": MOST_COMPONENTS})
    written = [escape(part) for part in namespace]
    if sum(len(part.encode()) for part in written) > MOST_NAMESPACE:
        raise InvalidInput(_("A namespace has at most %(most)s bytes.") % {"most": MOST_NAMESPACE})
    return written


def checked_key(key: str) -> str:
    """Return `key` as it is stored. Raises `InvalidInput` when it is too long."""
    if len(key) > MOST_KEY:
        raise InvalidInput(_("A key has at most %(most)s characters.") % {"most": MOST_KEY})
    return escape(key)


def hash_of_key(owner: UUID | None, written_key: str) -> bytes:
    """Return the 16 bytes that a key is found by."""
    return keyed_hash(owner, written_key, purpose="memory.key")


_ESCAPED = re.compile(r"[\x00\ud800-\udfff\\]")
_ESCAPES = re.compile(r"\\([0-9a-f]{4})")


def escape(part: str) -> str:
    """Return `part` with what PostgreSQL cannot hold (NUL, lone surrogates) written as `\\xxxx`."""
    return _ESCAPED.sub(lambda found: f"\\{ord(found.group()):04x}", part)


def unescape(part: str) -> str:
    """Return what `escape` was given."""
    return _ESCAPES.sub(lambda found: chr(int(found.group(1), 16)), part) if "\\" in part else part


def readable(namespace: Iterable[str]) -> Namespace:
    """Return a stored namespace as it was given."""
    return tuple(unescape(part) for part in namespace)
