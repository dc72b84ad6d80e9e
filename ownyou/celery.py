"""The Celery application. Tasks live in the apps; each names its queue."""

from __future__ import annotations

import os
from typing import Any

from celery import Celery, current_task
from celery.signals import task_postrun, worker_init, worker_process_init

from ownyou import heartbeats
from ownyou.stopping import leave_quickly

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ownyou.settings")

app = Celery("ownyou")
app.config_from_object("django.conf:settings", namespace="CELERY")
heartbeats.install(app)
leave_quickly()
app.autodiscover_tasks(["trust", "agency.runtime", "agency.desires", "missions", "feedback", "memory"])


@worker_init.connect
def load_once(**_: Any) -> None:
    """Load the code of graphs before the worker forks, so that its processes share it."""
    from agency.runtime.graphs import load_all

    load_all()


@worker_process_init.connect
def warm_up(**_: Any) -> None:
    """Load what every task needs, once per process, before the first task arrives."""
    from django.db import connections

    from agency.runtime.graphs import compile_all
    from memory.embedding import embedder

    for connection in connections.all(initialized_only=True):
        connection.close_pool()  # type: ignore[attr-defined]
    embedder().warm_up()
    compile_all()


@task_postrun.connect
def give_back(**_: Any) -> None:
    """Give the task's connections back to the pool, which tries them before it hands them out again.

    Left to itself, Celery closes the whole pool before and after each task (Django's part of it, unless
    `CELERY_DB_REUSE_MAX` says otherwise): every task would connect anew and have its statements planned anew.
    """
    from django.db import connections

    if not current_task.request.is_eager:
        connections.close_all()
