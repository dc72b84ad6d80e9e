"""Desires on pages: the four sections, one desire, what can be done to it, and their settings."""

from __future__ import annotations

from datetime import time
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from agency.desires import config, export, services, telling
from agency.desires.board import Asked, board_of
from agency.desires.cards import page_for
from agency.models import Desire
from ownyou.lib.errors import InvalidInput, NotFound, OwnYouError
from trust.autonomy import AUTONOMY_TITLES, REVIEW_TITLES
from trust.timeline import timeline_of
from trust.views.http import PersonRequest, person_required

ACTS = {
    "generate-plan": services.generate_plan,
    "approve": services.approve,
    "execute": services.execute,
    "reset": services.reset,
    "archive": services.archive,
    "unarchive": services.unarchive,
}


@person_required
@require_http_methods(["GET", "POST"])
def agency(request: PersonRequest) -> HttpResponse:
    """The desires by section; a new one is taken on here."""
    if request.method == "POST":
        given = {name: request.POST.get(name, "") for name in ("description", "every")}
        try:
            made = services.create_desire(
                user=request.user, description=given["description"], every=given["every"]
            )
        except OwnYouError as error:
            context = _agency(request, given=given, problem=error.message)
            return render(request, "agency/desires.html", context, status=error.status)
        return HttpResponseRedirect(reverse("desire", args=[made.pk]))
    return render(request, "agency/desires.html", _agency(request))


def _agency(request: PersonRequest, **more: Any) -> dict[str, Any]:
    return {"board": board_of(request.user, Asked.of(request.GET.dict())), **more}


@person_required
@require_GET
def desire(request: PersonRequest, desire_id: UUID) -> HttpResponse:
    """One desire: overview, plan, execution, history and all that happened."""
    found = services.desire_of(request.user, desire_id)
    lines, earlier = timeline_of(found.user_id, found.pk)
    context = {"desire": page_for(found), "lines": lines, "earlier": earlier}
    return render(request, "agency/desire.html", context)


@person_required
@require_GET
def desire_earlier(request: PersonRequest, desire_id: UUID, before: int) -> HttpResponse:
    """The lines of a desire's timeline below one number, for the end of the list."""
    found = services.desire_of(request.user, desire_id)
    lines, earlier = timeline_of(found.user_id, found.pk, before=before)
    context = {"desire": {"id": found.pk}, "lines": lines, "earlier": earlier}
    return render(request, "agency/desire.html#lines", context)


EDITED = ("title", "description", "every", "priority")


@person_required
@require_http_methods(["GET", "POST"])
def desire_edit(request: PersonRequest, desire_id: UUID) -> HttpResponse:
    """Change the title, the words, how often it is wanted and its priority."""
    found = services.desire_of(request.user, desire_id)
    given = {name: getattr(found, name) for name in EDITED}
    if request.method == "GET":
        return _edit(request, found, given)
    given |= {name: request.POST[name] for name in EDITED if name in request.POST}
    try:
        services.update_desire(user=request.user, desire_id=desire_id, **given)
    except OwnYouError as error:
        return _edit(request, found, given, problem=error.message, status=error.status)
    messages.success(request, _("Saved."))
    return HttpResponseRedirect(reverse("desire", args=[desire_id]))


def _edit(
    request: PersonRequest, found: Desire, given: dict[str, str], *, problem: str = "", status: int = 200
) -> HttpResponse:
    context = {
        "desire": found,
        "given": given,
        "problem": problem,
        "fixed": found.stage in services.FIXED_WORDS,
        "often": Desire.Every.choices,
        "priorities": Desire.Priority.choices,
    }
    return render(request, "agency/desire_edit.html", context, status=status)


@person_required
@require_POST
def desire_act(request: PersonRequest, desire_id: UUID, verb: str) -> HttpResponse:
    """Plan, approve, reject, execute, reset or delete it; `back` returns to all desires."""
    page = reverse("agency") if "back" in request.POST else reverse("desire", args=[desire_id])
    try:
        if verb == "delete":
            services.delete_desire(user=request.user, desire_id=desire_id)
            messages.success(request, _("Deleted. Its receipts stay."))
            return HttpResponseRedirect(reverse("agency"))
        if verb not in {*ACTS, "reject"}:
            raise Http404
        if verb == "reject":
            services.reject(user=request.user, desire_id=desire_id, why=request.POST.get("why", ""))
        else:
            ACTS[verb](user=request.user, desire_id=desire_id)
    except NotFound:
        raise
    except OwnYouError as error:
        messages.error(request, error.message)
    return HttpResponseRedirect(page)


@person_required
@require_GET
def desire_export(request: PersonRequest, desire_id: UUID) -> HttpResponse:
    """The desire in folder form, as a ZIP file."""
    found = services.desire_of(request.user, desire_id)
    answer = HttpResponse(export.archive_of(found), content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="desire-{found.pk}.zip"'
    return answer


@person_required
@require_http_methods(["GET", "POST"])
def settings(request: PersonRequest) -> HttpResponse:
    """Autonomy, review, and what matters to the person and must never be done."""
    if request.method == "POST":
        try:
            config.set_config(
                user=request.user,
                autonomy_to=request.POST.get("autonomy"),
                review=request.POST.get("review"),
                confirmed="confirmed" in request.POST,
                matters=request.POST.get("matters", "").splitlines(),
                never=request.POST.get("never", "").splitlines(),
                auto_archive="auto_archive" in request.POST,
                noticing=_noticing(request),
                told_by={what: by for what in telling.What if (by := request.POST.get(f"told_{what}"))},
            )
        except InvalidInput as error:
            context = _settings(request, _as_sent(request), problem=error.message)
            return render(request, "settings/desires.html", context, status=error.status)
        messages.success(request, _("Saved."))
        return HttpResponseRedirect(reverse("settings_desires"))
    return render(request, "settings/desires.html", _settings(request))


def _noticing(request: PersonRequest) -> config.Noticing:
    """What the form says about noticing. Raises `InvalidInput`."""
    sent = request.POST
    try:
        return config.Noticing(
            notice_words="notice_words" in sent,
            notice_patterns="notice_patterns" in sent,
            threshold=int(sent["threshold"]) / 100 if sent.get("threshold") else None,
            half_life_days=int(sent["half_life_days"]) if sent.get("half_life_days") else None,
            review_at=time.fromisoformat(sent["review_at"]) if sent.get("review_at") else None,
            reviews="review_at" in sent,
        )
    except (ValueError, OverflowError) as error:
        raise InvalidInput(_("That is no number or time that fits."), field="noticing") from error


def _as_sent(request: PersonRequest) -> dict[str, Any]:
    """What a form that was not taken said, so that nobody types it twice; numbers and times only as saved."""
    sent = request.POST
    flags = {name: name in sent for name in ("auto_archive", "notice_words", "notice_patterns")}
    lines = {name: sent[name].splitlines() for name in ("matters", "never") if name in sent}
    return {**flags, **lines, **{name: sent[name] for name in ("autonomy", "review") if name in sent}}


def _settings(request: PersonRequest, sent: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    request.user.refresh_from_db()
    shown = config.config_of(request.user).model_copy(update=sent)
    return {
        "config": shown,
        "autonomies": [(one.value, title) for one, title in AUTONOMY_TITLES.items()],
        "told": [
            {"name": f"told_{what}", "title": title, "by": shown.told_by[what]}
            for what, title in telling.WHAT_TITLES.items()
        ],
        "ways": [(by.value, title) for by, title in telling.BY_TITLES.items()],
        "reviews": [(one.value, title) for one, title in REVIEW_TITLES.items()],
        **more,
    }
