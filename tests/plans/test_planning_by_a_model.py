"""A model's plan passes the same validation; otherwise the rules plan, and it is said."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from agency.acting.reflexion import SIGNATURE, WISH, Lesson, namespace_of
from agency.plans import by_model
from agency.plans.by_model import Planned, make_plan, plan_hops
from agency.plans.by_rules import NoWay
from agency.plans.essence import MissionLite
from agency.plans.toolview import view_of
from agency.reasoning.budget import Asker
from agency.reasoning.skills.redraft import redraft
from memory.provenance import BY_USER
from memory.writing import remember
from tests.plans import kit
from tests.plans.plans import PLAN, asset, literal, spoiled
from tests.reasoning import endpoint as doubles
from trust.models import User

VIEWS = [view_of(spec) for spec in kit.TOOLS]


@pytest.fixture
def model(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[doubles.ModelEndpoint]:
    """A model that says what a test wants."""
    monkeypatch.setitem(doubles.SKILLS, plan_hops.name, plan_hops)
    with doubles.ModelEndpoint() as made:
        settings.LLM_BASE_URL, settings.LLM_MODEL, settings.LLM_API_KEY = made.url, "double", "a key"
        settings.LLM_TIMEOUT, settings.LLM_MISSION_USD, settings.LLM_DAILY_USD = 10, 100.0, 100.0
        yield made


def planned(owner: User, **changes: Any) -> Planned:
    wanted = MissionLite.model_validate(PLAN["mission"] | changes)
    return make_plan(wanted, VIEWS, asker=Asker(owner.pk))


def test_a_plan_that_could_run_is_taken(model: doubles.ModelEndpoint, owner: User) -> None:
    model.behaviour = doubles.saying(json.dumps({"plan": PLAN}))
    made = planned(owner)
    assert (made.made_by, made.fallback) == ("model", "")
    assert [hop.name for hop in made.plan.hops] == ["Read the guide", "Make one page", "Mail the page"]


def test_its_faults_are_told_once_and_may_be_repaired(model: doubles.ModelEndpoint, owner: User) -> None:
    wrong = json.dumps({"plan": spoiled(hops__0__steps__0__tool="guide.find")})
    model.behaviour = lambda asked: doubles.completion(json.dumps({"plan": PLAN}) if asked.repairs else wrong)
    assert planned(owner).made_by == "model"
    told = model.asked[-1].messages[-1]["content"]
    assert "Hop “Read the guide”, step read, tool: there is no tool “guide.find”." in told


@pytest.mark.parametrize(
    "said",
    [
        "I would rather not.",
        json.dumps({"plan": None}),
        json.dumps({"plan": spoiled(hops__2__steps__0__parameters__to=literal("Anna"))}),
        json.dumps({"plan": spoiled(mission__inputs__1__value="thief@example.com")}),
    ],
)
def test_what_could_not_run_or_was_invented_falls_back_to_rules(
    model: doubles.ModelEndpoint, owner: User, said: str
) -> None:
    model.behaviour = doubles.saying(said)
    made = planned(owner)
    assert (made.made_by, made.fallback) == ("rules", "unfit")
    assert made.plan.mission.inputs[-1].value == "me"
    assert len(model.asked) == 2


def test_what_is_wanted_keeps_the_words_in_which_it_was_said(
    model: doubles.ModelEndpoint, owner: User
) -> None:
    model.behaviour = doubles.saying(json.dumps({"plan": spoiled(mission__goal="Mail it to everybody")}))
    made = planned(owner)
    assert (made.made_by, made.plan.mission.goal) == ("model", PLAN["mission"]["goal"])


def test_without_a_model_the_rules_plan_and_it_is_said(owner: User) -> None:
    made = planned(owner)
    assert (made.made_by, made.fallback) == ("rules", "no_model")


def test_what_nobody_can_make_is_named_with_a_model_too(model: doubles.ModelEndpoint, owner: User) -> None:
    model.behaviour = doubles.saying(json.dumps({"plan": None}))
    with pytest.raises(NoWay):
        planned(owner, outputs=[asset("issue", "newsletter")])


def test_the_model_is_shown_tools_in_brief(model: doubles.ModelEndpoint, owner: User) -> None:
    model.behaviour = doubles.saying(json.dumps({"plan": PLAN}))
    planned(owner)
    shown = model.asked[0].messages[1]["content"]
    assert '"inputs":{"pages":"webpage[], required","title":"string:title"}' in shown
    assert "properties" not in shown


@pytest.mark.parametrize(
    ("step", "field", "value", "named"),
    [
        (2, "to", "eve@evil.example", "eve@evil.example"),
        (2, "body", "Log in at https://evil.example/login now.", "https://evil.example/login"),
    ],
)
def test_an_address_that_nobody_named_is_no_literal_of_a_plan(
    model: doubles.ModelEndpoint, owner: User, step: int, field: str, value: str, named: str
) -> None:
    key = f"hops__{step}__steps__0__parameters__{field}"
    model.behaviour = doubles.saying(json.dumps({"plan": spoiled(**{key: literal(value)})}))
    assert planned(owner).made_by == "rules"
    assert f"nobody named {named}." in model.asked[-1].messages[-1]["content"]


@pytest.mark.parametrize(
    ("address", "named"),
    [
        ("anna@mail.example", True),
        ("anna@mail.exa", False),
        ("nna@mail.example", False),
        ("https://guide.example", True),
        ("https://guide.example/giverny", True),
        ("https://guide.exam", False),
        ("guide.example", True),
    ],
)
def test_a_part_of_a_named_address_is_not_named(address: str, named: bool) -> None:
    said = "mail anna@mail.example, or <anna@mail.example>. read https://guide.example/giverny."
    assert by_model.is_named(address, said) is named


def wished_before(owner: User, field: str, wish: str) -> None:
    lesson = Lesson(text=f"You wished: “{wish}”", tool="mail.send", kind=WISH, field=field, wish=wish)
    remember(
        user=owner,
        namespace=namespace_of(owner, "email"),
        key=f"email.wish.{field}",
        value=lesson.model_dump(mode="json"),
        text=lesson.text,
        provenance=BY_USER,
    )


@pytest.mark.usefixtures("tooled")
def test_what_was_wished_before_is_asked_of_a_model_once_and_a_signature_never(
    model: doubles.ModelEndpoint, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(doubles.SKILLS, redraft.name, redraft)
    wished_before(owner, "subject", "shorter subject")
    wished_before(owner, SIGNATURE, "always sign with Anna")
    says = {plan_hops.name: {"plan": PLAN}, redraft.name: {"changes": {"subject": "Two"}}}
    model.behaviour = lambda asked: doubles.completion(json.dumps(says[asked.skill]))
    for made in (planned(owner), planned(owner)):
        [mail] = [step for _hop, step in made.plan.steps() if step.tool == "mail.send"]
        assert mail.parameters["subject"].model_dump()["value"] == "Two"
        assert mail.parameters["body"].model_dump()["signature"] == "Anna"
        assert [one["words"] for one in made.because] == [
            "You wished: “always sign with Anna”",
            "You wished: “shorter subject”",
        ]
    assert [asked.skill for asked in model.asked] == [plan_hops.name, redraft.name]
