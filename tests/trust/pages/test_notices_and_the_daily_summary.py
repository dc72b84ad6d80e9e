"""Notices are listed, counted and read; the summary comes once a slot, on the person's clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from agency import digests
from agency.models import Schedule
from agency.runtime.schedules import sweep
from trust import activity, approvals, digest, ledger, mailing, notices
from trust.models import Activity, AuditEntry, Notification, User

pytestmark = pytest.mark.usefixtures("database")
K = Notification.Kind


def notify(owner: Any, key: str = "k", **fields: Any) -> Notification:
    return notices.notify(user_id=owner.pk, key=key, kind=K.REMINDER, text=f"about {key}", **fields)


def test_unread_notices_come_first_and_are_counted_in_the_frame(owner, browser) -> None:
    first, second = notify(owner, "one"), notify(owner, "two")
    notices.mark_read(user=owner, notice_id=second.pk)
    words = browser.get("/notices/").content.decode()
    assert words.index("about one") < words.index("about two")
    assert 'id="notices-count" data-mark>1<' in words
    browser.post(f"/notices/{first.pk}/")
    assert 'id="notices-count" data-mark><' in browser.get("/notices/").content.decode()


def test_opening_a_notice_reads_it_and_leads_to_its_page(owner, browser) -> None:
    notice = notify(owner, url="/trust/")
    assert browser.get(f"/notices/{notice.pk}/").status_code == 405
    assert browser.post(f"/notices/{notice.pk}/")["Location"] == "/trust/"
    notice.refresh_from_db()
    assert notice.read_at is not None


def test_all_can_be_read_at_once(owner, stranger, browser) -> None:
    notify(owner, "one"), notify(owner, "two")
    theirs = notify(stranger)
    browser.post("/notices/read/")
    assert not Notification.objects.of(owner).unread().exists()
    theirs.refresh_from_db()
    assert theirs.read_at is None


def test_a_reminder_is_told_in_the_feed_so_that_open_pages_count_it(owner, post, proposal) -> None:
    acts = ledger.propose([proposal()], user=owner)
    approvals.ask_for(acts, user=owner, key="k")
    notices.remind(timezone.now() + timedelta(hours=1))
    notices.remind(timezone.now() + timedelta(hours=1))
    told = [row.text for row in Activity.objects.of(owner) if row.text.startswith("Still waits")]
    assert len(told) == 1


def test_the_settings_are_kept_told_and_audited(owner, browser) -> None:
    browser.post("/settings/notifications/", {"notice_mail": "at_once", "digest": "07:00"})
    person = User.objects.get(pk=owner.pk)
    assert (person.notice_mail, f"{person.digest_at:%H:%M}") == ("at_once", "07:00")
    assert AuditEntry.objects.filter(event="setting_changed").count() == 2
    schedule = Schedule.objects.get(user=owner)
    assert (schedule.kind, schedule.zone, f"{schedule.at:%H:%M}") == ("digest", "", "07:00")
    browser.post("/settings/notifications/", {"notice_mail": "never", "digest": ""})
    assert not Schedule.objects.exists()
    assert User.objects.get(pk=owner.pk).digest_at is None


@pytest.mark.parametrize("given", [{"notice_mail": "never", "digest": "25:00"}, {"notice_mail": "loud"}])
def test_settings_that_are_none_are_refused(owner, browser, given) -> None:
    assert browser.post("/settings/notifications/", given).status_code == 422
    assert not Schedule.objects.exists()


@time_machine.travel(datetime(2026, 3, 27, 12, tzinfo=UTC), tick=False)
def test_the_next_five_are_shown_on_the_persons_clock_over_a_change_of_it(owner, browser) -> None:
    browser.post("/settings/notifications/", {"notice_mail": "never", "digest": "07:00"})
    words = browser.get("/settings/notifications/").content.decode()
    for day in ("Saturday 28 March", "Sunday 29 March", "Monday 30 March", "Tuesday 31 March"):
        assert f"{day}, 7:00\N{NARROW NO-BREAK SPACE}AM" in words
    owner.refresh_from_db()
    assert [run.hour for run in digests.next_digests(owner)] == [6, 5, 5, 5, 5]


def test_the_summary_says_what_waits_and_what_was_done(owner, post, proposal) -> None:
    now = timezone.now()
    assert digest.summary(owner, now) == ""
    approvals.ask_for(ledger.propose([proposal()], user=owner), user=owner, key="k")
    activity.record(user_id=owner.pk, kind=Activity.Kind.AGENT_COMPLETED, text="Booked a table.")
    text = digest.summary(owner, timezone.now())
    assert text.startswith("One thing waits for you: ")
    assert text.endswith("Done since yesterday: Booked a table.")
    assert digest.summary(owner, now + timedelta(days=3)).endswith("Send a letter to Ada?.") is False


@pytest.mark.parametrize(("setting", "mails"), [("never", 0), ("waiting", 1)])
def test_a_slot_makes_one_summary_however_often_it_runs(owner, setting: str, mails: int) -> None:
    owner.notice_mail = setting
    owner.save(update_fields=["notice_mail"])
    activity.record(user_id=owner.pk, kind=Activity.Kind.AGENT_COMPLETED, text="Booked a table.")
    digests.set_digest(user=owner, at=datetime(2026, 1, 1, 7).time())
    schedule = Schedule.objects.get(user=owner)
    slot = timezone.now() + timedelta(minutes=1)
    digests.make(schedule, slot)
    digests.make(schedule, slot)
    assert Notification.objects.filter(user=owner, kind=K.DIGEST).count() == 1
    mailing.mail_due(timezone.now())
    assert len(mail.outbox) == mails


def test_the_sweep_starts_the_summary(world: None, owner) -> None:
    activity.record(user_id=owner.pk, kind=Activity.Kind.AGENT_COMPLETED, text="Booked a table.")
    digests.set_digest(user=owner, at=datetime(2026, 1, 1, 7).time())
    schedule = Schedule.objects.get(user=owner)
    Schedule.objects.filter(pk=schedule.pk).update(next_run_at=timezone.now())
    assert sweep.sweep() == 1
    [run] = schedule.runs.all()
    sweep.run(run.pk)
    assert Notification.objects.filter(user=owner, kind=K.DIGEST).count() == 1
