"""A report says itself whether it holds sample data: the catalogue has a person's own rows, too.

And a mission that worked out, but was rated below three stars, says so: it does not count as done.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import migrations, models


def mark(apps: Any, schema_editor: Any) -> None:
    """Reports made before are taken as they were shown until now."""
    apps.get_model("missions", "SourceReport").objects.filter(source="catalogue").update(sample=True)


class Migration(migrations.Migration):
    dependencies: ClassVar = [("missions", "0004_keys_of_parts_as_long_as_names_of_cities")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="sourcereport",
            name="sample",
            field=models.BooleanField(
                db_default=False, default=False, help_text="some of its offers are the shipped sample data"
            ),
        ),
        migrations.AlterField(
            model_name="mission",
            name="outcome",
            field=models.CharField(
                choices=[
                    ("unrated", "unrated"),
                    ("success", "success"),
                    ("poor", "worked out, rated below three stars"),
                    ("failed", "failed"),
                ],
                default="unrated",
                max_length=8,
            ),
        ),
        migrations.RunPython(mark, migrations.RunPython.noop),
    ]
