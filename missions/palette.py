"""What the command palette finds."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from memory.recall import recall
from missions.listing import missions_of
from missions.models import Mission
from missions.rows import status_words
from ownyou.lib.text import key_of, shorten
from trust.models import User

MOST = 5
RELEVANT = 0.5


def groups_for(user: User, query: str) -> list[dict[str, Any]]:
    """Return pages, missions and memories for a query, each group with at most five."""
    groups = [{"title": _("Pages"), "items": _pages(query)}]
    if query:
        groups.append({"title": _("Missions"), "items": _missions(user, query)})
        groups.append({"title": _("Memory"), "items": _memories(user, query)})
    return [group for group in groups if group["items"]]


def _pages(query: str) -> list[dict[str, str]]:
    pages = [
        (_("Today"), "today", "sun"),
        (_("Inbox"), "inbox", "inbox"),
        (_("Missions"), "missions", "compass"),
        (_("Desires"), "agency", "target"),
        (_("Activity"), "activity", "activity"),
        (_("Memory"), "memory", "bookmark"),
        (_("Receipts"), "receipts", "receipt"),
        (_("Trust"), "trust", "shield"),
        (_("Notices"), "notices", "bell"),
        (_("Settings"), "settings_profile", "settings"),
        (_("Model and sources"), "settings_model", "settings"),
        (_("Notifications"), "settings_notices", "settings"),
        (_("Connected servers"), "settings_servers", "settings"),
    ]
    wanted = key_of(query)
    return [
        {"title": title, "url": reverse(name), "icon": icon, "words": ""}
        for title, name, icon in pages
        if wanted in key_of(title)
    ]


def _missions(user: User, query: str) -> list[dict[str, str]]:
    rows, _next = missions_of(user, query=query, page=MOST)
    return [
        {
            "title": shorten(row.goal, 80),
            "url": reverse("mission", args=[row.pk]),
            "icon": "compass",
            "words": status_words(Mission.Status(row.status)),
        }
        for row in rows
    ]


def _memories(user: User, query: str) -> list[dict[str, str]]:
    found = recall(user=user, query=query, limit=MOST, threshold=RELEVANT)
    return [
        {
            "title": shorten(one.text, 80),
            "url": f"{reverse('memory')}?{urlencode({'q': query})}",
            "icon": "bookmark",
            "words": "",
        }
        for one in found
    ]
