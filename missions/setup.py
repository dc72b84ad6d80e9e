"""What the page "Model and sources" shows: read from the configuration and from what was measured."""

from __future__ import annotations

import time
from typing import Any

from django.conf import settings
from django.db.models import Max, Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from agency.reasoning import model
from agency.reasoning.skills.goal import GoalText, classify_goal
from agency.reasoning.standing_in import stood_in_words
from agency.sources.base import SourceUnavailable
from agency.sources.registry import SHIPPED, enabled_names, source_named
from agency.sources.wiki import WIKIS, Wiki
from memory.embedding import embedder
from missions import money
from missions.costs import USD, cost_among, is_priced, nothing_spent
from missions.models import SourceReport
from ownyou.lib.locales import number_in_words
from trust.models import Action, User

ESTIMATES = ("flights_estimate", "trains_estimate")
"""Sources that stand in where none that is enabled answers."""


def model_page(user: User) -> dict[str, Any]:
    """The context of the page."""
    today = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    used = cost_among(user_id=user.pk, created_at__gte=today)
    return {
        "engine": {
            "kind": "model" if model.configured() else "rules",
            "words": _engine_words(),
            "base_url": settings.LLM_BASE_URL,
            "model": settings.LLM_MODEL,
            "spent_words": used.words(user.language) or nothing_spent(user.language, USD),
            "limit_words": _limit_words(user),
        },
        "embedding": {"words": _("Meaning is compared by %(name)s.") % {"name": embedder().name}},
        "sources": [
            *(_source(user, name) for name in dict.fromkeys([*enabled_names(), *SHIPPED])),
            *(_wiki(user, wiki) for wiki in WIKIS.values()),
        ],
        "variables": _variables(),
    }


def _limit_words(user: User) -> str:
    calls = ngettext("%(calls)d call a day", "%(calls)d calls a day", settings.LLM_DAILY_CALLS)
    words = calls % {"calls": settings.LLM_DAILY_CALLS}
    if not is_priced():
        return _("%(calls)s; limits in money begin with a price") % {"calls": words}
    usd = money.in_words(money.decimal(settings.LLM_DAILY_USD), "USD", user.language)
    return _("%(money)s and %(calls)s") % {"money": usd, "calls": words}


def _engine_words() -> str:
    if model.configured():
        return _("A language model answers, and the built-in rules step in when it cannot.")
    return _("The built-in rules answer. Nothing leaves this machine for it, and it costs nothing.")


def _source(user: User, name: str) -> dict[str, Any]:
    try:
        title = _(source_named(name).title)
    except SourceUnavailable:
        title = name
    used = SourceReport.objects.filter(user=user, source=name).aggregate(
        last=Max("answered_at"), failed=Max("answered_at", filter=Q(status=SourceReport.Status.FAILED))
    )
    on = name in (*enabled_names(), *ESTIMATES)
    return {
        "name": name,
        "title": title,
        "on": on,
        "words": _source_words(name),
        "last_used": used["last"],
        "last_words": "",
        "last_failed": bool(used["last"] and used["last"] == used["failed"]),
    }


def _wiki(user: User, wiki: Wiki) -> dict[str, Any]:
    """A wiki is read by a tool, whatever sources are enabled."""
    acts = Action.objects.filter(user=user, tool=f"{wiki.name}.read")
    used = acts.aggregate(
        last=Max("ended_at", filter=Q(status__in=(Action.Status.SUCCEEDED, Action.Status.FAILED))),
        failed=Max("ended_at", filter=Q(status=Action.Status.FAILED)),
    )
    return {
        "name": wiki.name,
        "title": wiki.title,
        "on": True,
        "words": _("Articles, where a goal or a plan names it. It is told the topic, not you."),
        "last_used": used["last"],
        "last_words": "",
        "last_failed": bool(used["last"] and used["last"] == used["failed"]),
    }


def _source_words(name: str) -> str:
    return {
        "catalogue": _(
            "Places, events, products and tariffs kept on this machine. What is shipped is sample data."
        ),
        "openstreetmap": _(
            "Places to eat, from the public map. It is told the area and the kind of place, not you."
        ),
        "flights_estimate": _("Fares by distance, reckoned on this machine where no source knows them."),
        "trains_estimate": _("Fares by distance, reckoned on this machine where no source knows them."),
        "serpapi": _("Asked with a key of yours: OWNYOU_SERPAPI_KEY."),
        "ticketmaster": _("Asked with a key of yours: OWNYOU_TICKETMASTER_KEY."),
    }.get(name, "")


def _variables() -> list[dict[str, str]]:
    return [
        {
            "name": "OWNYOU_LLM_BASE_URL",
            "value": settings.LLM_BASE_URL,
            "words": _("address of an OpenAI-compatible endpoint"),
        },
        {"name": "OWNYOU_LLM_MODEL", "value": settings.LLM_MODEL, "words": _("name of the model there")},
        {
            "name": "OWNYOU_LLM_API_KEY",
            "value": _("set") if settings.LLM_API_KEY else "",
            "words": _("its key, if it needs one"),
        },
        {
            "name": "OWNYOU_SOURCES",
            "value": ",".join(enabled_names()),
            "words": _("sources that are asked, in this order"),
        },
    ]


def try_model(user: User) -> dict[str, Any]:
    """Ask the model one small question and say what came of it."""
    if not model.configured():
        return {"ok": True, "words": _("No model is configured; the built-in rules are working.")}
    started = time.monotonic()
    try:
        model.ask(classify_goal, GoalText(text="Dinner for two tonight"), model.Usage())
    except model.ModelFailed as error:
        return {
            "ok": False,
            "words": stood_in_words(error.why),
        }
    return {
        "ok": True,
        "words": _("The model answered in %(seconds)s s.")
        % {"seconds": number_in_words(time.monotonic() - started, 1)},
    }
