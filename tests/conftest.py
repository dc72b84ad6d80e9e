"""The tests' ground: real PostgreSQL and Redis of their own, two roles, and a fixed cast."""

from __future__ import annotations

import atexit
import functools
import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.plugins import ground
from tests.plugins.prepared import UNFLUSHED, begin_preparing, copy_prepared, remove_prepared

_services = ExitStack()

pytest_plugins = ["tests.plugins.not_run", "tests.plugins.workers"]


def pytest_configure(config: pytest.Config) -> None:
    """Prepare a data folder while the processes that share it load the tests."""
    from tests.plugins.workers import runs_tests

    atexit.register(_tear_down)
    if not runs_tests(config):
        begin_preparing()


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> None:
    """Start PostgreSQL and Redis once there are tests to run here."""
    from tests.plugins.workers import runs_tests

    if session.items and runs_tests(session.config) and not session.config.option.collectonly:
        _start_services()


def _start_services() -> None:
    """Services that need not outlive a crash: where crashes are tested, an OwnYou with its own is started."""
    if ground.SHARED:
        copy_prepared(ground.DATA)
    from ownyou.embedded.folders import prepare_folders
    from ownyou.embedded.services import open_postgres, running
    from tests.plugins.testament import ended_with_us

    places = prepare_folders(ground.DATA)
    open_postgres(places)
    with (places.cluster / "postgresql.conf").open("a") as settings:
        settings.write(f"{UNFLUSHED}synchronous_commit = off\n")
    _services.enter_context(running(ground.DATA))
    servers = [child.pid for child in psutil.Process().children()]
    _services.enter_context(ended_with_us(ground.DATA, *servers))


def _tear_down() -> None:
    _services.close()
    shutil.rmtree(ground.DATA, ignore_errors=True)
    remove_prepared()


@pytest.fixture(scope="session")
def django_db_modify_db_settings() -> None:
    """Each process has a PostgreSQL of its own, so the test database needs no number in its name."""


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment: None, django_db_blocker: Any) -> Iterator[None]:
    """Make the test database as the owner, then go on as the application role, as web and workers do."""
    from django.conf import settings
    from django.db import connection
    from django.test.utils import setup_databases
    from psycopg.conninfo import conninfo_to_dict, make_conninfo

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # the real one takes 0.4 s
    with django_db_blocker.unblock():
        connection.settings_dict["TEST"]["TEMPLATE"] = connection.settings_dict["NAME"]
        setup_databases(verbosity=0, interactive=False, serialized_aliases=[])
        name = str(connection.settings_dict["NAME"])
        owner = make_conninfo(settings.DATABASE_OWNER_URL, dbname=name)
        app = make_conninfo(settings.DATABASE_URL, dbname=name)
        role = str(conninfo_to_dict(app)["user"])
        _prepare(role, owner)
        connection.close_pool()
        settings.DATABASE_OWNER_URL, settings.DATABASE_URL, settings.DATABASE_ROLE = owner, app, "app"
        os.environ["DATABASE_URL"], os.environ["DATABASE_OWNER_URL"] = app, owner
        os.environ["OWNYOU_DATABASE_ROLE"] = "app"
        info = conninfo_to_dict(app)
        connection.settings_dict.update(USER=info["user"], PASSWORD=info["password"])
        connection.close()
        _empty_by_deleting()
    yield
    with django_db_blocker.unblock():
        from agency.runtime.checkpoints import close_pool

        close_pool()
        connection.close_pool()


def _empty_by_deleting() -> None:
    """Let a test of transactions end as `world` does: Django's flush truncates all tables and makes its
    permissions anew, which takes ten times as long as deleting the few rows that a test leaves."""
    from django.test import TransactionTestCase

    TransactionTestCase._fixture_teardown = lambda case: _empty()  # type: ignore[method-assign]


def _prepare(role: str, owner: str) -> None:
    """Let the application role use the tables (and empty them, in tests only); load checkpoints' tables."""
    from django.db import connection

    from agency.catalogue.loading import load_sample
    from agency.runtime.checkpoints import set_up

    with connection.cursor() as cursor:
        cursor.execute(f"GRANT USAGE ON SCHEMA public TO {role}")
        cursor.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {role}")
        cursor.execute(f"GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA public TO {role}")
        cursor.execute(DELETING)
    set_up(owner, role)
    load_sample()


@pytest.fixture
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """A database whose changes are committed, as graphs, workers and browsers need; emptied afterwards.

    The catalogue stays: it belongs to nobody, and loading it takes seconds.
    """
    from agency.catalogue.loading import load_sample

    with django_db_blocker.unblock():
        load_sample()  # one statement, unless a test has changed it
        yield
        _empty()


DELETING = """
CREATE FUNCTION delete_all(tables text[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
    name text;
    filled boolean;
BEGIN
    FOREACH name IN ARRAY tables LOOP
        EXECUTE 'SELECT EXISTS (SELECT FROM ' || name || ')' INTO filled;
        IF filled THEN
            EXECUTE 'DELETE FROM ' || name;
        END IF;
    END LOOP;
END $$
"""
"""Deletes all rows of tables as their owner, since the application may not delete the audit's; references
between them are checked at the end of the transaction."""


def _empty() -> None:
    from django.core.cache import cache
    from django.db import connection, transaction

    from ownyou.lib.crypto import INSTANCE

    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT delete_all(%s)", [_tables()])
        cursor.execute("DELETE FROM trust_userkey WHERE owner <> %s", [INSTANCE])
    connection.close()
    cache.clear()


@functools.cache
def _tables() -> list[str]:
    """All tables but those of the catalogue, of Django's own lists, and of users' keys."""
    from django.contrib.auth.models import Permission
    from django.contrib.contenttypes.models import ContentType
    from django.db import connection

    from agency.models import CatalogueItem, CatalogueLoad
    from agency.runtime.checkpoints import SCHEMA, TABLES
    from trust.models import UserKey

    spared = {
        model._meta.db_table for model in (CatalogueItem, CatalogueLoad, ContentType, Permission, UserKey)
    }
    ours = connection.introspection.django_table_names(only_existing=True, include_views=False)
    return [*(name for name in ours if name not in spared), *(f"{SCHEMA}.{name}" for name in TABLES)]


@pytest.fixture
def database(request: pytest.FixtureRequest) -> None:
    """`world` where the test asks for it, else pytest-django's rolled-back transaction."""
    request.getfixturevalue("world" if "world" in request.fixturenames else "db")


@pytest.fixture
def owner(database: None) -> Any:
    """The person whose things they are: lives in Paris, writes dollars."""
    return _person("owner@example.com", name="Mira Owner")


@pytest.fixture
def stranger(database: None) -> Any:
    """Somebody else, with an account of their own."""
    return _person("stranger@example.com", name="Sam Stranger")


@pytest.fixture
def helper(database: None) -> Any:
    """Support staff."""
    return _person("helper@example.com", name="Hana Helper", is_staff=True)


def _person(email: str, **fields: Any) -> Any:
    from trust.models import User

    home = {"name": "Paris", "country": "FR", "lat": 48.8566, "lon": 2.3522}
    return User.objects.create_user(
        email, "correct horse battery", time_zone="Europe/Paris", home=home, onboarding="done", **fields
    )


@pytest.fixture
def cases() -> Path:
    """Real inputs by people; the test is not run where they are missing."""
    folder = Path(os.environ.get("CASES") or Path(__file__).parents[2] / "shared" / "cases")
    if not folder.is_dir():
        from tests.plugins.not_run import missing

        missing("real inputs (CASES)")
    return folder
