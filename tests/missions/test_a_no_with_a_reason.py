"""What a person says with a no is planned with once: the act changes, or it ends with what was found."""

from __future__ import annotations

from typing import Any

import pytest

from agency.models import Artifact, Note, Plan, Thread
from agency.plans.storing import essence
from missions.models import Mission
from missions.services import create_mission
from tests.acting.conftest import Mailbox, mailbox  # noqa: F401
from tests.fakes.http_server import FakeServer
from tests.missions.steps import answer_first, drive, open_decision, refresh
from tests.missions.test_an_open_goal import article
from trust.models import Action, Decision, User

GOAL = "collect what Wikivoyage says about Giverny and Fontainebleau into one page and mail it to me"
NOTE = "mail karl@example.org: I come later today"
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def mission(world: object, owner: User, mailbox: Mailbox, settings: Any) -> Any:  # noqa: F811
    settings.ACT_HOLD_SECONDS = 0
    with FakeServer() as server:
        settings.WIKIVOYAGE_URL = f"{server.url}/w/api.php"
        server.will_say(article)
        made = create_mission(user=owner, goal=GOAL)
        drive(made)
        yield made


def acts(mission: Mission) -> list[Any]:
    return list(open_decision(mission).payload["acts"])


def no(mission: Mission, reason: str) -> Mission:
    answer_first(mission, "reject", text=reason)
    drive(mission)
    return refresh(mission)


@pytest.mark.parametrize("reason", ["I only want to read it here", "no mail, please", "it is private"])
def test_where_only_the_refused_act_is_left_what_was_found_is_the_result(
    mission: Mission,
    mailbox: Mailbox,  # noqa: F811
    reason: str,
) -> None:
    done = no(mission, reason)
    assert done.status == Mission.Status.COMPLETED
    assert done.result is not None
    assert "because you said no" in done.result["words"]
    assert reason in done.result["words"]
    assert "Take the train to Giverny." in done.result["text"]
    assert not Decision.objects.open().filter(subject_id=mission.pk).exists()
    assert Action.objects.get(subject_id=mission.pk).status == Action.Status.REJECTED
    assert mailbox.mails == []


@pytest.mark.parametrize(
    ("reason", "field"), [("send it to anna@example.org instead", "to"), ("make it shorter first", "body")]
)
def test_a_reason_that_says_how_changes_the_act_once(
    mission: Mission,
    mailbox: Mailbox,  # noqa: F811
    reason: str,
    field: str,
) -> None:
    [before] = acts(mission)
    no(mission, reason)
    [after] = acts(mission)
    assert after["arguments"][field] != before["arguments"][field]
    assert reason in after["reason"]
    assert mailbox.mails == []
    answer_first(mission, "approve")
    assert drive(mission).status == Thread.Status.DONE
    assert refresh(mission).status == Mission.Status.COMPLETED
    assert len(mailbox.mails) == 1
    assert Plan.objects.get(subject_id=mission.pk).status == Plan.Status.COMPLETED


@pytest.mark.parametrize(
    "reason", ["keep it as a note instead", "no mail, keep a note", "lieber als Notiz speichern"]
)
def test_a_reason_that_names_another_way_is_planned_with_once(
    mission: Mission,
    mailbox: Mailbox,  # noqa: F811
    reason: str,
) -> None:
    no(mission, reason)
    [act] = acts(mission)
    assert act["tool"] == "notes.save"
    assert "Take the train to Giverny." in act["arguments"]["text"]
    answer_first(mission, "approve")
    drive(mission)
    assert refresh(mission).status == Mission.Status.COMPLETED
    assert "Take the train to Giverny." in Note.objects.get().text
    assert mailbox.mails == []
    assert Plan.objects.filter(subject_id=mission.pk).count() == 2


def test_a_mail_said_whole_becomes_a_note_of_the_same_words(
    world: object,
    owner: User,
    mailbox: Mailbox,  # noqa: F811
) -> None:
    mission = create_mission(user=owner, goal=NOTE)
    drive(mission)
    no(mission, "keep it as a note instead")
    [act] = acts(mission)
    assert (act["tool"], act["arguments"]["text"]) == ("notes.save", "I come later today")
    no(mission, "keep it as a file instead")
    assert open_decision(mission).kind == Decision.Kind.CLARIFICATION, "planned with once, then it is asked"
    assert mailbox.mails == []


