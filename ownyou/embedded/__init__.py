"""Embedded PostgreSQL and Redis, and the supervisor behind `manage.py up`. Imports no Django."""

from __future__ import annotations

from ownyou.embedded.addressing import EmbeddedAddresses, celery_url, settings_from

__all__ = ["EmbeddedAddresses", "celery_url", "settings_from"]
