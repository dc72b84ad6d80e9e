"""The port of the acting nodes to the rows: the acts of one run, their card, and what came of them."""

from __future__ import annotations

from datetime import timedelta
from functools import cached_property
from typing import Any
from uuid import UUID

from django.db import transaction

from agency.acting.reflexion import CAUTION, cautious, reflect_on
from agency.models import Thread
from agency.reasoning.budget import Asker
from agency.runtime.current import drive_of
from ownyou.lib.fields import seal
from trust import approvals, ledger
from trust.activity import Subject
from trust.ledger import Proposal
from trust.models import Action, Decision, User
from trust.presence import is_looking
from trust.tools import tool_named

S = Action.Status
GOING_ON = (S.APPROVED, S.CLAIMED)


class ActingDesk:
    """One run's acts, as its nodes see them."""

    def __init__(self, thread_id: UUID) -> None:
        self.thread_id = thread_id

    @cached_property
    def thread(self) -> Thread:
        return drive_of(self.thread_id).thread

    @property
    def user(self) -> User:
        return self.thread.user

    def asker(self) -> Asker:
        """For whom questions to the skills are asked."""
        return Asker(self.thread.user_id, self.thread_id, None)

    def acts(self) -> list[Action]:
        """The run's acts as they stand now, in order; replaced ones left out."""
        rows = Action.objects.of(self.user).of_thread(self.thread_id)
        return list(rows.select_related("user", "decision"))

    def waiting(self) -> list[Action]:
        """Those that need the person's OK."""
        return [action for action in self.acts() if action.status == S.WAITING]

    def ask(
        self, acts: list[Action], *, step: str, attempt: int, history: list[object], why: str = ""
    ) -> Decision:
        """One card for these acts; the same step finds the same card.

        While the person is looking at the subject, it waits for some minutes; else as long as it takes.
        Raises `Stopped` for a run that was cancelled or paused meanwhile.
        """
        with transaction.atomic():
            ledger.check_goes_on(self.thread_id)
            return self._ask(acts, step, attempt, history, why)

    def _ask(self, acts: list[Action], step: str, attempt: int, history: list[object], why: str) -> Decision:
        subject = Subject(acts[0].subject_kind, acts[0].subject_id)
        minutes = self.user.approval_minutes if is_looking(self.user.pk, subject.id) else 0
        return approvals.ask_for(
            acts,
            user=self.user,
            thread_id=self.thread_id,
            subject=subject,
            key=f"{self.thread_id}:{step}",
            attempt=attempt,
            history=history,
            expires=timedelta(minutes=minutes) if minutes else None,
            why=why,
        )

    def asked(self, step: str) -> Decision | None:
        """The card that this step opened before."""
        key = f"{self.thread_id}:{step}"
        kept: Decision | None = drive_of(self.thread_id).kept(key)
        return kept or Decision.objects.filter(user=self.user, key=key).first()

    def decision(self, decision_id: str) -> Decision:
        return Decision.objects.get(user=self.user, pk=decision_id)

    def replaced_by_words(self, decision: Decision) -> list[Action]:
        """The acts of a card that was answered with words, which no new draft has replaced yet."""
        rows = decision.actions.filter(status=S.SUPERSEDED).select_related("user")
        return list(rows.order_by("position", "created_at", "pk"))

    def unchanged(self, decision: Decision) -> bool:
        """Whether the words that answered a card changed none of its acts."""
        replaced = decision.actions.filter(status=S.SUPERSEDED, successor__isnull=False)
        hashes = list(replaced.values_list("args_hash", "successor__args_hash"))
        return bool(hashes) and all(before == after for before, after in hashes)

    def notes(self, decision: Decision) -> str:
        """What became of the words that answered a card: which were taken otherwise, or not at all."""
        replaced = decision.actions.filter(status=S.SUPERSEDED, successor__isnull=False)
        said = [action.error for action in replaced.order_by("position", "created_at", "pk") if action.error]
        return " ".join(dict.fromkeys(said))

    def redraft(
        self, action: Action, arguments: dict[str, Any], *, notes: str = "", caution: str = ""
    ) -> Action:
        """Propose an act anew in place of one; the same act is replaced once, and keeps the `notes` on the
        words that it was replaced for. What is asked for whatever the trust stays so, and what a `caution`
        says why it is asked for becomes so."""
        proposal = Proposal(
            tool=action.tool,
            arguments=arguments,
            key=ledger.refined_key(action),
            position=action.position,
            tainted=action.tainted,
            shaped_by=action.shaped_by,
            wishes=action.wishes or (),
            caution=caution or ((action.reason or "") if action.rule == CAUTION else ""),
        )
        subject = Subject(action.subject_kind, action.subject_id)
        if not proposal.caution:
            proposal = cautious(proposal, user=self.user)
        [fresh] = ledger.propose([proposal], user=self.user, thread_id=self.thread_id, subject=subject)
        said = seal(action.user_id, notes) if notes else None
        Action.objects.filter(pk=action.pk, successor=None).update(successor=fresh, error=said)
        return fresh

    def perform(self, action: Action) -> Action:
        """Do an approved act; one that failed and may be repeated is tried once more."""
        done = ledger.perform(action.pk)
        again = done.status == S.FAILED and done.attempt == 1 and tool_named(done.tool, self.user).idempotent
        if again and ledger.move(done, S.APPROVED):
            done = ledger.perform(done.pk)
        return done

    def reflect(self) -> None:
        """Keep what the run's ended acts teach, each once."""
        for action in Action.objects.of(self.user).filter(thread_id=self.thread_id).ended():
            reflect_on(action)
