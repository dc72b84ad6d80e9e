"""Learning from words: read them, remember what is lasting, and note what memory did with it."""

from __future__ import annotations

from collections.abc import Sequence
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
from memory.writing import remember, undo, withdraw
from missions import afterwards
from missions.plugins.base import Learning
from ownyou.lib.errors import Conflict, NotFound
from trust import activity
from trust.models import Activity

ONE_OF_A_KIND = ("budget", "max_distance_km")
"""Limits of which one reading suffices: a model may not add an everyday limit to a weeknight's."""


class Before(BaseModel):
    """What memory said before, where feedback changed it."""

    text: str
    value: Any = None


WITHDRAWN = "withdrawn"
"""The polarity of what was taken back, by stars or by words; an undo has it back."""


class Learned(BaseModel):
    """One thing learned, as kept on the feedback. `revision_id` is None when memory knew it already.

    `by_stars`: from the stars of parts. They may be given anew, and what they no longer say is taken back.
    """

    item_id: UUID
    revision_id: int | None = None
    words_id: UUID
    by_stars: bool = False
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
    entries = [*_retire(feedback, reading, stated=True), *_remember_all(feedback, reading, stated=True)]
    _keep(feedback, reading, entries, Feedback.Source.RULES)


def learn_from_stars(feedback: Feedback) -> None:
    """Remember what the stars of a plan's parts say now, and take back what they said before and no longer
    say, but for what the person edited. Doing it twice changes nothing."""
    taught = afterwards.taught_by(feedback.mission, feedback.parts or {})
    stars = [one for one in learned_of(feedback) if one.by_stars]
    undone = {one.path for one in stars if one.undone and one.polarity == WITHDRAWN}
    said = [(one.key, one.value) for one in taught]
    old = [one for one in stars if not (one.undone or one.edited or (one.path, one.value) in said)]
    for one in old:
        _take_back(feedback, one)
    wanted = [one for one in taught if one.value is not None or one.key not in undone]
    entries = [entry for one in wanted if (entry := _of_stars(feedback, one)) is not None]
    gone = {one.item_id for one in old}
    with transaction.atomic():
        row = Feedback.objects.select_for_update().get(pk=feedback.pk)
        kept = [one for one in learned_of(row) if one.item_id not in gone]
        row.learned = [entry.model_dump(mode="json") for entry in _merged(kept, entries)]
        row.save(update_fields=["learned", "updated_at"])
    feedback.learned = row.learned


def _of_stars(feedback: Feedback, taught: Learning) -> Learned | None:
    if taught.value is None:
        withdrawn = _withdrawn(feedback, taught.key)
        return withdrawn.model_copy(update={"by_stars": True}) if withdrawn else None
    lesson = Lesson(taught.key, taught.value, taught.sentence, _("Counts from the next plan on."))
    entry = _remember(feedback, lesson, stated=False)
    return entry.model_copy(update={"by_stars": True}) if entry else None


def _retire(feedback: Feedback, reading: FeedbackReading, *, stated: bool) -> list[Learned]:
    """Take back what the words say is no longer so; a model's reading takes back guesses only."""
    withdrawn = (_withdrawn(feedback, path, stated=stated) for path in reading.retired)
    return [entry for entry in withdrawn if entry is not None]


def _withdrawn(feedback: Feedback, key: str, *, stated: bool = False) -> Learned | None:
    """Take back what the feedback speaks against: an older guess, or with `stated` also what the person said.

    None where there is none.
    """
    outcome = withdraw(
        user=feedback.user,
        namespace=preferences_of(feedback.user),
        key=key,
        cause=_source(feedback),
        stated=stated,
    )
    if outcome is None or outcome.gone is None or outcome.before is None:
        return None
    return Learned(
        item_id=outcome.gone,
        revision_id=outcome.revision_id,
        words_id=feedback.words_id,
        path=key,
        polarity=WITHDRAWN,
        sentence=_("No longer counts: %(sentence)s") % {"sentence": outcome.before.text},
    )


