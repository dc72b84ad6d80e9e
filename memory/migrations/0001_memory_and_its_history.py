import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
import django.utils.timezone
import ownyou.lib.fields
import ownyou.lib.ids
import pgvector.django.halfvec
from django.conf import settings
from django.db import migrations, models
from pgvector.django import VectorExtension


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        VectorExtension(),
        migrations.CreateModel(
            name='ForgottenSource',
            fields=[
                ('id', models.UUIDField(default=ownyou.lib.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('item_id', models.UUIDField()),
                ('source_kind', models.CharField(choices=[('user', 'you told me'), ('feedback', 'from your feedback'), ('mission', 'from a mission'), ('choice', 'from what you chose'), ('conversation', 'from a conversation'), ('onboarding', 'from your first steps'), ('import', 'from an import'), ('pattern', 'from what you did repeatedly'), ('agent', 'noted by an agent')], max_length=16)),
                ('source_id', models.UUIDField(blank=True, null=True)),
                ('fact', models.BinaryField(help_text='keyed hash of namespace and key', max_length=16)),
                ('fingerprint', models.BinaryField(help_text='keyed hash of the folded sentence', max_length=16)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['user', 'source_id'], name='memory_forgotten_source')],
                'constraints': [models.UniqueConstraint(fields=('user', 'source_kind', 'source_id', 'fact'), name='memory_forgotten_once', nulls_distinct=False)],
            },
        ),
        migrations.CreateModel(
            name='MemoryItem',
            fields=[
                ('id', models.UUIDField(default=ownyou.lib.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('namespace', django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), help_text="never holds a person's words")),
                ('key_hash', models.BinaryField(max_length=16)),
                ('key', ownyou.lib.fields.EncryptedTextField(editable=False)),
                ('value', ownyou.lib.fields.EncryptedJSONField(editable=False)),
                ('text', ownyou.lib.fields.EncryptedTextField(editable=False, help_text='the sentence a person reads')),
                ('fingerprint', models.BinaryField(help_text='keyed hash of the folded sentence', max_length=16)),
                ('embedding', pgvector.django.halfvec.HalfVectorField(dimensions=384, editable=False, null=True)),
                ('embedded_by', models.CharField(blank=True, editable=False, max_length=80)),
                ('lexemes', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), default=list, editable=False)),
                ('provenance_kind', models.CharField(choices=[('user', 'you told me'), ('feedback', 'from your feedback'), ('mission', 'from a mission'), ('choice', 'from what you chose'), ('conversation', 'from a conversation'), ('onboarding', 'from your first steps'), ('import', 'from an import'), ('pattern', 'from what you did repeatedly'), ('agent', 'noted by an agent')], max_length=16)),
                ('provenance_id', models.UUIDField(blank=True, null=True)),
                ('stated', models.BooleanField(default=True, help_text='said by the person, not guessed by a machine')),
                ('confidence', models.FloatField(default=1.0)),
                ('valid_from', models.DateTimeField(blank=True, null=True)),
                ('valid_until', models.DateTimeField(blank=True, null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('updated_at', models.DateTimeField(auto_now=True)),
                ('user', models.ForeignKey(blank=True, db_index=False, help_text='none: shared numbers', null=True, on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('-updated_at',),
                'indexes': [django.contrib.postgres.indexes.GinIndex(fastupdate=False, fields=['lexemes'], name='memory_by_word'), models.Index(fields=['user', 'fingerprint'], name='memory_by_sentence'), models.Index(fields=['user', '-id'], name='memory_newest_first'), models.Index(condition=models.Q(('provenance_id__isnull', False)), fields=['provenance_id'], name='memory_by_source')],
                'constraints': [models.UniqueConstraint(fields=('user', 'namespace', 'key_hash'), include=('id', 'embedding', 'valid_from', 'valid_until'), name='memory_once_per_key', nulls_distinct=False), models.CheckConstraint(condition=models.Q(('confidence__gte', 0), ('confidence__lte', 1)), name='memory_confidence_0_to_1')],
            },
        ),
        migrations.CreateModel(
            name='MemoryRevision',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('item_id', models.UUIDField(help_text='kept when the item is gone')),
                ('namespace', django.contrib.postgres.fields.ArrayField(base_field=models.TextField())),
                ('action', models.CharField(choices=[('remembered', 'learned'), ('corrected', 'corrected'), ('forgotten', 'forgotten'), ('merged', 'added to'), ('contradicted', 'changed its mind')], max_length=16)),
                ('cause_kind', models.CharField(choices=[('user', 'you told me'), ('feedback', 'from your feedback'), ('mission', 'from a mission'), ('choice', 'from what you chose'), ('conversation', 'from a conversation'), ('onboarding', 'from your first steps'), ('import', 'from an import'), ('pattern', 'from what you did repeatedly'), ('agent', 'noted by an agent')], max_length=16)),
                ('cause_id', models.UUIDField(blank=True, null=True)),
                ('before', ownyou.lib.fields.EncryptedJSONField(editable=False, null=True)),
                ('after', ownyou.lib.fields.EncryptedJSONField(editable=False, null=True)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('-id',),
                'indexes': [models.Index(fields=['item_id', '-id'], name='memory_history')],
            },
        ),
    ]
