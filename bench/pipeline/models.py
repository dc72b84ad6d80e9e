"""What the bare pipeline keeps: runs and their cards."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from ownyou.lib.ids import new_id
from trust.models import User


class Run(models.Model):
    """One goal given to the bare pipeline."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE)
    text = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[models.Manager[Run]] = models.Manager()

    class Meta:
        db_table = "bench_run"

    def __str__(self) -> str:
        return str(self.pk)


class Card(models.Model):
    """What one node has to say."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE)
    step = models.CharField(max_length=16)
    text = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[models.Manager[Card]] = models.Manager()

    class Meta:
        db_table = "bench_card"
        constraints: ClassVar = [models.UniqueConstraint(fields=["run", "step"], name="bench_card_once")]

    def __str__(self) -> str:
        return f"{self.step} {self.pk}"
