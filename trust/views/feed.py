"""The activity page, and the live answer for pages whose websocket is blocked."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from ownyou.lib.ids import parse_id
from trust import feed, live, presence
from trust.feed import Wanted
from trust.lines import lines_of
from trust.models import Activity
from trust.subjects import name_subjects
from trust.views.http import PersonRequest, person_required
from trust.wording import agent_title

PAGE = 50
MOST_CHIPS = 9
FILTERS: dict[str, tuple[str, ...]] = {
    "all": (),
    "needs": (Activity.Kind.APPROVAL_REQUIRED, Activity.Kind.DECIDED),
    "done": (Activity.Kind.AGENT_COMPLETED,),
    "learned": (Activity.Kind.LEARNED,),
    "trust": (Activity.Kind.TRUST_ESCALATION,),
    "problems": (Activity.Kind.AGENT_ERROR,),
}


@person_required
@require_GET
def activity(request: PersonRequest) -> HttpResponse:
    """The feed, newest first, narrowed by kind, agent and mission."""
    chosen, wanted = _narrowing(request)
    rows = Activity.objects.of(request.user).filter(**wanted.filters()).order_by("-seq")
    before = request.GET.get("before", "")
    if before.isdecimal():
        rows = rows.filter(seq__lt=int(before[:18]))
    lines = lines_of(rows[: PAGE + 1])
    name_subjects(request.user, lines)
    context = {
        "lines": lines[:PAGE],
        "filter": chosen,
        "wanted": wanted,
        "narrowed": bool(wanted.filters()),
        "filters": [
            {"key": key, "label": label, "url": _address(wanted, key)} for key, label in _labels().items()
        ],
        "agents": [(name, agent_title(name)) for name in feed.recent_agents(request.user)],
        "missions": _missions(request),
        "older_url": _address(wanted, chosen, before=str(lines[PAGE - 1].seq)) if len(lines) > PAGE else "",
    }
    return render(request, "trust/activity.html", context)


@person_required
@require_GET
def panel(request: PersonRequest) -> HttpResponse:
    """The panel at the edge of other pages: chips that narrow it, and the newest lines that fit."""
    chosen, wanted = _narrowing(request)
    rows = Activity.objects.of(request.user).filter(**wanted.filters()).order_by("-seq")
    lines = lines_of(rows[:PAGE])
    name_subjects(request.user, lines)
    agents = [(name, agent_title(name)) for name in feed.recent_agents(request.user)]
    groups = [
        _chips(_("What"), "filter", list(_labels().items()), chosen, wanted),
        _chips(_("Who"), "agent", [("", _("Everyone")), *agents], chosen, wanted),
        _chips(_("Mission"), "mission", [("", _("All missions")), *_missions(request)], chosen, wanted),
    ]
    return render(
        request,
        "trust/panel.html",
        {
            "lines": lines,
            "wanted": wanted,
            "groups": groups,
            "said": [chip["label"] for group in groups for chip in group["chips"][1:] if chip["current"]],
            "open": bool(request.GET),
        },
    )


def _chips(
    title: str, name: str, choices: list[tuple[str, str]], chosen: str, wanted: Wanted
) -> dict[str, Any]:
    """One row of chips: the first stands for all, and each keeps what the other rows say."""
    held = {"filter": chosen, "agent": wanted.agent, "mission": str(wanted.subject_id or "")}
    chips = [
        {"label": label, "query": _query({**held, name: value}), "current": value == held[name]}
        for value, label in choices[:MOST_CHIPS]
    ]
    return {"name": name, "title": title, "chips": chips}


def _narrowing(request: PersonRequest) -> tuple[str, Wanted]:
    """What the address of a page asks for; what it cannot mean is all."""
    chosen = request.GET.get("filter", "all")
    chosen = chosen if chosen in FILTERS else "all"
    return chosen, Wanted(
        agent=request.GET.get("agent", "")[:32].replace("\x00", ""),
        subject_id=parse_id(request.GET.get("mission", "")),
        kinds=FILTERS[chosen],
    )


def _labels() -> dict[str, str]:
    return {
        "all": _("All"),
        "needs": _("Your decisions"),
        "done": _("Done"),
        "learned": _("Learned"),
        "trust": _("Trust"),
        "problems": _("Problems"),
    }


def _address(wanted: Wanted, chosen: str, **more: str) -> str:
    """The page under these filters."""
    mission = str(wanted.subject_id or "")
    return _query({"filter": chosen, "agent": wanted.agent, "mission": mission, **more})


def _query(values: dict[str, str]) -> str:
    return "?" + urlencode({name: value for name, value in values.items() if value})


def _missions(request: PersonRequest) -> list[tuple[str, str]]:
    """What the feed told of lately that has a title of its own."""
    lines = lines_of(feed.recent_subjects(request.user))
    name_subjects(request.user, lines)
    return [(str(line.subject_id), line.subject_title) for line in lines if line.subject_title]


@require_GET
def poll(request: HttpRequest) -> JsonResponse:
    """What changed since `after` in the regions that the page shows (same answer as the websocket's)."""
    user = request.user
    if not user.is_authenticated:
        return JsonResponse({"detail": _("Log in again.")}, status=401)
    after = request.GET.get("after", "0")
    number = int(after[:18]) if after.isdecimal() else 0
    regions = request.GET.getlist("region")[: live.MOST_REGIONS]
    if "looking" in request.GET:
        presence.note_page(user, regions, request.GET.getlist("seen"))
    update = live.missed(user, after=number, regions=regions)
    return JsonResponse(update.as_json())
