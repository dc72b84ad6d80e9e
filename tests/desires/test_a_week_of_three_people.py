"""A week of three people with different autonomy, by moving the clock: what was proposed, approved by whom,
executed, tried again and said to have helped; nobody sees or touches what is another's."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import permutations
from typing import Any

import pytest
import time_machine
from django.test import Client

from agency.desires import live
from agency.desires.services import create_desire
from agency.models import Desire, DesireEntry, DesireOutcome, Plan
from tests.api.conftest import Api
from tests.desires.steps import allow, drive, pass_time
from tests.plans import kit
from trust.decisions import Answer, answer
from trust.models import Action, Activity, Decision, User
from trust.tokens import make_token

S = Desire.Stage
MONDAY = datetime(2026, 11, 30, 7, 0, tzinfo=UTC)
DAYS = 7
BROKEN_DAY = 2
"""On this day the travel guide does not answer."""


@dataclass
class Person:
    """One of the three: who, in which place's name all their wishes are, and what they say."""

    user: User
    autonomy: str
    place: str
    answers: dict[str, tuple[Decision.Verdict, str]] = field(default_factory=dict)

    @property
    def wishes(self) -> dict[str, str]:
        return {
            "daily": f"look up {self.place} on Wikivoyage and summarise it",
            "note": f"look up {self.place} on Wikivoyage and save it as a note",
            "mail": f"look up {self.place} on Wikivoyage and mail it to me",
        }

    def desire(self, which: str) -> Desire:
        return next(one for one in Desire.objects.of(self.user) if one.description == self.wishes[which])

    def take_on(self) -> None:
        for which, wish in self.wishes.items():
            create_desire(user=self.user, description=wish, every="day" if which == "daily" else "")

    def answer_what_waits(self) -> None:
        """Yes to plans and acts, unless they have something else to say to that wish."""
        for decision in Decision.objects.of(self.user).open().order_by("created_at"):
            about = Desire.objects.get(pk=decision.subject_id)
            helped = bool(decision.payload.get("helped"))
            which = next(name for name, wish in self.wishes.items() if wish == about.description)
            given = self.answers.get(f"helped {which}" if helped else f"{which} {decision.kind}")
            if helped and given is None:
                continue
            verdict, text = given or (Decision.Verdict.APPROVE, "")
            if decision.kind == Decision.Kind.CLARIFICATION and not helped:
                verdict, text = Decision.Verdict.ANSWER, "Try again"
            answer(user=self.user, decision_id=decision.pk, given=Answer(verdict, text=text))
            drive(about)


@pytest.fixture
def three(person: User, stranger: User, helper: User) -> list[Person]:
    yes, no, say = Decision.Verdict.APPROVE, Decision.Verdict.REJECT, Decision.Verdict.ANSWER
    people = [
        Person(person, "observe", "Giverny"),
        Person(
            stranger,
            "supervised_auto",
            "Bruges",
            {"mail approval": (yes, ""), "helped daily": (say, "Yes"), "helped mail": (say, "No, too long")},
        ),
        Person(
            helper,
            "adaptive_auto",
            "Lucca",
            {"note approval": (no, "do not save it as a note"), "helped daily": (say, "Partly")},
        ),
    ]
    for one in people:
        allow(one.user, one.autonomy)
    return people


@pytest.fixture
def week(three: list[Person]) -> Iterator[list[Person]]:
    """The week as it went."""
    users = [one.user for one in three]
    with time_machine.travel(MONDAY, tick=True) as clock:
        for one in three:
            one.take_on()
        pass_time(*users)
        for day in range(DAYS):
            kit.broken.clear()
            if day == BROKEN_DAY:
                kit.broken.add("guide.look_up")
            for one in three:
                one.answer_what_waits()
            clock.shift(timedelta(days=1))
            pass_time(*users)
        for one in three:
            one.answer_what_waits()
        yield three


@dataclass(frozen=True)
class Tally:
    """What a week came to for one person."""

    proposed: int
    asked: int
    unasked: int
    verdicts: Counter[str]
    acts: Counter[str]
    helped: dict[str, str]


