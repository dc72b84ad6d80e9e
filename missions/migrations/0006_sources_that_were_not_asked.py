"""A source that is switched off, or that policy denies, is not asked; its report says so."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models

import ownyou.lib.fields


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("missions", "0005_sample_data_of_reports_and_poor_outcomes"),
    ]

    operations: ClassVar = [
        migrations.AlterField(
            model_name="sourcereport",
            name="status",
            field=models.CharField(
                choices=[
                    ("pending", "asked"),
                    ("answered", "answered"),
                    ("failed", "could not be reached"),
                    ("off", "not asked"),
                ],
                default="pending",
                max_length=8,
            ),
        ),
        migrations.AlterField(
            model_name="sourcereport",
            name="words",
            field=ownyou.lib.fields.EncryptedTextField(
                editable=False, help_text="why it failed or was not asked, in plain words", null=True
            ),
        ),
    ]
