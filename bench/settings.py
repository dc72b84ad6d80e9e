"""The product's settings, with the bare pipeline beside it as the reference."""

from ownyou.lib import queues
from ownyou.settings import *  # noqa: F403
from ownyou.settings import CELERY_TASK_ROUTES as PRODUCT_ROUTES
from ownyou.settings import INSTALLED_APPS as PRODUCT_APPS
from ownyou.settings import LOGGING as PRODUCT_LOGGING

INSTALLED_APPS = [*PRODUCT_APPS, "bench.pipeline"]
ROOT_URLCONF = "bench.urls"
ASGI_APPLICATION = "bench.asgi.application"
CELERY_TASK_ROUTES = {**PRODUCT_ROUTES, "bench.pipeline.*": {"queue": queues.INTERACTIVE}}
LOGGING = {**PRODUCT_LOGGING, "root": {"handlers": ["console"], "level": "WARNING"}}
