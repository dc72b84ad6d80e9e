"""Words that a person wants kept are a note as they are said; what is to be found out is looked up."""

# ruff: noqa: E501  (goals stand here as people say them)

from __future__ import annotations

import pytest

from agency.plans.by_rules import plan_by_rules
from agency.plans.essence import AssetField
from agency.plans.goal import GoalToRead
from agency.plans.reading import read_by_rules
from agency.plans.toolview import toolbox
from missions.open_goals import as_plan
from missions.understanding import Understanding
from trust.models import User

pytestmark = pytest.mark.django_db
PLUMBER = "the plumber comes on Tuesday at 9"
KLEMPNER = "der Klempner am Dienstag um 9 kommt"

KEPT = [
    (f"Write down that {PLUMBER}", PLUMBER),
    (f"Please write down that {PLUMBER}.", f"{PLUMBER}."),
    (f"note that {PLUMBER}", PLUMBER),
    (f"Make a note that {PLUMBER}", PLUMBER),
    (f"jot down that {PLUMBER}", PLUMBER),
    (f"Jot down {PLUMBER}", PLUMBER),
    (f"Can you note down for me that {PLUMBER}", PLUMBER),
    ("keep a note that the landlord's address is anna@example.org", "the landlord's address is anna@example.org"),
    ("Write down that Anna said “never on a Sunday” and meant it", "Anna said “never on a Sunday” and meant it"),
    ("make a note that the Italian restaurant in Berlin was loud", "the Italian restaurant in Berlin was loud"),
    ("Write down that the flight to Rome leaves on 3 May. Terminal 2.", "the flight to Rome leaves on 3 May. Terminal 2."),
    (f"schreib auf, dass {KLEMPNER}", KLEMPNER),
    (f"Schreib dir bitte auf, dass {KLEMPNER}", KLEMPNER),
    (f"Notier dir, dass {KLEMPNER}", KLEMPNER),
    (f"notiere dass {KLEMPNER}", KLEMPNER),
    ("Notier dir den Klempner am Dienstag um 9", "den Klempner am Dienstag um 9"),
    ("Schreib den Klempner am Dienstag um 9 auf", "den Klempner am Dienstag um 9"),
    (f"Mach dir eine Notiz, dass {KLEMPNER}", KLEMPNER),
    (f"Kannst du mir aufschreiben, dass {KLEMPNER}?", f"{KLEMPNER}?"),
    ("halte fest, dass der Schlüssel bei Frau Meier liegt", "der Schlüssel bei Frau Meier liegt"),
    ("Note que le plombier vient mardi à 9 h", "le plombier vient mardi à 9 h"),
    ("write down: call the plumber on Friday", "call the plumber on Friday"),
]  # fmt: skip
LOOKED_UP = [
    "write down three facts about Lisbon",
    "Write down when the Louvre opens",
    "look up Lisbon on Wikipedia and write it down",
    "read about Giverny and make a note of it",
    "note down what Wikipedia says about Lisbon",
    "Schreib auf, was Wikipedia über Lissabon sagt",
    "Lies auf Wikipedia über Giverny und schreib es auf",
    "notiere die Öffnungszeiten des Louvre",
]


def steps(text: str, user: User) -> list[tuple[str, dict[str, object]]]:
    """The tools of the plan that rules make, with what each takes that is given."""
    tools = [tool for tool in toolbox(user) if tool.by_words]
    found = read_by_rules(GoalToRead(text=text, tools=tools))
    assert found.mission is not None, found.missing
    given = {asset.name: asset.value for asset in found.mission.inputs}
    return [
        (
            step.tool,
            {
                name: given.get(one.state_asset)
                for name, one in step.parameters.items()
                if isinstance(one, AssetField)
            },
        )
        for _hop, step in plan_by_rules(found.mission, tools).steps()
    ]


@pytest.mark.parametrize(("text", "words"), KEPT)
def test_words_to_be_kept_are_a_note_and_nothing_else(
    world: None, owner: User, text: str, words: str
) -> None:
    assert steps(text, owner) == [("notes.save", {"text": words})]


@pytest.mark.parametrize("text", LOOKED_UP)
def test_what_is_to_be_found_out_is_looked_up_still(world: None, owner: User, text: str) -> None:
    assert len(steps(text, owner)) > 1


def test_what_is_kept_is_mailed_only_where_that_is_said(world: None, owner: User) -> None:
    tools = [tool for tool, _given in steps(f"Write down that {PLUMBER} and mail it to me", owner)]
    assert tools == ["notes.save", "mail.send"]


def test_note_that_before_a_wish_is_an_aside(world: None, owner: User) -> None:
    found = Understanding(domain="missions", mission_type="dining", level=1, confidence=0.9)
    text = "Note that I eat no meat. Find a restaurant in Paris"
    assert as_plan(found, text, owner) == found


@pytest.mark.parametrize("domain", ["calendar", "tasks", "contacts", "missions"])
@pytest.mark.parametrize("text", [text for text, _words in KEPT[:2] + KEPT[11:13]])
def test_a_note_wins_whatever_it_is_about(world: None, owner: User, text: str, domain: str) -> None:
    built = "events" if domain == "missions" else None
    found = Understanding(domain=domain, mission_type=built, level=1, confidence=0.9)
    assert as_plan(found, text, owner).mission_type == "open_goal"
