"""Whatever the model says or does not say, there is an answer; the call's row says where it came from."""

from __future__ import annotations

import json
import logging
import time
from typing import Any

import pytest

from agency.models import ReasoningCall
from agency.reasoning.budget import Asker
from agency.reasoning.engine import reason
from agency.reasoning.model import MOST_TOKENS, objects_in
from agency.reasoning.skills.goal import GoalText, classify_goal
from agency.reasoning.skills.reasons import OptionFacts, OptionsToExplain, write_reasons
from agency.reasoning.skills.refinement import WordsToRefine, extract_refinement
from agency.reasoning.skills.slots import GoalToRead, extract
from agency.reasoning.slots import SlotContext, SlotSpec
from tests.reasoning import endpoint as doubles
from tests.reasoning.endpoint import Asked, Behaviour, ModelEndpoint, Said, completion

GOAL = GoalText(text="Find Italian restaurants in Paris for Friday night, 4 people")
BAD: dict[str, tuple[Behaviour, int, str]] = {
    "nonsense": (doubles.saying("As a large cheese I cannot."), 2, "unfit"),
    "an empty text": (doubles.saying(""), 2, "unfit"),
    "no text": (doubles.saying(None), 2, "unfit"),
    "JSON of another shape": (doubles.saying('{"answer": 42}'), 2, "unfit"),
    "an unknown domain": (
        doubles.saying('{"domain": "pirates", "mission_type": null, "confidence": 1}'),
        2,
        "unfit",
    ),
    "truncated JSON": (doubles.truncated, 2, "unfit"),
    "a page": (doubles.html, 1, "broken"),
    "a text without an end": (doubles.saying("{x} " * 50_000), 2, "unfit"),
    "a role of its own": (doubles.as_somebody_else, 1, "broken"),
    "no choices": (doubles.no_choices, 1, "broken"),
    "401": (doubles.refusing(401), 1, "refused"),
    "429": (doubles.refusing(429), 1, "refused"),
    "500": (doubles.refusing(500), 1, "broken"),
    "a refusal": (doubles.declining, 1, "refused"),
}


def ask(owner: Any) -> Any:
    return reason(classify_goal, GOAL, asker=Asker(owner.pk))


def test_a_right_answer_is_taken_with_its_cost(db: None, owner: Any, endpoint: ModelEndpoint) -> None:
    result = ask(owner)
    assert (result.source, result.value.mission_type) == ("model", "dining")
    call = ReasoningCall.objects.get()
    assert (call.source, call.fallback, call.model, call.model_calls) == ("model", "", "double", 1)
    assert (call.tokens_in, call.tokens_out, float(call.cost_usd)) == (100, 20, 0.14)
    assert call.asked == {"text": GOAL.text}
    assert endpoint.asked[0].authorization == "Bearer a key"


@pytest.mark.parametrize("name", BAD)
def test_the_rules_step_in_and_the_row_says_why(
    db: None, owner: Any, endpoint: ModelEndpoint, name: str
) -> None:
    endpoint.behaviour, calls, why = BAD[name]
    result = ask(owner)
    assert result.source == "rules"
    assert result.value == classify_goal.rules(GOAL)
    row = ReasoningCall.objects.get()
    assert (row.source, row.model_calls) == ("rules", calls)
    assert row.fallback == why
    assert len(endpoint.asked) == calls


@pytest.mark.parametrize(
    ("said", "counted"), [(None, 0), ("many", 0), (-5, 0), (1.5, 1), (10**30, MOST_TOKENS), (True, 1)]
)
def test_what_an_answer_is_said_to_have_used_is_counted_as_far_as_it_can_be(
    db: None, owner: Any, endpoint: ModelEndpoint, said: Any, counted: int
) -> None:
    endpoint.behaviour = doubles.using(said)
    assert ask(owner).source == "model"
    call = ReasoningCall.objects.get()
    assert (call.tokens_in, call.tokens_out) == (counted, counted)


def test_a_long_text_of_braces_is_looked_through_at_once() -> None:
    began = time.monotonic()
    assert objects_in("{x}" * 33_000) == []
    assert objects_in("{x}" * 3_000_000) == []
    assert time.monotonic() - began < 10, "with room for a busy machine"


@pytest.mark.parametrize("behaviour", [doubles.hanging, doubles.dripping], ids=["hangs", "drips"])
def test_the_time_limit_holds(
    db: None, owner: Any, endpoint: ModelEndpoint, settings: Any, behaviour: Behaviour
) -> None:
    endpoint.behaviour = behaviour
    settings.LLM_TIMEOUT = 1.0
    began = time.monotonic()
    result = ask(owner)
    assert time.monotonic() - began < 20, "one limit for the whole answer, with room for a busy machine"
    assert (result.source, len(endpoint.asked)) == ("rules", 1)
    assert ReasoningCall.objects.get().fallback == "late"


def test_a_run_waits_once_for_a_model_that_does_not_answer(
    db: None, owner: Any, stranger: Any, endpoint: ModelEndpoint, settings: Any
) -> None:
    endpoint.behaviour, settings.LLM_TIMEOUT = doubles.hanging, 0.5
    first, second = ask(owner), ask(owner)
    assert [(one.source, one.fallback) for one in (first, second)] == [("rules", "late")] * 2
    assert len(endpoint.asked) == 1
    endpoint.behaviour, settings.LLM_TIMEOUT = doubles.right, 10
    assert ask(stranger).source == "model", "others are not kept from it"


def test_an_endpoint_that_is_not_there(db: None, owner: Any, settings: Any) -> None:
    settings.LLM_BASE_URL, settings.LLM_MODEL = "http://127.0.0.1:1/v1", "nobody"
    assert ask(owner).source == "rules"
    assert ReasoningCall.objects.get().fallback == "unreachable"


