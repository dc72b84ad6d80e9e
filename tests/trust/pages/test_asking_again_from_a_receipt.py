"""What expired unseen can be asked for again long after its card has left the inbox."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from trust import approvals, ledger
from trust.models import Action, Decision
from trust.sweeping import sweep


@pytest.fixture
def expired(owner: Any, post: Any, proposal: Any) -> Action:
    acts = ledger.propose([proposal("Ada"), proposal("Bob")], user=owner)
    approvals.ask_for(acts, user=owner, key="k", expires=timedelta(minutes=5))
    with time_machine.travel(timezone.now() + timedelta(minutes=6)):
        sweep()
    return acts[0]


def test_it_is_asked_for_again_with_its_card_and_once(owner: Any, browser: Any, expired: Action) -> None:
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        page = browser.get("/receipts/").content.decode()
        assert page.count("Ask again") == 2
        said = browser.post(f"/receipts/{expired.pk}/again/", headers={"HX-Request": "true"})
        assert "It was asked for once more." in said.content.decode()
        [card] = Decision.objects.open()
        assert [act["title"] for act in card.payload["acts"]] == [
            "Send a letter to Ada",
            "Send a letter to Bob",
        ]
        browser.post(f"/receipts/{expired.pk}/again/", headers={"HX-Request": "true"})
        assert Decision.objects.open().get() == card
        assert "Ask again" not in browser.get("/receipts/").content.decode()


def test_only_what_expired_is_asked_for_again(owner: Any, browser: Any, post: Any, proposal: Any) -> None:
    [act] = ledger.propose([proposal()], user=owner)
    said = browser.post(f"/receipts/{act.pk}/again/", headers={"HX-Request": "true"})
    assert "Only what has expired can be asked again." in said.content.decode()


def test_a_stranger_asks_for_nothing(client: Any, stranger: Any, expired: Action) -> None:
    client.force_login(stranger)
    assert client.post(f"/receipts/{expired.pk}/again/").status_code == 404
    assert not Decision.objects.open().exists()
