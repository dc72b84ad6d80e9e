"""Did it help? Asked once, some days after a desire was done; what was answered weighs later proposals."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Final
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from agency.desires import lifecycle
from agency.models import Desire, Schedule
from agency.plans.fitting import stems_in
from agency.runtime.schedules.rules import ONCE
from agency.runtime.schedules.services import drop_schedule, set_schedule
from ownyou.lib.locales import day_in_words
from ownyou.lib.text import key_of, shorten
from trust import decisions
from trust.decisions import Question
from trust.models import Activity, Decision, User

S, H = Desire.Stage, Desire.Helped
KIND: Final = "desire_helped"
AFTER_DAYS, AT = 3, time(18)
"""When it is asked: so many days after the desire was done, in the evening of the person's own clock."""
OPEN_FOR = timedelta(days=14)
NEVER: Final = frozenset({S.REJECTED, S.FAILED, S.ABANDONED, S.ESCALATED})
"""Stages at which nothing is asked: it was not done after all."""

ALIKE = 0.5
"""From this share of common stems on, of the shorter of two wishes, they are about the same."""
MOST_COMPARED = 200
WEIGHTS: Final[dict[str, float]] = {H.YES: 0.1, H.PARTLY: -0.05, H.NO: -0.2}
MOST_BY, LEAST_BY = 0.2, -0.4
STEP = 0.1
"""From this weight on the priority goes one step up or down."""


def ask_later(desire: Desire) -> None:
    """Have it asked some days from now, once in the life of a desire. Call it in a transaction."""
    planned = Schedule.objects.of(desire.user).filter(key=_key(desire))
    if planned.exists() or Decision.objects.filter(key=_question_key(desire)).exists():
        return
    day = timezone.localdate(timezone=desire.user.zone) + timedelta(days=AFTER_DAYS)
    set_schedule(
        user=desire.user,
        key=_key(desire),
        kind=KIND,
        rule=ONCE,
        at=AT,
        starts_on=day,
        payload={"desire": str(desire.pk)},
    )


def drop(desire: Desire) -> None:
    """Do not ask, since it was reset, given up or deleted."""
    drop_schedule(user=desire.user, key=_key(desire))


def ask(schedule: Schedule, slot: datetime) -> None:
    """The job of the schedule: ask, unless the desire is gone or was not done after all."""
    desire_id = UUID(str((schedule.payload or {})["desire"]))
    desire = Desire.objects.select_related("user").filter(pk=desire_id, user_id=schedule.user_id).first()
    if desire is None or desire.stage in NEVER:
        return
    decisions.ask(
        _question(desire),
        user_id=desire.user_id,
        key=_question_key(desire),
        subject=lifecycle.subject_of(desire),
    )


def _question(desire: Desire) -> Question:
    done = desire.execution_completed_at or desire.updated_at
    day = day_in_words(timezone.localtime(done, desire.user.zone))
    return Question(
        kind=Decision.Kind.CLARIFICATION,
        domain="desires",
        title=_("Did it help? %(title)s") % {"title": desire.title},
        payload={
            "helped": True,
            "question": _("Did it help? %(title)s") % {"title": desire.title},
            "why": _("It was done on %(day)s. Your answer counts in what I propose later.") % {"day": day},
            "suggestions": [_("Yes"), _("Partly"), _("No")],
            "hint": "text",
            "unanswered": _("If you do not answer, I do not ask again."),
        },
        expires_at=timezone.now() + OPEN_FOR,
    )


def answered(decision: Decision) -> None:
    """Keep the answer on the desire, in the answering transaction."""
    about = decision.subject_id if decision.subject_kind == lifecycle.KIND else None
    if about is None or not decision.payload.get("helped"):
        return
    desire = Desire.objects.select_related("user").filter(pk=about).first()
    if desire is None or decision.verdict != Decision.Verdict.ANSWER:
        return
    helped, words = read_answer(decision.comment or "")
    lifecycle.save(desire, helped=helped, helped_words=words or None, helped_at=timezone.now())
    lifecycle.note(desire, "helped", helped=helped)
    lifecycle.tell(desire, _heard(helped), key="helped", kind=Activity.Kind.STATUS_CHANGED)


