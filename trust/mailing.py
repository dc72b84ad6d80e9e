"""Notices by mail: a sentence and the link of a page, never one that answers by itself. Each at most once."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import override

from ownyou.lib.mail import InDoubt, Refused, Unreached, hand_over, message_id
from ownyou.lib.text import clean_line
from trust.models import Notification

log = logging.getLogger(__name__)

AT_ONCE = 100
MOST_ATTEMPTS = 6
PATIENCE = timedelta(seconds=15)
TIMEOUT = 20


def mail_due(now: datetime) -> int:
    """Mail the notices that are to be mailed. Returns how many were sent."""
    waiting = Notification.objects.to_mail().select_related("user").order_by("created_at")
    return sum(_mail(notice, now) for notice in waiting[:AT_ONCE] if _is_time(notice, now))


def _is_time(notice: Notification, now: datetime) -> bool:
    """Whether to try (again): after 15 seconds, 1, 4, 16 minutes and 1 hour."""
    if notice.mail_attempts == 0:
        return True
    waits: timedelta = PATIENCE * 4 ** (notice.mail_attempts - 1)
    return now >= notice.created_at + waits


def _mail(notice: Notification, now: datetime) -> bool:
    """Claim, then send. What was claimed by a worker that died is not sent again: it may have been sent."""
    if not Notification.objects.to_mail().filter(pk=notice.pk).update(mailed_at=now):
        return False
    line = get_connection(timeout=TIMEOUT) if settings.EMAIL_URL else get_connection()
    try:
        hand_over(_message(notice), line)
    except (Unreached, Refused) as error:
        log.warning("notice %s was not mailed: %s", notice.pk, error)
        again = notice.mail_attempts + 1 < MOST_ATTEMPTS
        Notification.objects.filter(pk=notice.pk).update(
            mailed_at=None, mail_attempts=F("mail_attempts") + 1, mail_wanted=again
        )
        return False
    except InDoubt as error:
        log.warning("notice %s: not known whether it was mailed (%s)", notice.pk, error)
        return False
    return True


def _message(notice: Notification) -> EmailMessage:
    with override(notice.user.language):
        link = settings.SITE_URL.rstrip("/") + notice.url
        body = _("%(text)s\n\nHave a look and answer here:\n%(link)s\n") % {"text": notice.text, "link": link}
        subject = _("OwnYou: %(kind)s") % {"kind": Notification.Kind(notice.kind).label}
    headers = {"Message-ID": message_id(notice.pk), "Auto-Submitted": "auto-generated"}
    return EmailMessage(clean_line(subject), body, to=[notice.user.email], headers=headers)
