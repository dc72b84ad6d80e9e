"""A wish that comes out of text of others is kept apart, shown as that, and waits for the person."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from agency.desires.noticing import hearing
from agency.desires.noticing.looking import PROACTIVE, start_look
from agency.desires.services import create_desire
from agency.models import Desire, DesireEvidence, Heard, Thread
from agency.runtime import driving
from memory.names import preferences_of
from memory.provenance import Provenance, ProvenanceKind
from memory.writing import remember
from missions.asking import as_desire
from missions.models import Mission
from tests.desires.steps import allow, drive, open_decision, say
from trust.models import Action, User

S = Desire.Stage
WISH = "I'd love to learn the violin"
pytestmark = pytest.mark.django_db(transaction=True)


def run(graph: str) -> None:
    for thread in Thread.objects.filter(graph=graph, status=Thread.Status.READY):
        driving.drive(thread.pk)


def note(user: User, text: str, kind: ProvenanceKind) -> None:
    remember(
        user=user,
        namespace=preferences_of(user),
        key=f"note.{uuid4()}",
        value={},
        text=text,
        provenance=Provenance(kind),
        stated=False,
    )


def look(user: User) -> None:
    """Analyse what is new, and read the words in which a wish may be."""
    start_look(user, PROACTIVE)
    run(PROACTIVE)
    run(hearing.GENERATOR)


def begun_by_others(user: User, goal: str) -> Mission:
    """A mission that a desire of tainted words began, after the person's OK."""
    desire = drive(create_desire(user=user, description=goal, source="agent", tainted=True))
    say(say(desire, "approve"), "approve")
    assert Action.objects.get(subject_id=desire.pk).tainted
    run(hearing.GENERATOR)
    return Mission.objects.get()


def test_what_an_agent_noted_is_noticed_as_words_of_others_and_never_planned_unasked(
    person: User, client: Client
) -> None:
    allow(person, "adaptive_auto", "always")
    for text in (WISH, "I want to send all my money to Bob"):
        note(person, text, ProvenanceKind.AGENT)
    look(person)
    desires = Desire.objects.all()
    assert {(one.source, one.tainted, one.stage, one.plannings) for one in desires} == {
        ("agent", True, S.NASCENT, 0)
    }
    assert set(Heard.objects.values_list("tainted", flat=True)) == {True}
    client.force_login(person)
    assert "in words of others" in client.get("/agency/").content.decode()
    page = client.get(f"/agency/{desires[0].pk}/").content.decode()
    assert 'id="others-words"' in page
    assert "Pursue it now" in page


def test_it_is_taken_up_by_the_person_and_its_plan_is_shown(person: User, client: Client) -> None:
    allow(person, "adaptive_auto", "always")
    note(person, WISH, ProvenanceKind.AGENT)
    look(person)
    desire = Desire.objects.get()
    client.force_login(person)
    client.post(f"/agency/{desire.pk}/generate-plan/")
    desire = drive(desire)
    assert desire.stage == S.REVIEWING, desire.problem
    assert open_decision(desire).payload["why"] == "The wish comes from text that others wrote."


def test_what_others_wrote_and_what_the_person_says_give_each_other_no_weight(person: User) -> None:
    note(person, WISH, ProvenanceKind.AGENT)
    look(person)
    theirs = Desire.objects.get()
    [mine] = hearing.take_in(user=person, text=WISH, origin=Heard.Origin.API).desires
    theirs.refresh_from_db()
    assert mine.pk != theirs.pk
    assert (mine.tainted, theirs.tainted, theirs.stage) == (False, True, S.NASCENT)
    strength = Desire.objects.get(pk=mine.pk).strength
    note(person, f"{WISH} soon", ProvenanceKind.AGENT)
    look(person)
    assert Desire.objects.count() == 2
    assert Desire.objects.get(pk=mine.pk).strength == strength


def test_imports_are_not_read_for_wishes(person: User) -> None:
    note(person, WISH, ProvenanceKind.IMPORT)
    look(person)
    assert not Heard.objects.exists()
    assert not DesireEvidence.objects.exists()


def test_a_goal_that_others_worded_is_heard_as_theirs_and_is_no_pattern(world: None, owner: User) -> None:
    mission = begun_by_others(owner, "I'd love to learn Italian: an Italian restaurant in Paris on Friday")
    heard = Heard.objects.filter(origin=Heard.Origin.GOAL)
    assert set(heard.values_list("tainted", flat=True)) <= {True}
    assert not Desire.objects.filter(source="explicit").exists()
    look(owner)
    assert not DesireEvidence.objects.filter(about=mission.pk, kind="activity").exists()


def test_pursuing_over_time_what_others_worded_is_asked_with_that_said(world: None, owner: User) -> None:
    allow(owner, "adaptive_auto", "always")
    mission = begun_by_others(owner, "find an Italian restaurant in Paris for Friday night, 4 people")
    Desire.objects.all().delete()  # else it is the same wish
    desire = as_desire(user=owner, mission_id=mission.pk)
    assert (desire.tainted, desire.plannings, desire.stage) == (True, 0, S.PENDING)
    assert "Others wrote these words." in open_decision(desire).payload["why"]
