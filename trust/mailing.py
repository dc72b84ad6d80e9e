"""Notices by mail: sentences and links of pages, none that answers by itself. Each notice at most once."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.db.models import F
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from ownyou.lib.mail import InDoubt, Refused, Unreached, hand_over, message_id
from ownyou.lib.text import clean_line, shorten
from trust.models import Notification
from trust.notices import named

log = logging.getLogger(__name__)

AT_ONCE = 100
MOST_ATTEMPTS = 6
PATIENCE = timedelta(seconds=15)
TIMEOUT = 20
APART = timedelta(hours=1)
MOST_SUBJECT = 150
Kind = Notification.Kind
ONE_THING = frozenset({Kind.ASKED, Kind.REMINDER, Kind.EXPIRED, Kind.UNKNOWN, Kind.FAILED})


def mail_due(now: datetime) -> int:
    """Mail the notices that are to be mailed. Returns how many mails were sent. What a person is reminded of
    stands in one mail, and the next comes an hour later at the soonest."""
    waiting = Notification.objects.to_mail().select_related("user").order_by("created_at")
    due = [notice for notice in waiting[:AT_ONCE] if _is_time(notice, now)]
    groups: dict[object, list[Notification]] = {}
    for notice in due:
        together = notice.user_id if notice.kind == Kind.REMINDER else notice.pk
        groups.setdefault(together, []).append(notice)
    return sum(_mail(group, now) for group in groups.values() if not _was_reminded(group[0], now))


def _was_reminded(notice: Notification, now: datetime) -> bool:
    """Whether a mail with reminders went to the same person a short while ago, so that the next one waits."""
    mailed = Notification.objects.of(notice.user).filter(kind=Kind.REMINDER, mailed_at__gt=now - APART)
    return notice.kind == Kind.REMINDER and mailed.exists()


def _is_time(notice: Notification, now: datetime) -> bool:
    """Whether to try (again): after 15 seconds, 1, 4, 16 minutes and 1 hour."""
    if notice.mail_attempts == 0:
        return True
    waits: timedelta = PATIENCE * 4 ** (notice.mail_attempts - 1)
    return now >= notice.created_at + waits


def _mail(notices: list[Notification], now: datetime) -> bool:
    """Claim, then send. What was claimed by a worker that died is not sent again: it may have been sent."""
    mine = [one for one in notices if Notification.objects.to_mail().filter(pk=one.pk).update(mailed_at=now)]
    if not mine:
        return False
    line = get_connection(timeout=TIMEOUT) if settings.EMAIL_URL else get_connection()
    try:
        hand_over(_message(mine), line)
    except (Unreached, Refused) as error:
        log.warning("notices %s were not mailed: %s", [str(one.pk) for one in mine], error)
        for one in mine:
            again = one.mail_attempts + 1 < MOST_ATTEMPTS
            Notification.objects.filter(pk=one.pk).update(
                mailed_at=None, mail_attempts=F("mail_attempts") + 1, mail_wanted=again
            )
        return False
    except InDoubt as error:
        log.warning("notices %s: not known whether mailed (%s)", [str(one.pk) for one in mine], error)
        return False
    return True


def _message(notices: list[Notification]) -> EmailMultiAlternatives:
    """The mail of one notice, or of several reminders, in plain words and as HTML."""
    first = notices[0]
    with override(first.user.language):
        if len(notices) == 1:
            subject, told = _subject(first), f"{first.text}\n\n" + _("Have a look and answer here:")
            body = f"{told}\n{_link(first)}\n"
        else:
            words = ngettext(
                "%(count)d thing waits for you: %(first)s …",
                "%(count)d things wait for you: %(first)s …",
                len(notices),
            )
            subject = words % {"count": len(notices), "first": named(first)}
            lines = (f"- {named(one)}\n  {_link(one)}" for one in notices)
            body = "\n".join([_("Have a look and answer here:"), "", *lines, ""])
        told_of = [(first.text if len(notices) == 1 else named(one), _link(one)) for one in notices]
        settings_url = _absolute(reverse("settings_notices"))
        facts = {"notices": told_of, "language": first.user.language, "settings_url": settings_url}
        html = render_to_string("trust/mail/notice.html", facts)
    headers = {"Message-ID": message_id(first.pk), "Auto-Submitted": "auto-generated"}
    message = EmailMultiAlternatives(
        shorten(clean_line(subject), MOST_SUBJECT), body, to=[first.user.email], headers=headers
    )
    message.attach_alternative(html, "text/html")
    return message


def _subject(notice: Notification) -> str:
    """What it is about: what it says itself, or that it is a summary or news of several things."""
    about = notice.text if notice.kind in ONE_THING else Kind(notice.kind).label
    return _("OwnYou: %(kind)s") % {"kind": about}


def _link(notice: Notification) -> str:
    return _absolute(notice.url)


def _absolute(path: str) -> str:
    return settings.SITE_URL.rstrip("/") + path
