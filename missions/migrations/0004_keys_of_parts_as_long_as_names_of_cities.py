from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("missions", "0003_parts_of_level_three")]

    operations = [
        migrations.AlterField(
            model_name="subgoal",
            name="key",
            field=models.CharField(max_length=80),
        ),
        migrations.AlterField(
            model_name="subgoal",
            name="coordinator",
            field=models.CharField(max_length=80),
        ),
        migrations.AlterField(
            model_name="sourcereport",
            name="part",
            field=models.CharField(
                blank=True, db_default="", default="", help_text="key of the subgoal", max_length=80
            ),
        ),
    ]
