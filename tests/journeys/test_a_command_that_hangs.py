"""A management command that does not end fails with what it said, instead of holding up the run."""

from __future__ import annotations

import os

import pytest

from tests.journeys.clerk import Clerk

HANGS = """read asked; echo '{"said": "one of "}'; echo '{"said": "two done"}'; read nothing"""
ENDS = """read asked; echo '{"said": "all done"}'; echo '{}'; read nothing"""


def test_it_is_ended_and_shows_what_it_printed_so_far() -> None:
    clerk = Clerk(dict(os.environ), command=("sh", "-c", HANGS), patience=3)
    with pytest.raises(TimeoutError, match="`migrate --noinput` did not end within 3 s") as hung:
        clerk.run("migrate", "--noinput")
    assert "one of two done" in str(hung.value)


def test_one_that_ends_gives_what_it_printed() -> None:
    clerk = Clerk(dict(os.environ), command=("sh", "-c", ENDS))
    assert clerk.run("token") == "all done"
    clerk.leave()
