"""How a setting of the sources is read: Django's settings first, then the environment, then a default."""

from __future__ import annotations

import os

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured


def setting(name: str, default: str = "") -> str:
    """The setting `name` (environment: `OWNYOU_<name>`) as a string, lists joined by commas."""
    try:
        value = getattr(settings, name, None)
    except ImproperlyConfigured:  # used outside a configured project
        value = None
    if value is None:
        return os.environ.get(f"OWNYOU_{name}", default)
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def number_setting(name: str, default: float) -> float:
    """The setting `name` as a number; `default` when it is unset or no number."""
    try:
        return float(setting(name, str(default)))
    except ValueError:
        return default
