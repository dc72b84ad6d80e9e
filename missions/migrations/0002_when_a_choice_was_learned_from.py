from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('missions', '0001_missions_and_reports'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='mission',
            name='learned_at',
            field=models.DateTimeField(help_text='when its choice was learned from', null=True),
        ),
        migrations.AddIndex(
            model_name='mission',
            index=models.Index(condition=models.Q(('learned_at', None), ('status', 'completed')), fields=['completed_at'], name='mission_untaught'),
        ),
    ]