def test_a_second_no_is_not_planned_with_again(mission: Mission, mailbox: Mailbox) -> None:  # noqa: F811
    no(mission, "send it to anna@example.org instead")
    done = no(mission, "send it to eva@example.org instead")
    assert done.status == Mission.Status.COMPLETED
    assert done.result is not None
    assert "send it to eva@example.org instead" in done.result["words"]
    assert mailbox.mails == []


def test_where_nothing_was_found_it_is_asked_whether_to_try_again(
    world: object,
    owner: User,
    mailbox: Mailbox,  # noqa: F811
) -> None:
    mission = create_mission(user=owner, goal=NOTE)
    drive(mission)
    no(mission, "I tell him myself")
    assert "I tell him myself" in open_decision(mission).payload["why"]
    answer_first(mission, "answer", text="Try again")
    drive(mission)
    [act] = acts(mission)
    assert "I tell him myself" in act["reason"]
    assert mailbox.mails == []


@pytest.mark.parametrize("said", ["no mail, just show it", "leave out the mail", "ohne die Mail"])
def test_what_is_left_out_after_a_failure_leaves_what_was_found_and_looks_for_nothing_else(
    world: object,
    owner: User,
    mailbox: Mailbox,  # noqa: F811
    settings: Any,
    said: str,
) -> None:
    settings.ACT_HOLD_SECONDS, mailbox.refusal = 0, "550 no"
    with FakeServer() as server:
        settings.WIKIVOYAGE_URL = f"{server.url}/w/api.php"
        server.will_say(article)
        mission = create_mission(user=owner, goal="look up Giverny on Wikivoyage and mail it to me")
        drive(mission)
        answer_first(mission, "approve")
        drive(mission)
        answer_first(mission, "answer", text=said)
        drive(mission)
    done = refresh(mission)
    assert done.status == Mission.Status.COMPLETED
    assert done.result is not None
    assert "Take the train to Giverny." in done.result["text"]
    newest = essence(Plan.objects.about("mission", mission.pk)[0])
    assert [step.tool for _hop, step in newest.steps()] == ["wikivoyage.read"]


@pytest.fixture
def noted(world: object, owner: User, mailbox: Mailbox, settings: Any) -> Any:  # noqa: F811
    """A mission that has kept a note, and now asks whether to mail the same."""
    settings.ACT_HOLD_SECONDS = 0
    with FakeServer() as server:
        settings.WIKIVOYAGE_URL = f"{server.url}/w/api.php"
        server.will_say(article)
        goal = "look up Giverny on Wikivoyage, save it as a note and mail it to me"
        made = create_mission(user=owner, goal=goal)
        drive(made)
        answer_first(made, "approve")
        drive(made)
        assert [act["tool"] for act in acts(made)] == ["mail.send"]
        yield made


def test_what_was_done_before_a_no_is_not_done_again(noted: Mission, mailbox: Mailbox) -> None:  # noqa: F811
    done = no(noted, "keep it as a file instead")
    assert done.status == Mission.Status.COMPLETED
    assert Note.objects.count() == 1
    assert Artifact.objects.filter(subject_id=noted.pk).exists()
    assert mailbox.mails == []


def test_what_was_done_before_a_failure_is_not_done_again(
    noted: Mission,
    mailbox: Mailbox,  # noqa: F811
) -> None:
    mailbox.refusal = "550 no"
    answer_first(noted, "approve")
    drive(noted)
    answer_first(noted, "answer", text="leave out the mail")
    drive(noted)
    assert refresh(noted).status == Mission.Status.COMPLETED
    assert Note.objects.count() == 1


def test_a_note_that_was_kept_with_a_refused_mail_is_not_kept_twice(noted: Mission) -> None:
    done = no(noted, "keep it as a note instead")
    assert done.status == Mission.Status.COMPLETED
    assert Note.objects.count() == 1
