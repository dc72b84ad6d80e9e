from django.db import migrations

import ownyou.lib.fields


class Migration(migrations.Migration):
    dependencies = [("trust", "0004_notices_of_news")]

    operations = [
        migrations.AddField(
            model_name="action",
            name="wishes",
            field=ownyou.lib.fields.EncryptedJSONField(
                help_text="what the person wished before and is worked in", null=True
            ),
        ),
    ]
