"""What the person did themselves after a choice: a booking that they made."""

from __future__ import annotations

from collections.abc import Mapping

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import BaseModel, Field, JsonValue

from agency.tools import notes
from agency.tools.shapes import Line
from trust.tools import Done, Errand, Kind, Risk, ToolSpec


class Booking(BaseModel):
    """What was booked, and its number if there is one."""

    what: Line
    number: str = Field("", max_length=80)


class BookingNoted(BaseModel):
    note: str = Field(description="id of the note that keeps it")


def note(errand: Errand, booking: Booking) -> Done[BookingNoted]:
    """Keep that the person booked something."""
    done = notes.save(errand, notes.NewNote(text=_words(booking)))
    return Done(
        BookingNoted(note=done.result.note),
        receipt=_("Noted: you booked %(what)s.") % {"what": booking.what},
        inverse=done.inverse,
    )


def unnote(errand: Errand, booking: Booking, inverse: Mapping[str, JsonValue]) -> str:
    """Take it back. Raises `ToolFailed` when the note is gone or the person changed it since."""
    return notes.take_away(errand, str(inverse["note"]), _in_each_language(booking))


def _words(booking: Booking) -> str:
    number = f" ({booking.number})" if booking.number else ""
    return _("Booked: %(what)s") % {"what": booking.what} + number


def _in_each_language(booking: Booking) -> set[str]:
    """What the note may say: it was written in the language that the person read then."""
    said = set()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            said.add(_words(booking))
    return said


NOTE = ToolSpec(
    name="bookings.note",
    title=gettext_noop("Note a booking"),
    verb=gettext_noop("I booked it"),
    agent="places",
    kind=Kind.WRITE,
    description="Keep that the person booked something themselves.",
    arguments=Booking,
    result=BookingNoted,
    run=note,
    risk=Risk.NONE,
    idempotent=True,
    undo=unnote,
    describe=lambda booking: _("Note that you booked %(what)s") % {"what": booking.what},
    by_words=False,
)
TOOLS = (NOTE,)
