"""What a person should hear of when they do not look: told once each."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, override

from ownyou.lib.errors import NotFound
from ownyou.lib.prepared import prepared_cursor
from ownyou.lib.rounds import each
from ownyou.lib.text import shorten
from trust import activity
from trust.activity import Subject
from trust.answered import Part
from trust.cards import card_of
from trust.decisions import QUIET
from trust.models import Action, Activity, Decision, Notification, User
from trust.subjects import name_subjects, url_of_subject

MOST_TEXT = 300
AT_ONCE = 200
RECENT = timedelta(hours=1)
SHOWN = 100
DAY, WEEK = timedelta(days=1), timedelta(days=7)
PAUSES = ((DAY, DAY), (4 * DAY, 3 * DAY))
Kind = Notification.Kind


def notify(
    *,
    user_id: UUID,
    key: str,
    kind: Notification.Kind,
    text: str,
    url: str = "",
    decision_id: UUID | None = None,
    mail: bool = False,
) -> Notification:
    """Tell a person something once (same `key`: the same notice). `mail`: by mail as well, soon."""
    notice, _made = Notification.objects.get_or_create(
        user_id=user_id,
        key=key,
        defaults={
            "kind": kind,
            "text": shorten(text, MOST_TEXT),
            "url": url or reverse("inbox"),
            "decision_id": decision_id,
            "mail_wanted": mail,
        },
    )
    return notice


def about(
    decision: Decision, kind: Notification.Kind, text: str, *, mail: bool, nth: str = ""
) -> Notification:
    """Tell a person of a decision of theirs, with a link to its page; `nth` tells repeated notices apart."""
    return notify(
        user_id=decision.user_id,
        key=f"{kind}:{decision.pk}{nth}",
        kind=kind,
        text=text,
        url=url_of_subject(decision.subject_kind, decision.subject_id),
        decision_id=decision.pk,
        mail=mail,
    )


def put_away(decision: Decision) -> None:
    """Take the notices of a decision as read once it is no longer open, and do not mail them; tell of an
    expired one."""
    with prepared_cursor() as cursor:
        cursor.execute(_PUT_AWAY, _asked_by(decision))
    if decision.status == Decision.Status.EXPIRED:
        _tell_expired(decision)


def put_away_with_answer(decision: Decision) -> Part:
    """The same along with the answer."""
    return Part("put_away", _PUT_AWAY_ANSWERED, _asked_by(decision))


def _asked_by(decision: Decision) -> dict[str, Any]:
    return {
        "notice_user": decision.user_id,
        "notice_decision": decision.pk,
        "notice_now": timezone.now(),
        "notice_kinds": _ASKING,
    }


_ASKING: Final = [Kind.ASKED.value, Kind.REMINDER.value]
_PUT_AWAY = f"""
UPDATE {Notification._meta.db_table} SET read_at = %(notice_now)s, mail_wanted = FALSE
WHERE user_id = %(notice_user)s AND decision_id = %(notice_decision)s AND read_at IS NULL
    AND kind = ANY(%(notice_kinds)s::text[])
