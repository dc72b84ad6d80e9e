"""What a person is told of about their desires, and how, is as they set it."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from agency.desires import config, escalating
from agency.desires.noticing import proposing
from agency.desires.services import create_desire
from agency.models import Desire
from ownyou.lib.errors import InvalidInput
from tests.desires.steps import WANTED, allow, drive, open_decision
from trust import notices
from trust.models import Decision, Notification, User

S, K = Desire.Stage, Notification.Kind


def tell(user: User, **told_by: str) -> None:
    config.set_config(user=user, told_by=told_by)


def notices_of(user: User) -> list[tuple[str, bool]]:
    return list(Notification.objects.of(user).values_list("kind", "mail_wanted"))


def desire_at(user: User, stage: Desire.Stage) -> Desire:
    return Desire.objects.create(user=user, title="Learn the violin", description="violin", stage=stage)


WAYS = [
    ("usual", []),
    ("feed", []),
    ("notice", [(K.ASKED, False)]),
    ("mail", [(K.ASKED, True)]),
]


@pytest.mark.parametrize(("way", "told"), WAYS)
def test_a_proposal_is_told_by_the_way_that_was_set(
    db: None, owner: User, way: str, told: list[tuple[str, bool]]
) -> None:
    tell(owner, proposed=way)
    desire = desire_at(owner, S.NASCENT)
    with transaction.atomic():
        assert proposing.propose(desire)
    assert notices_of(owner) == told
    assert (open_decision(desire).remind_at is None) is (way == "feed"), "it reminds, unless it is quiet"
    User.objects.filter(pk=owner.pk).update(notice_mail=User.NoticeMail.AT_ONCE)
    notices.tell_at_once(timezone.now())
    assert notices_of(owner) == ([(K.ASKED, True)] if way == "usual" else told)


@pytest.mark.parametrize(("way", "told"), [("usual", [(K.ASKED, False)]), *WAYS[1:]])
def test_what_gets_no_further_is_told_by_the_way_that_was_set(
    db: None, owner: User, way: str, told: list[tuple[str, bool]]
) -> None:
    tell(owner, needs=way)
    desire = desire_at(owner, S.PLANNING)
    assert escalating.escalate(desire, "There is no way.")
    assert notices_of(owner) == told
    assert Decision.objects.open().filter(subject_id=desire.pk).exists(), "the inbox has it in any case"


@pytest.mark.django_db(transaction=True)
def test_a_plan_that_waits_starts_or_is_done_is_told_by_the_ways_that_were_set(person: User) -> None:
    tell(person, review="notice", started="notice", ended="mail")
    desire = drive(create_desire(user=person, description=WANTED))
    assert (desire.stage, notices_of(person)) == (S.REVIEWING, [(K.ASKED, False)])
    Notification.objects.all().delete()
    allow(person, "adaptive_auto")
    desire = drive(create_desire(user=person, description=WANTED))
    assert desire.stage == S.COMPLETED, desire.problem
    assert sorted(notices_of(person)) == [(K.NEWS, False), (K.NEWS, True)]
    started = Notification.objects.get(mail_wanted=False)
    assert "Started without asking" in started.text
    assert started.url == f"/agency/{desire.pk}/"


def test_it_is_set_on_the_page_of_settings(db: None, owner: User, client: Client) -> None:
    client.force_login(owner)
    page = client.get("/settings/desires/").content.decode()
    assert page.count('<option value="usual" selected>') == 5
    client.post("/settings/desires/", {"autonomy": "suggest", "review": "trust_based", "told_needs": "mail"})
    assert config.config_of(owner).told_by["needs"] == "mail"
    refused = client.post("/settings/desires/", {"told_needs": "pigeon"})
    assert refused.status_code == 422
    assert config.config_of(owner).told_by["needs"] == "mail"


@pytest.mark.parametrize("wrong", [{"weather": "mail"}, {"needs": "pigeon"}])
def test_what_is_not_known_is_refused(db: None, owner: User, wrong: dict[str, Any]) -> None:
    tell(owner, needs="mail")
    with pytest.raises(InvalidInput):
        config.set_config(user=owner, told_by=wrong)
    assert config.config_of(owner).told_by == {
        "proposed": "usual",
        "review": "usual",
        "needs": "mail",
        "started": "usual",
        "ended": "usual",
    }
