"""The daily summary: what waits for a person, and what was done since the day before. One notice a slot."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from ownyou.lib.text import shorten
from trust import activity, notices
from trust.models import Activity, Decision, Notification, User

SINCE = timedelta(days=1)
NAMED = 3
MOST_TITLE = 60


def send_digest(user: User, slot: datetime) -> Notification | None:
    """Make the summary of a slot, by mail too unless the person wants none; None: there is nothing to say.

    Called again for the same slot it makes no second one.
    """
    with override(user.language):
        text = summary(user, slot)
        if not text:
            return None
        key = f"digest:{slot:%Y-%m-%dT%H:%M}"
        with transaction.atomic(), activity.told_last():
            notice = notices.notify(
                user_id=user.pk,
                key=key,
                kind=Notification.Kind.DIGEST,
                text=text,
                url=reverse("inbox") if Decision.objects.of(user).open().exists() else reverse("activity"),
                mail=user.notice_mail != User.NoticeMail.NEVER,
            )
            activity.record(
                user_id=user.pk,
                kind=Activity.Kind.STATUS_CHANGED,
                agent="briefing",
                text=_("Your summary is there."),
                key=key,
            )
    return notice


def summary(user: User, slot: datetime) -> str:
    """What waits, and what was done in the day before `slot`, in one or two sentences; empty: nothing."""
    waiting = list(Decision.objects.of(user).open().order_by("created_at"))
    done = list(
        Activity.objects.of(user)
        .filter(kind=Activity.Kind.AGENT_COMPLETED, created_at__gt=slot - SINCE, created_at__lte=slot)
        .order_by("-seq")
    )
    parts = []
    if waiting:
        count = {"count": len(waiting), "what": _named([row.title for row in waiting])}
        parts.append(
            ngettext("One thing waits for you: %(what)s.", "%(count)d wait for you: %(what)s.", len(waiting))
            % count
        )
    if done:
        count = {"count": len(done), "what": _named([row.text for row in done])}
        parts.append(
            ngettext(
                "Done since yesterday: %(what)s.", "%(count)d done since yesterday: %(what)s.", len(done)
            )
            % count
        )
    return " ".join(parts)


def _named(titles: list[str]) -> str:
    named = "; ".join(shorten(title, MOST_TITLE).rstrip(". ") for title in titles[:NAMED])
    more = len(titles) - NAMED
    return named if more <= 0 else _("%(named)s and %(more)d more") % {"named": named, "more": more}
