"""What encryption costs a mission: the same mission with a cipher that does nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from bench import goals
from bench.browser import person
from bench.report import Result, Target, compared
from bench.rows.base import Bench
from bench.sampling import alternating, milliseconds


def measure(samples: int) -> Iterator[Result]:
    """Make and drive missions to completion in this process, with and without the cipher, in turn."""
    from trust.models import User

    sealed, _ = person("sealed@example.com")
    with no_cipher():
        plain, _ = person("plain@example.com")

    def without(number: int) -> float:
        with no_cipher():
            return milliseconds(lambda: whole_mission(User.objects.get(pk=plain.pk)))

    value, reference = alternating(
        lambda number: milliseconds(lambda: whole_mission(User.objects.get(pk=sealed.pk))), without, samples
    )
    yield compared(
        "encryption", value, "ms", to="with a no-op cipher", reference=reference, target=Target(1.15)
    )


def whole_mission(user: Any) -> None:
    """From the goal to completed, driven here instead of by a worker."""
    from agency.runtime.driving import drive
    from missions.runs import thread_of
    from missions.services import create_mission
    from trust import decisions
    from trust.decisions import Answer
    from trust.models import Decision

    mission = create_mission(user=user, goal=goals.simple_goal())
    thread = thread_of(mission)
    assert thread is not None
    drive(thread.pk)
    waiting = Decision.objects.get(subject_id=mission.pk, status=Decision.Status.OPEN)
    chosen = str(waiting.payload["options"][0]["id"])
    decisions.answer(
        user=user, decision_id=waiting.pk, given=Answer(Decision.Verdict.CHOOSE, options=(chosen,))
    )
    drive(thread.pk)


@contextmanager
def no_cipher() -> Iterator[None]:
    """Inside, sealed values are framed as always but not encrypted."""
    from ownyou.lib import crypto

    real = crypto.encrypt, crypto.decrypt

    def encrypt(owner: UUID | None, plaintext: bytes, *, context: str) -> bytes:
        return b"\x00" + plaintext

    def decrypt(sealed: bytes, *, context: str) -> bytes:
        return sealed[1:]

    crypto.encrypt, crypto.decrypt = encrypt, decrypt
    try:
        yield
    finally:
        crypto.encrypt, crypto.decrypt = real


BENCH = Bench(("encryption",), measure)
