"""What agents, kinds of act and risks are called before a person."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from pydantic import JsonValue

from trust.models import Decision
from trust.tools import Kind

Risk = Decision.Risk

AGENTS = {
    "bill_switching": gettext_lazy("Bill switching"),
    "birthday_planning": gettext_lazy("Birthdays"),
    "briefing": gettext_lazy("Briefing"),
    "calendar": gettext_lazy("Calendar"),
    "contacts": gettext_lazy("Contacts"),
    "desires": gettext_lazy("Desires"),
    "dining": gettext_lazy("Dining"),
    "email": gettext_lazy("E-mail"),
    "events": gettext_lazy("Events"),
    "files": gettext_lazy("Files"),
    "fitness_coach": gettext_lazy("Fitness"),
    "gathering": gettext_lazy("Gathering"),
    "gift_planning": gettext_lazy("Gifts"),
    "health_checkups": gettext_lazy("Check-ups"),
    "home_services": gettext_lazy("Help at home"),
    "itinerary": gettext_lazy("Itinerary"),
    "memory": gettext_lazy("Memory"),
    "missions": gettext_lazy("Missions"),
    "notes": gettext_lazy("Notes"),
    "open_goal": gettext_lazy("Open goal"),
    "other": gettext_lazy("Something else"),
    "places": gettext_lazy("Places"),
    "plans": gettext_lazy("Plans"),
    "research": gettext_lazy("Research"),
    "shopping": gettext_lazy("Shopping"),
    "tasks": gettext_lazy("Tasks"),
    "travel": gettext_lazy("Travel"),
    "trust": gettext_lazy("Trust"),
    "workflows": gettext_lazy("Workflows"),
    "you": gettext_lazy("You"),
}
DOES = {
    Kind.READ: gettext_lazy("reads"),
    Kind.WRITE: gettext_lazy("changes things"),
    Kind.SEND: gettext_lazy("sends"),
    Kind.DELETE: gettext_lazy("deletes"),
}
DOING = {
    Kind.READ: gettext_lazy("reading"),
    Kind.WRITE: gettext_lazy("changing anything"),
    Kind.SEND: gettext_lazy("sending"),
    Kind.DELETE: gettext_lazy("deleting"),
}
NAMED = {
    Kind.READ: gettext_lazy("Reading"),
    Kind.WRITE: gettext_lazy("Changing"),
    Kind.SEND: gettext_lazy("Sending"),
    Kind.DELETE: gettext_lazy("Deleting"),
}
DO = {
    Kind.READ: gettext_lazy("read"),
    Kind.WRITE: gettext_lazy("change anything"),
    Kind.SEND: gettext_lazy("send"),
    Kind.DELETE: gettext_lazy("delete"),
}
COUNTED = {
    Kind.READ: pgettext_lazy("counted acts", "reads"),
    Kind.WRITE: pgettext_lazy("counted acts", "changes"),
    Kind.SEND: pgettext_lazy("counted acts", "sends"),
    Kind.DELETE: pgettext_lazy("counted acts", "deletions"),
}
RISKS = {
    Risk.NONE: gettext_lazy("no risk"),
    Risk.LOW: gettext_lazy("low risk"),
    Risk.MEDIUM: gettext_lazy("medium risk"),
    Risk.HIGH: gettext_lazy("high risk"),
    Risk.CRITICAL: gettext_lazy("critical risk"),
}


OWN: dict[tuple[str, JsonValue], object] = {
    ("calendar", "own"): gettext_lazy("in your own calendar"),
    ("recipient", "me"): gettext_lazy("to you"),
}
"""Limits of a standing OK that name what is the person's."""


def agent_title(agent: str) -> str:
    """What an agent is called; a connected server by its own name."""
    if agent in AGENTS:
        return str(AGENTS[agent])
    server = agent.removeprefix("mcp:")
    if server != agent:
        return _("Server “%(name)s”") % {"name": server}
    return agent.replace("_", " ").capitalize()


def listed(parts: list[str]) -> str:
    """Several words as one phrase: "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return _("%(some)s and %(last)s") % {"some": ", ".join(parts[:-1]), "last": parts[-1]}


def scope_words(scope: Mapping[str, JsonValue], *, own_address: str = "") -> str:
    """What a standing OK is limited to, in words; `own_address` is the person's, where mail goes to them."""
    names = {
        "recipient": _("to %(value)s"),
        "to": _("to %(value)s"),
        "host": _("on %(value)s"),
        "most": _("up to %(value)s"),
        "calendar": _("in the calendar “%(value)s”"),
        "mailbox": _("in the mailbox “%(value)s”"),
        "server": _("on the server “%(value)s”"),
        "tool": _("with the tool “%(value)s”"),
        "folder": _("in the folder “%(value)s”"),
    }
    other = _("%(name)s: %(value)s")
    parts = []
    for name, value in scope.items():
        if own_address and (name, value) == ("recipient", "me"):
            parts.append(_("to you (%(address)s)") % {"address": own_address})
            continue
        if isinstance(value, str) and (name, value) in OWN:
            parts.append(str(OWN[name, value]))
            continue
        said = listed([str(part) for part in value]) if isinstance(value, list) else str(value)
        parts.append(names.get(name, other) % {"name": name.replace("_", " "), "value": said})
    return ", ".join(parts)
