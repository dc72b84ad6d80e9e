"""Signs of life of workers and beat, as keys in Redis that expire.

A worker's sign is given by the event loop of its main process, so that a worker whose children are all busy
still counts as alive; beat's by every turn of its scheduler, so that a beat that is stuck does not.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cache, wraps
from typing import Any, Final

import redis
from celery import Celery, bootsteps
from celery.signals import beat_init
from django.conf import settings

logger = logging.getLogger(__name__)

WORKER_EVERY: Final = 2.0
WORKER_LASTS: Final = 8
BEAT_LASTS: Final = 20
"""Beat turns at least every CELERY_BEAT_MAX_LOOP_INTERVAL (5) seconds."""
BEAT_KEY: Final = "ownyou:beat"


def worker_key(queue: str) -> str:
    """The key that any living worker of this queue keeps."""
    return f"ownyou:worker:{queue}"


@cache
def connection() -> redis.Redis:
    """A connection of our own, which gives up within a second."""
    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1)


def give_sign(keys: list[str], name: str, lasts: int) -> None:
    """Set the keys; while Redis is away the missing sign is the message."""
    try:
        pipeline = connection().pipeline(transaction=False)
        for key in keys:
            pipeline.set(key, name, ex=lasts)
        pipeline.execute()
    except redis.RedisError as error:
        logger.warning("no sign of life given: %s", type(error).__name__)


class WorkerSigns(bootsteps.StartStopStep):
    """The step of a worker's consumer that gives its signs, one key for each queue it reads."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        self.timer: Any = None

    def start(self, parent: Any) -> None:
        keys = [worker_key(name) for name in parent.app.amqp.queues.consume_from]
        arguments = (keys, str(parent.hostname), WORKER_LASTS)
        give_sign(*arguments)
        self.timer = parent.timer.call_repeatedly(WORKER_EVERY, give_sign, arguments)

    def stop(self, parent: Any) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


def install(app: Celery) -> None:
    """Give this application's workers and beat their signs of life; called once where it is made."""
    app.steps["consumer"].add(WorkerSigns)
    beat_init.connect(watch_beat, weak=False)


def watch_beat(sender: Any, **_: Any) -> None:
    """Let every turn of beat's scheduler give a sign."""
    sender.scheduler.tick = _signing(sender.scheduler.tick)


def _signing(tick: Callable[..., float]) -> Callable[..., float]:
    @wraps(tick)
    def signing_tick(*arguments: Any, **named: Any) -> float:
        pause = tick(*arguments, **named)
        give_sign([BEAT_KEY], "beat", BEAT_LASTS)
        return pause

    return signing_tick
