"""One run of a tool step through the gate, and how it stands."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING
from uuid import UUID

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from pydantic import BaseModel, JsonValue

from agency.acting.own_words import with_own_words
from agency.acting.reflexion import cautious
from agency.models import Plan, ToolStep
from agency.plans.resolving import Resolved
from agency.plans.toolview import ToolView
from agency.plans.wishing import wishes_about
from ownyou.lib.errors import OwnYouError
from ownyou.lib.locales import day_in_words
from ownyou.lib.prepared import Writes
from ownyou.lib.text import shorten
from trust import ledger
from trust.activity import Beside, Subject
from trust.ledger import Proposal
from trust.ledger.proposing import args_hash
from trust.models import Action, User
from trust.tools import Done, ToolFailed, tool_named

if TYPE_CHECKING:
    from trust.models.action import ActionQuerySet

S = Action.Status
OPEN = frozenset({S.PROPOSED, S.WAITING, S.APPROVED, S.CLAIMED})
REFUSED = frozenset({S.REJECTED, S.EXPIRED, S.CANCELLED, S.SUPERSEDED})
MAY_HAVE_HAPPENED = frozenset({S.CLAIMED, S.SUCCEEDED, S.UNKNOWN, S.UNDOING, S.UNDO_FAILED})
"""Acts whose effect is, or may be, in the world."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one run: `result` when it is done; `waits` for the person or for its time; `refused`; or
    `error`, in words; `away` where what it asks cannot be reached now."""

    result: dict[str, JsonValue] | None = None
    tainted: bool = False
    action_id: UUID | None = None
    waits: bool = False
    asks: bool = False
    refused: bool = False
    error: str = ""
    away: bool = False


@dataclass(frozen=True, slots=True)
class Gate:
    """For whom, within which run of a graph and about what a plan's steps go through the gate. A `fresh` step
    never began before, so there is no act of it. `along` is written with its acts. `taught`: something may
    have been learned of this person's acts. `keeping`: what is kept of the outcome by the statement that ends
    the only act of a step."""

    user: User
    subject: Subject
    thread_id: UUID | None
    plan_id: UUID
    fresh: bool = False
    along: Writes | None = None
    taught: bool = True
    keeping: Callable[[Outcome], Beside | None] | None = None

    def run(self, step: ToolStep, tool: ToolView, resolved: Resolved) -> list[Outcome]:
        """Run a step once for each set of arguments; the same run again finds what became of it."""
        keys = [
            f"{self.thread_id or self.plan_id}:{step.pk}:{step.run}:{n}"
            for n in range(len(resolved.arguments))
        ]
        if tool.acts:
            return self._acted(step, resolved, keys)
        return [
            self._read(step, arguments, resolved, key)
            for arguments, key in zip(resolved.arguments, keys, strict=True)
        ]

    def _read(self, step: ToolStep, arguments: dict[str, JsonValue], resolved: Resolved, key: str) -> Outcome:
        try:
            caution = self._cautious(Proposal(step.tool, arguments, key)).caution
            found = ledger.read(
                step.tool,
                arguments,
                user=self.user,
                thread_id=self.thread_id,
                subject=self.subject,
                tainted=resolved.tainted,
                shaped_by=resolved.shaped_by,
                caution=caution,
                key=key,
            )
        except OwnYouError as error:
            return Outcome(error=error.message, away=isinstance(error, ToolFailed) and error.away)
        return of_action(found) if isinstance(found, Action) else _of_done(found)

    def _acted(self, step: ToolStep, resolved: Resolved, keys: list[str]) -> list[Outcome]:
        before = Before.of(step, keys, fresh=self.fresh)
        try:
            wishes = wishes_about(step)
            proposals = [
                Proposal(step.tool, arguments, key, n, resolved.tainted, resolved.shaped_by, wishes=wishes)
                for n, (arguments, key) in enumerate(zip(before.drafts(resolved), keys, strict=True))
            ]
            hashes = (
                [_hash(one, self.user) for one in proposals] if before.anything else [""] * len(proposals)
            )
            done = {n: act for n, said in enumerate(hashes) if (act := before.already(n, said))}
            asked = [
                self._cautious(replace(one, caution=before.caution(hashes[n])))
                for n, one in enumerate(proposals)
                if n not in done
            ]
            acts = iter(
                ledger.act(
                    asked,
                    user=self.user,
                    thread_id=self.thread_id,
                    subject=self.subject,
                    along=self.along,
                    keeping=self._kept if len(proposals) == 1 else None,
                )
                if asked
                else ()
            )
        except OwnYouError as error:
            return [Outcome(error=error.message)]
        return [of_action(done[n] if n in done else next(acts)) for n in range(len(proposals))]

    def _kept(self, action_id: UUID, result: dict[str, JsonValue], tainted: bool) -> Beside | None:
        return self.keeping(Outcome(result, tainted, action_id)) if self.keeping else None

    def _cautious(self, proposal: Proposal) -> Proposal:
        return cautious(proposal, user=self.user) if self.taught else proposal


def acts_of_step(step: ToolStep, among: Collection[str] = tuple(S)) -> list[Action]:
    """The acts of all runs of a step with these statuses, and what replaced them; of a copied step also the
    one that its model did."""
    acts = {act.pk: act for line in lines_of(step) for act in line}
    return [act for act in acts.values() if act.status in among]


def acts_by_step(plan: Plan, steps: Sequence[ToolStep]) -> dict[UUID, list[Action]]:
    """What `acts_of_step` finds for each of some steps of a plan, by step, in one statement for all."""
    copied = [step.action_id for step in steps if step.action_id]
    rows = Action.objects.of(plan.user).filter(Q(subject_id=plan.subject_id) | Q(pk__in=copied))
    acts = {act.pk: act for act in rows.order_by("-created_at")}
    for act in acts.values():
        if act.successor_id in acts:
            act.successor = acts[act.successor_id]
    own = {
        step.pk: [act for act in acts.values() if f":{step.pk}:" in act.key or act.pk == step.action_id]
        for step in steps
    }
    return {
        number: list({one.pk: one for act in begun for one in ledger.line_of(act)}.values())
        for number, begun in own.items()
    }


def latest_acts(step: ToolStep) -> list[Action]:
    """What stands for each act of all runs of a step now."""
    return [line[-1] for line in lines_of(step)]


def lines_of(step: ToolStep) -> list[list[Action]]:
    """The acts that a step proposed, newest first, each with what replaced it in turn."""
    plan = step.hop.plan
    own = Q(subject_id=plan.subject_id, key__contains=f":{step.pk}:")
    rows = Action.objects.of(plan.user)
    rows = rows.filter(own | Q(pk=step.action_id) if step.action_id else own)
    return [ledger.line_of(act) for act in rows.order_by("-created_at")]


@dataclass(frozen=True, slots=True)
class Before:
    """What was done, or may have been, before a step acts: by the step itself in another run of it or of its
    graph (`lines`: each act with what replaced it), and by the versions of the plan that were given up since
    one was completed."""

    step: ToolStep
    lines: list[list[Action]]
    given_up: list[Action]

    @classmethod
    def of(cls, step: ToolStep, keys: list[str], *, fresh: bool = False) -> Before:
        """Everything but the acts with these keys and what replaced them, newest first."""
        given_up: list[Action] = []
        if step.hop.plan.version > 1:
            rows = _given_up_acts(step).filter(status__in=MAY_HAVE_HAPPENED)
            given_up = list(rows.order_by("-created_at"))
        lines = [] if fresh else lines_of(step)
        known = {act.pk for line in lines if line[0].key in keys for act in line}
        return cls(step, [line for line in lines if line[0].pk not in known], given_up)

    @property
    def anything(self) -> bool:
        """Whether there was an act that may be in the world."""
        return bool(self.given_up) or any(act.status in MAY_HAVE_HAPPENED for act in chain(*self.lines))

    def drafts(self, resolved: Resolved) -> list[dict[str, JsonValue]]:
        """The arguments of each act, with what the person had changed by hand in one they then refused."""
        if not self.lines:
            return resolved.arguments
        user, tool = self.step.hop.plan.user, self.step.tool
        return [
            with_own_words(user, tool, arguments, [line for line in self.lines if _number_of(line[0]) == n])
            for n, arguments in enumerate(resolved.arguments)
        ]

    def in_this_run(self, number: int, said: str) -> Action | None:
        """The same act of this run of the step that was done, though the graph that did it has died; where
        the person had it changed, as it was done then."""
        end = f":{self.step.pk}:{self.step.run}:{number}"
        mine = (line for line in self.lines if line[0].key.endswith(end) and line[0].args_hash == said)
        return next((line[-1] for line in mine if line[-1].status == S.SUCCEEDED), None)

    def already(self, number: int, said: str) -> Action | None:
        """The same act of this run, or of one since all was done: of several, only what was not done is tried
        again; what is approved is waited for."""
        if said and (found := self.in_this_run(number, said)):
            return found
        for run in range(self.step.run - 1, -1, -1):
            acts = [line for line in self.lines if f":{self.step.pk}:{run}:" in line[0].key]
            if acts and all(line[-1].status == S.SUCCEEDED for line in acts):
                return None
            for line in acts:
                same = line[0].key.endswith(f":{number}") and said in (line[0].args_hash, line[-1].args_hash)
                if same and line[-1].status in (S.SUCCEEDED, S.APPROVED):
                    return line[-1]
        return None

    def caution(self, said: str) -> str:
        """Why an act is asked for whatever the trust, in words; empty for what was not done before."""
        own = (act for act in chain(*self.lines) if act.status in MAY_HAVE_HAPPENED)
        same = (act for act in self.given_up if act.args_hash == said)
        before = next(chain(own, same), None)
        if before is None:
            return ""
        moment = before.ended_at or before.created_at
        return _("This was done before, on %(day)s: “%(title)s”. It is done again only with your OK.") % {
            "day": day_in_words(timezone.localtime(moment, self.step.hop.plan.user.zone)),
            "title": shorten(before.title, 160),
        }


def _number_of(action: Action) -> int:
    """Which of a step's acts it is, as the end of its key says; -1 for what took the place of another."""
    number = action.key.rpartition(":")[2]
    return int(number) if number.isdecimal() else -1


