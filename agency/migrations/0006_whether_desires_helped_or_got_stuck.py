import ownyou.lib.fields
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('agency', '0005_noticing'),
    ]

    operations = [
        migrations.AddField(
            model_name='desire',
            name='stuck_since',
            field=models.DateTimeField(help_text='nothing of it moves since then', null=True),
        ),
        migrations.AddField(
            model_name='desire',
            name='helped',
            field=models.CharField(blank=True, choices=[('yes', 'it helped'), ('partly', 'it helped in part'), ('no', 'it did not help')], default='', help_text='whether it helped', max_length=8),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='desire',
            name='helped_words',
            field=ownyou.lib.fields.EncryptedTextField(editable=False, help_text='what the person said to that', null=True),
        ),
        migrations.AddField(
            model_name='desire',
            name='helped_at',
            field=models.DateTimeField(null=True),
        ),
    ]
