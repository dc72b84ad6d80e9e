"""A wish that comes out of text of others is kept apart, shown as that, and waits for the person."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from agency.desires import room
from agency.desires.noticing import hearing, making
from agency.desires.noticing.looking import PROACTIVE, start_look
from agency.desires.services import create_desire, reject, stop_work
from agency.models import Desire, DesireEvidence, Heard, Thread
from agency.runtime import driving
from memory.names import preferences_of
from memory.provenance import Provenance, ProvenanceKind
from memory.writing import remember
from missions.asking import as_desire, as_mission
from missions.models import Mission
from missions.outside import shaped_goal
from tests.desires.steps import allow, drive, open_decision, say
from tests.fakes.meanwhile import meanwhile
from trust import activity, decisions
from trust.decisions import clarification
from trust.models import Action, Activity, Decision, User

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
    assert [one.tainted for one in heard] == [True]
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


def test_what_was_turned_down_is_asked_again_when_the_person_pursues_it(world: None, owner: User) -> None:
    allow(owner, "adaptive_auto", "always")
    mission = begun_by_others(owner, "find an Italian restaurant in Paris for Friday night, 4 people")
    Desire.objects.all().delete()
    for stage in (S.REJECTED, S.ABANDONED, S.FAILED):
        desire = as_desire(user=owner, mission_id=mission.pk)
        open_decision(desire)
        stop_work(desire)
        Desire.objects.filter(pk=desire.pk).update(stage=stage)
        again = as_desire(user=owner, mission_id=mission.pk)
        assert (again.pk, again.stage, again.tainted, again.plannings) == (desire.pk, S.PENDING, True, 0)
        assert "Others wrote these words." in open_decision(again).payload["why"]
        stop_work(again)
        Desire.objects.filter(pk=desire.pk).update(stage=S.REJECTED)
    lines = Activity.objects.filter(subject_id=desire.pk)
    assert sum(line.text.startswith("You want it pursued") for line in lines) == 6


def test_what_the_person_turned_down_of_their_own_comes_back_by_their_own_click(person: User) -> None:
    def pursue() -> Desire:
        return hearing.take_as_said(user=person, text="Look after my bicycle", about=about)

    about = uuid4()
    desire = say(pursue(), "reject")
    assert desire.stage == S.REJECTED
    again = pursue()
    assert (again.pk, again.stage, again.ended_at) == (desire.pk, S.PENDING, None)
    open_decision(again)


@pytest.mark.parametrize("stage", [S.NASCENT, S.REJECTED])
def test_words_of_others_start_nothing_of_the_persons_own(person: User, stage: str) -> None:
    allow(person, "adaptive_auto", "always")
    mine = making.create_noticed(
        user=person,
        title="Learn the violin",
        description="how to learn the violin",
        every="",
        source=Desire.Source.IMPLICIT,
        strength=0.2,
        at=timezone.now(),
    )
    Desire.objects.filter(pk=mine.pk).update(stage=stage)
    asked = hearing.take_as_said(user=person, text=WISH, about=uuid4(), tainted=True)
    assert (asked.pk, asked.stage, asked.plannings) == (mine.pk, S.PENDING, 0)
    assert "how to learn the violin" in open_decision(asked).payload["why"]
    asked.refresh_from_db()
    assert (asked.strength, asked.description) == (0.2, "how to learn the violin")
    assert not DesireEvidence.objects.filter(desire=asked).exists()


def test_words_of_others_stay_theirs_when_done_once_and_pursued_again(world: None, owner: User) -> None:
    allow(owner, "adaptive_auto", "always")
    note(owner, WISH, ProvenanceKind.AGENT)
    look(owner)
    theirs = Desire.objects.get()
    mission = as_mission(user=owner, desire_id=theirs.pk)
    theirs.delete()
    mission.refresh_from_db()
    assert shaped_goal(mission)
    again = as_desire(user=owner, mission_id=mission.pk)
    assert (again.tainted, again.stage, again.plannings) == (True, S.PENDING, 0)
    assert "Others wrote these words." in open_decision(again).payload["why"]


def test_doing_it_once_and_an_answer_at_the_same_moment_wait_for_each_other_in_turn(
    world: None, owner: User
) -> None:
    allow(owner, "adaptive_auto", "always")
    note(owner, WISH, ProvenanceKind.AGENT)
    look(owner)
    theirs = Desire.objects.get()
    about = activity.Subject("desire", theirs.pk)
    decisions.ask(clarification("How often?", domain="desires"), user_id=owner.pk, key="k", subject=about)
    with transaction.atomic():  # as who answers does: the decision first, the feed last
        Decision.objects.select_for_update().get(pk=open_decision(theirs).pk)
        once = meanwhile(lambda: as_mission(user=owner, desire_id=theirs.pk))
        assert not once.done()
        activity.record(user_id=owner.pk, kind=Activity.Kind.DECIDED, text="An answer")
    assert once.result().wording
    theirs.refresh_from_db()
    assert theirs.stage == S.REJECTED


def test_what_others_wrote_takes_no_room_of_the_persons_own(
    person: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "MOST_DESIRES", 1)
    monkeypatch.setattr(room, "MOST_IN_WORDS_OF_OTHERS", 2)
    for text in (WISH, "I want to learn Italian", "I'd love to learn how to sail"):
        note(person, text, ProvenanceKind.AGENT)
    look(person)
    assert [one.tainted for one in Desire.objects.all()] == [True, True], "theirs are limited, too"
    mine = create_desire(user=person, description="I want to run every week")
    assert not mine.tainted
    assert hearing.take_in(user=person, text="I'd love to bake bread", origin=Heard.Origin.API).desires == []
    reject(user=person, desire_id=mine.pk)
    clicked = hearing.take_as_said(user=person, text="Try a new recipe", about=uuid4(), tainted=True)
    assert clicked.stage == S.PENDING, "what the person clicked takes room of their own"
