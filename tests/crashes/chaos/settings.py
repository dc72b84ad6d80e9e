"""OwnYou's settings, with the app that lets its workers die at named points."""

from __future__ import annotations

from ownyou.settings import *  # noqa: F403

INSTALLED_APPS = [*INSTALLED_APPS, "tests.crashes.chaos.apps.ChaosConfig"]  # noqa: F405
EMAIL_USE_TLS = False
MISSIONS_AT_ONCE = 1_000
