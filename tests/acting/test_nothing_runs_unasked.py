"""Whatever happens, and in whatever order: what runs was allowed, or said yes to exactly as it runs, once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Any, ClassVar

import pytest
from django.db import models
from django.utils import timezone
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test
from pydantic import BaseModel, JsonValue

from agency.acting.desk import ActingDesk
from agency.models import Thread
from ownyou.lib.errors import OwnYouError
from ownyou.lib.ids import new_id
from trust import approvals, decisions, grants, ledger
from trust.decisions import Answer
from trust.ledger import Proposal, settling, sweeping, taking_back
from trust.ledger.proposing import args_hash
from trust.models import Action, Decision, Grant, ToolSwitch, TrustScore, User
from trust.tools import (
    Done,
    Errand,
    Kind,
    OutcomeUnknown,
    ToolFailed,
    ToolSpec,
    register_tool,
    unregister_tool,
)

S = Action.Status
V = Decision.Verdict
PEOPLE = st.sampled_from(["Ada", "Bob"])
SEND, PIN = "post.send", "post.pin"
TOOLS = st.sampled_from([SEND, PIN])
ANY = st.integers(0, 30)
"""Picks one of what there is."""


class Letter(BaseModel):
    to: str
    text: str = "hello"


class Sent(BaseModel):
    to: str


class Acting(RuleBasedStateMachine):
    """A person, an agent with two tools (one can be taken back), and a world that moves."""

    user: ClassVar[User]

    def __init__(self) -> None:
        super().__init__()
        for model in (Action, Decision, Grant, TrustScore, ToolSwitch, Thread):
            model.objects.all().delete()
        self.steps = 0
        self.price = 10
        self.trouble: Exception | None = None
        self.calls: Counter[Any] = Counter()
        self.taken_back: Counter[Any] = Counter()
        self.wrong: list[str] = []
        self.run_id = Thread.objects.create(
            user=self.user, graph="errand", subject_kind="test", subject_id=new_id(), status="waiting"
        ).pk
        self._tool(SEND)
        self._tool(PIN, undo=self._took_back)

    def teardown(self) -> None:
        unregister_tool(SEND)
        unregister_tool(PIN)

    def _tool(self, name: str, **more: Any) -> None:
        register_tool(
            ToolSpec(
                name=name,
                title=name,
                agent="post",
                kind=Kind.SEND,
                description="Sends a letter.",
                arguments=Letter,
                result=Sent,
                run=lambda errand, letter: self._sent(name, errand, letter),
                precondition=lambda errand, letter: {"price": self.price},
                scope=lambda letter: {"recipient": letter.to},
                **more,
            )
        )

    # What runs ----------------------------------------------------------------------------------------

    def _sent(self, tool: str, errand: Errand, letter: Letter) -> Done[Sent]:
        act = Action.objects.select_related("decision").get(pk=errand.action_id)
        said: dict[str, JsonValue] = letter.model_dump(mode="json")
        right = {
            "claimed": act.status == S.CLAIMED,
            "the same": (act.arguments, act.args_hash) == (said, args_hash(self.user.pk, tool, said)),
            "on": not ToolSwitch.objects.filter(tool=tool, enabled=False).exists(),
            "may": self._allowed(act, letter) if act.ruling == "allow" else self._said_yes_to(act),
        }
        self.wrong += [f"not {name}: {act} {act.rule}" for name, holds in right.items() if not holds]
        self.calls[act.pk] += 1
        if self.trouble is not None:
            trouble, self.trouble = self.trouble, None
            raise trouble
        return Done(Sent(to=letter.to), inverse={"to": letter.to})

    def _took_back(self, errand: Errand, letter: Letter, inverse: Mapping[str, JsonValue]) -> str:
        self.taken_back[errand.action_id] += 1
        if inverse != {"to": letter.to}:
            self.wrong.append(f"took back {inverse} of {letter}")
        return "Taken back."

    def _allowed(self, act: Action, letter: Letter) -> bool:
        """Whether it may run by itself, as things stand now: told apart from the gate's own rules."""
        trusted = act.tool == PIN and TrustScore.objects.filter(level=3, ceiling=3).exists()
        granted = Grant.objects.filter(revoked_at=None, until__gt=timezone.now())
        covered = any(one.scope == {"recipient": letter.to} and one.tool == act.tool for one in granted)
        return not act.tainted and (trusted or covered)

    def _said_yes_to(self, act: Action) -> bool:
        """Whether the card that asked showed exactly this, or it was changed to this, with a yes."""
        card = act.decision
        if card is None:
            return False
        shown = next(one for one in card.payload["acts"] if one["id"] == str(act.pk))
        answered = card.status == Decision.Status.ANSWERED and card.verdict == V.APPROVE
        given = (card.edited_arguments or {}).get(str(act.pk), shown["arguments"])
        return answered and bool(given == act.arguments)

    @invariant()
    def what_ran_was_right_and_ran_once(self) -> None:
        assert self.wrong == []
        assert all(count == 1 for count in (*self.calls.values(), *self.taken_back.values()))
        assert self.taken_back.keys() <= self.calls.keys()
        assert not Action.objects.filter(pk__in=self.calls, status__in=(S.WAITING, S.REJECTED)).exists()

    # What can happen ----------------------------------------------------------------------------------

    @rule(
        tool=TOOLS, people=st.lists(PEOPLE, min_size=1, max_size=2), tainted=st.booleans(), run=st.booleans()
    )
    def a_step_proposes(self, tool: str, people: list[str], tainted: bool, run: bool) -> None:
        ledger.propose(self._letters(tool, people, tainted), user=self.user, thread_id=self._run(run))

    @rule(
        tool=TOOLS, people=st.lists(PEOPLE, min_size=1, max_size=2), tainted=st.booleans(), run=st.booleans()
    )
    def a_step_acts(self, tool: str, people: list[str], tainted: bool, run: bool) -> None:
        letters = self._letters(tool, people, tainted)
        for _again in range(2):
            ledger.act(letters, user=self.user, thread_id=self._run(run))

    def _run(self, run: bool) -> Any:
        return self.run_id if run else None

    def _letters(self, tool: str, people: Sequence[str], tainted: bool) -> list[Proposal]:
        self.steps += 1
        return [
            Proposal(tool, {"to": to}, f"step:{self.steps}:{n}", n, tainted) for n, to in enumerate(people)
        ]

    def _one(self, rows: models.QuerySet[Any], number: int) -> Any:
        found = list(rows.order_by("created_at", "pk"))
        return found[number % len(found)] if found else None

    @rule(number=ANY, expires=st.booleans())
    def it_asks(self, number: int, expires: bool) -> None:
        act = self._one(Action.objects.waiting().filter(decision=None).select_related("user"), number)
        if act is not None:
            minutes = timedelta(minutes=5) if expires else None
            approvals.ask_for(
                [act], user=self.user, thread_id=act.thread_id, key=f"ask:{act.pk}", expires=minutes
            )

    @rule(number=ANY, yes=st.booleans(), edit=st.none() | PEOPLE, grant=st.booleans())
    def it_is_answered(self, number: int, yes: bool, edit: str | None, grant: bool) -> None:
        card = self._one(Decision.objects.open(), number)
        if card is None:
            return
        said: list[dict[str, object]] = []
        for act in card.payload["acts"]:
            one: dict[str, object] = {"id": act["id"]}
            if edit:
                one["arguments"] = {"to": edit}
            if grant and act["grant"] is not None and yes:
                one["grant"] = {"until": (timezone.now() + timedelta(days=1)).isoformat()}
            said.append(one)
        self._try(card, Answer(V.APPROVE if yes else V.REJECT, acts=tuple(said)))

    def _try(self, card: Decision, given: Answer) -> bool:
        try:
            decisions.answer(user=self.user, decision_id=card.pk, given=given)
        except OwnYouError:
            return False
        return True

    @rule(number=ANY, text=st.sampled_from(["hi", "good day"]))
    def it_is_refined(self, number: int, text: str) -> None:
        card = self._one(Decision.objects.open().filter(refine_allowed=True), number)
        if card is not None and self._try(card, Answer(V.REFINE, text=text)):
            desk = ActingDesk(self.run_id)
            for act in desk.replaced_by_words(card):
                desk.redraft(act, {**act.arguments, "text": text})

    @rule(number=ANY, again=st.booleans())
    def nobody_answers(self, number: int, again: bool) -> None:
        card = self._one(Decision.objects.open().exclude(expires_at=None), number)
        if card is None:
            return
        Decision.objects.filter(pk=card.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
        card.refresh_from_db()
        decisions.expire(card)
        if again:
            approvals.ask_again(user=self.user, decision_id=card.pk)

    @rule(level=st.integers(1, 3))
    def trust_changes(self, level: int) -> None:
        TrustScore.objects.update_or_create(
            user=self.user, agent="post", kind="send", defaults={"level": level, "ceiling": level}
        )

    @rule(number=ANY)
    def an_ok_is_taken_back(self, number: int) -> None:
        grant = self._one(Grant.objects.filter(revoked_at=None), number)
        if grant is not None:
            grants.revoke(user=self.user, grant_id=grant.pk)

    @rule()
    def the_oks_end(self) -> None:
        Grant.objects.update(until=timezone.now() - timedelta(seconds=1))

    @rule(tool=TOOLS, on=st.booleans())
    def a_tool_is_switched(self, tool: str, on: bool) -> None:
        ToolSwitch.objects.update_or_create(tool=tool, defaults={"enabled": on})

    @rule(price=st.integers(9, 11))
    def the_world_moves(self, price: int) -> None:
        self.price = price

    @rule(trouble=st.sampled_from([ToolFailed("No."), OutcomeUnknown("Silence."), RuntimeError("a fault")]))
    def the_next_call_goes_wrong(self, trouble: Exception) -> None:
        self.trouble = trouble

    @rule(number=ANY)
    def a_worker_performs(self, number: int) -> None:
        act = self._one(Action.objects.all(), number)
        if act is not None:
            sweeping.perform_alone(act.pk)

    @rule()
    def the_sweep_comes(self) -> None:
        sweeping.sweep()
        for act in Action.objects.due(timezone.now()):
            sweeping.perform_alone(act.pk)

    @rule(number=ANY)
    def one_is_stopped(self, number: int) -> None:
        act = self._one(Action.objects.filter(status=S.APPROVED), number)
        if act is not None:
            ledger.stop(user=self.user, action_id=act.pk)

    @rule(number=ANY)
    def one_is_undone(self, number: int) -> None:
        act = self._one(Action.objects.filter(tool=PIN, status=S.SUCCEEDED), number)
        if act is not None:
            for _again in range(2):
                ledger.undo(user=self.user, action_id=act.pk)
                taking_back.take_back(act.pk)

    @rule(number=ANY, happened=st.booleans())
    def one_is_checked(self, number: int, happened: bool) -> None:
        act = self._one(Action.objects.filter(status=S.UNKNOWN), number)
        if act is not None:
            settling.look(act.pk)
            ledger.check(user=self.user, action_id=act.pk, happened=happened)

    @rule(number=ANY)
    def one_is_tried_again(self, number: int) -> None:
        act = self._one(Action.objects.filter(status=S.FAILED), number)
        if act is not None:
            with suppress(OwnYouError):  # it was begun once: done again it might happen twice
                ledger.retry(user=self.user, action_id=act.pk)


def test_whatever_happens_only_what_was_allowed_or_approved_runs(owner: User) -> None:
    Acting.user = owner
    run_state_machine_as_test(
        Acting,
        settings=settings(
            max_examples=12,
            stateful_step_count=25,
            deadline=None,
            derandomize=True,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_it_would_be_seen(owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above fails where the gate is broken: here it asks for nothing."""
    from trust.ledger import proposing
    from trust.policy import Verdict

    monkeypatch.setitem(proposing.STATUS_OF, Verdict.ASK, S.APPROVED)
    with pytest.raises(AssertionError):
        test_whatever_happens_only_what_was_allowed_or_approved_runs(owner)
