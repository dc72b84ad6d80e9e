from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('agency', '0006_whether_desires_helped_or_got_stuck'),
    ]

    operations = [
        migrations.AddField(
            model_name='plan',
            name='tainted',
            field=models.BooleanField(default=False, help_text='it was made of words that came from outside'),
        ),
    ]
