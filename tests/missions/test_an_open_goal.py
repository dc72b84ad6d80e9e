"""An open goal from its words to a mail in a mailbox: planned, read from a wiki, asked for, sent once."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import Message
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from agency.acting import nodes as acting_nodes
from agency.models import Asset, Hop, Plan, Thread, ToolStep
from memory.models import MemoryItem
from memory.names import REFLEXIONS
from missions.live import draw_plan
from missions.models import Mission
from missions.services import cancel_mission, create_mission, retry_mission
from tests.acting.conftest import Mailbox, mailbox  # noqa: F401
from tests.fakes.http_server import Asked, FakeServer, Reply
from tests.missions.steps import answer_first, drive, open_decision, refresh
from trust import approvals, decisions, ledger, tools
from trust.cards import card_of
from trust.decisions import Answer
from trust.ledger.proposing import args_hash
from trust.models import Action, Activity, Decision, User

GOAL = "collect what Wikivoyage says about Giverny and Fontainebleau into one page and mail it to me"
pytestmark = pytest.mark.django_db(transaction=True)


def article(asked: Asked) -> Reply:
    """What MediaWiki's API answers to action=query with prop=extracts|info."""
    title = asked.fields["titles"]
    page = {
        "pageid": 1,
        "ns": 0,
        "title": title,
        "extract": f"{title} is a place near Paris.\n\n\n== Get in ==\nTake the train to {title}.",
        "fullurl": f"https://en.wikivoyage.org/wiki/{title}",
    }
    return Reply.of({"batchcomplete": True, "query": {"pages": [page]}})


@pytest.fixture
def wiki(settings: Any) -> Iterator[FakeServer]:
    with FakeServer() as server:
        settings.WIKIVOYAGE_URL = f"{server.url}/w/api.php"
        server.will_say(article)
        yield server


@pytest.fixture
def mission(world: object, owner: User, wiki: FakeServer, mailbox: Mailbox, settings: Any) -> Mission:  # noqa: F811
    settings.ACT_HOLD_SECONDS = 0
    return create_mission(user=owner, goal=GOAL)


def test_the_page_is_collected_and_mailed_after_an_ok(mission: Mission, mailbox: Mailbox) -> None:  # noqa: F811
    assert mission.mission_type == "open_goal"
    assert drive(mission).status == Thread.Status.WAITING
    plan = Plan.objects.get(subject_id=mission.pk)
    assert plan.hops.order_by("position")[0].status == Hop.Status.COMPLETED
    card = open_decision(mission)
    [act] = card.payload["acts"]
    assert act["tool"] == "mail.send"
    assert act["arguments"]["to"] == "me"
    assert act["tainted"]
    assert act["shaped_by"]
    body = act["arguments"]["body"]
    assert "Take the train to Giverny." in body
    assert "Take the train to Fontainebleau." in body
    assert "CC BY-SA" in body
    assert mailbox.mails == []
    answer_first(mission, "approve")
    assert drive(mission).status == Thread.Status.DONE
    [mail] = mailbox.mails
    assert mail["To"] == mission.user.email
    done = refresh(mission)
    assert done.status == Mission.Status.COMPLETED
    assert done.result is not None
    assert "Mail sent" in done.result["words"]
    outputs = plan.assets.filter(role=Asset.Role.OUTPUT)
    assert {asset.status for asset in outputs} == {Asset.Status.READY}


def test_a_wish_from_an_earlier_mail_is_in_the_next_plan_as_it_is_shown_hashed_and_sent(
    mission: Mission,
    mailbox: Mailbox,  # noqa: F811
) -> None:
    drive(mission)
    answer_first(mission, "refine", text="from now on sign with Best, Anna")
    drive(mission)
    answer_first(mission, "approve")
    drive(mission)
    again = create_mission(user=mission.user, goal=GOAL)
    drive(again)
    plan = Plan.objects.get(subject_id=again.pk)
    mail = ToolStep.objects.get(hop__plan=plan, tool="mail.send")
    assert mail.parameters["body"]["signature"] == "Best, Anna"
    assert "As you wished before: “from now on sign with Best, Anna”." in mail.hop.rationale
    [shown] = open_decision(again).payload["acts"]
    assert shown["arguments"]["body"].endswith("\n\nBest, Anna")
    assert [wish["words"] for wish in shown["wishes"]] == ["You wished: “from now on sign with Best, Anna”"]
    act = Action.objects.get(pk=shown["id"])
    assert act.args_hash == args_hash(again.user_id, "mail.send", shown["arguments"])
    forgotten = MemoryItem.objects.of(again.user).filter(namespace__0=REFLEXIONS)
    forgotten.delete()  # what is learned after the plan was made does not change what it does
    answer_first(again, "approve")
    drive(again)
    done = Action.objects.get(pk=act.pk)
    assert (done.status, done.args_hash, done.arguments) == ("succeeded", act.args_hash, shown["arguments"])
    [first, second] = [text_of(one) for one in mailbox.mails]
    assert first == second
    assert first.rstrip().endswith("Best, Anna")


