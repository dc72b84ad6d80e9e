"""What a person changed in a draft outlives a no, a stop and words for a new draft; a stop is no failure."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from missions.live import draw_mission, draw_plan
from missions.models import Mission
from missions.services import create_mission
from tests.acting.conftest import Mailbox, mailbox  # noqa: F401
from tests.missions.steps import answer_first, drive, open_decision
from trust import decisions, ledger
from trust.decisions import Answer
from trust.models import Action, Activity, Decision, User

S = Action.Status
OWN = {"subject": "The keys", "body": "They are under the mat. Yours, Ada"}
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def asked(world: object, owner: User, settings: Any) -> Mission:
    """A mission that asks whether a mail may go out."""
    settings.ACT_HOLD_SECONDS = 60
    mission = create_mission(user=owner, goal="Send a mail to nora@example.org: the keys are under the mat")
    drive(mission)
    return mission


def shown(mission: Mission) -> dict[str, Any]:
    """What the open card would send."""
    [act] = open_decision(mission).payload["acts"]
    return dict(act["arguments"])


def say(mission: Mission, verdict: str, changed: dict[str, str], *, text: str = "") -> Action:
    """Answer the open card through the form of its page, with details changed."""
    decision = open_decision(mission)
    [act] = decision.payload["acts"]
    client = Client()
    client.force_login(decision.user)
    start = f"act-{act['id']}-"
    fields = act["arguments"] | changed
    form = {f"{start}field-{name}": value for name, value in fields.items()}
    form |= {f"{start}shown": "1", f"{start}edits": "1", f"{start}do": "1", "verdict": verdict, "text": text}
    answer = client.post(f"/decisions/{decision.pk}/", form, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    drive(mission)
    return Action.objects.get(pk=act["id"])


def test_the_card_sends_what_was_typed_with_a_no_and_with_words(asked: Mission) -> None:
    page = draw_mission(asked.user, asked.pk) or ""
    assert page.count("section.act") >= 2


def test_the_next_draft_after_a_no_has_the_persons_words(asked: Mission) -> None:
    act = say(asked, "reject", OWN)
    assert act.status == S.REJECTED
    answer_first(asked, "answer", text="Ask again")
    drive(asked)
    assert shown(asked) == {"to": "nora@example.org"} | OWN


def test_what_does_not_fit_hinders_no_no(asked: Mission) -> None:
    act = say(asked, "reject", {"to": "nobody at all"})
    assert (act.status, act.arguments["to"]) == (S.REJECTED, "nora@example.org")


def test_words_for_a_new_draft_begin_from_the_persons_own(asked: Mission) -> None:
    say(asked, "refine", OWN, text="sign with Best, Ada")
    fresh = shown(asked)
    assert fresh["subject"] == OWN["subject"]
    assert fresh["body"].startswith(OWN["body"])
    assert fresh["body"].endswith("Best, Ada")


def test_a_mail_stopped_in_its_hold_did_not_fail_and_keeps_its_words(asked: Mission) -> None:
    act = say(asked, "approve", OWN)
    assert act.status == S.APPROVED
    ledger.stop(user=asked.user, action_id=act.pk)
    drive(asked)
    card = open_decision(asked)
    assert card.payload["question"] == "Not done. Shall I ask you again?"
    assert "You stopped it." in card.payload["why"]
    drawn = draw_plan(asked.user, asked.pk) or ""
    assert "did not work" not in drawn
    assert "hop failed" not in drawn
    kinds = Activity.objects.filter(subject_id=asked.pk).values_list("kind", flat=True)
    assert Activity.Kind.AGENT_ERROR not in set(kinds)
    answer_first(asked, "answer", text="Ask again")
    drive(asked)
    assert shown(asked) == {"to": "nora@example.org"} | OWN


def test_what_failed_by_itself_says_so(asked: Mission, mailbox: Mailbox, settings: Any) -> None:  # noqa: F811
    settings.ACT_HOLD_SECONDS, mailbox.refusal = 0, "554 no"
    say(asked, "approve", {})
    assert open_decision(asked).payload["question"].startswith("Part of it did not work.")
    assert "hop failed" in (draw_plan(asked.user, asked.pk) or "")


def test_another_persons_edit_of_an_act_that_is_not_on_the_card_counts_for_nothing(asked: Mission) -> None:
    decision = open_decision(asked)
    other = {"id": "0198c0de-0000-7000-8000-000000000000", "arguments": {"subject": "x"}}
    given = Answer(Decision.Verdict.REFINE, text="shorter", acts=(other,))
    decisions.answer(user=decision.user, decision_id=decision.pk, given=given)
    drive(asked)
    assert shown(asked)["subject"] != "x"
