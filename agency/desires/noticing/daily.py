"""The daily review of desires at the person's hour: what matters, what is new, what waits, what faded."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from agency.desires import config
from agency.desires.config import REVIEW
from agency.desires.noticing import hearing, looking
from agency.models import Desire, Heard, Schedule
from agency.reasoning.skills.wish import Wish
from agency.reasoning.wish_rules import is_aspiration
from ownyou.lib.crypto import keyed_hash
from trust import activity, notices
from trust.models import Activity, Notification, User

S = Desire.Stage
_SINCE: Final = timedelta(days=1)


def begin(schedule: Schedule, slot: datetime) -> None:
    """The job of the schedule."""
    looking.start_look(schedule.user, REVIEW)


def hear_what_matters(user: User) -> None:
    """Take one line of what matters to the person, that is something to strive for, as a wish: one a day."""
    settings = config.settings_of(user)
    known = set(Heard.objects.filter(user=user, origin=Heard.Origin.MATTERS).values_list("about", flat=True))
    lines = {_id_of(user, line): line for line in settings.matters if is_aspiration(line)}
    new = next(((line, about) for about, line in lines.items() if about not in known), None)
    if new is None or not settings.notice_words:
        return
    line, about = new
    wish = Wish(quote=line, title=line[:1].upper() + line[1:120])
    heard = Heard.objects.get_or_create(
        user=user,
        origin=Heard.Origin.MATTERS,
        about=about,
        defaults={"text": line, "found": {"wishes": [wish.model_dump()], "rest": False}},
    )[0]
    hearing.take(heard, [wish])


def _id_of(user: User, line: str) -> UUID:
    """What a line of what matters is known by: no words of it can be read from that."""
    return UUID(bytes=keyed_hash(user.pk, line, purpose="desire.matters"))


def report(user: User) -> Notification | None:
    """Tell what the review found, once a local day; None where there is nothing to say."""
    day = timezone.localdate(timezone=user.zone)
    with override(user.language):
        text = summary(user)
        if not text:
            return None
        key = f"{REVIEW}:{day}"
        with transaction.atomic(), activity.told_last():
            activity.record(
                user_id=user.pk, kind=Activity.Kind.STATUS_CHANGED, agent="desires", text=text, key=key
            )
            return notices.notify(
                user_id=user.pk, key=key, kind=Notification.Kind.DIGEST, text=text, url=reverse("agency")
            )


def summary(user: User) -> str:
    """What waits for a yes, what was noticed and what was let go since yesterday, in a few sentences."""
    since = timezone.now() - _SINCE
    mine = Desire.objects.of(user).filter(plannings=0)
    waiting = mine.at(S.PENDING).count()
    noticed = mine.at(S.NASCENT).filter(created_at__gte=since).count()
    gone = mine.at(S.ABANDONED).filter(ended_at__gte=since).count()
    parts = [
        waiting
        and ngettext("One wish waits for your yes.", "%(n)d wishes wait for your yes.", waiting)
        % {"n": waiting},
        noticed and ngettext("One more was noticed.", "%(n)d more were noticed.", noticed) % {"n": noticed},
        gone and ngettext("One was let go.", "%(n)d were let go.", gone) % {"n": gone},
    ]
    said = " ".join(str(part) for part in parts if part)
    return _("Your desires today: %(what)s") % {"what": said} if said else ""
