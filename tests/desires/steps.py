"""Steps that tests of desires take: drive as a worker would, until nothing is ready any more."""

from __future__ import annotations

from agency.desires import watching
from agency.models import Desire, ScheduleRun, Thread
from agency.runtime import driving
from agency.runtime.schedules import sweep
from trust import sweeping
from trust.decisions import Answer, answer
from trust.models import Decision, User

WANTED = "look up Giverny on Wikivoyage and summarise it"
MAILED = "look up Giverny on Wikivoyage and mail it to me"


def drive(desire: Desire) -> Desire:
    """Drive every run of a desire until all wait or have ended; returns it as it is then."""
    for _turn in range(20):
        ready = Thread.objects.filter(subject_id=desire.pk, status=Thread.Status.READY).order_by("created_at")
        threads = list(ready)
        if not threads:
            break
        for thread in threads:
            driving.drive(thread.pk)
    return Desire.objects.select_related("user").get(pk=desire.pk)


def allow(user: User, autonomy: str, review: str = "trust_based") -> None:
    """Set a person's autonomy and review setting."""
    User.objects.filter(pk=user.pk).update(autonomy=autonomy, plan_review=review)
    user.refresh_from_db()


def open_decision(desire: Desire) -> Decision:
    """The one open question of a desire."""
    return Decision.objects.get(subject_id=desire.pk, status=Decision.Status.OPEN)


def say(desire: Desire, verdict: str, text: str = "") -> Desire:
    """Answer the open question, and drive on."""
    decision = open_decision(desire)
    answer(user=decision.user, decision_id=decision.pk, given=Answer(Decision.Verdict(verdict), text=text))
    return drive(desire)


def pass_time(*people: User) -> None:
    """Do what is due by now, as beat and the workers would: schedules, expiry, stuck desires, all runs."""
    sweep.sweep()
    for run in ScheduleRun.objects.filter(ended_at=None):
        sweep.run(run.pk)
    sweeping.sweep()
    watching.watch()
    for desire in Desire.objects.filter(user__in=people).order_by("created_at"):
        drive(desire)
