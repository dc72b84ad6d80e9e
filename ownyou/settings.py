"""Settings, from the environment only. What is not configured has a default that runs on a laptop."""

from __future__ import annotations

import os
from pathlib import Path

import django_stubs_ext
from celery.schedules import schedule
from django.utils.csp import CSP
from django.utils.translation import gettext_lazy as _
from psycopg.conninfo import conninfo_to_dict

from ownyou.admin_look import UNFOLD as UNFOLD
from ownyou.embedded import celery_url, settings_from
from ownyou.embedded.secrets import load_or_make
from ownyou.environment import flag, listed, number, text, whole
from ownyou.lib import queues

django_stubs_ext.monkeypatch()  # Django's classes take type parameters at run time, too

BASE_DIR = Path(__file__).resolve().parent.parent
VERSION = "0.1.0"

# Where things are ---------------------------------------------------------------------------------------

DATA = Path(text("DATA") or BASE_DIR / "var").resolve()
PORT = whole("PORT", 8000)
EMBEDDED = not text("DATABASE_URL")
_secrets = load_or_make(DATA)
_addresses = settings_from(DATA)

SECRET_KEY = text("OWNYOU_DJANGO_SECRET_KEY") or _secrets.django_secret_key
INSTANCE_KEYS = listed("OWNYOU_SECRET_KEYS") or _secrets.instance_keys
DEBUG = flag("OWNYOU_DEBUG", False)
HTTPS = flag("OWNYOU_HTTPS", False)
ALLOWED_HOSTS = listed("OWNYOU_HOSTS", "localhost,127.0.0.1,[::1]")
SITE_URL = text("OWNYOU_SITE_URL") or f"http://localhost:{PORT}"
CSRF_TRUSTED_ORIGINS = listed("OWNYOU_TRUSTED_ORIGINS")

# Applications -------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "ownyou.apps.OwnYouConfig",
    "trust",
    "memory",
    "agency",
    "missions",
    "feedback",
    "unfold",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.contrib.postgres",
    "allauth",
    "allauth.account",
    "channels",
    "django_htmx",
    "ninja",
    "django_celery_beat",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "ownyou.middleware.ContentSecurityPolicy",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "ownyou.middleware.full_page_login",
    "ownyou.middleware.personal_time",
    "ownyou.middleware.plain_errors",
]

ROOT_URLCONF = "ownyou.urls"
ASGI_APPLICATION = "ownyou.asgi.application"
AUTH_USER_MODEL = "trust.User"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
APPEND_SLASH = True

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.csp",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "trust.views.context.frame",
            ],
            "libraries": {"lucide": "ownyou.lib.icons"},
        },
    },
]

# Database: the application role; migrations run as the owner --------------------------------------------

DATABASE_URL = text("DATABASE_URL") or _addresses.database_url
DATABASE_OWNER_URL = text("DATABASE_OWNER_URL") or (
    DATABASE_URL if not EMBEDDED else _addresses.database_owner_url
)
DATABASE_ROLE = text("OWNYOU_DATABASE_ROLE", "app")


def database(url: str) -> dict[str, object]:
    """Return Django's settings for a libpq connection URL. No pool is made where OWNYOU_DB_POOL is 0."""
    most = whole("OWNYOU_DB_POOL", 8)
    info = {key: str(value) for key, value in conninfo_to_dict(url).items()}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": info.pop("dbname", "ownyou"),
        "USER": info.pop("user", ""),
        "PASSWORD": info.pop("password", ""),
        "HOST": info.pop("host", ""),
        "PORT": info.pop("port", ""),
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {**info, "pool": {"min_size": 1, "max_size": most, "timeout": 10} if most else False},
    }


DATABASES = {"default": database(DATABASE_OWNER_URL if DATABASE_ROLE == "owner" else DATABASE_URL)}

# Redis: broker, channel layer, cache --------------------------------------------------------------------

REDIS_URL = text("REDIS_URL") or _addresses.redis_url
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL], "prefix": "ownyou"},
    }
}
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "ownyou",
    }
}
SESSION_ENGINE = "django.contrib.sessions.backends.db"

# Celery -------------------------------------------------------------------------------------------------

