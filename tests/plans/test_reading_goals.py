"""An open goal is read by the words of the tools there are; what it does not say is asked for."""

# ruff: noqa: E501  (goals stand here as people say them)

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from pydantic import BaseModel

from agency.plans.by_rules import plan_by_rules
from agency.plans.essence import AssetLite, MissionLite
from agency.plans.goal import GoalRead, GoalToRead, check, read_open_goal
from agency.plans.toolview import ToolView, view_of, views_of
from tests.plans import kit
from trust.tools import Done, Errand, Kind, tools_of

NOW = datetime(2026, 11, 28, 10, tzinfo=ZoneInfo("Europe/Paris"))
VIEWS = [view_of(spec) for spec in kit.TOOLS]


def read(goal: str, *more: ToolView) -> GoalRead:
    question = GoalToRead(text=goal, now=NOW, tools=[*VIEWS, *more])
    reply = read_open_goal.rules(question)
    assert check(question, reply) == []
    return reply


def given(reply: GoalRead) -> dict[str, Any]:
    assert reply.mission is not None
    return {str(asset.typed): asset.value for asset in reply.mission.inputs}


def planned(reply: GoalRead) -> list[str]:
    assert reply.mission is not None
    assert reply.missing == []
    return [step.tool for _, step in plan_by_rules(reply.mission, VIEWS).steps()]


COLLECTED = ["guide.look_up", "pages.join", "mail.send"]
TWO_PLACES = {"string:topic[]": ["Giverny", "Fontainebleau"], "string:address": "me"}


@pytest.mark.parametrize(
    ("goal", "tools", "inputs"),
    [
        ("Collect what Wikivoyage says about Giverny and Fontainebleau into one page and mail it to me", COLLECTED, TWO_PLACES),
        ("Sammle, was Wikivoyage über Giverny und Fontainebleau sagt, auf einer Seite und schick sie mir per Mail", COLLECTED, TWO_PLACES),
        ("Rassemble ce que Wikivoyage dit de Giverny et Fontainebleau sur une page et envoie-la-moi par mail", COLLECTED, TWO_PLACES),
        ("search the web for rare ferns and send me the three best links", ["web.search", "pages.list", "mail.send"], {"string:topic": "rare ferns", "number": 3, "string:address": "me"}),
        ("sum up https://example.com/a, mail it to me, write it down and keep it in my notes", ["web.read", "pages.sum", "mail.send", "notes.keep"], {"string:url": "https://example.com/a", "string:address": "me"}),
        ("put the opening hours of the Louvre into my notes", None, {"string:topic": "opening hours of the Louvre"}),
        ("Trage die Öffnungszeiten des Louvre in meine Notizen ein", None, {"string:topic": "Öffnungszeiten des Louvre"}),
        ("Mets les horaires du Louvre dans mes notes", None, {"string:topic": "horaires du Louvre"}),
        ("write down: call the plumber on Friday", ["notes.keep"], {"string:text": "call the plumber on Friday"}),
        ("Schreib auf: Klempner anrufen", ["notes.keep"], {"string:text": "Klempner anrufen"}),
        ("Note : appeler le plombier", ["notes.keep"], {"string:text": "appeler le plombier"}),
        ("save “the key is under the mat” as a note", ["notes.keep"], {"string:text": "the key is under the mat"}),
    ],
)  # fmt: skip
def test_goals_are_read_in_three_languages(
    goal: str, tools: list[str] | None, inputs: dict[str, Any]
) -> None:
    reply = read(goal)
    assert given(reply) == inputs
    assert tools is None or planned(reply) == tools


@pytest.mark.parametrize(
    "goal",
    [
        "summarise https://example.com/a and save it as a note",
        "Fasse https://example.com/a zusammen und speichere es als Notiz",
        "Résume https://example.com/a et enregistre-le comme note",
    ],
)
def test_an_address_in_the_goal_is_read_and_summed_up(goal: str) -> None:
    reply = read(goal)
    assert given(reply) == {"string:url": "https://example.com/a"}
    assert planned(reply)[1:] == ["pages.sum", "notes.keep"]


def test_what_is_to_be_found_out_is_not_kept_as_if_it_were_the_answer() -> None:
    steps = planned(read("put the opening hours of the Louvre into my notes"))
    assert steps[-1] == "notes.keep"
    assert len(steps) > 1


def test_a_mail_to_somebody_without_an_address_asks_for_it() -> None:
    reply = read("mail a summary of https://example.com/a to Anna")
    assert [one.name for one in reply.missing] == ["to"]
    assert "Send a mail" in reply.missing[0].question


