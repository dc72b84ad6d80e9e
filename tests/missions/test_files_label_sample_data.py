"""Each file of a plan says of everything invented that it is sample data, and of nothing else."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import icalendar
import pytest
from fpdf import FPDF

from missions.brief import Brief
from missions.plugins import discovery
from missions.plugins.complex import ComplexMission, Draft, Found
from missions.trips.markdown import plain
from missions.trips.plan import Day, Item, TripPlan
from tests.missions.bundles import driving as bundles
from tests.missions.trips.driving import drafted

LABEL = "sample data"
GOALS = {
    "travel": "Plan a 5-day Paris trip for May, budget $3000, 2 travelers, from Berlin",
    "itinerary": "Plan 3 days in Paris with my parents, 10-12 June, 4 people",
    "gathering": "Senior community lunch for 30 people in Berlin on 12 June, budget 900 euros",
}


def kind(name: str) -> ComplexMission:
    loaded = discovery.load(Path(discovery.__file__).parent / name)
    assert isinstance(loaded, ComplexMission)
    return loaded


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is written on the pages of a PDF, in order: its bytes hold no letters but numbers of glyphs."""
    words: list[str] = []
    for name in ("cell", "multi_cell"):
        monkeypatch.setattr(FPDF, name, recording(getattr(FPDF, name), words))
    return words


def recording(method: Any, words: list[str]) -> Any:
    def write(page: FPDF, *given: Any, **more: Any) -> Any:
        if len(given) == 3 and not more.get("dry_run"):  # as our pages call it: width, height, text
            words.append(given[2])
        return method(page, *given, **more)

    return write


def files_of(name: str, draft: Draft, brief: Brief) -> dict[str, str]:
    """The texts of the package and of the draft, by path."""
    made = {one.path: one.content for one in kind(name).package(draft, brief)}
    return {path: content.decode() for path, content in made.items() if not path.endswith(".pdf")} | {
        "draft": draft.markdown
    }


def invented(plan: TripPlan) -> list[tuple[Day, Item, str]]:
    """Each item that is sample data, with the name of the invented thing."""
    return [
        (day, item, item.note if plan.tasks else item.name)
        for day in plan.days
        for item in day.items
        if item.sample
    ]


def sections(text: str) -> dict[str, str]:
    """What stands under each heading of a Markdown text."""
    return dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE))


@pytest.mark.parametrize("name", GOALS)
def test_what_is_invented_is_labelled_in_each_file(name: str, written: list[str]) -> None:
    draft, brief, _ = drafted(kind(name), GOALS[name])
    plan = TripPlan.model_validate(draft.data)
    files = files_of(name, draft, brief)
    assert invented(plan)
    for text in (files["draft"], files["final/daily_schedule.md"]):
        parts = sections(text)
        for number, day in enumerate(plan.days, 1):
            [under] = [said for title, said in parts.items() if title.startswith(f"Day {number}: ")]
            head, lines = under.split("\n\n- ", 1)
            for item in (item for item in day.items if item.sample):
                [line] = [one for one in lines.split("\n") if f"**{plain(item.name)}**" in one][:1]
                assert LABEL in head or LABEL in line
        for title in ("What to order", "Who drives whom") if plan.tasks else ():
            assert all(LABEL in line for line in parts[title].strip().split("\n"))
    events = icalendar.Calendar.from_ical(files["final/itinerary.ics"]).walk("VEVENT")
    titles = {str(event["SUMMARY"]) for event in events}
    assert {f"{item.name} ({LABEL})" for _, item, _ in invented(plan) if item.kind != "free"} <= titles
    assert {f"Stay: {stay.name} ({LABEL})" for stay in plan.stays} <= titles
    maps = [text for path, text in files.items() if path.startswith("final/maps/")]
    assert all(LABEL in svg for svg in maps)
    named = {what for *_, what in invented(plan)} | {stay.name for stay in plan.stays}
    whole = {item.name for day in plan.days if day.sample for item in day.items}
    for at, words in enumerate(written):
        near = written[at : at + 4]
        assert words not in named - whole or any(LABEL in one for one in near), near
    tables = written[written.index("Tables to reserve") :] if "Tables to reserve" in written else []
    for at, words in enumerate(tables[: tables.index("Account")] if tables else []):
        assert words not in named or LABEL in tables[at + 1]


@pytest.mark.parametrize("name", GOALS)
def test_what_a_person_imported_is_not(name: str, written: list[str]) -> None:
    _, brief, done = drafted(kind(name), GOALS[name])
    own = {key: mine(found) for key, found in done.items()}
    draft = kind(name).draft(brief, own, 1)
    assert not invented(TripPlan.model_validate(draft.data))
    for path, text in files_of(name, draft, brief).items():
        assert LABEL not in text, path
    assert not [words for words in written if LABEL in words]


def mine(found: Found) -> Found:
    """The same, all of it imported."""
    offers = [offer.model_copy(update={"sample": False}) for offer in found.offers]
    chosen = [offer.model_copy(update={"sample": False}) for offer in found.chosen]
    return Found(found.key, offers, chosen, found.facts)


def test_each_thing_of_a_bundle_is_labelled(written: list[str]) -> None:
    brief = bundles.brief_of("a laptop and two monitors that work together, under $3000 in total")
    shopping = bundles.shopping()
    draft = shopping.draft(brief, bundles.settled(brief), 1)
    [text] = [
        one.content.decode() for one in shopping.package(draft, brief) if one.path == "final/shopping_list.md"
    ]
    things = draft.data["items"]
    assert things
    for said in (text, draft.markdown):
        assert said.count(f"({LABEL})") == len(things)
    assert sum(words.endswith(LABEL) for words in written) == len(things)
