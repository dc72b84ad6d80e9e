"""What can be done with feedback: give it, undo what was learned from it, put it in other words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from agency.desires.noticing import hearing
from agency.models import Heard
from feedback.learning import WITHDRAWN, Learned, learn_by_rules, learn_from_stars, learned_of
from feedback.models import Feedback
from memory import telling, writing
from memory.models import MemoryItem
from memory.provenance import ProvenanceKind
from missions import afterwards
from missions import services as missions
from missions.models import Mission
from ownyou.lib.commit import after_commit
from ownyou.lib.errors import Conflict, InvalidInput, NotFound
from ownyou.lib.ids import new_id
from ownyou.lib.text import bounded
from trust import activity
from trust.models import Activity, User

MOST_TEXT = 10_000
ENOUGH_STARS = 3
"""Below, a mission that worked out does not count as done."""
S = Mission.Status
Completion = Feedback.Completion


@dataclass(frozen=True, slots=True)
class GivenFeedback:
    """Feedback as stored, and what was learned from it."""

    feedback: Feedback
    learned: list[Learned]


@dataclass(frozen=True, slots=True)
class _Told:
    """What was sent, checked."""

    completion: str
    quality: int | None
    usefulness: str | None
    text: str
    parts: dict[str, int] | None


def give_feedback(
    *,
    user: User,
    mission_id: UUID,
    completion: str = "",
    quality: int | None = None,
    usefulness: str | None = None,
    text: str | None = None,
    parts: Mapping[str, int] | None = None,
) -> GivenFeedback:
    """Take feedback: ratings count at once, words are read by rules at once and by a model in the worker.

    Whether it worked out may be said later: what was given is kept, and the mission's outcome waits for it.
    `parts`: stars by the keys of the parts of a plan, once its days are over (`afterwards.parts_to_rate`).
    Given again it changes what was said before; the same words are learned from once. Raises `NotFound`,
    `InvalidInput` (with the field), and `Conflict` where there is nothing to rate or to pause.
    """
    mission = missions.mission_of(user, mission_id)
    mission.user = user
    told = _checked(completion, quality, usefulness, text, _stars_of_parts(mission, parts or {}))
    feedback = _store(user, mission, told)
    if told.parts is not None:
        afterwards.answered(mission)
    if feedback.text and feedback.analysed_at is None:
        learn_by_rules(feedback)
    if told.parts:
        learn_from_stars(feedback)
    return GivenFeedback(feedback, learned_of(feedback))


def feedback_of(user: User, mission_id: UUID) -> GivenFeedback | None:
    """Return the feedback on a mission, if any was given. Raises `NotFound` for a stranger's mission."""
    mission = missions.mission_of(user, mission_id)
    feedback = Feedback.objects.filter(user=user, mission=mission).first()
    return GivenFeedback(feedback, learned_of(feedback)) if feedback else None


def asks_afterwards(mission: Mission, given: GivenFeedback | None) -> bool:
    """Whether the days of a plan are over and nothing was said of it since."""
    return (given is None or given.feedback.parts is None) and afterwards.is_over(mission)


def undo_learned(*, user: User, mission_id: UUID, item_id: UUID) -> Learned:
    """Take back one thing that was learned; memory says again what it said before, if anything.

    Undoing twice changes nothing. Raises `NotFound`, and `Conflict` when other words have changed it since.
    """
    feedback, entry = _learned(user, mission_id, item_id)
    if entry.undone:
        return entry
    _take_back(user, entry)
    return _change(feedback, entry.model_copy(update={"undone": True}))


def edit_learned(*, user: User, mission_id: UUID, item_id: UUID, text: str) -> Learned:
    """Say one learned thing in the person's own words; an amount follows the number in the sentence.

    Raises `NotFound`, `InvalidInput`, and `Conflict` when it was undone.
    """
    feedback, entry = _learned(user, mission_id, item_id)
    if entry.undone:
        raise Conflict(_("This was undone already; there is nothing to change."))
    if entry.polarity == WITHDRAWN:
        raise Conflict(_("This counts no longer; there is nothing to change."))
    outcome = telling.retell(user=user, item_id=item_id, sentence=text)
    assert outcome.item is not None
    changed = {
        "sentence": outcome.item.text,
        "value": outcome.item.value,
        "edited": True,
        "applies_words": "",
    }
    return _change(feedback, entry.model_copy(update=changed))


# Taking it ----------------------------------------------------------------------------------------------


def _stars_of_parts(mission: Mission, parts: Mapping[str, int]) -> dict[str, int] | None:
    """The stars of parts, checked; None while the days of the plan are not over."""
    known = {part.key for part in afterwards.parts_to_rate(mission)}
    if not set(parts) <= known:
        raise InvalidInput(_("There is no such part to rate here yet."), field="parts")
    if any(isinstance(stars, bool) or stars not in range(1, 6) for stars in parts.values()):
        raise InvalidInput(_("Stars go from 1 to 5."), field="parts")
    return dict(parts) if afterwards.is_over(mission) else None


def _checked(
    completion: str,
    quality: int | None,
    usefulness: str | None,
    text: str | None,
    parts: dict[str, int] | None,
) -> _Told:
    unsaid = not completion and any((quality is not None, usefulness, (text or "").strip(), parts))
    if completion not in Completion.values and not unsaid:
        raise InvalidInput(
            _("Say at least one thing, such as whether it worked out.")
            if not completion
            else _("Say whether it worked out: complete, failed or paused."),
            field="completion",
        )
    if quality is not None and (isinstance(quality, bool) or quality not in range(1, 6)):
        raise InvalidInput(_("Stars go from 1 to 5."), field="quality")
    if usefulness is not None and usefulness not in Feedback.Usefulness.values:
        words = _("Usefulness is one of extremely_useful, helpful, neutral, not_useful.")
        raise InvalidInput(words, field="usefulness")
    try:
        words = bounded(text or "", name=_("What you wrote"), most=MOST_TEXT, least=0)
    except InvalidInput as error:
        raise InvalidInput(error.message, **{**error.detail, "field": "text"}) from error
    return _Told(completion, quality, usefulness, words, parts)