def tally(one: Person) -> Tally:
    plans = Plan.objects.of(one.user).filter(subject_kind="desire")
    reviews = Decision.objects.of(one.user).filter(kind=Decision.Kind.REVIEW)
    started = Activity.objects.filter(user=one.user, subject_kind="desire", key__contains=":unasked:")
    return Tally(
        proposed=plans.count(),
        asked=reviews.count(),
        unasked=started.count(),
        verdicts=Counter(DesireOutcome.objects.filter(user=one.user).values_list("verdict", flat=True)),
        acts=Counter(
            f"{act.tool} {act.status}" for act in Action.objects.filter(user=one.user, subject_kind="desire")
        ),
        helped={which: one.desire(which).helped for which in one.wishes},
    )


@pytest.mark.django_db(transaction=True)
def test_each_has_the_week_that_they_allow_and_nobody_touches_what_is_anothers(week: list[Person]) -> None:
    each_had_what_they_allow(week)
    nobody_reaches_what_is_anothers(week)


def each_had_what_they_allow(week: list[Person]) -> None:
    watcher, supervised, adaptive = week
    assert sum(kit.calls.values()) > 0

    seen = tally(watcher)
    assert seen.proposed == 3
    assert (seen.asked, seen.unasked) == (3, 0)
    assert (seen.verdicts, seen.acts) == (Counter(), Counter())
    assert {watcher.desire(which).stage for which in watcher.wishes} == {S.APPROVED}
    assert not DesireEntry.objects.filter(user=watcher.user).exists()

    had = tally(supervised)
    assert had.unasked >= DAYS
    assert had.asked >= 1, "a mail cannot be taken back, so its plan is shown"
    assert had.acts["mail.send succeeded"] == 1
    assert had.acts["notes.keep succeeded"] == 1
    assert had.verdicts["continue"] >= DAYS - 1
    assert had.verdicts["retry"] >= 1
    assert had.helped == {"daily": "yes", "note": "", "mail": "no"}
    assert not supervised.desire("mail").bypassed
    assert "Supervised" in (supervised.desire("daily").approve_reason or "")

    went = tally(adaptive)
    assert went.acts["notes.keep rejected"] == 1
    assert went.acts["notes.keep succeeded"] == 0
    assert went.verdicts["loop_back"] >= 1
    assert went.helped["daily"] == "partly"
    assert Plan.objects.about("desire", adaptive.desire("note").pk).count() >= 2
    assert "Adaptive" in (adaptive.desire("daily").approve_reason or "")


def nobody_reaches_what_is_anothers(week: list[Person]) -> None:
    before = list(Desire.objects.order_by("pk").values_list("pk", "stage", "updated_at"))
    for one, other in permutations(week, 2):
        api, client = Api(make_token(user=one.user, name=other.place)), Client()
        client.force_login(one.user)
        for desire in Desire.objects.of(other.user):
            assert_hidden(api, client, one.user, desire)
        shown = [
            api.get("/agency/desires").content.decode(),
            api.get("/activity").content.decode(),
            client.get("/agency/").content.decode(),
            client.get("/inbox/").content.decode(),
            client.get("/activity/").content.decode(),
            str(live.draw_sections(one.user, None)),
        ]
        assert one.place in shown[0]
        assert not any(other.place in page for page in shown)
    assert list(Desire.objects.order_by("pk").values_list("pk", "stage", "updated_at")) == before


def assert_hidden(api: Api, client: Client, user: User, desire: Desire) -> None:
    path = f"/agency/desires/{desire.pk}"
    body: dict[str, Any] = {"critique": "shorter", "description": "mine"}
    statuses = [
        api.get(path).status_code,
        api.get(f"{path}/export").status_code,
        api.send("PUT", path, json.dumps(body)).status_code,
        api.send("DELETE", path).status_code,
        *(
            api.post(f"{path}/{verb}", body).status_code
            for verb in ("generate-plan", "approve", "reject", "revise", "execute", "reset")
        ),
        *(client.get(f"/agency/{desire.pk}/{page}").status_code for page in ("", "edit/", "export/")),
        *(client.post(f"/agency/{desire.pk}/{verb}/").status_code for verb in ("approve", "reset", "delete")),
    ]
    assert set(statuses) == {404}
    assert live.draw_desire(user, desire.pk) is None
    for decision in Decision.objects.filter(subject_id=desire.pk)[:3]:
        answered = api.post(f"/decisions/{decision.pk}", {"verdict": "approve"})
        assert answered.status_code == 404
