"""What a person is told of about their desires, and by which way: as they set it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from agency.models import Desire, DesireSettings
from ownyou.lib.errors import InvalidInput
from trust import notices
from trust.decisions import Question
from trust.models import Decision, Notification, User


class What(StrEnum):
    """What can be told of."""

    PROPOSED = "proposed"
    REVIEW = "review"
    NEEDS = "needs"
    STARTED = "started"
    ENDED = "ended"


class By(StrEnum):
    """The ways: what is usual, the feed and the page alone, a notice, or a notice that is mailed as well."""

    USUAL = "usual"
    FEED = "feed"
    NOTICE = "notice"
    MAIL = "mail"


WHAT_TITLES: Final = {
    What.PROPOSED: gettext_lazy("A wish is proposed to you"),
    What.REVIEW: gettext_lazy("A plan waits for your look"),
    What.NEEDS: gettext_lazy("A desire gets no further without you"),
    What.STARTED: gettext_lazy("A plan starts without asking"),
    What.ENDED: gettext_lazy("A desire is done, or did not work"),
}
BY_TITLES: Final = {
    By.USUAL: gettext_lazy("As usual"),
    By.FEED: gettext_lazy("Only on its page and in the feed"),
    By.NOTICE: gettext_lazy("A notice at once"),
    By.MAIL: gettext_lazy("A notice and a mail at once"),
}


def checked(told_by: Mapping[str, str]) -> dict[str, str]:
    """What is told by which way. Raises `InvalidInput` for what is not known here."""
    for what, by in told_by.items():
        if what not in set(What) or by not in set(By):
            raise InvalidInput(_("That cannot be chosen here."), field="told_by")
    return dict(told_by)


def told_by(settings: DesireSettings) -> dict[str, str]:
    """The way of everything that can be told of."""
    return {what.value: settings.told_by.get(what.value, By.USUAL.value) for what in What}


def way_of(user: User, what: What) -> By:
    """By which way a person wants to be told of something."""
    return way_in(DesireSettings.objects.filter(user=user).only("told_by").first(), what)


def way_in(row: DesireSettings | None, what: What) -> By:
    """The same, by a row of settings, or none."""
    return By(row.told_by.get(what.value, By.USUAL)) if row is not None else By.USUAL


def as_told(question: Question, by: By) -> Question:
    """A question, quiet where it is to be on its page and in the feed alone."""
    return replace(question, quiet=by is By.FEED)


def tell_of(decision: Decision, by: By, text: str = "") -> None:
    """Tell of a question at once, where the person wants that. Usually the sweep tells, or a reminder."""
    if by in (By.NOTICE, By.MAIL):
        notices.about(decision, Notification.Kind.ASKED, text or decision.title, mail=by is By.MAIL)


def tell_needs(decision: Decision, user: User, by: By, text: str) -> None:
    """Tell that a desire gets no further without its person; usually by a notice."""
    at_once = user.notice_mail == User.NoticeMail.AT_ONCE
    if by is not By.FEED:
        mail = by is By.MAIL or (by is By.USUAL and at_once)
        notices.about(decision, Notification.Kind.ASKED, text, mail=mail)


def tell_news(desire: Desire, what: What, text: str, *, key: str) -> None:
    """Tell of what waits for nothing, once (`key`); usually the feed is enough."""
    by = way_of(desire.user, what)
    if by in (By.NOTICE, By.MAIL):
        notices.notify(
            user_id=desire.user_id,
            key=f"desire-{what}:{desire.pk}:{key}",
            kind=Notification.Kind.NEWS,
            text=f"{desire.title}: {text}",
            url=f"/agency/{desire.pk}/",
            mail=by is By.MAIL,
        )
