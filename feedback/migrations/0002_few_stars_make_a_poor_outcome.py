"""Missions that were rated below three stars before there was an outcome of that name."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import migrations


def mark(apps: Any, schema_editor: Any) -> None:
    rated = apps.get_model("feedback", "Feedback").objects.filter(completion="complete", quality__lt=3)
    missions = apps.get_model("missions", "Mission").objects
    missions.filter(outcome="unrated", pk__in=rated.values("mission_id")).update(outcome="poor")


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("feedback", "0001_feedback_on_missions"),
        ("missions", "0005_sample_data_of_reports_and_poor_outcomes"),
    ]

    operations: ClassVar = [migrations.RunPython(mark, migrations.RunPython.noop)]
