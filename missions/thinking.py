"""Who thought about a mission: whether the rules stood in for the language model, and why."""

from __future__ import annotations

from agency.models import ReasoningCall, Thread
from agency.reasoning import model
from agency.reasoning.standing_in import UNTOLD, stood_in_words
from missions.models import Mission


def rules_stood_in(mission: Mission) -> str:
    """Say that rules answered last where a model was to; empty where none is configured or all went well."""
    if not model.configured():
        return ""
    threads = Thread.objects.about("mission", mission.pk).values("pk")
    calls = ReasoningCall.objects.filter(user_id=mission.user_id, thread_id__in=threads)
    stood_in = calls.filter(source=ReasoningCall.Source.RULES).exclude(fallback__in=UNTOLD)
    call = stood_in.only("fallback").order_by("-created_at").first()
    return stood_in_words(call.fallback) if call is not None else ""
