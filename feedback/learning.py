"""Learning from words: read them, remember what is lasting, and note what memory did with it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from pydantic import BaseModel

from agency.reasoning import model
from agency.reasoning.budget import Asker
from agency.reasoning.engine import reason
from agency.reasoning.skills.feedback import FeedbackReading, FeedbackText, analyse_feedback
from feedback.lessons import Chosen, Lesson, chosen_of, lesson_of
from feedback.models import Feedback
from memory.names import preferences_of
from memory.provenance import Provenance, ProvenanceKind
from memory.rows import Remembered
from memory.writing import remember
from missions import afterwards
from trust import activity
from trust.models import Activity

ONE_OF_A_KIND = ("budget", "max_distance_km")
"""Limits of which one reading suffices: a model may not add an everyday limit to a weeknight's."""


class Before(BaseModel):
    """What memory said before, where feedback changed it."""

    text: str
    value: Any = None


class Learned(BaseModel):
    """One thing learned, as kept on the feedback. `revision_id` is None when memory knew it already."""

    item_id: UUID
    revision_id: int | None = None
    words_id: UUID
    path: str
    polarity: str
    value: Any = None
    sentence: str
    applies_words: str = ""
    before: Before | None = None
    edited: bool = False
    undone: bool = False


def learned_of(feedback: Feedback) -> list[Learned]:
    """Return what was learned from a piece of feedback, undone things included."""
    return [Learned.model_validate(row) for row in feedback.learned]


def learn_by_rules(feedback: Feedback) -> None:
    """Read the words by rules and remember what is lasting. Doing it twice changes nothing."""
    question = question_of(feedback)
    reading = analyse_feedback.rules(question)
    entries = _remember_all(feedback, reading, stated=True)
    _keep(feedback, reading, entries, Feedback.Source.RULES)


def learn_from_stars(feedback: Feedback) -> None:
    """Remember what the stars of a plan's parts say. Doing it twice changes nothing."""
    entries = []
    for taught in afterwards.taught_by(feedback.mission, feedback.parts or {}):
        lesson = Lesson(taught.key, taught.value, taught.sentence, _("Counts from the next plan on."))
        entry = _remember(feedback, lesson, stated=False)
        if entry is not None:
            entries.append(entry)
    with transaction.atomic():
        row = Feedback.objects.select_for_update().get(pk=feedback.pk)
        row.learned = [entry.model_dump(mode="json") for entry in _merged(learned_of(row), entries)]
        row.save(update_fields=["learned", "updated_at"])
    feedback.learned = row.learned


def refine(feedback: Feedback) -> None:
    """Let the model read the words, and add what the rules missed.

    What the model reads is a guess: it never overwrites what the person said or edited, and what they undid
    is not learned again. Where the model cannot answer, nothing changes.
    """
    if not model.configured() or feedback.source == Feedback.Source.MODEL:
        return
    answer = reason(analyse_feedback, question_of(feedback), asker=Asker(feedback.user_id))
    if answer.source == "rules":
        return
    known = learned_of(feedback)
    reading = answer.value.model_copy(
        update={"preferences": [each for each in answer.value.preferences if not _covered(each.path, known)]}
    )
    entries = _remember_all(feedback, reading, stated=False)
    if _keep(feedback, answer.value, entries, Feedback.Source.MODEL) and entries:
        _tell(feedback, entries)


def question_of(feedback: Feedback) -> FeedbackText:
    """Return the question to ask about a piece of feedback."""
    option: dict[str, Any] = (feedback.mission.result or {}).get("option") or {}
    facts = {name: option.get(name) for name in ("title", "price_words", "category") if option.get(name)}
    return FeedbackText(
        text=feedback.text or "",
        mission_type=feedback.mission.mission_type,
        language=feedback.user.language,
        quality=feedback.quality,
        facts=facts,
    )


def _covered(path: str, known: list[Learned]) -> bool:
    """Whether something of this path, or of the same kind of limit, was learned already."""
    kind = next((kind for kind in ONE_OF_A_KIND if path.endswith(kind)), None)
    return any(
        each.path == path
        or (kind is not None and each.path.split(".")[-1].endswith((kind, "lower", "distance")))
        for each in known
    )


def _remember_all(feedback: Feedback, reading: FeedbackReading, *, stated: bool) -> list[Learned]:
    chosen = chosen_of(feedback.mission) if reading.preferences else Chosen()
    lessons = [lesson_of(found, feedback.mission, chosen) for found in reading.preferences]
    return [entry for lesson in lessons if (entry := _remember(feedback, lesson, stated)) is not None]


def _remember(feedback: Feedback, lesson: Lesson, stated: bool) -> Learned | None:
    outcome = remember(
        user=feedback.user,
        namespace=preferences_of(feedback.user),
        key=lesson.key,
        value=lesson.value,
        text=lesson.sentence,
        provenance=Provenance(ProvenanceKind.FEEDBACK, feedback.words_id),
        stated=stated,
        confidence=1.0 if stated else 0.7,
    )
    if outcome.item is None or outcome.change == "kept":
        return None
    return _entry(feedback, lesson, outcome)


def _entry(feedback: Feedback, lesson: Lesson, outcome: Remembered) -> Learned:
    assert outcome.item is not None
    before = outcome.before
    return Learned(
        item_id=outcome.item.pk,
        revision_id=outcome.revision_id,
        words_id=feedback.words_id,
        path=lesson.key,
        polarity=lesson.value["polarity"],
        value=lesson.value,
        sentence=lesson.sentence,
        applies_words=lesson.applies_words,
        before=Before(text=before.text, value=before.value) if before else None,
    )


def _keep(
    feedback: Feedback, reading: FeedbackReading, entries: list[Learned], source: Feedback.Source
) -> bool:
    """Note what was read and learned; False when other words have come meanwhile.

    Entries that are there already stay as they are.
    """
    with transaction.atomic():
        row = Feedback.objects.select_for_update().get(pk=feedback.pk)
        if row.words_id != feedback.words_id:
            return False  # they are read on their own
        kept = _merged(learned_of(row), entries)
        row.learned = [entry.model_dump(mode="json") for entry in kept]
        row.reading = reading.model_dump(mode="json")
        row.source, row.analysed_at = source, timezone.now()
        row.save(update_fields=["learned", "reading", "source", "analysed_at", "updated_at"])
    feedback.learned, feedback.reading = row.learned, row.reading
    feedback.source, feedback.analysed_at = row.source, row.analysed_at
    return True


def _tell(feedback: Feedback, entries: list[Learned]) -> None:
    """Say on the mission what was learned after the person had their answer: its page may be open."""
    sentences = " ".join(entry.sentence for entry in entries)
    activity.record(
        user_id=feedback.user_id,
        kind=Activity.Kind.AGENT_THINKING,
        text=_("Learned from your feedback: %(sentences)s") % {"sentences": sentences},
        subject=activity.Subject("mission", feedback.mission_id),
        key=f"feedback:{feedback.words_id}:refined",
    )


def _merged(old: list[Learned], new: list[Learned]) -> list[Learned]:
    """The new entries after the old; one that memory changed once more takes its old place."""
    merged = {entry.item_id: entry for entry in old}
    for entry in new:
        before = merged.get(entry.item_id)
        if before is None or before.undone or entry.revision_id is not None:
            merged[entry.item_id] = entry
    return list(merged.values())
