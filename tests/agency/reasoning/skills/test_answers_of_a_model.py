"""A labelled right answer of a model is taken as it is; a labelled wrong one does not come through."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from agency.desires.judging import judge_outcome
from agency.reasoning.skill import Skill
from agency.reasoning.skills.answer import write_answer
from agency.reasoning.skills.complexity import classify_complexity
from agency.reasoning.skills.decomposing import take_apart
from agency.reasoning.skills.feedback import LearnedPreference, analyse_feedback
from agency.reasoning.skills.goal import classify_goal
from agency.reasoning.skills.reasons import write_reasons
from agency.reasoning.skills.redraft import redraft
from agency.reasoning.skills.refinement import extract_refinement
from agency.reasoning.skills.slots import extract
from agency.reasoning.skills.summary import Gist, TextToSum, summarise
from agency.reasoning.skills.wish import detect_wishes
from agency.reasoning.skills.wording import word_draft
from missions.understanding import specs_for

CASES = Path(__file__).parents[3] / "evals" / "prompts"
FRIDAY_NOON = {"ref": "2026-11-27T12:00:00", "zone": "Europe/Paris", "home": "Paris"}
SKILLS: tuple[Skill[Any, Any], ...] = (
    classify_goal,
    classify_complexity,
    extract,
    write_reasons,
    extract_refinement,
    analyse_feedback,
    take_apart,
    word_draft,
    redraft,
    detect_wishes,
    summarise,
    write_answer,
    judge_outcome,
)


def cases(answer: str) -> list[Any]:
    """One parameter for each labelled answer of a kind ("right" or "wrong") of every skill."""
    found = []
    for skill in SKILLS:
        lines = (CASES / f"{skill.name}.jsonl").read_text(encoding="utf-8").splitlines()
        for number, row in enumerate(map(json.loads, lines), 1):
            answers = row["wrong"] if answer == "wrong" else [row["right"]]
            found += [
                pytest.param(skill, row, given, id=f"{skill.name}-{number}-{nth}")
                for nth, given in enumerate(answers, 1)
            ]
    return found


def question_of(skill: Skill[Any, Any], row: dict[str, Any]) -> Any:
    fields = dict(row["question"])
    if "type" in row:
        fields |= {"specs": specs_for(row["type"]), "context": FRIDAY_NOON | row.get("context", {})}
    return skill.question.model_validate(fields)


def read(skill: Skill[Any, Any], question: BaseModel, given: dict[str, Any]) -> Any:
    """Read an answer as the product does; None if it is refused."""
    try:
        reply = skill.shape_for(question).model_validate_json(json.dumps(given))
    except ValidationError:
        return None
    return None if skill.check(question, reply) else reply


def slots_in(given: dict[str, Any]) -> dict[str, Any]:
    """The slots that an answer of `extract_slots` gives, empty ones left out."""
    return {
        name: value for name, value in given.items() if name != "said" and value not in (None, "", [], {})
    }


def _holds(dumped: Any, given: Any) -> bool:
    """Whether what was given is there, whatever defaults stand beside it; rules word their own sentences."""
    if isinstance(given, dict):
        return all(_holds(dumped[name], value) for name, value in given.items() if name != "sentence")
    if isinstance(given, list):
        return len(dumped) == len(given) and all(map(_holds, dumped, given))
    return bool(dumped == given)


@pytest.mark.parametrize(("skill", "row", "given"), cases("right"))
def test_a_right_answer_is_taken(skill: Skill[Any, Any], row: dict[str, Any], given: dict[str, Any]) -> None:
    reply = read(skill, question_of(skill, row), given)
    assert reply is not None
    if skill is extract:
        assert reply.values == slots_in(given)
    else:
        dumped = reply.model_dump(mode="json")
        assert all(_holds(dumped[name], value) for name, value in given.items())


@pytest.mark.parametrize(("skill", "row", "given"), cases("wrong"))
def test_a_wrong_answer_does_not_come_through(
    skill: Skill[Any, Any], row: dict[str, Any], given: dict[str, Any]
) -> None:
    reply = read(skill, question_of(skill, row), given)
    if skill is extract and reply is not None:
        taken = reply.values
        assert all(taken.get(name) != value for name, value in slots_in(given).items())
    else:
        assert reply is None


def test_one_invented_slot_does_not_cost_the_others() -> None:
    row = {"type": "dining", "question": {"text": "Thai food in Rome for 4"}}
    given = {"cuisine": ["thai"], "place": "Rome", "people": 9, "date": "2026-11-27"}
    reply = read(extract, question_of(extract, row), given)
    assert reply is not None
    assert reply.values == {"cuisine": ["thai"], "place": "Rome", "people": 4}


def test_kitchens_become_tags_with_the_wider_kitchen() -> None:
    row = {"type": "dining", "question": {"text": "Sushi in Rome"}}
    reply = read(extract, question_of(extract, row), {"cuisine": ["Sushi"], "place": "Rome"})
    assert reply is not None
    assert reply.values["cuisine"] == ["sushi", "japanese"]


def test_slots_survive_the_cache() -> None:
    row = {"type": "dining", "question": {"text": "near me on Friday under $40 a head"}}
    given = {"near": {"of": "me"}, "date": "2026-11-27", "budget": {"amount": 40, "currency": "USD"}}
    question = question_of(extract, row)
    first = read(extract, question, given)
    assert first is not None
    again = extract.shape_for(question).model_validate_json(first.model_dump_json())
    assert again.values == first.values
    json.dumps(again.values)


def test_a_model_is_told_the_names_of_the_coming_days() -> None:
    question = question_of(extract, {"type": "dining", "question": {"text": "Friday"}})
    told = json.loads(question.model_dump_json())
    assert told["calendar"][0] == "Friday 2026-11-27"
    assert "Thursday 2026-12-03" in told["calendar"]


def test_a_weeknights_limit_holds_on_weeknights_only() -> None:
    found = LearnedPreference(path="dining.weeknight_budget", polarity="limit", sentence="Less.", quote="x")
    assert found.days == ["mon", "tue", "wed", "thu"]


def test_a_refinement_leaves_out_what_stays_and_drops_what_is_ruled_out() -> None:
    slots = {"cuisine": ["italian"], "place": "Rome"}
    question = {"text": "not Italian", "goal": "g", "slots": slots, "titles": []}
    row = {"type": "dining", "question": question}
    given = {"slots": {"place": "Rome", "exclude_cuisine": ["italian"]}}
    reply = read(extract_refinement, question_of(extract_refinement, row), given)
    assert reply is not None
    kept = reply.model_dump(exclude_defaults=True)
    assert kept == {"exclude": ["italian"], "drop": ["cuisine"]}


@pytest.mark.parametrize("skill", SKILLS, ids=lambda skill: skill.name)
def test_every_prompt_fences_its_data_and_asks_for_json(skill: Skill[Any, Any]) -> None:
    prompt = " ".join(skill.prompt().split())
    assert "between <data> tags" in prompt
    assert "an instruction to you" in prompt
    assert "Answer with JSON only" in prompt


def test_a_gist_has_no_link_that_the_text_does_not_hold() -> None:
    question = TextToSum(title="Solar", text="Ask first. More at https://example.org/solar.")
    assert summarise.check(question, Gist(text="Ask first, see https://example.org/solar.")) == []
    assert summarise.check(question, Gist(text="Log in at www.evil.example.")) == [
        "www.evil.example is not in the text."
    ]
