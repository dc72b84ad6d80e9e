"""What can be done after a choice: open its page, ask for a table by mail, note the day, “I booked it”.

Each is an errand through the gate, about the mission, on a run of its own: the mission stays done.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, time, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from pydantic import BaseModel

from agency.acting.drafting import with_lessons
from agency.acting.errands import first_card, start_errand
from agency.acting.own_words import with_own_words
from agency.models import Thread
from agency.reasoning.budget import Asker
from agency.tools import mail
from missions import lifecycle, outside
from missions.levels.briefs import brief_of
from missions.models import Mission
from missions.plugins.discovery import type_named
from missions.when import AROUND, day_in_words, window_of
from ownyou.lib.errors import Conflict, InvalidInput, NotFound
from ownyou.lib.locales import clock
from ownyou.lib.outgoing import check_url
from trust import activity, approvals, decisions, ledger
from trust.activity import Subject
from trust.decisions import Answer
from trust.ledger import Proposal
from trust.models import Action, Activity, Decision, User

OPEN, MAIL, CALENDAR, BOOKED = "open", "mail", "calendar", "booked"
ENTRY = "calendar.add"
LONG = {"events": timedelta(hours=3)}
USUAL = timedelta(hours=2)
RESERVES = ("dining", "events")
"""Types whose choice is a place or a seat that can be asked for."""


class FollowUp(BaseModel):
    """One thing that can be done now. `needs`: what the person must add (an address); `number`: what the
    number is called that may be added."""

    kind: str
    words: str
    hint: str = ""
    warning: str = ""
    needs: str = ""
    number: str = ""
    link: str = ""
    icon: str = ""


def followups_of(mission: Mission) -> list[FollowUp]:
    """What can be done with a mission's result, most useful first; nothing before there is one, and no entry
    of the calendar where it stands there already."""
    found = _possible(mission)
    entered = any(one.kind == CALENDAR for one in found) and _is_entered(mission)
    return [one for one in found if not (entered and one.kind == CALENDAR)]


def _possible(mission: Mission) -> list[FollowUp]:
    if mission.status != Mission.Status.COMPLETED or not mission.result:
        return []
    return [found for offer in _OFFERS if (found := offer(mission)) is not None]


def _link(mission: Mission) -> FollowUp | None:
    link = link_of(mission)
    words = _("Open the booking page") if mission.result.get("booking_link") else _("Open its page")
    return FollowUp(kind=OPEN, words=words, link=link, icon="external-link") if link else None


def _mail(mission: Mission) -> FollowUp | None:
    if mission.mission_type not in RESERVES:
        return None
    hint = mail.notice() or _(
        "I draft it and show it to you; it is sent in your name, and the answer comes to you."
    )
    return FollowUp(
        kind=MAIL,
        words=_("Write a mail for a reservation into a file")
        if mail.notice()
        else _("Ask for a reservation by mail"),
        hint=hint,
        warning=_invented(mission),
        needs="to",
        icon="mail",
    )


def _invented(mission: Mission) -> str:
    """What to know before a mail is sent about shipped sample data; empty for what a source found."""
    if not (mission.result.get("option") or {}).get("sample"):
        return ""
    return _("%(title)s is sample data: nobody there waits for a mail.") % {"title": mission.result["title"]}


def _calendar(mission: Mission) -> FollowUp | None:
    if mission.mission_type not in RESERVES or _starts(mission) is None:
        return None
    return FollowUp(kind=CALENDAR, words=_("Put it in the calendar"), icon="calendar-plus")


def _is_entered(mission: Mission) -> bool:
    """Whether it stands in the calendar already, or is on its way there."""
    acts = Action.objects.of(mission.user).filter(subject_kind="mission", subject_id=mission.pk, tool=ENTRY)
    return acts.filter(status__in=_ENTERED).exists()


_ENTERED = (Action.Status.WAITING, Action.Status.APPROVED, Action.Status.CLAIMED, Action.Status.SUCCEEDED)


def _booked(mission: Mission) -> FollowUp | None:
    if mission.mission_type not in (*RESERVES, "shopping"):
        return None
    if mission.mission_type == "shopping":
        number = _("Order number, if there is one")
        return FollowUp(kind=BOOKED, words=_("I bought it"), number=number, icon="check")
    number = _("Number of the booking, if there is one")
    return FollowUp(kind=BOOKED, words=_("I booked it"), number=number, icon="check")


_OFFERS: tuple[Callable[[Mission], FollowUp | None], ...] = (_link, _calendar, _mail, _booked)


def link_of(mission: Mission) -> str:
    """The page of what was chosen; empty when the source gave none that may be opened."""
    result = mission.result or {}
    for link in (result.get("booking_link"), result.get("link")):
        if link and str(link).startswith(("https://", "http://")):
            return str(check_url(str(link)))
    return ""


def note_opened(*, user: User, mission_id: UUID) -> str:
    """Say in the feed that the person opens the page, and return its address. Raises `NotFound`."""
    mission = _completed(user, mission_id)
    link = link_of(mission)
    if not link:
        raise NotFound(_("There is no page to open."))
    activity.record(
        user_id=user.pk,
        kind=Activity.Kind.DECIDED,
        agent="you",
        text=_("You opened the page of %(title)s") % {"title": mission.result["title"]},
        subject=lifecycle.subject_of(mission),
        key=f"opened:{mission.pk}:{timezone.now():%Y%m%d%H%M}",
    )
    return link


def follow_up(*, user: User, mission_id: UUID, kind: str, said: dict[str, str]) -> list[Action]:
    """Start a follow-up as an errand. What the person did themselves needs no second OK.

    `said`: what they added (`to`, `number`). The same follow-up with the same words is one errand. Raises
    `NotFound`, `Conflict` (the mission is not done) and `InvalidInput` (what was added does not fit).
    """
    mission = _completed(user, mission_id)
    drafts = {MAIL: _mail_draft, CALENDAR: _entry_draft, BOOKED: _booking_draft}
    if kind not in drafts or kind not in {one.kind for one in _possible(mission)}:
        raise InvalidInput(_("That cannot be done with this."), field="kind")
    tool, arguments = drafts[kind](mission, said)
    asker = Asker(user.pk, None, mission.level)
    arguments, lessons = with_lessons(user, tool, arguments, now=timezone.now(), asker=asker)
    if before := _before(mission, kind, tool):
        return before
    arguments = with_own_words(user, tool, arguments, _refused_lines(mission, tool))
    number = Action.objects.of(user).filter(subject_id=mission.pk, tool=tool).count()
    quotes = outside.quotes_of(mission)
    proposal = Proposal(
        tool=tool,
        arguments=arguments,
        key=f"follow:{mission.pk}:{kind}:{number}",
        caution=_invented(mission) if kind == MAIL else "",
        tainted=bool(quotes),
        shaped_by=quotes,
        wishes=[lesson.shown for lesson in lessons],
    )
    subject = lifecycle.subject_of(mission)
    try:
        thread, acts = start_errand(user=user, subject=subject, proposals=[proposal])
    except InvalidInput as error:
        raise InvalidInput(next(iter(error.wrong.values())), **error.detail) from error
    if kind == BOOKED:
        _take_click_as_ok(user, thread, acts, subject)
    return acts


def _take_click_as_ok(user: User, thread: Thread, acts: list[Action], subject: Subject) -> None:
    """What the person says they did themselves is their OK to note exactly that."""
    waiting = [action for action in acts if action.status == Action.Status.WAITING]
    if not waiting:
        return
    decision = approvals.ask_for(
        waiting, user=user, thread_id=thread.pk, subject=subject, key=first_card(thread)
    )
    decisions.answer(user=user, decision_id=decision.pk, given=Answer(Decision.Verdict.APPROVE))


UNDER_WAY = (Action.Status.WAITING, Action.Status.APPROVED, Action.Status.CLAIMED)
HELD_ONCE = (CALENDAR, BOOKED)
"""What stands once it is done: asked for again it is found, unless it was taken back. Mails may differ."""


def _before(mission: Mission, kind: str, tool: str) -> list[Action]:
    """The same follow-up that is under way, or stands already: a second click finds it."""
    counts = (*UNDER_WAY, Action.Status.SUCCEEDED) if kind in HELD_ONCE else UNDER_WAY
    rows = Action.objects.filter(user_id=mission.user_id, subject_id=mission.pk, tool=tool, successor=None)
    return list(rows.filter(status__in=counts).order_by("created_at"))


def _refused_lines(mission: Mission, tool: str) -> list[list[Action]]:
    """The earlier drafts of the same for this mission, newest first, each with what replaced it."""
    rows = Action.objects.of(mission.user).filter(subject_id=mission.pk, tool=tool, predecessor=None)
    return [ledger.line_of(act) for act in rows.order_by("-created_at")]


def _completed(user: User, mission_id: UUID) -> Mission:
    mission = Mission.objects.select_related("user").filter(user=user, pk=mission_id).first()
    if mission is None:
        raise NotFound(_("There is no such mission here."))
    if mission.status != Mission.Status.COMPLETED or not mission.result:
        raise Conflict(_("This comes when the mission is done."), status=mission.status)
    return mission


# Drafts -------------------------------------------------------------------------------------------------


def _mail_draft(mission: Mission, said: dict[str, str]) -> tuple[str, dict[str, Any]]:
    """A reservation request in plain words: day, time, people, and whose name."""
    result, user = mission.result, mission.user
    people = mission.slots.get("people")
    when = _when(mission)
    party = _for_people(people) if isinstance(people, int) else ""
    wish = " ".join(part for part in (party, when) if part)
    name = user.name or user.email
    return "mail.send", {
        "to": said.get("to", "").strip(),
        "subject": _("Reservation request: %(wish)s") % {"wish": wish or result["title"]},
        "body": _(
            "Good day,\n\nI would like to reserve %(wish)s at %(place)s. Could you please confirm?\n\n"
            "Kind regards\n%(name)s"
        )
        % {"wish": wish or _("a table"), "place": result["title"], "name": name},
    }


def _for_people(people: int) -> str:
    words: str = ngettext("for %(people)d person", "for %(people)d people", people)
    return words % {"people": people}


def _entry_draft(mission: Mission, said: dict[str, str]) -> tuple[str, dict[str, Any]]:
    result, starts = mission.result, _starts(mission)
    assert starts is not None
    return ENTRY, {
        "title": result["title"],
        "starts_at": starts.isoformat(),
        "ends_at": (starts + LONG.get(mission.mission_type, USUAL)).isoformat(),
        "zone": str(starts.tzinfo),
        "place": str(result["option"].get("where_words", "")).partition(" · ")[0][:300],
        "notes": str(result.get("words", "")),
    }


def _booking_draft(mission: Mission, said: dict[str, str]) -> tuple[str, dict[str, Any]]:
    return "bookings.note", {
        "what": mission.result["title"][:300],
        "number": said.get("number", "").strip()[:80],
    }


def _when(mission: Mission) -> str:
    starts, language = _starts(mission), mission.user.language
    if starts is None:
        return ""
    day = day_in_words(starts.date(), language)
    return _("on %(day)s at %(time)s") % {"day": day, "time": clock(starts, language)}


def _starts(mission: Mission) -> datetime | None:
    """When to be there, on the clock of the place: as put into the calendar, else the event's own time,
    the table nearest to what was asked for, the time that was named, or when the hours begin."""
    place = type_named(mission.mission_type).place(brief := brief_of(mission, known=[]))
    zone = ZoneInfo(place.zone) if place else mission.user.zone
    if noted := _noted(mission):
        return noted.astimezone(zone)
    option = (mission.result or {}).get("option", {})
    if own := option.get("starts_at"):
        return datetime.fromisoformat(own).astimezone(zone)
    window = window_of(brief, zone)
    if window is None:
        return None
    if tables := [time.fromisoformat(table) for table in option.get("tables") or ()]:
        return window.moment_of(min(tables, key=window.minutes_off))
    if window.hours and window.ends - window.begins <= 2 * AROUND:
        return window.begins + (window.ends - window.begins) / 2
    return window.begins


def _noted(mission: Mission) -> datetime | None:
    """When the entry begins that was put into the calendar, or waits for its OK, as the person changed it."""
    entries = Action.objects.of(mission.user).filter(subject_id=mission.pk, tool=ENTRY, successor=None)
    entry = entries.filter(status__in=(*UNDER_WAY, Action.Status.SUCCEEDED)).order_by("-created_at").first()
    return datetime.fromisoformat(entry.arguments["starts_at"]) if entry else None
