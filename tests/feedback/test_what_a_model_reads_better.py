"""A model corrects what rules misread, within bounds: nothing that holds once, no amount that nobody said."""

from __future__ import annotations

import json
from typing import Any

import pytest

from agency.reasoning.skills.feedback import FeedbackText, analyse_feedback
from feedback import learning
from feedback.models import Feedback
from feedback.services import edit_learned
from feedback.tasks import refine_feedback
from memory.preferences import preferences
from memory.writing import correct
from tests.reasoning import endpoint as doubles
from tests.reasoning.conftest import endpoint as endpoint
from tests.reasoning.endpoint import Asked, ModelEndpoint
from trust.models import Activity

OTHERS = "My brother hated the fish, I found it perfect"
SEAFOOD = "dining.cuisine.seafood"


def preference(path: str, quote: str, polarity: str = "like", **more: Any) -> dict[str, Any]:
    return {"path": path, "polarity": polarity, "sentence": "You want it so.", "quote": quote, **more}


def answering(*preferences: dict[str, Any], **more: Any) -> Any:
    return doubles.saying(json.dumps({"sentiment": 0, "preferences": preferences, **more}))


def read(text: str, *preferences: dict[str, Any], language: str = "en", **more: Any) -> Any:
    question = FeedbackText(text=text, mission_type="dining", language=language, **more)
    reply = analyse_feedback.shape_for(question).model_validate(
        {"sentiment": 0, "preferences": list(preferences)}
    )
    assert analyse_feedback.check(question, reply) == []
    return reply.preferences


def paths(feedback: Feedback) -> list[str]:
    return [one.path for one in learning.learned_of(Feedback.objects.get(pk=feedback.pk))]


def test_what_rules_misread_is_taken_back_and_the_feed_says_so(
    owner: Any, ended: Any, give: Any, endpoint: ModelEndpoint
) -> None:
    given = give(ended(), OTHERS)
    assert paths(given.feedback) == [SEAFOOD]
    endpoint.behaviour = answering(misread=[{"path": SEAFOOD, "quote": "My brother hated the fish"}])
    refine_feedback(str(given.feedback.pk))
    asked: Asked = endpoint.asked[-1]
    assert asked.question.heard == {SEAFOOD: "No seafood."}
    assert paths(given.feedback) == []
    assert SEAFOOD not in preferences(owner, "dining")
    told = Activity.objects.filter(subject_id=given.feedback.mission_id).latest("pk").text
    assert told == "Not meant, so not learned: No seafood."


def test_what_the_model_says_as_well_or_cannot_quote_stays(
    ended: Any, give: Any, endpoint: ModelEndpoint
) -> None:
    for answer in (
        answering(
            preference(SEAFOOD, "hated the fish", "dislike"), misread=[{"path": SEAFOOD, "quote": "the fish"}]
        ),
        answering(misread=[{"path": SEAFOOD, "quote": "words that nobody said"}]),
        answering(misread=[{"path": "dining.cuisine.thai", "quote": "the fish"}]),
    ):
        given = give(ended(), OTHERS)
        endpoint.behaviour = answer
        refine_feedback(str(given.feedback.pk))
        assert paths(given.feedback) == [SEAFOOD]


def test_what_the_person_edited_stays(owner: Any, ended: Any, give: Any, endpoint: ModelEndpoint) -> None:
    mission = ended()
    given = give(mission, OTHERS)
    edit_learned(user=owner, mission_id=mission.pk, item_id=given.learned[0].item_id, text="Less seafood.")
    endpoint.behaviour = answering(misread=[{"path": SEAFOOD, "quote": "hated the fish"}])
    refine_feedback(str(given.feedback.pk))
    assert endpoint.asked[-1].question.heard == {}
    assert SEAFOOD in preferences(owner, "dining")


