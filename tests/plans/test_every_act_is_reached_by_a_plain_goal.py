"""Each tool that changes something is planned for whoever asks for it plainly, and an entry as it was said."""

# ruff: noqa: E501  (goals stand here as people say them)

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from agency.plans.goal import GoalToRead
from agency.plans.reading import read_by_rules
from agency.plans.toolview import toolbox
from agency.tools.files import SAVE as FILE
from missions.open_goals import as_plan
from missions.understanding import by_rules, context_of
from trust.models import User

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 12, 1, 12, tzinfo=ZoneInfo("Europe/Paris"))  # a Tuesday

PLAIN = [
    ("calendar.add", "put the dentist appointment on Friday 10am into my calendar"),
    ("calendar.add", "Add a team meeting to the calendar on 3 December at 14:00"),
    ("calendar.add", "Trag den Zahnarzttermin am Freitag um 10 Uhr in meinen Kalender ein"),
    ("calendar.add", "Mets le rendez-vous chez le dentiste vendredi à 10h dans mon agenda"),
    ("mail.send", "Mail anna@example.org that I will be late"),
    ("mail.send", "Send a mail to anna@example.org: see you at noon"),
    ("mail.send", "Schick eine Mail an anna@example.org: bis morgen"),
    ("notes.save", "Write down: buy milk"),
    ("notes.save", "Note that the boiler was serviced in May"),
    ("notes.save", "Schreib auf, dass der Klempner am Dienstag kommt"),
    ("files.save", "Save the page https://example.org/a as a file"),
]


PAGES = [
    ("Fetch https://example.org/x and save it as a file", "web.fetch pages.join files.save"),
    ("Fetch https://example.org/x and save the page as a file", "web.fetch pages.join files.save"),
    ("Download https://example.org/x as a file", "web.fetch pages.join files.save"),
    ("Read https://example.org/x and mail me a summary", "web.fetch pages.summarise mail.send"),
    ("Read https://example.org/x and tell me what it says", "web.fetch"),
    ("What does https://example.org/x say?", "web.fetch"),
    ("Can you fetch www.example.org/x for me?", "web.fetch"),
    (
        "Look at https://example.org/x and mail anna@example.org a summary",
        "web.fetch pages.summarise mail.send",
    ),
    ("Mail me the text of https://example.org/x", "web.fetch pages.join mail.send"),
    ("Read https://example.org/x and put it into my notes", "web.fetch pages.join notes.save"),
    ("Save this as a file: buy milk and bread", "files.save"),
    ("Keep a file with what Wikivoyage says about Rome", "wikivoyage.read pages.join files.save"),
    ("Keep what Wikivoyage says about Rome as a file", "wikivoyage.read pages.join files.save"),
    ("Behalte eine Datei mit dem, was Wikivoyage über Rom sagt", "wikivoyage.read pages.join files.save"),
    ("mail me the page you made about Giverny yesterday", "files.find pages.join mail.send"),
    ("mail anna@example.org the page you made about Giverny", "files.find pages.join mail.send"),
    ("summarise the file you saved about Rome", "files.find pages.summarise"),
    ("Schick mir die Seite, die du über Giverny gemacht hast", "files.find pages.join mail.send"),
    ("Keep what Wikivoyage says about Rome as a note", "wikivoyage.read pages.join notes.save"),
    ("Save this as a note: the boiler was serviced in May", "notes.save"),
    ("Lade https://example.org/x herunter und speichere es als Datei", "web.fetch pages.join files.save"),
    (
        "Lies https://example.org/x und schick mir eine Zusammenfassung per Mail",
        "web.fetch pages.summarise mail.send",
    ),
    ("Was steht auf https://example.org/x?", "web.fetch"),
    ("Speichere das als Datei: Milch und Brot", "files.save"),
    ("Schick mir den Inhalt von https://example.org/x", "web.fetch pages.join mail.send"),
]


@pytest.mark.parametrize(("goal", "steps"), PAGES)
def test_a_page_that_is_named_is_read_and_kept_or_sent_as_it_is_said(
    world: None, owner: User, goal: str, steps: str
) -> None:
    assert planned(goal, owner) == steps.split()
    assert is_open_goal(goal, owner)


def test_a_file_has_the_name_that_it_is_given(world: None, owner: User) -> None:
    assert given("Save this as a file called shopping.md: milk, eggs", owner) == {
        "filename": "shopping.md",
        "text": "milk, eggs",
    }


def planned(text: str, user: User) -> list[str]:
    found = read_by_rules(GoalToRead(text=text, now=NOW, tools=toolbox(user)))
    assert found.way is not None, found.missing
    return [step.tool for _hop, step in found.way.steps()]


def is_open_goal(text: str, user: User) -> bool:
    return as_plan(by_rules(text, context_of(user, NOW)), text, user).mission_type == "open_goal"


