"""The inbox, and the one place where decisions are answered."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

from django.db import connection
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from ownyou.lib.deadline import Deadline
from ownyou.lib.errors import BadRequest, Conflict, InvalidInput, NotFound
from ownyou.lib.pictures import NoPicture, picture_at
from trust import approvals, decisions
from trust.act_posts import acts_in, edits_in, filled_in
from trust.cards import DecisionCard, card_of, grouped, inbox_context, receipt_of
from trust.decisions import Answer
from trust.models import Decision
from trust.subjects import url_of_subject
from trust.views.http import PersonRequest, back_to, person_required

TOLD = "X-Told"
"""The header of what is said in a corner of the page, as JSON, which is ASCII; static/js/page.js shows it."""
PHOTO_SECONDS = 8.0
PHOTO_KEPT = 7 * 24 * 3600
"""Seconds for which the person's own browser keeps a photo."""


@person_required
@require_GET
def inbox(request: PersonRequest) -> HttpResponse:
    """Everything that waits for the person."""
    return render(request, "trust/inbox.html", inbox_context(request.user))


@person_required
@require_GET
def decision_table(request: PersonRequest, decision_id: UUID) -> HttpResponse:
    """The options of a choice side by side, for its card."""
    context = {"decision": card_of(_decision_of(request, decision_id))}
    return render(request, "components/option_table.html", context)


@person_required
@require_GET
def option_photo(request: PersonRequest, decision_id: UUID, option_id: str) -> HttpResponse:
    """The photo of one option, from our own address: pages load nothing from anywhere else."""
    options = _decision_of(request, decision_id).payload.get("options", [])
    address = next((one.get("photo") for one in options if one["id"] == option_id), "")
    if not address:
        raise NoPicture
    connection.close()
    picture = picture_at(address, Deadline.after(PHOTO_SECONDS))
    return HttpResponse(
        picture.content,
        content_type=picture.kind,
        headers={"Cache-Control": f"private, max-age={PHOTO_KEPT}", "Content-Disposition": "inline"},
    )


@person_required
@require_POST
def decision_answer(request: PersonRequest, decision_id: UUID) -> HttpResponse:
    """Answer a decision. For htmx the card comes back as a receipt; else the page that asked."""
    try:
        given = _answer(request, decision_id)
        decision = decisions.answer(user=request.user, decision_id=decision_id, given=given)
    except Conflict as error:
        return _too_late(request, _decision_of(request, decision_id), error)
    except (BadRequest, InvalidInput) as error:
        return _refused(request, _decision_of(request, decision_id), error)
    return _card(request, decision)


@person_required
@require_POST
def decision_again(request: PersonRequest, decision_id: UUID) -> HttpResponse:
    """Ask for what has expired once more: the new card takes the place of the old one."""
    _decision_of(request, decision_id)
    try:
        decision = approvals.ask_again(user=request.user, decision_id=decision_id)
    except Conflict as error:
        return _card(request, _decision_of(request, decision_id), status=409, notice=error.message)
    return _card(request, decision)


def _answer(request: PersonRequest, decision_id: UUID) -> Answer:
    verdict = request.POST.get("verdict", "")
    if verdict not in Decision.Verdict.values:
        raise InvalidInput(_("That is not an answer I know."), field="verdict")
    read = acts_in if verdict == Decision.Verdict.APPROVE else edits_in
    return Answer(
        Decision.Verdict(verdict),
        options=tuple(request.POST.getlist("option")),
        text=request.POST.get("text", ""),
        acts=read(request.POST, _decision_of(request, decision_id)),
    )


def _refused(request: PersonRequest, decision: Decision, error: BadRequest | InvalidInput) -> HttpResponse:
    """The card again: what was said to it stays in its box, with what is wrong beside it."""
    card = card_of(decision)
    if isinstance(error, InvalidInput):
        filled_in(card, request.POST, error)
    said = {request.POST.get("verdict", ""): request.POST.get("text", "")}
    return _shown(request, card, said=said, status=422, notice=error.message)


def _too_late(request: PersonRequest, decision: Decision, error: Conflict) -> HttpResponse:
    """The card as it stands, and why this answer no longer counts: what was answered in another tab.

    It is said apart from the card, too, which the other answer may have drawn anew by now."""
    notice = error.message
    if decision.status == Decision.Status.ANSWERED:
        notice = _("Already answered elsewhere: %(said)s") % {"said": receipt_of(decision)}
    answer = _card(request, decision, status=409, notice=notice)
    answer.headers[TOLD] = json.dumps(notice)
    return answer


def _card(request: PersonRequest, decision: Decision, *, status: int = 200, notice: str = "") -> HttpResponse:
    if notice or request.htmx:
        return _shown(request, card_of(decision), said={}, status=status, notice=notice)
    return back_to(request, url_of_subject(decision.subject_kind, decision.subject_id) or reverse("inbox"))


def _shown(
    request: PersonRequest, card: DecisionCard, *, said: dict[str, str], status: int, notice: str
) -> HttpResponse:
    context: dict[str, Any] = {
        "decision": card,
        "notice": notice,
        "subject": False,
        "said": said,
    }
    if request.htmx:
        # htmx swaps only successful answers; the card itself says what was wrong.
        return render(request, "components/decision.html", context)
    one = {"groups": grouped([card]), "notice": notice, "said": said}
    return render(request, "trust/inbox.html", one, status=status)


def _decision_of(request: PersonRequest, decision_id: UUID) -> Decision:
    decision = Decision.objects.filter(user=request.user, pk=decision_id).first()
    if decision is None:
        raise NotFound(_("There is no such question here."))
    return decision
