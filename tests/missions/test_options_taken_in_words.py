"""Words on a card of options: they take one as its button does, or bring others than those shown."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agency.reasoning.skills.refinement import Refinement, WordsToRefine, by_rules, extract_refinement
from agency.reasoning.slots import SlotContext
from missions.levels.chosen import taken_by
from missions.models import Mission
from missions.plugins.discovery import type_named
from missions.services import create_mission
from tests.missions import evenings
from tests.missions.steps import answer_first, drive, open_decision, refresh
from trust.cards import card_of
from trust.models import Decision, User

CONTEXT = SlotContext(ref=datetime(2026, 12, 1, 9, tzinfo=UTC), zone="UTC")
GOAL = "Find Italian restaurants in Paris for Friday night, 4 people"


@pytest.fixture
def mission(world: None, owner: User) -> Mission:
    made = create_mission(user=owner, goal=GOAL)
    drive(made)
    return refresh(made)


def titles(mission: Mission) -> list[str]:
    return [option["title"] for option in open_decision(mission).payload["options"]]


def test_the_second_one_completes_the_mission(mission: Mission) -> None:
    second = titles(mission)[1]
    answer_first(mission, "refine", text="the second one, please")
    drive(mission)
    after = refresh(mission)
    assert (after.status, after.result["title"]) == (Mission.Status.COMPLETED, second)
    assert not Decision.objects.open().filter(subject_id=mission.pk).exists()


@pytest.mark.parametrize(
    ("words", "hours"),
    [
        ("lunch instead of dinner", {"start": "12:00", "end": "14:30"}),
        ("lieber Brunch", {"start": "10:00", "end": "14:00"}),
        ("a cheaper dinner", {"start": "18:00", "end": "23:00"}),
    ],
)
def test_another_meal_is_at_its_hours_on_the_day_that_was_said(
    mission: Mission, words: str, hours: dict[str, str]
) -> None:
    day = mission.slots["date"]
    answer_first(mission, "refine", text=words)
    drive(mission)
    after = refresh(mission)
    assert (after.slots["time"], after.slots["date"]) == (hours, day)


def test_none_of_these_with_words_takes_none(mission: Mission) -> None:
    answer_first(mission, "reject", text="the second one")
    drive(mission)
    assert refresh(mission).status != Mission.Status.COMPLETED


def test_others_are_none_of_those_shown_until_all_are_wanted_again(mission: Mission) -> None:
    first = titles(mission)
    answer_first(mission, "refine", text="do you have other options?")
    drive(mission)
    shown = {option["title"] for option in open_decision(mission).payload.get("options", [])}
    assert shown
    assert not shown & set(first) or "these are all" in open_decision(mission).payload["why"]
    answer_first(mission, "refine", text="show me all again")
    drive(mission)
    assert titles(mission) == first


def test_where_nothing_else_fits_all_are_shown_again_and_it_is_said(mission: Mission) -> None:
    first = titles(mission)
    shown: set[str] = set()
    for _round in range(6):
        shown |= set(titles(mission))
        answer_first(mission, "refine", text="something else")
        drive(mission)
        asked = open_decision(mission)
        if asked.payload["why"].startswith("Nothing else fits: these are all."):
            break
    assert asked.payload["why"].startswith("Nothing else fits: these are all.")
    assert set(first) <= shown
    assert set(titles(mission)) <= shown
    answer_first(mission, "refine", text=f"I'll take {titles(mission)[1]}")
    drive(mission)
    assert refresh(mission).status == Mission.Status.COMPLETED


def test_one_that_was_shown_before_is_taken_by_its_name(mission: Mission) -> None:
    first = titles(mission)
    answer_first(mission, "refine", text="cheaper")
    drive(mission)
    gone = next(title for title in first if title not in titles(mission))
    answer_first(mission, "refine", text=f"I take {gone} after all")
    drive(mission)
    after = refresh(mission)
    assert (after.status, after.result["title"]) == (Mission.Status.COMPLETED, gone)


def test_the_receipt_of_words_says_what_they_came_to(mission: Mission) -> None:
    second = titles(mission)[1]
    unclear = open_decision(mission)
    answer_first(mission, "refine", text="grumpf")
    drive(mission)
    taking = open_decision(mission)
    answer_first(mission, "refine", text="the second one")
    drive(mission)
    first, last = card_of(refresh_decision(unclear)), card_of(refresh_decision(taking))
    assert (first.unclear, first.receipt_words) == (True, "Not understood: “grumpf”. Nothing changed.")
    assert (last.unclear, last.receipt_words) == (False, f"You chose: {second}")


def refresh_decision(decision: Decision) -> Decision:
    return Decision.objects.get(pk=decision.pk)


def test_a_number_takes_of_what_is_shown_now(mission: Mission) -> None:
    answer_first(mission, "refine", text="something else")
    drive(mission)
    first = titles(mission)[0]
    answer_first(mission, "refine", text="the first one")
    drive(mission)
    assert refresh(mission).result["title"] == first


def test_one_that_a_part_showed_before_is_taken_by_its_name(evening: Mission) -> None:
    first = [one["option"]["title"] for one in evenings.part(evening, "dinner").options]
    evenings.say(evening, "dinner", Decision.Verdict.REFINE, text="cheaper")
    now = {one["option"]["title"] for one in evenings.part(evening, "dinner").options}
    gone = next(title for title in first if title not in now)
    evenings.say(evening, "dinner", Decision.Verdict.REFINE, text=f"I take {gone} after all")
    assert evenings.part(evening, "dinner").chosen[0]["title"] == gone


@pytest.mark.parametrize(
    ("words", "titles", "gone"),
    [
        ("without Chez Marcel", ["Chez Marcel et Fille", "Da Vito"], ["Chez Marcel et Fille"]),
        ("not Marcel", ["Chez Marcel et Fille", "Da Vito"], ["Chez Marcel et Fille"]),
        ("ohne das Hôtel du Nord", ["Grand Hôtel du Nord", "Hôtel Sud"], ["Grand Hôtel du Nord"]),
        ("not Italian", ["Italian Kitchen", "Da Vito"], []),
        ("not Sony", ["Sony kettle · A shop", "Other kettle · A shop"], []),
    ],
)
def test_a_part_of_a_name_rules_its_option_out(words: str, titles: list[str], gone: list[str]) -> None:
    question = WordsToRefine(
        text=words,
        goal=GOAL,
        titles=titles,
        specs=list(type_named("dining").config.all_slots),
        context=CONTEXT,
    )
    assert extract_refinement.rules(question).exclude_titles == gone


def test_the_next_mission_like_it_shows_them_again(mission: Mission, owner: User) -> None:
    first = titles(mission)
    answer_first(mission, "refine", text="something else, but cheaper")
    drive(mission)
    adjusted = refresh(mission)
    assert first
    assert not adjusted.understood["refined"]["adjustments"]["seen"]
    assert adjusted.adjustments["max_price"] is not None


def test_a_part_takes_words_too(evening: Mission) -> None:
    mission = evening
    wanted = evenings.part(mission, "dinner").options[-1]["option"]["title"]
    evenings.say(mission, "dinner", Decision.Verdict.REFINE, text=f"I'll take {wanted}")
    assert evenings.part(mission, "dinner").chosen[0]["title"] == wanted


def test_others_of_a_part_are_none_of_those_shown(evening: Mission) -> None:
    mission = evening
    first = {one["option"]["title"] for one in evenings.part(mission, "dinner").options}
    evenings.say(mission, "dinner", Decision.Verdict.REFINE, text="something else please")
    after = evenings.part(mission, "dinner")
    assert after.attempt == 1
    new = {one["option"]["title"] for one in after.options}
    assert not first & new or after.facts["no_others"]


def test_other_flights_are_those_of_other_days_though_their_titles_are_alike(
    world: None, owner: User
) -> None:
    owner.home = {"name": "Berlin", "country": "DE", "lat": 52.52, "lon": 13.405}
    owner.save(update_fields=["home"])
    made = create_mission(user=owner, goal="Plan 5 days in Rome in May for 2 people")
    mission = evenings.work(made)
    first = evenings.part(mission, "flights").options
    evenings.say(mission, "flights", Decision.Verdict.REFINE, text="something else please")
    after = evenings.part(mission, "flights")
    ids = [{one["option"]["id"] for one in options} for options in (first, after.options)]
    assert ids[1]
    assert not ids[0] & ids[1]
    assert not after.facts.get("no_others")
    titles = [{one["option"]["title"] for one in options} for options in (first, after.options)]
    assert titles[0] & titles[1]


ALIKE = ["BER – CDG, one stop", "BER – CDG, one stop", "BER – CDG, direct"]


@pytest.mark.parametrize(
    ("text", "number"),
    [("the second one", 2), ("number 1", 1), ("the third one", 3), ("I'll take BER – CDG, direct", 3)],
)
def test_of_options_with_one_name_the_one_whose_number_is_said_is_taken(text: str, number: int) -> None:
    question = WordsToRefine(text=text, goal=GOAL, slots={}, titles=ALIKE, specs=[], context=CONTEXT)
    read = extract_refinement.rules(question)
    options = [{"id": str(place), "title": title} for place, title in enumerate(ALIKE, 1)]
    assert taken_by(read, options) == options[number - 1]
    assert extract_refinement.check is not None
    assert not extract_refinement.check(question, read)
    assert extract_refinement.check(question, read.model_copy(update={"chosen_number": 4}))


def test_a_name_that_several_options_have_takes_none() -> None:
    options = [{"id": str(place), "title": title} for place, title in enumerate(ALIKE)]
    assert taken_by(Refinement(chosen=ALIKE[0]), options) is None


def test_a_number_that_no_option_has_is_answered_with_how_many_there_are(mission: Mission) -> None:
    mission.shortlist = mission.shortlist[:1]
    mission.save(update_fields=["shortlist"])
    answer_first(mission, "refine", text="the eighth one")
    drive(mission)
    asked = open_decision(mission)
    assert asked.kind == Decision.Kind.CHOICE
    assert asked.payload["why"].startswith("There is only this one.")
    assert len(asked.payload["options"]) == 1


@pytest.mark.parametrize(
    "words",
    [
        "All again",
        "all of them once again",
        "everything back",
        "alle nochmal",
        "noch mal alle",
        "alles wieder",
        "von vorn",
        "tous à nouveau",
        "todos otra vez",
    ],
)
def test_all_again_in_few_words_is_the_first_list(words: str) -> None:
    asked = WordsToRefine(text=words, goal=GOAL, specs=[], context=CONTEXT, slots={}, titles=["Da Enzo"])
    assert by_rules(asked).afresh
