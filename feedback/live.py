"""The live region of feedback: what was learned, on a page that is open while the model reads."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from agency.reasoning import model
from agency.reasoning.sentiment import knows_language
from feedback import services
from feedback.cards import cards_of, kept_as_words_of
from feedback.models import Feedback
from feedback.services import GivenFeedback
from ownyou.lib.errors import NotFound
from trust.live import register_region
from trust.models import User


def register_regions() -> None:
    """Tell the feed how what was learned is drawn."""
    register_region("feedback", draw_feedback, subjects={"mission"})


def draw_feedback(user: User, mission_id: UUID | None) -> str | None:
    """Draw what was learned from the feedback on a mission; nothing before, or for a stranger."""
    try:
        given = services.feedback_of(user, mission_id) if mission_id else None
    except NotFound:
        return None
    if mission_id is None or given is None:
        return None
    return render_to_string("feedback/panel.html", given_context(mission_id, given))


def given_context(mission_id: UUID, given: GivenFeedback) -> dict[str, Any]:
    """The context of the panel once feedback was given."""
    return {
        "mission_id": mission_id,
        "given": True,
        "learned": cards_of(given.learned, mission_id),
        "unlearned_words": _unlearned(given),
        "kept_as_words": kept_as_words_of(given.feedback) if given.learned else [],
        "said_words": given.feedback.text or "",
        "url": reverse("mission_feedback", args=[mission_id]),
        "can_add_words": not given.feedback.text and given.feedback.completion != Feedback.Completion.PAUSED,
        "asks_completion": not given.feedback.completion,
        "completion": given.feedback.completion,
        "words_help": form_help(),
    }


def form_help() -> str:
    """What the form says of words, in the languages that can be read as things are."""
    if model.configured():
        return _("I learn from it, in any language, and show you what.")
    return _("I learn from it, in English, German, French, Spanish or Italian, and show you what.")


def _unlearned(given: GivenFeedback) -> str:
    words = given.feedback.text
    if not words:
        return ""
    if not model.configured() and not knows_language(words):
        return _(
            "I found nothing to learn in your words; they are kept with your rating. "
            "Without a language model I read English, German, French, Spanish and Italian."
        )
    return _(
        "I read your words. There was nothing lasting to learn from them; they are kept with your rating."
    )