"""
_PUT_AWAY_ANSWERED: Final = f"put_away AS ({_PUT_AWAY} AND EXISTS (SELECT FROM {{once}}) RETURNING id)"


def is_told(action: Action, to: str) -> bool:
    """Whether a notice tells of an act that ends so: it went wrong where nobody may be looking."""
    unwatched_failure = to == Action.Status.FAILED and action.not_before is not None
    return unwatched_failure or to in _WENT_WRONG


_WENT_WRONG: dict[str, tuple[Notification.Kind, str]] = {
    Action.Status.UNKNOWN: (Kind.UNKNOWN, gettext_noop("Not known whether it happened: %(title)s")),
    Action.Status.UNDO_FAILED: (Kind.FAILED, gettext_noop("Could not be undone: %(title)s")),
}
_FAILED = (Kind.FAILED, gettext_noop("Did not work: %(title)s"))


def tell_of_end(action: Action) -> None:
    """Tell of an act that went wrong (`is_told`). Runs in the transaction of its end."""
    kind, words = _WENT_WRONG.get(action.status, _FAILED)
    notify(
        user_id=action.user_id,
        key=f"{action.status}:{action.pk}:{action.attempt}",
        kind=kind,
        text=_(words) % {"title": action.title},
        url=url_of_subject(action.subject_kind, action.subject_id),
        mail=action.user.notice_mail != User.NoticeMail.NEVER,
    )


def remind(now: datetime) -> int:
    """Remind people of what waits for them: after half an hour, a day later, three days later, and then every
    week. Returns how many reminders were made."""
    due = Decision.objects.open().filter(remind_at__lte=now).select_related("user")
    return each(due.order_by("remind_at")[:AT_ONCE], lambda decision: _remind(decision, now))


def _remind(decision: Decision, now: datetime) -> bool:
    """Remind of one, in one transaction: a reminder that is counted was made."""
    with transaction.atomic(), activity.told_last():
        return _reminded(decision, now)


def _reminded(decision: Decision, now: datetime) -> bool:
    mine = Decision.objects.open().filter(pk=decision.pk, remind_at=decision.remind_at)
    if not mine.update(reminded_at=now, remind_at=now + _pause_after(now - decision.created_at)):
        return False
    nth = "" if decision.reminded_at is None else f":{now:%Y%m%d%H%M}"
    reminders = Notification.objects.filter(user_id=decision.user_id, decision_id=decision.pk, read_at=None)
    reminders.filter(kind=Kind.REMINDER).update(read_at=now, mail_wanted=False)
    with override(decision.user.language):
        text = _("Still waits for you: %(title)s") % {"title": decision.title}
        told = _("Still waits for you: %(title)s") % {"title": _named(decision)}
    activity.record(
        user_id=decision.user_id,
        kind=Activity.Kind.APPROVAL_REQUIRED,
        agent=decision.domain,
        text=text,
        subject=Subject(decision.subject_kind, decision.subject_id),
        key=f"reminder:{decision.pk}{nth}",
    )
    about(decision, Kind.REMINDER, told, mail=decision.user.notice_mail != User.NoticeMail.NEVER, nth=nth)
    return True


def _pause_after(waited: timedelta) -> timedelta:
    """How long after a reminder the next one comes, by how long it has waited then."""
    return next((pause for until, pause in PAUSES if waited < until), WEEK)


def tell_at_once(now: datetime) -> int:
    """Tell those who want mail at once of what was asked just now. Returns how many notices were made."""
    told = Notification.objects.filter(user=OuterRef("user"), decision_id=OuterRef("pk"))
    rows = Decision.objects.open().filter(
        ~Exists(told), user__notice_mail=User.NoticeMail.AT_ONCE, created_at__gt=now - RECENT
    )
    found = [decision for decision in rows[:AT_ONCE] if QUIET not in decision.payload]
    return each(found, lambda decision: about(decision, Kind.ASKED, _named(decision), mail=True))


def named(notice: Notification) -> str:
    """What a notice is about, in few words: what is asked; where that is gone, what it says."""
    rows = Decision.objects.select_related("user")
    decision = rows.filter(pk=notice.decision_id).first() if notice.decision_id else None
    return _named(decision) if decision else notice.text


def _named(decision: Decision) -> str:
    """What is asked, with what it is asked of: "6 places found" alone says nothing. An act says it itself."""
    card = card_of(decision, shown=1)
    name_subjects(decision.user, [card])
    subject, title = card.subject_title, card.title
    if decision.kind == Decision.Kind.APPROVAL or not subject or subject in title:
        return title
    return f"{subject}: {title}"


def _tell_expired(decision: Decision) -> None:
    with override(decision.user.language):
        text = _("Nobody answered, so it was not done: %(title)s") % {"title": decision.title}
    about(decision, Kind.EXPIRED, text, mail=decision.user.notice_mail == User.NoticeMail.AT_ONCE)


def shown_to(user: User) -> list[Notification]:
    """The newest hundred notices, unread ones first."""
    unread = list(Notification.objects.of(user).unread()[:SHOWN])
    read = Notification.objects.of(user).exclude(read_at=None)[: SHOWN - len(unread)]
    return [*unread, *read]


def mark_read(*, user: User, notice_id: UUID) -> Notification:
    """Take a notice as read. Raises `NotFound` for one that is not theirs."""
    notice = Notification.objects.of(user).filter(pk=notice_id).first()
    if notice is None:
        raise NotFound(_("There is no such notice here."))
    Notification.objects.filter(pk=notice.pk, read_at=None).update(read_at=timezone.now())
    return notice


def mark_all_read(*, user: User) -> int:
    """Take all notices as read. Returns how many were not yet."""
    return Notification.objects.of(user).unread().update(read_at=timezone.now())
