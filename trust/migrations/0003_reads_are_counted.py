from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('trust', '0002_acting'),
    ]

    operations = [
        migrations.CreateModel(
            name='ToolUse',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tool', models.CharField(max_length=120)),
                ('day', models.DateField()),
                ('uses', models.PositiveIntegerField(default=0)),
                ('failures', models.PositiveIntegerField(default=0)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('tool', 'day'), name='tool_use_once_per_day')],
            },
        ),
    ]