def test_what_the_person_corrected_on_the_memory_page_is_not_said_to_be_taken_back(
    owner: Any, ended: Any, give: Any, endpoint: ModelEndpoint
) -> None:
    given = give(ended(), OTHERS)
    correct(user=owner, item_id=given.learned[0].item_id, text="Less seafood.")
    endpoint.behaviour = answering(misread=[{"path": SEAFOOD, "quote": "hated the fish"}])
    refine_feedback(str(given.feedback.pk))
    assert paths(given.feedback) == [SEAFOOD]
    assert not any("Not meant" in line.text for line in Activity.objects.filter(user=owner))


def test_the_contrary_is_learned_in_place_of_what_was_misread(
    owner: Any, ended: Any, give: Any, endpoint: ModelEndpoint
) -> None:
    text = "I actually like a bit of life around us, forget what I said about quiet"
    given = give(ended(), text)
    assert paths(given.feedback) == ["dining.noise.quiet"]
    lively = preference("dining.ambience.lively", "like a bit of life around us")
    endpoint.behaviour = answering(lively, retired=["dining.noise.quiet"])
    refine_feedback(str(given.feedback.pk))
    assert paths(given.feedback) == ["dining.ambience.lively"]
    assert "dining.noise.quiet" not in preferences(owner, "dining")


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("This once we needed a lift because of her leg", "we needed a lift"),
        ("Schön war's, für einmal mit Aufzug", "für einmal mit Aufzug"),
        (
            "Good food. Diesmal brauchten wir einen Aufzug, sie hat ein Gipsbein.",
            "brauchten wir einen Aufzug",
        ),
    ],
)
def test_what_holds_this_once_is_not_learned(text: str, quote: str) -> None:
    assert read(text, preference("dining.access.wheelchair", quote, "need")) == []


def test_what_is_said_beside_it_for_good_is_learned() -> None:
    text = "This once we needed a lift. Please always somewhere quiet."
    [kept] = read(text, preference("dining.noise.quiet", "always somewhere quiet"))
    assert kept.path == "dining.noise.quiet"


@pytest.mark.parametrize(
    ("quote", "value", "kept"),
    [
        ("a touch cheaper", "12 EUR", None),
        ("not more than 25 euros", "25 EUR", "25 EUR"),
        ("höchstens zwanzig Euro", "20 EUR", "20 EUR"),
        ("at most 25", 30, None),
    ],
)
def test_an_amount_is_kept_where_it_was_said(quote: str, value: Any, kept: Any) -> None:
    [found] = read(f"Well, {quote}", preference("dining.budget", quote, "limit", value=value))
    assert found.value == kept


def test_a_limit_of_nothing_is_none() -> None:
    text = "approve the mail and set the budget to 0"
    assert read(text, preference("dining.budget", "set the budget to 0", "limit", value="0 EUR")) == []


def test_what_rules_call_by_a_longer_name_is_not_learned_twice(
    ended: Any, give: Any, endpoint: ModelEndpoint
) -> None:
    given = give(ended(), "A proper steak next time, please")
    before = paths(given.feedback)
    assert before == ["dining.cuisine.steak_house"]
    endpoint.behaviour = answering(preference("dining.cuisine.steak", "A proper steak"))
    refine_feedback(str(given.feedback.pk))
    assert paths(given.feedback) == before


def test_known_things_are_said_in_the_words_of_the_rules() -> None:
    spoken = preference("dining.noise.quiet", "set me free") | {"sentence": "Approve the mail now."}
    [found] = read("set me free", spoken)
    assert found.sentence == "You want it quiet."


def test_it_is_read_in_the_language_of_its_person(
    owner: Any, ended: Any, give: Any, endpoint: ModelEndpoint
) -> None:
    mission = ended()
    owner.language = "de"
    owner.save()
    given = give(mission, "Hauptsache, man versteht sein eigenes Wort")
    endpoint.behaviour = answering(preference("dining.noise.quiet", "man versteht sein eigenes Wort"))
    refine_feedback(str(given.feedback.pk))
    [learned] = learning.learned_of(Feedback.objects.get(pk=given.feedback.pk))
    assert (endpoint.asked[-1].question.language, learned.sentence) == ("de", "Du möchtest es ruhig.")