def _store(user: User, mission: Mission, told: _Told) -> Feedback:
    with transaction.atomic():
        _check_mission(user, mission, told)
        feedback, created = Feedback.objects.select_for_update().get_or_create(
            user=user, mission=mission, defaults={"completion": told.completion}
        )
        feedback.user, feedback.mission = user, mission
        if _take(feedback, told) or created:
            feedback.save()
            _set_outcome(feedback)
            _tell(feedback)
            if feedback.text and feedback.analysed_at is None:
                hearing.hear(
                    user=user, text=feedback.text, origin=Heard.Origin.FEEDBACK, about=feedback.words_id
                )
            after_commit(_send, feedback.pk)
    return feedback


def _send(feedback_id: UUID) -> None:
    """Let the worker go on. Without a broker nothing is lost but the model's reading and a count."""
    from feedback.tasks import refine_feedback

    refine_feedback.apply_async_on_commit(  # type: ignore[attr-defined]
        args=[str(feedback_id)], retry=False
    )


def _check_mission(user: User, mission: Mission, told: _Told) -> None:
    """Pause what still works. Raises `Conflict` where there is nothing to rate or to pause."""
    if mission.status not in Mission.ENDED:
        if told.completion != Completion.PAUSED:
            raise Conflict(_("This mission is not over yet; rate it when it is."), status=mission.status)
        if mission.status != S.PAUSED:
            missions.pause_mission(user=user, mission_id=mission.pk)
    elif told.completion == Completion.PAUSED:
        raise Conflict(_("This mission is over, so it cannot be paused any more."), status=mission.status)


def _set_outcome(feedback: Feedback) -> None:
    """Set what an ended mission came to by all that was said of it, stars of an earlier time included."""
    if feedback.completion in ("", Completion.PAUSED):
        return
    feedback.mission.outcome = _outcome(feedback)
    Mission.objects.filter(pk=feedback.mission_id).update(outcome=feedback.mission.outcome)


def _outcome(feedback: Feedback) -> Mission.Outcome:
    if feedback.completion == Completion.FAILED:
        return Mission.Outcome.FAILED
    poor = feedback.quality is not None and feedback.quality < ENOUGH_STARS
    return Mission.Outcome.POOR if poor else Mission.Outcome.SUCCESS


def _take(feedback: Feedback, told: _Told) -> bool:
    """Put what was told onto the row; return whether anything is new. No words leave the old ones."""
    before = (feedback.completion, feedback.quality, feedback.usefulness, feedback.text, feedback.parts)
    feedback.completion = told.completion or feedback.completion
    feedback.quality = told.quality if told.quality is not None else feedback.quality
    feedback.usefulness = told.usefulness or feedback.usefulness
    if told.text and told.text != feedback.text:
        feedback.words_id = new_id() if feedback.text else feedback.pk
        feedback.text, feedback.reading, feedback.analysed_at = told.text, None, None
        feedback.source = Feedback.Source.RULES
    if told.parts is not None:
        feedback.parts = {**(feedback.parts or {}), **told.parts}
    now = (feedback.completion, feedback.quality, feedback.usefulness, feedback.text, feedback.parts)
    return before != now


def _tell(feedback: Feedback) -> None:
    parts = [str(Completion(feedback.completion).label)] if feedback.completion else []
    if feedback.quality:
        parts.append(_("%(stars)d of 5") % {"stars": feedback.quality})
    if feedback.usefulness:
        parts.append(str(Feedback.Usefulness(feedback.usefulness).label))
    told = (
        _("Your feedback: %(parts)s") % {"parts": ", ".join(parts)} if parts else _("Your feedback, in words")
    )
    activity.record(
        user_id=feedback.user_id,
        kind=Activity.Kind.DECIDED,
        agent="you",
        text=told,
        subject=activity.Subject("mission", feedback.mission_id),
    )


# What was learned ---------------------------------------------------------------------------------------


def _learned(user: User, mission_id: UUID, item_id: UUID) -> tuple[Feedback, Learned]:
    given = feedback_of(user, mission_id)
    entry = next((entry for entry in given.learned if entry.item_id == item_id), None) if given else None
    if given is None or entry is None:
        raise NotFound(_("There is no such thing here."))
    return given.feedback, entry


def _take_back(user: User, entry: Learned) -> None:
    if entry.polarity == WITHDRAWN and entry.revision_id is not None:
        writing.undo(user=user, revision_id=entry.revision_id)
        return
    item = MemoryItem.objects.filter(user=user, pk=entry.item_id).first()
    if item is None:
        return  # forgotten on the memory page meanwhile
    if entry.revision_id is not None and not entry.edited:
        writing.undo(user=user, revision_id=entry.revision_id)
    elif entry.edited and item.provenance_kind != ProvenanceKind.USER:
        raise Conflict(_("Something newer has been learned in its place."))
    elif entry.before is not None:
        writing.correct(user=user, item_id=item.pk, text=entry.before.text, value=entry.before.value)
    else:
        writing.forget(user=user, item_id=item.pk)


def _change(feedback: Feedback, changed: Learned) -> Learned:
    with transaction.atomic():
        row = Feedback.objects.select_for_update().get(pk=feedback.pk)
        entries = [changed if entry.item_id == changed.item_id else entry for entry in learned_of(row)]
        row.learned = [entry.model_dump(mode="json") for entry in entries]
        row.save(update_fields=["learned", "updated_at"])
    return changed
