"""What is remembered, how it came to be so, and what must not come back."""

from __future__ import annotations

from typing import ClassVar, Self
from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import BTreeIndex, GinIndex
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy
from pgvector.django import HalfVectorField

from memory.embedding import DIMENSIONS
from memory.provenance import Provenance, ProvenanceKind
from ownyou.lib.fields import EncryptedJSONField, EncryptedTextField
from ownyou.lib.ids import new_id
from trust.models import User


class MemoryItemQuerySet(models.QuerySet["MemoryItem"]):
    def of(self, user: User) -> Self:
        return self.filter(user=user)

    def owned_by(self, owner: UUID | None) -> Self:
        """Those of one person, or (None) the shared ones."""
        return self.filter(user__isnull=True) if owner is None else self.filter(user_id=owner)

    def at(self, owner: UUID | None, namespace: list[str], key_hash: bytes) -> Self:
        """The one with this path, if there is one."""
        return self.owned_by(owner).filter(namespace=namespace, key_hash=key_hash)

    def valid(self) -> Self:
        """Those that hold at this moment."""
        now = timezone.now()
        return self.filter(
            models.Q(valid_from=None) | models.Q(valid_from__lte=now),
            models.Q(valid_until=None) | models.Q(valid_until__gt=now),
        )

    def from_source(self, source: Provenance) -> Self:
        return self.filter(provenance_kind=source.kind, provenance_id=source.id)

    def without_embedding_of(self, model: str) -> Self:
        """Those whose vector is missing or comes from another model."""
        return self.exclude(embedding__isnull=False, embedded_by=model)


class MemoryItem(models.Model):
    """One thing remembered: a value for programs, a sentence for people, and what finds it."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.ForeignKey(
        User,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        db_index=False,
        help_text="none: shared numbers",
    )
    namespace = ArrayField(models.TextField(), help_text="never holds a person's words")
    key_hash = models.BinaryField(max_length=16, editable=False)
    key = EncryptedTextField()
    value = EncryptedJSONField()
    text = EncryptedTextField(help_text="the sentence a person reads")
    fingerprint = models.BinaryField(
        max_length=16, editable=False, help_text="keyed hash of the folded sentence"
    )
    embedding = HalfVectorField(dimensions=DIMENSIONS, null=True, editable=False)
    embedded_by = models.CharField(max_length=80, blank=True, editable=False)
    lexemes = ArrayField(models.BigIntegerField(), default=list, editable=False)
    provenance_kind = models.CharField(max_length=16, choices=ProvenanceKind)
    provenance_id = models.UUIDField(null=True, blank=True)
    stated = models.BooleanField(default=True, help_text="said by the person, not guessed by a machine")
    confidence = models.FloatField(default=1.0)
    valid_from = models.DateTimeField(null=True, blank=True)
    valid_until = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    objects: ClassVar[models.Manager[MemoryItem]] = MemoryItemQuerySet.as_manager()

    class Meta:
        ordering = ("-updated_at",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["user", "namespace", "key_hash"], nulls_distinct=False, name="memory_once_per_key"
            ),
            models.CheckConstraint(
                condition=models.Q(confidence__gte=0, confidence__lte=1), name="memory_confidence_0_to_1"
            ),
        ]
        indexes: ClassVar = [
            # A person's vectors side by side: search reads this and nothing else. Nothing but the person is
            # its key, so new ones come last and pages stay full (docs/adr/exact-search.md).
            BTreeIndex(
                fields=["user"],
                include=["id", "namespace", "embedding", "valid_from", "valid_until"],
                condition=models.Q(embedding__isnull=False),
                name="memory_by_meaning",
            ),
            GinIndex(fields=["lexemes"], fastupdate=False, name="memory_by_word"),
            models.Index(fields=["user", "fingerprint"], name="memory_by_sentence"),
            models.Index(fields=["user", "-id"], name="memory_newest_first"),
            models.Index(
                fields=["provenance_id"],
                condition=models.Q(provenance_id__isnull=False),
                name="memory_by_source",
            ),
        ]

    def __str__(self) -> str:
        return f"{'/'.join(self.namespace)} {self.pk}"

    @property
    def source(self) -> Provenance:
        """Where it came from."""
        return Provenance(ProvenanceKind(self.provenance_kind), self.provenance_id)


class MemoryRevisionQuerySet(models.QuerySet["MemoryRevision"]):
    def of(self, user: User) -> Self:
        return self.filter(user=user)

    def of_item(self, item_id: object) -> Self:
        return self.filter(item_id=item_id)

    def after(self, cursor: int) -> Self:
        """Those numbered above `cursor`, oldest first.

        Numbers are given at insert and seen at commit, so a slow transaction's can appear late: a consumer
        keeps its cursor some seconds behind and takes repeats (at least once).
        """
        return self.filter(id__gt=cursor).order_by("id")


class MemoryRevision(models.Model):
    """One change of one memory: what it was, what it became, and because of what. Append-only."""

    class Action(models.TextChoices):
        REMEMBERED = "remembered", gettext_lazy("learned")
        CORRECTED = "corrected", gettext_lazy("corrected")
        FORGOTTEN = "forgotten", gettext_lazy("forgotten")
        MERGED = "merged", gettext_lazy("added to")
        CONTRADICTED = "contradicted", gettext_lazy("changed its mind")

    id = models.BigAutoField(primary_key=True)
    user = models.ForeignKey(User, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    item_id = models.UUIDField(help_text="kept when the item is gone")
    namespace = ArrayField(models.TextField())
    action = models.CharField(max_length=16, choices=Action)
    cause_kind = models.CharField(max_length=16, choices=ProvenanceKind)
    cause_id = models.UUIDField(null=True, blank=True)
    before = EncryptedJSONField(null=True)
    after = EncryptedJSONField(null=True)
    at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[models.Manager[MemoryRevision]] = MemoryRevisionQuerySet.as_manager()

    class Meta:
        ordering = ("-id",)
        indexes: ClassVar = [models.Index(fields=["item_id", "-id"], name="memory_history")]

    def __str__(self) -> str:
        return f"#{self.pk} {self.action}"

    @property
    def cause(self) -> Provenance:
        """What brought the change about."""
        return Provenance(ProvenanceKind(self.cause_kind), self.cause_id)


class ForgottenSource(models.Model):
    """A mark that a person forgot a fact: what it came from, and which fact it was (as keyed hashes).

    Nothing more is derived from the source; a machine's guess of the same fact is refused from any source.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    item_id = models.UUIDField()
    source_kind = models.CharField(max_length=16, choices=ProvenanceKind)
    source_id = models.UUIDField(null=True, blank=True)
    fact = models.BinaryField(max_length=16, help_text="keyed hash of namespace and key")
    fingerprint = models.BinaryField(max_length=16, help_text="keyed hash of the folded sentence")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["user", "source_kind", "source_id", "fact"],
                nulls_distinct=False,
                name="memory_forgotten_once",
            )
        ]
        indexes: ClassVar = [models.Index(fields=["user", "source_id"], name="memory_forgotten_source")]

    def __str__(self) -> str:
        return f"forgotten {self.source_kind} {self.source_id or ''}"
