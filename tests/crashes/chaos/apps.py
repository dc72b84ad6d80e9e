"""Wraps the tools that the chaos is about, in every process of the OwnYou under test."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from celery.signals import worker_process_init
from django.apps import AppConfig

SECONDS = 5.0
"""How long these tools may take: what a killed worker leaves behind is found soon after."""


class ChaosConfig(AppConfig):
    name = "tests.crashes.chaos"
    label = "chaos"

    def ready(self) -> None:
        from agency.tools import calendar, mail, notes
        from tests.crashes.chaos import points, post
        from trust.ledger import performing
        from trust.tools import register_tool

        performing.MARGIN = timedelta(seconds=1)
        for spec in (mail.SEND, calendar.ADD, notes.SAVE, post.POST):
            register_tool(points.deadly(replace(spec, timeout=SECONDS)))
        worker_process_init.connect(points.arm)
