"""A mission that a desire in words of others became is marked as that."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("missions", "0006_sources_that_were_not_asked")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="mission",
            name="tainted",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="its goal is in words of others, by a desire made of them",
            ),
        ),
    ]