def text_of(mail: Message) -> str:
    """The plain text of a mail."""
    [part] = [part for part in mail.walk() if part.get_content_type() == "text/plain"]
    return part.get_payload(decode=True).decode().replace("\r\n", "\n")  # type: ignore[union-attr]


def expired(mission: Mission) -> Decision:
    """The card for the OK of a mission, which nobody answered in time."""
    drive(mission)
    card = open_decision(mission)
    Decision.objects.filter(pk=card.pk).update(expires_at=timezone.now())
    card.refresh_from_db()
    assert decisions.expire(card)
    drive(mission)
    return card


def asked_again_and_approved(card: Decision) -> Action:
    """What became of the act of an expired card that was asked again."""
    again = approvals.ask_again(user=card.user, decision_id=card.pk)
    decisions.answer(user=card.user, decision_id=again.pk, given=Answer(Decision.Verdict.APPROVE))
    return ledger.perform(again.actions.get().pk)


def test_an_act_that_was_asked_again_and_done_completes_its_mission(
    mission: Mission,
    mailbox: Mailbox,  # noqa: F811
) -> None:
    card = expired(mission)
    assert "Nobody answered" in open_decision(mission).payload["why"]
    assert asked_again_and_approved(card).status == Action.Status.SUCCEEDED
    assert drive(mission).status == Thread.Status.DONE
    assert refresh(mission).status == Mission.Status.COMPLETED
    assert not Decision.objects.open().filter(subject_id=mission.pk).exists()
    assert len(mailbox.mails) == 1


def test_what_waits_to_be_asked_again_is_not_tried_again_beside(
    mission: Mission,
    mailbox: Mailbox,  # noqa: F811
) -> None:
    card = expired(mission)
    approvals.ask_again(user=mission.user, decision_id=card.pk)
    [question] = Decision.objects.open().filter(subject_id=mission.pk, kind=Decision.Kind.CLARIFICATION)
    decisions.answer(
        user=mission.user, decision_id=question.pk, given=Answer(Decision.Verdict.ANSWER, text="Try again")
    )
    drive(mission)
    assert Action.objects.filter(subject_id=mission.pk, status=Action.Status.WAITING).count() == 1


@pytest.mark.parametrize(
    ("happened", "ends"), [(True, Mission.Status.COMPLETED), (False, Mission.Status.INTERRUPTED)]
)
def test_an_unknown_act_is_taken_up_when_it_is_known(
    mission: Mission,
    mailbox: Mailbox,  # noqa: F811
    happened: bool,
    ends: str,
) -> None:
    drive(mission)
    mailbox.breaks = True
    answer_first(mission, "approve")
    drive(mission)
    assert "not known" in open_decision(mission).payload["why"]
    answer_first(mission, "answer", text="Try again")
    drive(mission)
    act = Action.objects.get(subject_id=mission.pk)
    assert act.status == Action.Status.UNKNOWN
    ledger.check(user=mission.user, action_id=act.pk, happened=happened)
    drive(mission)
    assert refresh(mission).status == ends
    if not happened:
        assert "You said that it did not happen" in open_decision(mission).payload["why"]


@pytest.mark.parametrize("verdict", ["approve", "reject"])
def test_a_tool_that_goes_while_its_card_waits_is_asked_about_once_and_goes_on_when_it_is_back(
    mission: Mission,
    mailbox: Mailbox,  # noqa: F811
    verdict: str,
) -> None:
    drive(mission)
    answer_first(mission, verdict)
    mail = tools.tool_named("mail.send")
    tools.unregister_tool(mail.name)
    try:
        assert drive(mission).status == Thread.Status.WAITING
        assert "no tool called" in open_decision(mission).payload["why"]
        answer_first(mission, "answer", text="Try again")
        assert drive(mission).status == Thread.Status.WAITING
        assert "no tool called" in open_decision(mission).payload["why"]
    finally:
        tools.register_tool(mail)
    answer_first(mission, "answer", text="Try again")
    drive(mission)
    if verdict == "reject":
        assert mailbox.mails == []
        answer_first(mission, "approve")
        drive(mission)
    assert refresh(mission).status == Mission.Status.COMPLETED
    assert len(mailbox.mails) == 1