def _given_up_acts(step: ToolStep) -> ActionQuerySet:
    """The acts with the step's tool of earlier versions of its plan, back to the last that was completed."""
    plan = step.hop.plan
    versions = Plan.objects.of(plan.user).about(plan.subject_kind, plan.subject_id)
    completed = versions.filter(version__lt=plan.version, status=Plan.Status.COMPLETED).first()
    acts = Action.objects.of(plan.user).filter(
        subject_kind=plan.subject_kind,
        subject_id=plan.subject_id,
        tool=step.tool,
        created_at__lt=plan.created_at,
    )
    since = completed.ended_at if completed else None
    return acts.filter(created_at__gt=since) if since else acts


def _hash(proposal: Proposal, user: User) -> str:
    """The hash of what would be done. Raises `NotFound` and `InvalidInput` as proposing it does."""
    spec = tool_named(proposal.tool, user)
    said = spec.parse(proposal.arguments).model_dump(mode="json")
    return args_hash(user.pk, spec.name, said)


def of_action(action: Action) -> Outcome:
    """How an act stands."""
    action = ledger.latest(action)
    if action.status == S.SUCCEEDED:
        return Outcome(dict(action.result or {}), action.tainted, action.pk)
    if action.status in OPEN:
        return Outcome(action_id=action.pk, waits=True, asks=action.status == S.WAITING)
    if action.status in REFUSED:
        return Outcome(action_id=action.pk, refused=True, error=_refusal(action))
    if action.status == S.UNKNOWN:
        return Outcome(action_id=action.pk, error=_("It is not known whether it happened. Check it first."))
    words = action.error or action.reason or action.get_status_display()
    return Outcome(action_id=action.pk, error=words, away=action.away)


def _refusal(action: Action) -> str:
    if action.status == S.REJECTED and action.error:
        return _("You said no: %(reason)s") % {"reason": action.error}
    if action.status == S.CANCELLED and action.error:
        return str(action.error)
    return {
        S.REJECTED: _("You said no."),
        S.EXPIRED: _("Nobody answered in time."),
        S.CANCELLED: _("You stopped it."),
    }.get(S(action.status), _("It was replaced."))


def _of_done(done: Done[BaseModel]) -> Outcome:
    return Outcome(done.result.model_dump(mode="json"), done.tainted)


def done_for_good(plan: Plan, tools: Sequence[ToolView]) -> set[str]:
    """The names of what a plan has done in the world, or kept as a file: no other plan does it again."""
    keeping = [tool.name for tool in tools if tool.keeps]
    made = plan.assets.filter(made_by__status=ToolStep.Status.DONE, made_by__tool__in=keeping)
    return set(made.values_list("name", flat=True))
