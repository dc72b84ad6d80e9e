"""Who thought about a mission: whether the rules stood in for the language model, and why."""

from __future__ import annotations

from django.utils.translation import gettext as _

from agency.models import ReasoningCall, Thread
from agency.reasoning import model
from agency.reasoning.engine import NO_MODEL
from missions.models import Mission


def rules_stood_in(mission: Mission) -> str:
    """Say that rules answered last where a model was to; empty where none is configured or all went well."""
    if not model.configured():
        return ""
    threads = Thread.objects.about("mission", mission.pk).values("pk")
    calls = ReasoningCall.objects.filter(user_id=mission.user_id, thread_id__in=threads)
    stood_in = calls.filter(source=ReasoningCall.Source.RULES).exclude(fallback__in=("", NO_MODEL))
    call = stood_in.only("fallback", "model_calls").order_by("-created_at").first()
    if call is None:
        return ""
    facts = {"why": call.fallback.rstrip(".")}
    if call.model_calls:
        return (
            _("The language model's answer could not be used (%(why)s), so the built-in rules went on.")
            % facts
        )
    return _("The language model was not asked (%(why)s), so the built-in rules went on.") % facts
