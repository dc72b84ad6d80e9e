"""Undoing takes back what the act did, and nothing that the person has made of it since."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.utils import translation

from agency.models import CalendarEntry, Note
from agency.tools import bookings, calendar, notes
from trust.models import User
from trust.tools import Errand, ToolFailed

BOOKED = bookings.Booking(what="Da Enzo", number="A 17")
DINNER = calendar.NewEntry(title="Dinner", starts_at=datetime(2027, 1, 8, 19, tzinfo=UTC), place="Da Enzo")


def noted(owner: User) -> tuple[Errand, Any]:
    errand = Errand(user=owner)
    return errand, bookings.note(errand, BOOKED).inverse


def test_a_noted_booking_is_taken_back(owner: User) -> None:
    errand, inverse = noted(owner)
    bookings.unnote(errand, BOOKED, inverse)
    assert not Note.objects.of(owner).exists()


def test_a_noted_booking_that_the_person_has_changed_stays_and_it_says_so(owner: User) -> None:
    errand, inverse = noted(owner)
    note = Note.objects.get()
    note.text = f"{note.text}, table by the window"
    note.save()
    with pytest.raises(ToolFailed, match="You changed the note since, so it stays"):
        bookings.unnote(errand, BOOKED, inverse)
    assert Note.objects.of(owner).get().text.endswith("by the window")


def test_a_booking_noted_in_another_language_is_taken_back(
    owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def said(text: str) -> str:
        return text.replace("Booked", "Gebucht") if translation.get_language() == "de" else text

    monkeypatch.setattr(bookings, "_", said)
    with translation.override("de"):
        errand, inverse = noted(owner)
    assert Note.objects.get().text == "Gebucht: Da Enzo (A 17)"
    bookings.unnote(errand, BOOKED, inverse)
    assert not Note.objects.of(owner).exists()


def test_a_note_is_taken_away_once(owner: User) -> None:
    errand, new = Errand(user=owner), notes.NewNote(text="buy milk")
    inverse: Any = notes.save(errand, new).inverse
    notes.unsave(errand, new, inverse)
    with pytest.raises(ToolFailed, match="not there any more"):
        notes.unsave(errand, new, inverse)


@pytest.mark.parametrize(
    "changes", [{"title": "Supper"}, {"place": "At home"}, {"notes": "Bring wine"}, {"place": None}]
)
def test_an_entry_that_the_person_has_changed_stays_in_the_calendar(
    owner: User, changes: dict[str, Any]
) -> None:
    errand = Errand(user=owner)
    inverse: Any = calendar.add(errand, DINNER).inverse
    entry = CalendarEntry.objects.get()
    for name, value in changes.items():
        setattr(entry, name, value)
    entry.save()
    with pytest.raises(ToolFailed, match="You changed the entry since"):
        calendar.remove(errand, DINNER, inverse)
    assert CalendarEntry.objects.of(owner).exists()


def test_an_entry_as_it_was_put_in_is_taken_out(owner: User) -> None:
    errand = Errand(user=owner)
    inverse: Any = calendar.add(errand, DINNER).inverse
    calendar.remove(errand, DINNER, inverse)
    assert not CalendarEntry.objects.of(owner).exists()
