"""The page of receipts is drawn anew when an act ends, as the websocket and polling ask for it."""

from __future__ import annotations

import pytest

from ownyou.lib.ids import new_id
from tests.acting.conftest import Errands
from trust import ledger, live
from trust.feed import newest_seq
from trust.ledger import Proposal
from trust.ledger.taking_back import undo
from trust.tasks import undo_act

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_undone_act_says_so_on_an_open_page(errands: Errands, monkeypatch: pytest.MonkeyPatch) -> None:
    [act] = errands.start(Proposal(tool="notes.save", arguments={"text": "milk"}, key=f"note:{new_id()}"))
    errands.drive()
    errands.say("approve")
    errands.drive()
    after = newest_seq(errands.user)
    undo(user=errands.user, action_id=act.pk)
    undo_act(str(act.pk))
    update = live.missed(errands.user, after=after, regions=["receipts"])
    [fragment] = update.fragments
    assert "The note is gone again." in fragment["html"]
    assert "Being undone" not in fragment["html"]
    assert ledger.can_undo(type(act).objects.get(pk=act.pk)) is False
