"""What a person tells OwnYou, each with a word of its own that is then looked for."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest

from tests.journeys.conftest import App, wait_for

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
    "entry": "Wallabyentry",
    "reason of a no": "Xenopsreason",
    "scope of a grant": "Yapokscope",
    "edited argument": "Zorillaedited",
    "refined draft": "Addaxrefined",
    "note": "Bilbynote",
    "name of a file": "Fennecfile",
    "words of a file": "Gaurwords",
    "address of a server": "Coatiserver",
    "token of a server": "Dholetoken",
}


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
