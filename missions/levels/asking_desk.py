"""The part of the desk that asks the person, and reads how that ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from agency.runtime.current import Drive
from agency.runtime.stopping import Stopped
from missions import lifecycle
from missions.models import Mission
from trust import decisions
from trust.decisions import Question, note_what_came
from trust.models import Decision

STOPPED = (Mission.Status.ABANDONED, Mission.Status.PAUSED, Mission.Status.COMPLETED)
LISTS_BEFORE = 5
"""So many lists of options back is a name looked for."""


@dataclass(frozen=True, slots=True)
class Answered:
    """How a decision of this mission ended: with a person's answer, or (`given` is False) without."""

    status: str
    on_expiry: str
    verdict: str
    options: list[str]
    text: str
    about: str
    """The slot that was asked for."""
    decision: UUID | None = None

    @property
    def given(self) -> bool:
        """Whether the person answered."""
        return self.status == Decision.Status.ANSWERED


class AskingDesk:
    """Questions of one mission, as the graph of one of its threads asks them."""

    mission: Mission
    thread_id: UUID
    drive: Drive
    _question: Decision | None = None
    """The decision that the step at hand has opened before."""

    def ask(self, question: Question, *, step: str) -> UUID:
        """Open a decision (or find the one that this step opened before) and return its id.

        The mission's row is held meanwhile: one that was given up a moment ago asks nothing any more.
        """
        going_on = decisions.Only(
            "mission",
            f"SELECT id FROM {Mission._meta.db_table}"
            " WHERE id = %(mission_id)s AND status <> ALL(%(mission_stopped)s) FOR NO KEY UPDATE",
            {"mission_id": self.mission.pk, "mission_stopped": [status.value for status in STOPPED]},
        )
        try:
            decision = decisions.ask(
                question,
                user_id=self.mission.user_id,
                key=f"{self.thread_id}:{step}",
                thread_id=self.thread_id,
                subject=lifecycle.subject_of(self.mission),
                only=going_on,
            )
        except Decision.DoesNotExist:
            raise Stopped from None
        return decision.pk

    def asked(self, step: str) -> UUID | None:
        """Return the decision that this step opened before, if it did."""
        if self.drive.begins:
            return None
        key = f"{self.thread_id}:{step}"
        self._question = self.drive.kept(key) or Decision.objects.filter(key=key).order_by().first()
        return self._question.pk if self._question else None

    def answer(self, decision_id: UUID) -> Answered:
        """Read how a decision of this mission ended. Raises `Stopped` when it was cancelled, or is open."""
        decision = self._question
        if decision is None or decision.pk != decision_id or decision.status == Decision.Status.OPEN:
            decision = Decision.objects.get(pk=decision_id, user_id=self.mission.user_id)
        if decision.status in (Decision.Status.CANCELLED, Decision.Status.OPEN):
            raise Stopped
        self._question = decision
        given: dict[str, Any] = decision.answer or {}
        return Answered(
            status=decision.status,
            on_expiry=decision.on_expiry,
            verdict=decision.verdict,
            options=given.get("options", []),
            text=given.get("text", ""),
            about=str(decision.payload.get("slot", "")),
            decision=decision.pk,
        )

    def was_offered(self, words: str) -> bool:
        """Whether words are a button of the question that was just answered, which rules understand."""
        payload = self._question.payload if self._question else {}
        return words.strip() in {*payload.get("suggestions", []), *payload.get("refine_suggestions", [])}

    def note_what_came(self, answer: Answered, **came: str | bool) -> None:
        """Note what was made of the words of an answer: `chosen`, a title, or `unclear`."""
        if answer.decision is not None:
            note_what_came(answer.decision, **came)

    def options_before(self) -> list[dict[str, Any]]:
        """The options of the last lists that this mission showed and are answered, the oldest first."""
        lists = Decision.objects.filter(
            user_id=self.mission.user_id, subject_id=self.mission.pk, kind=Decision.Kind.CHOICE
        ).exclude(status=Decision.Status.OPEN)
        payloads = list(lists.order_by("-created_at").values_list("payload", flat=True)[:LISTS_BEFORE])
        return [option for payload in reversed(payloads) for option in payload.get("options", [])]

    def option(self, option_id: str) -> dict[str, Any]:
        """Return one option of the shortlist."""
        return next(option for option in self.mission.shortlist if option["id"] == option_id)
