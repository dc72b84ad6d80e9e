"""A mail to somebody is an open goal: its words are as they were said, its address is known or asked for."""

from __future__ import annotations

import pytest

from agency.plans.goal import GoalRead, GoalToRead
from agency.plans.mailing import mail_in
from agency.plans.reading import read_by_rules
from agency.plans.toolview import toolbox
from missions.open_goals import as_plan, told
from missions.understanding import Understanding, by_rules, context_of
from tests.plans.test_every_act_is_reached_by_a_plain_goal import NOW, is_open_goal
from trust.models import User

pytestmark = pytest.mark.django_db

SAID = [
    ("Send a mail to Nora: the keys are under the mat", "Nora", "The keys are under the mat"),
    ("write an email to Mr Klein saying that the heating works again", "Mr Klein", "The heating works again"),
    (
        "send my brother a quick email and tell him that dinner is at eight",
        "my brother",
        "Dinner is at eight",
    ),
    ("email Jonas that the match is cancelled", "Jonas", "The match is cancelled"),
    ("let Ines know by mail that I found her scarf", "Ines", "I found her scarf"),
    (
        "Schick Lukas eine Mail: die Schlüssel sind im Briefkasten",
        "Lukas",
        "Die Schlüssel sind im Briefkasten",
    ),
    (
        "Kannst du eine Mail an Frau Sommer schreiben, dass ich am Montag fehle?",
        "Frau Sommer",
        "Ich wollte Bescheid geben, dass ich am Montag fehle",
    ),
    ("Envoie un mail à Chloé pour dire que le train est annulé", "Chloé", "Le train est annulé"),
    ("mail Jonas that the list you made is wrong", "Jonas", "The list you made is wrong"),
    (
        "Schick Lukas eine Mail, dass der Text, den du geschrieben hast, gut ist",
        "Lukas",
        "Ich wollte Bescheid geben, dass der Text, den du geschrieben hast, gut ist",
    ),
    (
        "mail to Jonas that I come an hour late and ask if he can open the door",
        "Jonas",
        "I come an hour late. I also wanted to ask if you can open the door.",
    ),
    (
        "email Ines that the key is gone, and ask her to call the caretaker",
        "Ines",
        "The key is gone. Please call the caretaker.",
    ),
    ("email Ines to ask whether she has a drill", "Ines", "I wanted to ask whether you have a drill."),
    ("mail Jonas that I asked if he knits and frets", "Jonas", "I asked if he knits and frets"),
    (
        "Schick Lukas eine Mail, dass ich später komme, und frag ihn, ob er die Leiter hat",
        "Lukas",
        "Ich wollte Bescheid geben, dass ich später komme, und fragen, ob du die Leiter hast",
    ),
    ("mail the caretaker", "the caretaker", ""),
    ("write an email to my teacher asking for more time", "my teacher", ""),
]
NONE = [
    "mail me the news about heat pumps",
    "email it to Nora",
    "send a mail to Nora with what Wikivoyage says about Rome",
    "mail the photos to grandma",
    "mail Nora the page that you made about Rome",
    "Schick Nora eine Mail mit der Liste, die du gestern gemacht hast",
    "any new mail from Nora",
    "Find a restaurant in Rome and send a mail to Nora",
]


@pytest.mark.parametrize(("text", "name", "says"), SAID)
def test_a_mail_is_read_as_it_is_said(text: str, name: str, says: str) -> None:
    mail = mail_in(text)
    assert mail is not None
    assert (mail.name, mail.address, mail.says) == (name, "", says)


@pytest.mark.parametrize("text", NONE)
def test_what_is_to_be_found_first_or_goes_to_oneself_is_no_such_mail(text: str) -> None:
    assert mail_in(text) is None


@pytest.mark.parametrize("text", [text for text, _name, _says in SAID])
def test_a_mail_is_an_open_goal_and_its_name_no_place(world: None, owner: User, text: str) -> None:
    assert is_open_goal(text, owner)
    assert "place" not in as_plan(by_rules(text, context_of(owner, NOW)), text, owner).slots


@pytest.mark.parametrize(
    "text",
    [
        "write a mail to me: call the plumber",
        "Mail me: call the plumber",
        "schreib mir eine Mail: Call the plumber",
    ],
)
def test_a_note_to_oneself_is_sent_as_it_stands_and_named_by_its_words(
    world: None, owner: User, text: str
) -> None:
    found = read(text, owner)
    assert found.missing == []
    assert found.mission is not None
    given = {asset.name: asset.value for asset in found.mission.inputs}
    assert given == {"to": "me", "body": "Call the plumber", "subject": "Call the plumber"}


def test_address_and_words_are_asked_for_and_taken(world: None, owner: User) -> None:
    goal = "write an email to Nora"
    asked = []
    for answer in ("nobody you know", "nora@example.org", "Lunch is at one. Bring bread."):
        first = read(goal, owner).missing[0]
        asked.append(first.name)
        goal = told(goal, first.name, answer, owner)
    assert asked == ["to", "to", "body"]
    found = read(goal, owner)
    assert found.way is not None
    assert [step.tool for _hop, step in found.way.steps()] == ["mail.send"]
    assert found.mission is not None
    given = {asset.name: asset.value for asset in found.mission.inputs}
    assert given == {
        "to": "nora@example.org",
        "body": "Lunch is at one. Bring bread.",
        "subject": "Lunch is at one. Bring bread",
    }


def read(text: str, user: User, addresses: tuple[str, ...] = ()) -> GoalRead:
    return read_by_rules(GoalToRead(text=text, now=NOW, tools=toolbox(user), addresses=list(addresses)))


def test_the_one_address_known_is_taken_and_of_several_one_is_chosen(world: None, owner: User) -> None:
    goal = "Send a mail to Nora: see you"
    one = read(goal, owner, ("nora@example.org",))
    assert (one.missing, one.way is None) == ([], False)
    [asked] = read(goal, owner, ("nora@example.org", "n@example.net")).missing
    assert asked.suggestions == ["nora@example.org", "n@example.net"]


def test_an_address_within_the_words_is_not_where_it_goes(world: None, owner: User) -> None:
    mail = mail_in("Send a mail to Nora: from now on I am at new@example.org")
    assert mail is not None
    assert mail.address == ""


@pytest.mark.parametrize(
    ("domain", "text"),
    [("email", "sum up my inbox"), ("briefing", "brief me on today"), ("email", "read my newest mail")],
)
def test_looking_a_word_up_is_not_what_was_asked(world: None, owner: User, domain: str, text: str) -> None:
    found = Understanding(domain=domain, mission_type=None, level=1, confidence=0.9)
    assert as_plan(found, text, owner) == found
