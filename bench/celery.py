"""The product's Celery application, knowing the bare pipeline's tasks as well."""

from __future__ import annotations

from ownyou.celery import app

app.autodiscover_tasks(["bench.pipeline"])

__all__ = ["app"]