def test_a_mail_without_a_text_asks_for_it_by_the_name_that_the_card_has() -> None:
    [missing] = read("Send a mail to anna@example.org").missing
    assert missing.question == "“Send a mail” needs to know: Text. What should it be?"


def test_a_mail_to_an_address_needs_no_question() -> None:
    reply = read("mail the summary of https://example.com/a to anna@example.com")
    assert given(reply)["string:address"] == "anna@example.com"
    assert planned(reply)[-1] == "mail.send"


@pytest.mark.parametrize("goal", ["turn on the light in the kitchen", "make my life better", "?", "mail"])
def test_what_no_tool_is_for_is_asked_about_rather_than_guessed(goal: str) -> None:
    assert read(goal).missing


@pytest.mark.parametrize(
    ("goal", "tools"),
    [
        (
            "look up Giverny on Wikivoyage and summarise it, keep a note of it, save it as a file and mail it to me",
            ["wikivoyage.read", "pages.summarise", "notes.save", "files.save", "mail.send"],
        ),
        (
            "look up Giverny, Paris and Rome on Wikivoyage, and mail it to me",
            ["wikivoyage.read", "pages.join", "mail.send"],
        ),
        ("look up Giverny on Wikipedia and write a summary", ["wikipedia.read", "pages.summarise"]),
    ],
)
def test_with_the_products_tools_each_request_and_the_source_that_is_named_are_heard(
    goal: str, tools: list[str]
) -> None:
    question = GoalToRead(text=goal, now=NOW, tools=list(views_of(tools_of()).values()))
    way = read_open_goal.rules(question).way
    assert way is not None
    assert [step.tool for _, step in way.steps()] == tools


class Crate(BaseModel):
    fruit: str


class Juice(BaseModel):
    litres: float


def test_a_tool_that_nobody_thought_of_is_understood_by_its_own_words() -> None:
    def press(errand: Errand, crate: Crate) -> Done[Juice]:
        return Done(Juice(litres=2))

    press_tool = view_of(
        kit.tool("juice.press", press, Crate, Juice, title="Press juice", kind=Kind.WRITE,
                 consumes={"fruit": "string"}, produces={"litres": "number"},
                 verbs=("press the apples", "make juice of it"))
    )  # fmt: skip
    reply = read("Make juice of the pears from Normandy", press_tool)
    assert reply.mission is not None
    assert [asset.name for asset in reply.mission.outputs] == ["litres"]
    assert "pears from Normandy" in given(reply).values()


def mission(**changes: Any) -> GoalRead:
    facts: dict[str, Any] = {
        "name": "A note",
        "goal": "write down: milk",
        "inputs": [AssetLite(name="text", type="string:text", value="milk")],
        "outputs": [AssetLite(name="note", type="database_entity")],
    }
    return GoalRead(mission=MissionLite(**facts | changes))


@pytest.mark.parametrize(
    ("reply", "wrong"),
    [
        (mission(), []),
        (GoalRead(), ["give a mission, or say what is missing."]),
        (
            mission(inputs=[AssetLite(name="text", type="string:text", value="butter")]),
            ["input text: 'butter' is not in the goal; ask for it instead."],
        ),
        (
            mission(outputs=[AssetLite(name="text", type="newsletter")]),
            ["text stands more than once.", "output text: no tool makes newsletter."],
        ),
    ],
)
def test_a_model_may_not_invent(reply: GoalRead, wrong: list[str]) -> None:
    assert check(GoalToRead(text="write down: milk", tools=VIEWS), reply) == wrong


def test_a_question_may_be_left_to_be_looked_up() -> None:
    assert check(GoalToRead(text="May tenants put up solar panels?", tools=VIEWS), GoalRead()) == []


@pytest.mark.parametrize(
    ("text", "type_", "value", "said"),
    [
        ("call the dentist on Monday at 9", "string:datetime", "2026-11-30T09:00:00+01:00", True),
        ("call the dentist on Monday", "string:date", "2026-11-30", True),
        ("call the dentist on Monday", "string:datetime", "2026-11-30T09:00:00+01:00", False),
        ("call the dentist on Monday", "string:date", "2026-12-01", False),
        ("call the dentist on Monday", "string:topic", "2026-11-30", False),
    ],
)
def test_a_model_may_write_out_the_day_or_moment_that_a_goal_says(
    text: str, type_: str, value: str, said: bool
) -> None:
    when = AssetLite(name="when", type=type_, value=value)
    note = AssetLite(name="note", type="database_entity")
    reply = GoalRead(mission=MissionLite(name=text, goal=text, inputs=[when], outputs=[note]))
    question = GoalToRead(text=text, now=NOW, tools=VIEWS)
    assert (check(question, reply) == []) is said
