"""A model adds what the rules missed. It never overwrites, and where it fails nothing is lost."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from django.test import Client

from agency.reasoning.engine import Reasoned
from agency.reasoning.skills.feedback import FeedbackReading, LearnedPreference
from feedback import learning
from feedback.models import Feedback
from feedback.services import edit_learned, undo_learned
from feedback.tasks import refine_feedback
from memory.preferences import preferences
from trust import live
from trust.models import Feed

TEXT = "Too expensive for a weeknight, and the lighting hurt my eyes"


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A model that reads two things out of the words: an everyday limit and the light."""
    found = [
        LearnedPreference(path="dining.budget", polarity="limit", sentence="Cheaper.", quote="Too expensive"),
        LearnedPreference(
            path="dining.light.soft", polarity="like", sentence="You like soft light.", quote="the lighting"
        ),
    ]
    state: dict[str, Any] = {"source": "model", "asked": 0}

    def answer(skill: Any, question: Any, *, asker: Any) -> Any:
        state["asked"] += 1
        return Reasoned(FeedbackReading(sentiment=-0.4, preferences=found), state["source"])

    monkeypatch.setattr(learning.model, "configured", lambda: True)
    monkeypatch.setattr(learning, "reason", answer)
    return state


def test_it_adds_what_the_rules_missed_and_no_second_limit(
    owner: Any, ended: Any, give: Any, model: Any
) -> None:
    given = give(ended(), TEXT)
    refine_feedback(str(given.feedback.pk))
    row = Feedback.objects.get(pk=given.feedback.pk)
    assert [one.path for one in learning.learned_of(row)] == ["dining.weeknight_budget", "dining.light.soft"]
    assert (row.source, preferences(owner, "dining")["dining.light.soft"].stated) == ("model", False)


def test_running_it_twice_asks_once(ended: Any, give: Any, model: Any) -> None:
    given = give(ended(), TEXT)
    for _ in range(2):
        refine_feedback(str(given.feedback.pk))
    assert model["asked"] == 1


def test_an_edit_stays(owner: Any, ended: Any, give: Any, model: Any) -> None:
    mission = ended()
    given = give(mission, TEXT)
    edit_learned(
        user=owner,
        mission_id=mission.pk,
        item_id=given.learned[0].item_id,
        text="On weeknights, under $60 a person.",
    )
    refine_feedback(str(given.feedback.pk))
    assert preferences(owner, "dining")["dining.weeknight_budget"].amount == 60


def test_what_was_undone_stays_undone(owner: Any, ended: Any, give: Any, model: Any) -> None:
    mission = ended()
    given = give(mission, TEXT)
    undo_learned(user=owner, mission_id=mission.pk, item_id=given.learned[0].item_id)
    refine_feedback(str(given.feedback.pk))
    assert "dining.weeknight_budget" not in preferences(owner, "dining")
    assert "dining.budget" not in preferences(owner, "dining")


def test_a_model_that_cannot_answer_changes_nothing(ended: Any, give: Any, model: Any) -> None:
    model["source"] = "rules"
    given = give(ended(), TEXT)
    refine_feedback(str(given.feedback.pk))
    row = Feedback.objects.get(pk=given.feedback.pk)
    assert (row.source, row.learned) == ("rules", given.feedback.learned)


def test_words_that_nobody_read_are_read_by_the_worker(ended: Any, give: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr("feedback.services.learn_by_rules", lambda feedback: None)
    given = give(ended(), "Too loud")
    assert given.learned == []
    refine_feedback(str(given.feedback.pk))
    row = Feedback.objects.get(pk=given.feedback.pk)
    assert [one.path for one in learning.learned_of(row)] == ["dining.noise.quiet"]


def test_feedback_that_is_gone_is_left_alone(database: None) -> None:
    refine_feedback("00000000-0000-7000-8000-000000000000")


def test_numbers_of_all_people_are_kept_without_words(
    owner: Any, stranger: Any, ended: Any, give: Any
) -> None:
    from memory.store import OrmStore

    for quality in (5, 2):
        given = give(ended(), "Too loud", quality=quality)
        refine_feedback(str(given.feedback.pk))
    item = OrmStore(stranger).get(("mission_learnings", "dining"), "ratings")
    assert item is not None
    assert item.value["count"] == 2
    assert item.value["quality_mean"] == 3.5
    assert item.value["usefulness_helpful"] == 2
    assert all(value is None or isinstance(value, int | float) for value in item.value.values())


def test_what_the_model_adds_reaches_the_mission_page_that_is_open(
    owner: Any, stranger: Any, ended: Any, give: Any, model: Any
) -> None:
    mission = ended()
    given = give(mission, TEXT)
    region, seq = f"feedback:{mission.pk}", Feed.objects.get(user=owner).seq
    browser = Client()
    browser.force_login(owner)
    page = browser.get(f"/missions/{mission.pk}/feedback/", headers={"HX-Request": "true"}).content.decode()
    assert (f'data-live="{region}"' in page, "You like soft light." in page) == (True, False)

    refine_feedback(str(given.feedback.pk))
    update = live.missed(owner, after=seq, regions=[region])
    [fragment] = update.fragments
    assert 'id="feedback"' in fragment["html"]
    assert "You like soft light." in fragment["html"]
    assert "Learned from your feedback: You like soft light." in unescape(update.lines)
    assert live.draw(stranger, region) is None


def test_nothing_is_told_where_the_model_adds_nothing(owner: Any, ended: Any, give: Any, model: Any) -> None:
    mission = ended()
    given = give(mission, TEXT)
    model["source"] = "rules"
    seq = Feed.objects.get(user=owner).seq
    refine_feedback(str(given.feedback.pk))
    assert live.missed(owner, after=seq, regions=[f"feedback:{mission.pk}"]).fragments == []