def test_for_who_only_observes_nothing_leaves_the_machine_and_nothing_is_done(
    world: object,
    owner: User,
    wiki: FakeServer,
    mailbox: Mailbox,  # noqa: F811
) -> None:
    owner.autonomy = User.Autonomy.OBSERVE
    owner.save(update_fields=["autonomy"])
    mission = create_mission(user=owner, goal=GOAL)
    drive(mission)
    assert "observe only" in open_decision(mission).payload["why"]
    assert open_decision(mission).payload["suggestions"] == ["Leave it there"]
    assert wiki.asked == []
    assert mailbox.mails == []
    assert not Action.objects.filter(subject_id=mission.pk).exclude(status=Action.Status.DENIED).exists()


def test_a_mission_that_is_given_up_does_not_send_what_was_held_back(
    mission: Mission,
    mailbox: Mailbox,  # noqa: F811
    settings: Any,
) -> None:
    settings.ACT_HOLD_SECONDS = 60
    drive(mission)
    answer_first(mission, "approve")
    drive(mission)
    cancel_mission(user=mission.user, mission_id=mission.pk)
    drive(mission)
    assert Action.objects.get(subject_id=mission.pk).status == Action.Status.CANCELLED
    assert mailbox.mails == []


def test_the_page_shows_the_plan_and_what_came_of_it_without_anything_of_the_wikis_own_marks(
    mission: Mission,
    mailbox: Mailbox,  # noqa: F811
    client: Client,
) -> None:
    drive(mission)
    client.force_login(mission.user)
    page = client.get(f"/missions/{mission.pk}/").content.decode()
    assert f'data-live="plan:{mission.pk}"' in page
    assert "Giverny, Fontainebleau" in page
    answer_first(mission, "approve")
    drive(mission)
    drawn = draw_plan(mission.user, mission.pk)
    assert drawn is not None
    assert "<h2>Giverny</h2>" in drawn
    assert "<script" not in drawn
    assert draw_plan(User.objects.create_user("stranger@example.org", "x"), mission.pk) is None


def broken(*args: object, **kwargs: object) -> None:
    raise RuntimeError("the step stumbles")


@pytest.mark.parametrize("approved", [True, False])
def test_what_a_mission_that_failed_left_open_is_closed_in_words_and_a_retry_asks_anew(
    mission: Mission,
    mailbox: Mailbox,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
    approved: bool,
) -> None:
    if approved:
        drive(mission)
        answer_first(mission, "approve")
        monkeypatch.setattr(ledger, "act", broken)
    else:
        monkeypatch.setattr(acting_nodes, "interrupt", broken)  # the card is open by then
    assert drive(mission).status == Thread.Status.FAILED
    monkeypatch.undo()
    card = Decision.objects.get(subject_id=mission.pk)
    act = Action.objects.get(subject_id=mission.pk)
    assert act.status == Action.Status.CANCELLED
    shown = card_of(card)
    assert "tried again, it asks anew" in shown.receipts[0].words
    if not approved:
        assert "tried again, it asks anew" in shown.receipt_words
    said = Activity.objects.filter(user=mission.user, subject_id=mission.pk).values_list("text", flat=True)
    assert any("Stopped:" in text and "it asks anew" in text for text in said)
    assert not Decision.objects.open().filter(subject_id=mission.pk).exists()
    assert mailbox.mails == []
    retry_mission(user=mission.user, mission_id=mission.pk)
    drive(mission)
    assert open_decision(mission).pk != card.pk
    answer_first(mission, "approve")
    assert drive(mission).status == Thread.Status.DONE
    assert refresh(mission).status == Mission.Status.COMPLETED
    assert len(mailbox.mails) == 1


@pytest.mark.parametrize(
    "goal",
    ["What does Wikivoyage say about Giverny?", "look up Giverny on Wikivoyage"],
)
def test_what_is_only_looked_up_is_read_on_its_page_with_where_it_is_from(
    world: object, owner: User, wiki: FakeServer, goal: str, client: Client
) -> None:
    mission = create_mission(user=owner, goal=goal)
    drive(mission)
    done = refresh(mission)
    assert done.status == Mission.Status.COMPLETED
    assert done.result is not None
    assert "Take the train to Giverny." in done.result["text"]
    client.force_login(owner)
    page = client.get(f"/missions/{mission.pk}/").content.decode()
    assert "Take the train to Giverny." in page
    assert 'href="https://en.wikivoyage.org/wiki/Giverny"' in page
