"""Quick notes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import BaseModel, Field, JsonValue

from agency.models import Note
from agency.tools.shapes import Words
from ownyou.lib.text import clean_line, shorten
from trust.models import Action
from trust.tools import Done, Errand, Kind, Risk, ToolFailed, ToolSpec

MOST_NOTE = 20_000
MOST_FOUND = 20


class NewNote(BaseModel):
    text: Words = Field(max_length=MOST_NOTE)


class NoteSaved(BaseModel):
    note: str = Field(description="id of the note")


class WhichNotes(BaseModel):
    words: str = Field(
        "", max_length=200, description="only notes with all of these words; empty: the newest"
    )


class NotesFound(BaseModel):
    text: str = Field(description="Markdown")


def save(errand: Errand, new: NewNote) -> Done[NoteSaved]:
    """Keep a note; the same act keeps it once."""
    try:
        with transaction.atomic():
            note = Note.objects.create(
                user=errand.user,
                text=new.text,
                subject_kind=errand.subject_kind,
                subject_id=errand.subject_id,
                made_by=errand.action_id,
            )
    except IntegrityError:
        note = Note.objects.get(made_by=errand.action_id)
    return Done(NoteSaved(note=str(note.pk)), receipt=_("Kept as a note."), inverse={"note": str(note.pk)})


def unsave(errand: Errand, new: NewNote, inverse: Mapping[str, JsonValue]) -> str:
    """Take a note away again. Raises `ToolFailed` when it is not there or was changed since."""
    return take_away(errand, str(inverse["note"]), {new.text})


def take_away(errand: Errand, number: str, as_kept: Collection[str]) -> str:
    """Take away the note with this id if it still says one of `as_kept`. Raises `ToolFailed`."""
    with transaction.atomic():
        note = Note.objects.of(errand.user).select_for_update().filter(pk=UUID(number)).first()
        if note is None:
            raise ToolFailed(_("The note is not there any more."))
        if note.text not in as_kept:
            raise ToolFailed(_("You changed the note since, so it stays."))
        note.deleted_at = timezone.now()
        note.save(update_fields=["deleted_at"])
    return _("The note is gone again.")


def find(errand: Errand, which: WhichNotes) -> Done[NotesFound]:
    """The person's notes that hold the words, the newest first, at most 20."""
    words = clean_line(which.words).casefold().split()
    notes = [
        note
        for note in Note.objects.of(errand.user).order_by("-created_at")[:500]
        if all(word in note.text.casefold() for word in words)
    ][:MOST_FOUND]
    text = "\n\n---\n\n".join(note.text for note in notes)
    return Done(NotesFound(text=text), tainted=_are_tainted(errand, notes))


def _are_tainted(errand: Errand, notes: Sequence[Note]) -> bool:
    """Whether text from outside shaped one of these notes: that it was kept makes it no more trusted."""
    acts = Action.objects.of(errand.user).filter(pk__in=[note.made_by for note in notes if note.made_by])
    return acts.filter(tainted=True).exists()


def _sentence(new: NewNote) -> str:
    return _("Keep the note “%(text)s”") % {"text": shorten(clean_line(new.text), 80)}


SAVE = ToolSpec(
    name="notes.save",
    title=gettext_noop("Keep a note"),
    verb=gettext_noop("Keep note"),
    agent="notes",
    kind=Kind.WRITE,
    description="Keep a quick note for the person.",
    arguments=NewNote,
    result=NoteSaved,
    run=save,
    risk=Risk.NONE,
    idempotent=True,
    undo=unsave,
    describe=_sentence,
    consumes={"text": "markdown"},
    produces={"note": "database_entity"},
    verbs=(
        "write it down",
        "save it as a note",
        "keep it as a note",
        "put it into my notes",
        "note that",
        "schreib es auf",
        "notiere",
        "speichere es als Notiz",
        "behalte es als Notiz",
        "trag es in meine Notizen ein",
        "note-le dans mes notes",
        "enregistre-le comme note",
    ),
)
FIND = ToolSpec(
    name="notes.find",
    title=gettext_noop("Look into your notes"),
    agent="notes",
    kind=Kind.READ,
    description="Find the person's quick notes by words.",
    arguments=WhichNotes,
    result=NotesFound,
    run=find,
    consumes={"words": "string:topic"},
    produces={"text": "markdown"},
    verbs=("what did I note about", "look in my notes"),
)
TOOLS = (SAVE, FIND)