_FIRST_WORDS: Final[dict[str, Desire.Helped]] = {
    **dict.fromkeys(("yes", "ja", "oui"), H.YES),
    **dict.fromkeys(("partly", "partially", "somewhat", "teilweise", "partiellement", "en partie"), H.PARTLY),
    **dict.fromkeys(("no", "not", "nein", "nicht", "non", "pas"), H.NO),
}


def read_answer(text: str) -> tuple[str, str]:
    """What an answer says, and its further words. One that begins with none of the known words says nothing
    that weighs: it is kept as it is."""
    said = f"{key_of(text)} "
    own = {key_of(_("Yes")): H.YES, key_of(_("Partly")): H.PARTLY, key_of(_("No")): H.NO}
    for word, helped in (own | _FIRST_WORDS).items():
        if said.startswith(f"{word} "):
            rest = text.strip()[len(word) :].lstrip(" ,.;:–-")
            return helped.value, rest
    return "", text.strip()


def _heard(helped: str) -> str:
    return {
        H.YES.value: _("You said that it helped: I propose more like it"),
        H.PARTLY.value: _("You said that it helped in part: I propose a little less like it"),
        H.NO.value: _("You said that it did not help: I propose less like it"),
    }.get(helped, _("Noted"))


# Weighing ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Weight:
    """What earlier answers say of a wish: `by` is added to its strength; `words` say why, or are empty."""

    by: float = 0.0
    words: str = ""

    def strength(self, strength: float) -> float:
        """The strength with it, 0 to 1."""
        return round(min(1.0, max(0.0, strength + self.by)), 3)

    def priority(self, priority: str) -> str:
        """The priority with it, at most one step away; what is urgent stays so."""
        steps = [Desire.Priority.LOW, Desire.Priority.MEDIUM, Desire.Priority.HIGH]
        if priority not in steps or abs(self.by) < STEP:
            return priority
        place = steps.index(Desire.Priority(priority)) + (1 if self.by > 0 else -1)
        return steps[min(max(place, 0), len(steps) - 1)].value


@dataclass(frozen=True, slots=True)
class Helped:
    """One answer: about which wish, and what was said."""

    title: str
    wish: str
    helped: str


def weight_of(user: User, wish: str) -> Weight:
    """What a person's answers about similar desires say of a wish that is to be proposed."""
    return weigh(wish, answers_of(user))


def answers_of(user: User) -> list[Helped]:
    """What a person said of whether desires helped, the newest first."""
    rows = Desire.objects.of(user).exclude(helped="").order_by("-helped_at")[:MOST_COMPARED]
    return [Helped(row.title, row.description, row.helped) for row in rows]


def weigh(wish: str, known: list[Helped]) -> Weight:
    """Add up what similar wishes came to, the newest first, within bounds. Pure."""
    about = [one for one in known if alike(wish, one.wish)]
    if not about:
        return Weight()
    by = min(MOST_BY, max(LEAST_BY, sum(WEIGHTS[one.helped] for one in about)))
    newest = about[0]
    words = {
        H.YES.value: _("“%(title)s” helped you."),
        H.PARTLY.value: _("“%(title)s” helped you in part."),
        H.NO.value: _("“%(title)s” did not help you."),
    }[newest.helped]
    return Weight(round(by, 3), words % {"title": shorten(newest.title, 80)})


def alike(one: str, other: str) -> bool:
    """Whether two wishes are about the same, by the stems of their words."""
    first, second = stems_in(one), stems_in(other)
    least = min(len(first), len(second))
    return least > 0 and len(first & second) / least >= ALIKE


def _key(desire: Desire) -> str:
    return f"{KIND}:{desire.pk}"


def _question_key(desire: Desire) -> str:
    return f"{lifecycle.KIND}:{desire.pk}:helped"
