"""An input of an open goal's plan is changed: what depends on it is done again, an act only with an OK."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from agency.acting import nodes as acting_nodes
from agency.models import Asset, Plan, Thread
from missions import plan_inputs
from missions.models import Mission
from missions.plan_cards import plan_card
from missions.plan_inputs import change_plan_input, goal_with
from missions.runs import thread_of
from missions.services import create_mission, pause_mission, resume_mission
from ownyou.lib.errors import Conflict, InvalidInput, NotFound
from tests.acting.conftest import Mailbox, mailbox  # noqa: F401
from tests.fakes.http_server import FakeServer
from tests.missions.steps import answer_first, drive, open_decision, refresh
from tests.missions.test_an_open_goal import GOAL, article, wiki  # noqa: F401
from trust.models import Action, Decision, User

pytestmark = pytest.mark.django_db(transaction=True)
NEW = ["Giverny", "Barbizon"]


@pytest.fixture
def mission(
    world: object,
    owner: User,
    wiki: FakeServer,  # noqa: F811
    mailbox: Mailbox,  # noqa: F811
    settings: Any,
) -> Mission:
    settings.ACT_HOLD_SECONDS = 0
    return create_mission(user=owner, goal=GOAL)


def places(mission: Mission) -> str:
    """The name of the input that says which places."""
    plan = Plan.objects.filter(subject_id=mission.pk).latest("version")
    return next(one.name for one in plan.assets.filter(role=Asset.Role.INPUT) if one.collection)


def change(mission: Mission, value: Any, name: str = "") -> Mission:
    return change_plan_input(
        user=mission.user, mission_id=mission.pk, name=name or places(mission), value=value
    )


def asked_titles(wiki: FakeServer) -> list[str]:  # noqa: F811
    return [asked.fields["titles"] for asked in wiki.asked]


def test_while_it_asks_the_card_comes_back_with_the_new_value(
    mission: Mission,
    mailbox: Mailbox,  # noqa: F811
) -> None:
    drive(mission)
    first = open_decision(mission)
    assert change(mission, NEW).pk == mission.pk
    first.refresh_from_db()
    assert first.status == Decision.Status.SUPERSEDED
    assert thread_of(mission).status == Thread.Status.READY  # type: ignore[union-attr]
    drive(mission)
    [act] = open_decision(mission).payload["acts"]
    assert "Take the train to Barbizon." in act["arguments"]["body"]
    assert "Fontainebleau" not in act["arguments"]["body"]
    assert mailbox.mails == []
    answer_first(mission, "approve")
    drive(mission)
    assert len(mailbox.mails) == 1
    assert refresh(mission).status == Mission.Status.COMPLETED


@pytest.mark.parametrize("hold", [0, 60])
def test_its_second_preview_gives_way_to_a_new_card(
    mission: Mission,
    mailbox: Mailbox,  # noqa: F811
    settings: Any,
    hold: int,
) -> None:
    settings.ACT_HOLD_SECONDS = hold
    drive(mission)
    answer_first(mission, "refine", text="change the subject to Two villages")
    drive(mission)
    second = open_decision(mission)
    assert second.attempt == 2
    if hold:  # it is approved, and can still be stopped
        answer_first(mission, "approve")
        drive(mission)
    change(mission, NEW)
    second.refresh_from_db()
    assert second.status == (Decision.Status.ANSWERED if hold else Decision.Status.SUPERSEDED)
    drive(mission)
    [act] = open_decision(mission).payload["acts"]
    assert "Take the train to Barbizon." in act["arguments"]["body"]
    settings.ACT_HOLD_SECONDS = 0
    answer_first(mission, "approve")
    drive(mission)
    assert len(mailbox.mails) == 1
    open_acts = (Action.Status.WAITING, Action.Status.APPROVED)
    assert not Action.objects.filter(subject_id=mission.pk, status__in=open_acts).exists()


def test_only_what_depends_on_it_is_done_again(mission: Mission, wiki: FakeServer) -> None:  # noqa: F811
    drive(mission)
    read = len(wiki.asked)
    address = next(
        one.name for one in Plan.objects.get().assets.filter(role=Asset.Role.INPUT) if not one.collection
    )
    change(mission, "anna@example.com", address)
    drive(mission)
    [act] = open_decision(mission).payload["acts"]
    assert act["arguments"]["to"] == "anna@example.com"
    assert len(wiki.asked) == read


def test_a_mission_that_is_done_stays_and_a_new_one_goes_on_from_its_plan(
    mission: Mission,
    mailbox: Mailbox,  # noqa: F811
) -> None:
    drive(mission)
    answer_first(mission, "approve")
    drive(mission)
    before = refresh(mission)
    fresh = change(mission, NEW)
    assert fresh.pk != mission.pk
    assert (fresh.like_id, fresh.mission_type) == (mission.pk, "open_goal")
    assert "Giverny and Barbizon" in fresh.goal
    assert "Fontainebleau" not in Plan.objects.get(subject_id=fresh.pk).name
    drive(fresh)
    [act] = open_decision(fresh).payload["acts"]
    assert act["rule"] == "caution"
    assert act["reason"].startswith("This was done before, on ")
    assert act["reason"].endswith("It is done again only with your OK.")
    assert "Take the train to Barbizon." in act["arguments"]["body"]
    assert len(mailbox.mails) == 1
    answer_first(fresh, "approve")
    drive(fresh)
    assert len(mailbox.mails) == 2
    assert refresh(fresh).status == Mission.Status.COMPLETED
    after = refresh(mission)
    assert (after.status, after.result) == (before.status, before.result)


def test_what_does_not_depend_on_it_is_not_done_again_in_the_new_mission(
    mission: Mission,
    wiki: FakeServer,  # noqa: F811
) -> None:
    drive(mission)
    answer_first(mission, "approve")
    drive(mission)
    read = len(wiki.asked)
    address = next(
        one.name for one in Plan.objects.get().assets.filter(role=Asset.Role.INPUT) if not one.collection
    )
    fresh = change(mission, "anna@example.com", address)
    drive(fresh)
    assert len(wiki.asked) == read
    [act] = open_decision(fresh).payload["acts"]
    assert act["arguments"]["to"] == "anna@example.com"
    assert "Take the train to Giverny." in act["arguments"]["body"]


def test_even_a_trusted_agent_asks_before_it_does_the_same_again(
    mission: Mission,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from dataclasses import replace

    from trust import policy

    drive(mission)
    answer_first(mission, "approve")
    drive(mission)
    fresh = change(mission, NEW)
    decide = policy.decide
    trusting = lambda c: decide(replace(c, level=3, reversible=True, tainted=False))  # noqa: E731
    monkeypatch.setattr(policy, "decide", trusting)
    drive(fresh)
    assert Action.objects.get(subject_id=fresh.pk).status == Action.Status.WAITING


def test_what_failed_goes_on_with_the_new_value_without_being_asked(
    mission: Mission,
    mailbox: Mailbox,  # noqa: F811
) -> None:
    drive(mission)
    answer_first(mission, "reject")
    drive(mission)
    assert open_decision(mission).kind == Decision.Kind.CLARIFICATION
    change(mission, NEW)
    drive(mission)
    card = open_decision(mission)
    assert card.kind == Decision.Kind.APPROVAL
    assert "Barbizon" in card.payload["acts"][0]["arguments"]["body"]


def test_what_a_failed_run_stopped_does_not_come_back_with_the_old_value(
    mission: Mission, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: object, **kwargs: object) -> None:
        raise RuntimeError("the step stumbles")

    monkeypatch.setattr(acting_nodes, "interrupt", broken)  # the card is open by then
    assert drive(mission).status == Thread.Status.FAILED
    monkeypatch.undo()
    change(mission, NEW)
    drive(mission)
    [act] = open_decision(mission).payload["acts"]
    assert "Take the train to Barbizon." in act["arguments"]["body"]
    assert Action.objects.filter(subject_id=mission.pk, status=Action.Status.WAITING).count() == 1


def test_a_paused_mission_takes_the_change_and_goes_on_when_it_is_resumed(mission: Mission) -> None:
    drive(mission)
    pause_mission(user=mission.user, mission_id=mission.pk)
    change(mission, NEW)
    assert refresh(mission).status == Mission.Status.PAUSED
    resume_mission(user=mission.user, mission_id=mission.pk)
    drive(mission)
    assert "Barbizon" in open_decision(mission).payload["acts"][0]["arguments"]["body"]


@pytest.mark.parametrize("status", ["running", "ready"])
def test_nothing_is_changed_while_it_is_worked_on(mission: Mission, status: str) -> None:
    drive(mission)
    Thread.objects.filter(subject_id=mission.pk).update(status=status)
    with pytest.raises(Conflict, match="I am at work on it"):
        change(mission, NEW)
    assert open_decision(mission).status == Decision.Status.OPEN


def test_what_ended_long_ago_is_started_again_instead(mission: Mission) -> None:
    drive(mission)
    answer_first(mission, "approve")
    drive(mission)
    long_ago = refresh(mission).completed_at - plan_inputs.KEPT - timedelta(days=1)  # type: ignore[operator]
    Mission.objects.update(completed_at=long_ago)
    with pytest.raises(Conflict, match="more than a month ago"):
        change(mission, NEW)
    assert Mission.objects.count() == 1


def test_nothing_is_changed_while_it_is_not_known_whether_an_act_happened(mission: Mission) -> None:
    drive(mission)
    answer_first(mission, "approve")
    drive(mission)
    Action.objects.filter(subject_id=mission.pk).update(status=Action.Status.UNKNOWN)
    with pytest.raises(Conflict, match="do not know yet"):
        change(mission, NEW)
    assert Mission.objects.count() == 1


def test_a_value_that_does_not_fit_or_changes_nothing_is_refused(mission: Mission) -> None:
    drive(mission)
    for value in (["Giverny", "Fontainebleau"], "Giverny", [], None):
        with pytest.raises(InvalidInput):
            change(mission, value)
    assert open_decision(mission).status == Decision.Status.OPEN
    with pytest.raises(NotFound):
        change(mission, NEW, "nothing_of_the_kind")


def test_the_page_says_what_is_done_again_and_takes_the_change(mission: Mission, client: Client) -> None:
    drive(mission)
    answer_first(mission, "approve")
    drive(mission)
    plan = plan_card(refresh(mission))
    assert plan is not None
    given = next(one for one in plan.inputs if one.many)
    assert given.text == "Giverny\nFontainebleau"
    assert given.again
    assert given.acts == [Action.objects.get(subject_id=mission.pk).title]
    client.force_login(mission.user)
    page = client.get(f"/missions/{mission.pk}/").content.decode()
    assert given.url in page
    assert "was done already" in page
    sent = client.post(given.url, {"text": "Giverny\r\nBarbizon\r\n"})
    fresh = Mission.objects.latest("created_at")
    assert sent["Location"] == f"/missions/{fresh.pk}/"
    assert fresh.like_id == mission.pk
    refused = client.post(given.url, {"text": " "}, follow=True).content.decode()
    assert "Say what it should be instead." in refused


def test_a_stranger_changes_nothing(mission: Mission, client: Client, stranger: User) -> None:
    drive(mission)
    client.force_login(stranger)
    assert client.post(f"/missions/{mission.pk}/plan/{places(mission)}/", {"text": "x"}).status_code == 404
    assert open_decision(mission).status == Decision.Status.OPEN


@pytest.mark.parametrize(
    ("goal", "before", "after", "said"),
    [
        ("read about A1 and B2", ["A1", "B2"], ["A1", "C3"], "read about A1 and C3"),
        ("read about A1", "A1", "C3", "read about C3"),
        ("read about A1.", ["A1"], ["A1", "C3"], "read about A1, C3."),
        ("read about A1 and B2.", ["A1", "B2"], ["A1"], "read about A1 and B2 (now with: A1)"),
        ("read about it", "A1", "C3", "read about it (now with: C3)"),
    ],
)
def test_the_goal_says_the_new_value(goal: str, before: Any, after: Any, said: str) -> None:
    assert goal_with(goal, before, after) == said