def test_one_repair_is_asked_for_with_what_was_wrong(db: None, owner: Any, endpoint: ModelEndpoint) -> None:
    def better_the_second_time(asked: Asked) -> Said:
        return doubles.right(asked) if asked.repairs else completion('{"domain": "pirates"}')

    endpoint.behaviour = better_the_second_time
    result = ask(owner)
    assert (result.source, len(endpoint.asked)) == ("model", 2)
    roles = [message["role"] for message in endpoint.asked[1].messages]
    assert roles == ["system", "user", "assistant", "user"]
    assert "cannot be used" in endpoint.asked[1].messages[3]["content"]
    assert float(ReasoningCall.objects.get().cost_usd) == 0.28


def test_a_number_that_the_facts_do_not_hold_is_refused(
    db: None, owner: Any, endpoint: ModelEndpoint
) -> None:
    facts = OptionFacts(title="Da Enzo", strongest=["rated 4.6", "300 m away"])
    endpoint.behaviour = doubles.saying(json.dumps({"reasons": ["Only 12 dollars, rated 4.6"]}))
    result = reason(write_reasons, OptionsToExplain(goal="pasta", options=[facts]), asker=Asker(owner.pk))
    assert (result.source, result.value.reasons) == ("rules", ["Rated 4.6, 300 m away"])


def test_a_slot_that_the_text_does_not_say_is_refused(db: None, owner: Any, endpoint: ModelEndpoint) -> None:
    specs = [SlotSpec(name="place", type="place"), SlotSpec(name="people", type="people")]
    question = GoalToRead(text="Dinner in Paris", specs=specs, context=context())
    endpoint.behaviour = doubles.saying(json.dumps({"place": "Berlin", "people": 7}))
    result = reason(extract, question, asker=Asker(owner.pk))
    assert (result.source, result.value.values) == ("rules", {"place": "Paris"})


@pytest.mark.parametrize("text", ['{"place": "Rome", "cheaper": [1]}', "{}", '{"exclude": []}'])
def test_a_wish_that_the_model_overlooks_is_read_by_the_rules(
    db: None, owner: Any, endpoint: ModelEndpoint, text: str
) -> None:
    endpoint.behaviour = doubles.saying(text)
    question = WordsToRefine(text="cheaper please", goal=GOAL.text, context=context())
    result = reason(extract_refinement, question, asker=Asker(owner.pk))
    assert (result.source, result.value.price) == ("rules", "lower")


def test_words_that_ask_for_no_change_may_be_answered_with_nothing(
    db: None, owner: Any, endpoint: ModelEndpoint
) -> None:
    endpoint.behaviour = doubles.saying("{}")
    question = WordsToRefine(text="hm hm", goal=GOAL.text, context=context())
    result = reason(extract_refinement, question, asker=Asker(owner.pk))
    assert (result.source, result.value.empty) == ("model", True)


def test_what_the_model_said_goes_into_no_log_and_no_plain_column(
    db: None, owner: Any, endpoint: ModelEndpoint, caplog: Any
) -> None:
    caplog.set_level(logging.DEBUG, "agency")
    word = "Quarzitmarker"
    endpoint.behaviour = doubles.saying(json.dumps({"place": word, word: word, "people": [word]}))
    specs = [SlotSpec(name="place", type="place"), SlotSpec(name="people", type="people")]
    question = GoalToRead(text=f"Dinner with {word}", specs=specs, context=context())
    reason(extract, question, asker=Asker(owner.pk))
    assert word not in caplog.text
    assert word not in str(ReasoningCall.objects.values_list("fallback", "skill", "model"))


def context() -> SlotContext:
    from datetime import UTC, datetime

    return SlotContext(ref=datetime(2026, 11, 20, 12, tzinfo=UTC), zone="Europe/Paris")


ANSWER = '{"domain": "missions", "mission_type": "dining", "confidence": 0.9}'


@pytest.mark.parametrize(
    "text",
    [
        f'<think>perhaps {{"domain": "tasks"}} or {{braces}}</think>\n{ANSWER}',
        f'It may be {{"domain": "tasks", "mission_type": null}}, yet</think>{ANSWER}',
        f'First {{"a": 1}}, then the answer: {ANSWER}',
        f"```json\n{ANSWER}\n```\nI hope this {{helps}}.",
        f"<Thinking>unclear</Thinking>{ANSWER} {{",
    ],
)
def test_an_answer_is_found_behind_what_the_model_thinks_aloud(
    db: None, owner: Any, endpoint: ModelEndpoint, text: str
) -> None:
    endpoint.behaviour = doubles.saying(text)
    result = ask(owner)
    assert (result.source, result.value.mission_type) == ("model", "dining")


def test_what_is_only_thought_is_no_answer(db: None, owner: Any, endpoint: ModelEndpoint) -> None:
    endpoint.behaviour = doubles.saying(f"<think>{ANSWER}")
    assert ask(owner).source == "rules"


def test_a_piece_of_an_answer_that_was_cut_off_is_none() -> None:
    assert objects_in('{"slots": {"people": 6}, "price": ') == []
    assert objects_in('{no JSON} {"a": {"b": 1}} {') == ['{"a": {"b": 1}}']


def test_a_model_may_think_before_it_answers(
    db: None, owner: Any, endpoint: ModelEndpoint, settings: Any
) -> None:
    settings.LLM_THINKING_TOKENS = 700
    ask(owner)
    assert endpoint.asked[0].most_tokens == classify_goal.most_tokens + 700