def _take_back(feedback: Feedback, entry: Learned) -> bool:
    """Have memory as it was before the entry; False where it has changed since, or knew it already."""
    if entry.revision_id is None:
        return False
    try:
        undo(user=feedback.user, revision_id=entry.revision_id, cause=_source(feedback))
    except (Conflict, NotFound):
        return False
    return True


def _source(feedback: Feedback) -> Provenance:
    return Provenance(ProvenanceKind.FEEDBACK, feedback.words_id)


def refine(feedback: Feedback) -> None:
    """Let the model read the words, and add what the rules missed.

    What the model reads is a guess: it never overwrites what the person said or edited, and what they undid
    is not learned again. What rules made of these words and the model says they do not mean is taken back.
    Where the model cannot answer, nothing changes.
    """
    if not model.configured() or feedback.source == Feedback.Source.MODEL:
        return
    heard = [one for one in learned_of(feedback) if _read_by_rules(one, feedback)]
    question = question_of(feedback).model_copy(update={"heard": {one.path: one.sentence for one in heard}})
    answer = reason(analyse_feedback, question, asker=Asker(feedback.user_id))
    if answer.source == "rules":
        return
    wrong = [one for one in _misread(answer.value, heard) if _take_back(feedback, one)]
    known = [one for one in learned_of(feedback) if one not in wrong]
    reading = answer.value.model_copy(
        update={"preferences": [each for each in answer.value.preferences if not _covered(each.path, known)]}
    )
    entries = [*_retire(feedback, reading, stated=False), *_remember_all(feedback, reading, stated=False)]
    kept = _keep(feedback, answer.value, entries, Feedback.Source.MODEL, without=wrong)
    if kept and (entries or wrong):
        _tell(feedback, entries, wrong)


def _read_by_rules(one: Learned, feedback: Feedback) -> bool:
    """Whether rules alone say so, of these words: nobody edited it, took it back or gave stars for it."""
    touched = one.by_stars or one.edited or one.undone or one.polarity == WITHDRAWN
    return one.words_id == feedback.words_id and one.revision_id is not None and not touched


def _misread(reading: FeedbackReading, heard: list[Learned]) -> list[Learned]:
    """What rules made of words that mean something else, as a better reader says; not what it says too."""
    said = {(one.path, one.polarity) for one in reading.preferences}
    named = {*(one.path for one in reading.misread), *reading.retired}
    return [one for one in heard if one.path in named and (one.path, one.polarity) not in said]


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
        or each.path.startswith(f"{path}_")  # "steak" is what rules call "steak_house"
        or path.startswith(f"{each.path}_")
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
        provenance=_source(feedback),
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
    feedback: Feedback,
    reading: FeedbackReading,
    entries: list[Learned],
    source: Feedback.Source,
    without: Sequence[Learned] = (),
) -> bool:
    """Note what was read and learned; False when other words have come meanwhile.

    Entries that are there already stay as they are, but for those in `without`.
    """
    gone = {one.item_id for one in without}
    with transaction.atomic():
        row = Feedback.objects.select_for_update().get(pk=feedback.pk)
        if row.words_id != feedback.words_id:
            return False  # they are read on their own
        kept = _merged([one for one in learned_of(row) if one.item_id not in gone], entries)
        row.learned = [entry.model_dump(mode="json") for entry in kept]
        row.reading = reading.model_dump(mode="json")
        row.source, row.analysed_at = source, timezone.now()
        row.save(update_fields=["learned", "reading", "source", "analysed_at", "updated_at"])
    feedback.learned, feedback.reading = row.learned, row.reading
    feedback.source, feedback.analysed_at = row.source, row.analysed_at
    return True


def _tell(feedback: Feedback, entries: list[Learned], wrong: list[Learned]) -> None:
    """Say on the mission what was learned, and what was not meant, after the person had their answer: its
    page may be open."""
    told = [
        words % {"sentences": " ".join(one.sentence for one in each)}
        for words, each in (
            (_("Learned from your feedback: %(sentences)s"), entries),
            (_("Not meant, so not learned: %(sentences)s"), wrong),
        )
        if each
    ]
    activity.record(
        user_id=feedback.user_id,
        kind=Activity.Kind.AGENT_THINKING,
        text=" ".join(told),
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