CELERY_BROKER_URL = celery_url(REDIS_URL)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = queues.BACKGROUND
CELERY_TASK_ROUTES = {
    "agency.runtime.drive_thread": {"queue": queues.MISSIONS},
    "agency.runtime.watch_threads": {"queue": queues.INTERACTIVE},
    "agency.runtime.retire_threads": {"queue": queues.BACKGROUND},
    "agency.runtime.sweep_schedules": {"queue": queues.INTERACTIVE},
    "agency.runtime.run_schedule": {"queue": queues.BACKGROUND},
    "agency.desires.look_for_all": {"queue": queues.BACKGROUND},
    "agency.desires.watch_desires": {"queue": queues.BACKGROUND},
    "trust.sweep": {"queue": queues.INTERACTIVE},
    "trust.perform_act": {"queue": queues.INTERACTIVE},
    "trust.undo_act": {"queue": queues.INTERACTIVE},
    "trust.settle_act": {"queue": queues.INTERACTIVE},
    "trust.mail_notices": {"queue": queues.BACKGROUND},
    "missions.learn_from_choice": {"queue": queues.BACKGROUND},
    "missions.learn_what_was_missed": {"queue": queues.BACKGROUND},
    "missions.heal": {"queue": queues.BACKGROUND},
    "memory.drop_expired": {"queue": queues.BACKGROUND},
    "feedback.refine_feedback": {"queue": queues.BACKGROUND},
}
CELERY_TASK_CREATE_MISSING_QUEUES = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_DB_REUSE_MAX = 100  # tasks with one pool, to which ownyou.celery gives connections back
CELERY_TASK_SOFT_TIME_LIMIT = 600
CELERY_TASK_TIME_LIMIT = 660
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 3600, "queue_order_strategy": "priority"}
CELERY_BEAT_SCHEDULER = "ownyou.schedules.SystemScheduler"
CELERY_BEAT_MAX_LOOP_INTERVAL = 5
CELERY_TIMEZONE = "UTC"
WATCHDOG_SECONDS = number("OWNYOU_WATCHDOG_SECONDS", 10)
TRUST_SWEEP_SECONDS = number("OWNYOU_TRUST_SWEEP_SECONDS", 15)
CELERY_BEAT_SCHEDULE = {
    "ownyou: watch threads": {
        "task": "agency.runtime.watch_threads",
        "schedule": schedule(WATCHDOG_SECONDS),
        "options": {"queue": queues.INTERACTIVE},
    },
    "ownyou: sweep schedules": {
        "task": "agency.runtime.sweep_schedules",
        "schedule": schedule(30),
        "options": {"queue": queues.INTERACTIVE},
    },
    "ownyou: watch desires": {
        "task": "agency.desires.watch_desires",
        "schedule": schedule(WATCHDOG_SECONDS * 6),
        "options": {"queue": queues.BACKGROUND},
    },
    "ownyou: sweep trust": {
        "task": "trust.sweep",
        "schedule": schedule(TRUST_SWEEP_SECONDS),
        "options": {"queue": queues.INTERACTIVE},
    },
    "ownyou: learn what was missed": {
        "task": "missions.learn_what_was_missed",
        "schedule": schedule(300),
        "options": {"queue": queues.BACKGROUND},
    },
    "ownyou: heal missions": {
        "task": "missions.heal",
        "schedule": schedule(WATCHDOG_SECONDS * 6),
        "options": {"queue": queues.BACKGROUND},
    },
    "ownyou: drop expired notes": {
        "task": "memory.drop_expired",
        "schedule": schedule(3600),
        "options": {"queue": queues.BACKGROUND},
    },
    "ownyou: look for wishes": {
        "task": "agency.desires.look_for_all",
        "schedule": schedule(3600),
        "options": {"queue": queues.BACKGROUND},
    },
    "ownyou: retire threads": {
        "task": "agency.runtime.retire_threads",
        "schedule": schedule(3600),
        "options": {"queue": queues.BACKGROUND},
    },
}

# Threads ------------------------------------------------------------------------------------------------

THREAD_HEARTBEAT_SECONDS = WATCHDOG_SECONDS / 2
THREAD_STALE_SECONDS = WATCHDOG_SECONDS * 3
THREAD_MOST_ATTEMPTS = 5
DESIRE_QUIET_SECONDS = WATCHDOG_SECONDS * 6
DESIRE_STILL_SECONDS = number("OWNYOU_DESIRE_STILL_SECONDS", 900)
MISSIONS_AT_ONCE = 10
MISSION_QUIET_SECONDS = WATCHDOG_SECONDS * 12
ACT_HOLD_SECONDS = number("OWNYOU_ACT_HOLD_SECONDS", 10)

# Language model and embeddings --------------------------------------------------------------------------

