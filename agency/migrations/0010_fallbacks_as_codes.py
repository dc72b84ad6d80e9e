from __future__ import annotations

from typing import Any, ClassVar

from django.db import migrations

WHOLE = {
    "no model is configured": "no_model",
    "calls of this mission are used up": "mission_calls",
    "money for this mission is used up": "mission_money",
    "calls for today are used up": "day_calls",
    "money for today is used up": "day_money",
    "the answer did not fit": "unfit",
}
BY_KIND = {
    "late": ("Timeout",),
    "unreachable": ("Connection",),
    "refused": ("RateLimit", "Authentication", "PermissionDenied", "NotFound", "InvalidRequest", "Overflow"),
}


def sentences_to_codes(apps: Any, schema_editor: Any) -> None:
    calls = apps.get_model("agency", "ReasoningCall").objects
    for words, code in WHOLE.items():
        calls.filter(fallback=words).update(fallback=code)
    unanswered = calls.filter(fallback__startswith="no answer")
    for code, kinds in BY_KIND.items():
        for kind in kinds:
            unanswered.filter(fallback__contains=kind).update(fallback=code)
    unanswered.update(fallback="broken")


class Migration(migrations.Migration):
    """Calls that rules answered keep a code of the reason, not English words."""

    dependencies: ClassVar = [("agency", "0009_what_calls_cost_is_read_from_an_index")]

    operations: ClassVar = [migrations.RunPython(sentences_to_codes, migrations.RunPython.noop, elidable=True)]
