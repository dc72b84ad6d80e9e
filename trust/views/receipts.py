"""The page of receipts, and what can be done to an act: undo, stop, check, do again."""

from __future__ import annotations

from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_POST

from ownyou.lib.errors import Conflict
from ownyou.lib.ids import parse_id
from ownyou.lib.text import clean
from trust import receipts
from trust.ledger.taking_back import act_of
from trust.views.http import PersonRequest, back_to, person_required
from trust.wording import agent_title

GROUP_WORDS = {
    "": gettext_lazy("All"),
    "coming": gettext_lazy("Coming"),
    "done": gettext_lazy("Done"),
    "unknown": gettext_lazy("Unknown"),
    "failed": gettext_lazy("Failed"),
    "not_done": gettext_lazy("Not done"),
}


@person_required
@require_GET
def page(request: PersonRequest) -> HttpResponse:
    """What was done in the person's name, newest first, by agent and by how it stands."""
    agent, group = clean(request.GET.get("agent", ""))[:32], request.GET.get("status", "")
    before = parse_id(request.GET.get("before"))
    rows = receipts.acts_of(request.user, agent=agent, group=group, before=before)
    shown, more = rows[: receipts.PAGE], len(rows) > receipts.PAGE
    query = {"agent": agent, "status": group}
    context = {
        "acts": receipts.shown(request.user, shown),
        "agent": agent,
        "status": group,
        "agents": [(name, agent_title(name)) for name in receipts.agents_of(request.user)],
        "groups": GROUP_WORDS.items(),
        "plain": not (agent or group or before),
        "next_url": f"?{urlencode(query | {'before': shown[-1].pk})}" if more else "",
    }
    return render(request, "trust/receipts.html", context)


@person_required
@require_GET
def one(request: PersonRequest, action_id: UUID) -> HttpResponse:
    """One act: how it stands, and what it made in full. Raises `NotFound`."""
    return render(request, "trust/receipt.html", {"opened": receipts.opened(request.user, action_id)})


@person_required
@require_GET
def file(request: PersonRequest, action_id: UUID) -> HttpResponse:
    """What an act made, to keep as a file: the mail, the entry for a calendar. Raises `NotFound`."""
    kept = receipts.file_of(request.user, action_id)
    headers = {"Content-Disposition": f'attachment; filename="{kept.name}"'}
    return HttpResponse(kept.content, content_type=kept.media_type, headers=headers)


@person_required
@require_POST
def act(request: PersonRequest, action_id: UUID, verb: str) -> HttpResponse:
    """Do something to one act. For htmx its receipt comes back; else the page that asked."""
    if verb not in receipts.VERBS:
        raise Http404
    notice = ""
    try:
        action = receipts.VERBS[verb](user=request.user, action_id=action_id)
    except Conflict as error:
        action, notice = act_of(request.user, action_id), error.message
    if request.htmx:
        [card] = receipts.shown(request.user, [action])
        return render(request, "components/receipt.html", {"act": card, "notice": notice})
    if notice:
        messages.error(request, notice)
    return back_to(request, reverse("receipts"))
