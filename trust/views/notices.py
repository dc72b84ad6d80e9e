"""Notices in the browser: what a person should hear of, unread first."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from trust import notices
from trust.views.http import PersonRequest, person_required


@person_required
@require_GET
def page(request: PersonRequest) -> HttpResponse:
    """The newest notices, unread ones first."""
    return render(request, "trust/notices.html", {"notices": notices.shown_to(request.user)})


@person_required
@require_POST
def open_one(request: PersonRequest, notice_id: UUID) -> HttpResponse:
    """Mark a notice as read and go to what it is about."""
    notice = notices.mark_read(user=request.user, notice_id=notice_id)
    return redirect(notice.url or "notices")


@person_required
@require_POST
def read_all(request: PersonRequest) -> HttpResponse:
    """Mark every notice as read."""
    notices.mark_all_read(user=request.user)
    return redirect("notices")
