"""Why rules answered instead of a model: kept as a code, said in a sentence of its own."""

from __future__ import annotations

from typing import Any

import pytest

from agency.models import ReasoningCall
from agency.reasoning.budget import Asker
from agency.reasoning.engine import reason
from agency.reasoning.skills.goal import GoalText, classify_goal
from agency.reasoning.standing_in import UNSAID, WORDS, Why, is_told, stood_in_words, why_words
from missions.levels.complex.shaping import Shape, Worded, shape_in_words, wording_in_words
from tests.reasoning import endpoint as doubles
from tests.reasoning.endpoint import ModelEndpoint

TABLE: dict[Why, tuple[dict[str, Any], str]] = {
    Why.NO_MODEL: ({"settings": {"LLM_BASE_URL": ""}}, ""),
    Why.LATE: (
        {"behaviour": doubles.hanging, "settings": {"LLM_TIMEOUT": 0.3}},
        "The language model did not answer in time.",
    ),
    Why.UNREACHABLE: (
        {"settings": {"LLM_BASE_URL": "http://127.0.0.1:1/v1"}},
        "The language model could not be reached.",
    ),
    Why.REFUSED: ({"behaviour": doubles.declining}, "The language model refused to answer."),
    Why.BROKEN: ({"behaviour": doubles.refusing(500)}, "The language model answered with an error."),
    Why.UNFIT: ({"behaviour": doubles.saying("{}")}, "The language model's answer did not fit the question."),
    Why.DAY_CALLS: (
        {"settings": {"LLM_DAILY_CALLS": 0}},
        "Your questions to the language model for today are used up.",
    ),
    Why.DAY_MONEY: (
        {"settings": {"LLM_DAILY_USD": 0}},
        "Your money for the language model for today is used up.",
    ),
}


@pytest.mark.parametrize("why", TABLE)
def test_each_reason_is_kept_as_a_code_and_said_in_its_own_sentence(
    db: None, owner: Any, endpoint: ModelEndpoint, settings: Any, why: Why
) -> None:
    given, words = TABLE[why]
    endpoint.behaviour = given.get("behaviour", endpoint.behaviour)
    for name, value in given.get("settings", {}).items():
        setattr(settings, name, value)
    question = GoalText(text="Find Italian restaurants in Paris for Friday night, 4 people")
    answer = reason(classify_goal, question, asker=Asker(owner.pk))
    assert (answer.source, answer.value) == ("rules", classify_goal.rules(question))
    kept = ReasoningCall.objects.get().fallback
    assert (kept, answer.fallback) == (why.value, why)
    assert why_words(kept) == words


def test_every_reason_has_a_sentence_that_no_other_has() -> None:
    assert set(WORDS) == set(Why)
    assert len(set(WORDS.values())) == len(Why)
    assert all(words.endswith(".") for words in WORDS.values())


def test_nothing_is_said_where_no_model_was_to_answer_and_something_where_the_reason_is_not_known() -> None:
    assert [is_told(why) for why in ("", Why.NO_MODEL, Why.LATE, "words of an older version")] == [
        False,
        False,
        True,
        True,
    ]
    assert stood_in_words("") == ""
    assert why_words("words of an older version") == UNSAID
    late = "The language model did not answer in time."
    assert stood_in_words(Why.LATE) == f"{late} The built-in rules did it instead."


@pytest.mark.parametrize("why", Why)
def test_a_plans_pages_say_the_reason_behind_who_made_it(why: Why) -> None:
    said = " ".join(shape_in_words(Shape(why=why), {}))
    assert said == f"Split into parts by the built-in rules. {why_words(why)}".strip()
    assert wording_in_words(Worded(why=why)).endswith(why_words(why) or "built-in rules.")


def test_what_a_worker_of_the_release_before_keeps_is_read_while_it_is_replaced() -> None:
    assert stood_in_words("no model is configured") == ""
    assert why_words("the answer did not fit") == UNSAID
