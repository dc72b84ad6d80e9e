"""The memory page. Each view: whose, one call, answer. A stranger's memory is not found (404)."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from memory import pages, telling, writing
from ownyou.lib.errors import InvalidInput
from ownyou.lib.ids import parse_id
from trust.models import User
from trust.views.http import person_required

MOST_QUERY = 200


@require_safe
@person_required
def memory(request: HttpRequest) -> HttpResponse:
    """List or search (`?q=`), all of one area (`?area=`), older ones (`?before=`): `memory/page.html`."""
    query, area = (request.GET.get(name, "")[:MOST_QUERY].strip() for name in ("q", "area"))
    before = parse_id(request.GET.get("before"))
    return render(request, "memory/page.html", pages.memory_page(_user(request), query, area, before))


@require_POST
@person_required
def memory_add(request: HttpRequest) -> HttpResponse:
    """Remember a sentence (`text`); back to the page, or the page with `add_error`."""
    user = _user(request)
    try:
        told = telling.tell(user=user, sentence=request.POST.get("text", ""))
    except InvalidInput as error:
        context = pages.memory_page(user) | {"add_error": error.message}
        return render(request, "memory/page.html", context, status=422)
    messages.success(request, " ".join(told.words))
    return redirect("memory")


@require_POST
@person_required
def memory_edit(request: HttpRequest, item_id: UUID) -> HttpResponse:
    """Change the sentence (`text`): `memory/fact.html` with fact, and error and editing when refused."""
    user = _user(request)
    context: dict[str, object] = {}
    try:
        telling.retell(user=user, item_id=item_id, sentence=request.POST.get("text", ""))
    except InvalidInput as error:
        context = {"error": error.message, "editing": True}
    if not context and not request.headers.get("HX-Request"):
        return redirect("memory")
    context["fact"] = pages.fact(user, item_id)
    return render(request, "memory/fact.html", context, status=422 if "error" in context else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@person_required
def memory_forget(request: HttpRequest, item_id: UUID) -> HttpResponse:
    """GET asks: `memory/forget.html` with fact and `also`, the facts from the same source.

    POST forgets (with the ids in `also`, too): `memory/fact.html` with fact, forgotten, and `revision`,
    which undoes it.
    """
    user = _user(request)
    fact = pages.fact(user, item_id)
    if request.method != "POST":
        also = pages.also_changed(user, item_id)
        return render(request, "memory/forget.html", {"fact": fact, "also": also})
    chosen = [chosen for text in request.POST.getlist("also") if (chosen := parse_id(text))]
    revisions = writing.forget(user=user, item_id=item_id, also=chosen)
    if not request.headers.get("HX-Request"):
        return redirect("memory")
    return render(request, "memory/fact.html", {"fact": fact, "forgotten": True, "revision": revisions[0]})


@require_safe
@person_required
def memory_history(request: HttpRequest, item_id: UUID) -> HttpResponse:
    """Show how a fact came to be: `memory/history.html` with fact and changes, newest first."""
    fact = pages.fact(_user(request), item_id)
    return render(request, "memory/history.html", {"fact": fact, "changes": fact.changes})


@require_POST
@person_required
def memory_undo(request: HttpRequest, revision_id: int) -> HttpResponse:
    """Take back the latest change of a memory: `memory/fact.html` with fact, or forgotten."""
    user = _user(request)
    outcome = writing.undo(user=user, revision_id=revision_id)
    if not request.headers.get("HX-Request"):
        return redirect("memory")
    gone = {"fact": {"id": outcome.gone}, "forgotten": True}
    context = {"fact": pages.fact(user, outcome.item.pk)} if outcome.item else gone
    return render(request, "memory/fact.html", context)


def _user(request: HttpRequest) -> User:
    return cast(User, request.user)