@pytest.mark.parametrize(("tool", "goal"), PLAIN)
def test_a_plain_goal_reaches_the_tool_and_no_other_act(
    world: None, owner: User, tool: str, goal: str
) -> None:
    steps = planned(goal, owner)
    acts = {one.name for one in toolbox(owner) if one.acts} | {FILE.name}
    assert [step for step in steps if step in acts] == [tool]
    assert steps[-1] == tool
    assert is_open_goal(goal, owner)


def test_every_tool_that_acts_stands_in_the_table(world: None, owner: User) -> None:
    acts = {tool.name for tool in toolbox(owner) if tool.acts and tool.enabled}
    assert acts <= {tool for tool, _goal in PLAIN}


ENTRIES = [
    ("put the dentist appointment on Friday 10am into my calendar", "Dentist appointment", "2026-12-04T10:00"),
    ("Put dinner with Anna in my calendar tomorrow at 7pm", "Dinner with Anna", "2026-12-02T19:00"),
    ("add an entry to my calendar: yoga, Monday 18:00", "Yoga", "2026-12-07T18:00"),
    ("Put lunch in my calendar on Friday at noon at Da Rosa", "Lunch, at Da Rosa", "2026-12-04T12:00"),
    ("Put into my calendar: remind me on Friday at 9am to water the plants", "Water the plants", "2026-12-04T09:00"),
    ("Trag Yoga am Montag um 18 Uhr in den Kalender ein", "Yoga", "2026-12-07T18:00"),
    ("Trag ein: Zahnarzt am Montag um 15 Uhr", "Zahnarzt", "2026-12-07T15:00"),
    ("Trag bitte den Zahnarzt am Montag um 15 Uhr ein", "Zahnarzt", "2026-12-07T15:00"),
    ("schedule: dentist on Friday at 3pm", "Dentist", "2026-12-04T15:00"),
    ("Apunta la cita con el médico el lunes a las 9 en mi calendario", "Cita con el médico", "2026-12-07T09:00"),
    ("Metti la riunione domani alle 15 nel mio calendario", "Riunione", "2026-12-02T15:00"),
]  # fmt: skip


def given(text: str, user: User) -> dict[str, Any]:
    found = read_by_rules(GoalToRead(text=text, now=NOW, tools=toolbox(user)))
    assert found.mission is not None
    return {asset.name: asset.value for asset in found.mission.inputs}


def test_a_reminder_is_no_appointment_of_two_hours(world: None, owner: User) -> None:
    entry = given("Put into my calendar: remind me on Friday at 9am to water the plants", owner)
    assert str(entry["ends_at"]).startswith("2026-12-04T09:30")


@pytest.mark.parametrize(("goal", "title", "begins"), ENTRIES)
def test_an_entry_is_named_and_begins_as_it_was_said(
    world: None, owner: User, goal: str, title: str, begins: str
) -> None:
    found = given(goal, owner)
    assert (found["title"], found["starts_at"][:16]) == (title, begins)
    assert found["zone"] == "Europe/Paris"
    assert planned(goal, owner) == ["calendar.add"]


@pytest.mark.parametrize(
    "goal",
    [
        "put lunch with Tom in my calendar on 3 December from 14 to 15:30",
        "Kannst du das Treffen am 3. Dezember von 14:00 bis 15:30 Uhr in meinen Kalender eintragen?",
    ],
)
def test_an_end_that_is_said_is_kept(world: None, owner: User, goal: str) -> None:
    found = given(goal, owner)
    assert (found["starts_at"][:16], found["ends_at"][:16]) == ("2026-12-03T14:00", "2026-12-03T15:30")


def test_an_entry_without_a_time_asks_for_it_and_takes_the_answer(world: None, owner: User) -> None:
    goal = "Put the dentist into my calendar"
    found = read_by_rules(GoalToRead(text=goal, now=NOW, tools=toolbox(owner)))
    assert [unsaid.name for unsaid in found.missing] == ["starts_at"]
    assert is_open_goal(goal, owner)
    told = given(f"{goal}. Friday 10am", owner)
    assert (told["title"], told["starts_at"][:16]) == ("Dentist", "2026-12-04T10:00")


@pytest.mark.parametrize(
    "goal",
    [
        "What is on my calendar tomorrow?",
        "Move my dentist appointment to Friday 10am",
        "Put all concerts in Berlin in December into my calendar",
        "Put it in my calendar",
        "Find a restaurant in Paris on Friday and put it in my calendar",
    ],
)
def test_what_is_no_entry_is_not_taken_for_one(world: None, owner: User, goal: str) -> None:
    found = read_by_rules(GoalToRead(text=goal, now=NOW, tools=toolbox(owner)))
    assert found.way is None or [step.tool for _hop, step in found.way.steps()] != ["calendar.add"]
