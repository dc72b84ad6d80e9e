"""Whether an answer fits what was asked, and whether it still can be given."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from ownyou.lib.errors import BadRequest, Conflict, InvalidInput
from ownyou.lib.text import bounded
from trust.models import Decision

if TYPE_CHECKING:
    from trust.decisions import Answer

MOST_WORDS = 2_000

ALONE = gettext_noop(
    "What drafted this has ended, so it takes no changes in words. Change its details by hand, or say no."
)


def check_open(decision: Decision) -> None:
    """Raises `Conflict`, with the current state in its detail, for a decision that has ended."""
    if decision.status == Decision.Status.OPEN:
        return
    said = {
        Decision.Status.ANSWERED: _("This was answered already; that answer counts."),
        Decision.Status.EXPIRED: _("This question has expired."),
        Decision.Status.SUPERSEDED: _("This question was replaced by a newer one."),
        Decision.Status.CANCELLED: _("This question was cancelled with its mission."),
    }
    words = "" if decision.status == Decision.Status.ANSWERED else decision.comment
    raise Conflict(
        words or said[Decision.Status(decision.status)],
        decision=str(decision.pk),
        status=decision.status,
        verdict=decision.verdict,
    )


_VERDICTS = {
    Decision.Kind.CHOICE: {Decision.Verdict.CHOOSE, Decision.Verdict.REFINE, Decision.Verdict.REJECT},
    Decision.Kind.CLARIFICATION: {Decision.Verdict.ANSWER, Decision.Verdict.REJECT},
    Decision.Kind.REVIEW: {Decision.Verdict.APPROVE, Decision.Verdict.REFINE, Decision.Verdict.REJECT},
    Decision.Kind.APPROVAL: {Decision.Verdict.APPROVE, Decision.Verdict.REFINE, Decision.Verdict.REJECT},
}


def fitted(decision: Decision, given: Answer) -> Answer:
    """Return the answer, cleaned. Raises `InvalidInput`, and `BadRequest` where words change nothing now."""
    if given.verdict not in _VERDICTS[Decision.Kind(decision.kind)]:
        raise InvalidInput(
            _("A %(kind)s cannot be answered with “%(verdict)s”.")
            % {"kind": decision.kind, "verdict": given.verdict},
            field="verdict",
        )
    if given.verdict == Decision.Verdict.REFINE and not decision.refine_allowed:
        if decision.kind == Decision.Kind.APPROVAL and decision.thread_id is None:
            raise BadRequest(_(ALONE))
        if decision.kind == Decision.Kind.APPROVAL:
            raise BadRequest(_("This is the last preview: approve it, change its details, or say no."))
        raise InvalidInput(_("This question takes no changes in words."), field="verdict")
    text = given.text
    if given.verdict in {Decision.Verdict.REFINE, Decision.Verdict.ANSWER}:
        text = bounded(text, name=_("Your answer"), most=MOST_WORDS)
    elif text:
        text = bounded(text, name=_("Your comment"), most=MOST_WORDS, least=0)
    if given.verdict == Decision.Verdict.CHOOSE:
        _check_options(decision, given.options)
    return replace(given, text=text)


def _check_options(decision: Decision, chosen: tuple[str, ...]) -> None:
    offered = {str(option["id"]) for option in decision.payload.get("options", [])}
    if not chosen:
        raise InvalidInput(_("Choose one of the options."), field="options")
    if len(chosen) > int(decision.payload.get("most", 1)):
        raise InvalidInput(_("Only one option can be chosen here."), field="options")
    if unknown := [option for option in chosen if option not in offered]:
        raise InvalidInput(
            _("There is no option %(unknown)s in this question.") % {"unknown": unknown[0][:40]},
            field="options",
        )
