"""What is drawn of a plan: who waits for whom, the days with their maps, and the draft in the terminal."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from missions import terminal
from missions.live import draw_parts
from missions.models import Mission
from missions.picture import picture_of
from missions.plugins.complex import Part
from missions.terminal import Ending, Terminal, WrittenAnswers
from tests.missions.evenings import V, asked, part, say, to_the_draft, work
from trust.models import Decision, User

pytestmark = pytest.mark.django_db(transaction=True)


def page(user: User, path: str) -> Any:
    client = Client()
    client.force_login(user)
    return client.get(path)


def test_the_page_shows_every_part_with_its_state_and_what_waits(evening: Mission) -> None:
    text = page(evening.user, f"/missions/{evening.pk}/").content.decode()
    for key in ("dinner", "show", "walk"):
        assert f'id="part-{key}"' in text
    assert text.count("picture-box asking") == 2
    assert text.count("picture-box pending") == 1
    say(evening, "dinner", V.CHOOSE)
    text = draw_parts(evening.user, evening.pk) or ""
    assert text.count("picture-box done") == 2
    assert part(evening, "dinner").chosen[0]["title"] in text


def test_the_draft_is_on_the_page_with_account_days_map_and_files(evening: Mission) -> None:
    mission = to_the_draft(evening)
    text = page(mission.user, f"/missions/{mission.pk}/").content.decode()
    assert 'id="account"' in text
    assert "of $200" in text
    assert 'id="day-1"' in text
    assert 'class="day-map"' in text
    review = asked(mission, "review")
    assert review.payload["document_url"] in text
    inbox = page(mission.user, "/inbox/").content.decode()
    assert review.payload["document_url"] in inbox


def test_the_terminal_asks_every_choice_shows_the_draft_and_takes_words(
    evening: Mission, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terminal.time, "sleep", lambda seconds: work(evening))  # as the workers do meanwhile
    written: list[str] = []
    answers = WrittenAnswers(["1", "2", "another show please", "1", "yes"])
    ending = Terminal(evening, answers, written.append).follow()
    assert ending == Ending.COMPLETED
    text = "\n".join(written)
    assert "# Version 1" in text
    assert "# Version 2" in text
    assert not Decision.objects.open().filter(subject_id=evening.pk).exists()


def test_the_picture_puts_each_part_after_what_it_waits_for() -> None:
    parts = [
        Part("c", "Third", "x", depends_on=("a", "b")),
        Part("a", "First", "x"),
        Part("b", "Second", "x", depends_on=("a",)),
        Part("d", "Alone", "x"),
    ]
    drawn = picture_of(parts)
    x = {box.key: box.x for box in drawn.boxes}
    assert x["a"] == x["d"] < x["b"] < x["c"]
    assert len(drawn.lines) == 2, "the way from a to c goes by b"
    assert len({(box.x, box.y) for box in drawn.boxes}) == 4
    assert all(box.x >= 0 and box.y >= 0 and box.x < drawn.width for box in drawn.boxes)