LLM_BASE_URL = text("OWNYOU_LLM_BASE_URL")
LLM_MODEL = text("OWNYOU_LLM_MODEL")
LLM_API_KEY = text("OWNYOU_LLM_API_KEY")
LLM_TIMEOUT = number("OWNYOU_LLM_TIMEOUT", 20)
LLM_THINKING_TOKENS = whole("OWNYOU_LLM_THINKING_TOKENS", 2_000)
LLM_DAILY_USD = number("OWNYOU_LLM_DAILY_USD", 5)
LLM_DAILY_CALLS = whole("OWNYOU_LLM_DAILY_CALLS", 300)
LLM_MISSION_USD = number("OWNYOU_LLM_MISSION_USD", 0.5)
LLM_PRICE_IN = number("OWNYOU_LLM_PRICE_IN", 0)
LLM_PRICE_OUT = number("OWNYOU_LLM_PRICE_OUT", 0)
EMBEDDING_BASE_URL = text("OWNYOU_EMBEDDING_BASE_URL")
EMBEDDING_MODEL = text("OWNYOU_EMBEDDING_MODEL")
EMBEDDING_API_KEY = text("OWNYOU_EMBEDDING_API_KEY")
# The local model runs on one thread: two save a tenth on an idle machine, and on a busy one each waits for
# the slower of them, which doubles an embedding. Where more are set they sleep while they wait.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
os.environ.setdefault("LANGSMITH_TRACING", "false")
os.environ.setdefault("LANGCHAIN_TRACING_V2", "false")

# Sources ------------------------------------------------------------------------------------------------

SOURCES = text("OWNYOU_SOURCES", "catalogue,openstreetmap")
SOURCE_TIMEOUT = number("OWNYOU_SOURCE_TIMEOUT", 12)
NOMINATIM_URL = text("OWNYOU_NOMINATIM_URL", "https://nominatim.openstreetmap.org")
OVERPASS_URL = text("OWNYOU_OVERPASS_URL", "https://overpass-api.de/api/interpreter")
ALLOW_PRIVATE_ADDRESSES = flag("OWNYOU_ALLOW_PRIVATE_ADDRESSES", False)
CONTACT = text("OWNYOU_CONTACT")
RATES_FILE = text("OWNYOU_RATES_FILE")

# People -------------------------------------------------------------------------------------------------

AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
ACCOUNT_ADAPTER = "trust.accounts.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_FORMS = {"signup": "trust.door.SignupForm", "login": "trust.door.LoginForm"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_UNIQUE_EMAIL = True
ACCOUNT_EMAIL_VERIFICATION = text("OWNYOU_EMAIL_VERIFICATION", "none" if EMBEDDED else "mandatory")
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "today"
ACCOUNT_LOGOUT_REDIRECT_URL = "account_login"

EMAIL_URL = text("OWNYOU_SMTP_HOST")
EMAIL_BACKEND = (
    "django.core.mail.backends.smtp.EmailBackend"
    if EMAIL_URL
    else "django.core.mail.backends.filebased.EmailBackend"
)
EMAIL_FILE_PATH = DATA / "mail"
EMAIL_HOST = EMAIL_URL or "localhost"
EMAIL_PORT = whole("OWNYOU_SMTP_PORT", 587)
EMAIL_HOST_USER = text("OWNYOU_SMTP_USER")
EMAIL_HOST_PASSWORD = text("OWNYOU_SMTP_PASSWORD")
EMAIL_USE_TLS = flag("OWNYOU_SMTP_TLS", True)
DEFAULT_FROM_EMAIL = text("OWNYOU_FROM", "OwnYou <ownyou@localhost>")

# Language and time --------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("de", _("German"))]
LOCALE_PATHS = [BASE_DIR / "ownyou" / "locale"]
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

# Files --------------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = DATA / "static"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG
MEDIA_ROOT = DATA / "files"
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_048_576

# Security -----------------------------------------------------------------------------------------------

SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_NAME = f"ownyou_session_{PORT}"
CSRF_COOKIE_NAME = f"ownyou_csrf_{PORT}"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]  # asked on this machine, where nothing is encrypted
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if flag("OWNYOU_BEHIND_PROXY", False) else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SECURE_CSP = {
    "default-src": [CSP.SELF],
    "script-src": [CSP.SELF, CSP.NONCE],
    "style-src": [CSP.SELF, CSP.NONCE],
    "img-src": [CSP.SELF, "data:"],
    "connect-src": [CSP.SELF],
    "object-src": [CSP.NONE],
    "base-uri": [CSP.SELF],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
}

# Logs: facts, ids and types, never a person's words -----------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {
            "()": "ownyou.lib.logs.WordlessFormatter",
            "format": "%(levelname).1s %(name)s  %(message)s",
        }
    },
    "filters": {"without_sweeps": {"()": "ownyou.lib.logs.WithoutSweeps"}},
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "plain", "filters": ["without_sweeps"]}
    },
    "root": {"handlers": ["console"], "level": text("OWNYOU_LOG_LEVEL", "INFO")},
    "loggers": {
        "httpx": {"level": "WARNING"},
        "django.channels.server": {"level": "WARNING"},
        "daphne": {"level": "WARNING"},
    },
}
