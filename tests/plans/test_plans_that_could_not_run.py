"""What is wrong with a plan is said before it runs: which hop, which step, which field, and what."""

# ruff: noqa: E501  (the messages stand here as they are said)

from __future__ import annotations

from typing import Any

import pytest

from agency.plans.faults import read_plan
from agency.plans.toolview import view_of
from agency.plans.validate import validate
from tests.plans import kit
from tests.plans.plans import GONE, PLAN, asset, literal, of, spoiled, step

OFF = view_of(kit.tool("off.tool", kit.look_up, kit.Topic, kit.PageRead), enabled=False)

CASES: list[tuple[str, dict[str, Any], list[str]]] = [
    (
        "a tool that there is not",
        {"hops__0__steps__0__tool": "guide.find"},
        ["Hop “Read the guide”, step read, tool: there is no tool “guide.find”."],
    ),
    (
        "a tool that is switched off",
        {"hops__0__steps__0__tool": "off.tool"},
        ["Hop “Read the guide”, step read, tool: “off.tool” is switched off here."],
    ),
    (
        "a required parameter that is not mapped",
        {"hops__2__steps__0__parameters__subject": GONE},
        ["Hop “Mail the page”, step send, parameter subject: it must be given."],
    ),
    (
        "two required parameters that are not mapped",
        {"hops__2__steps__0__parameters": {"body": of("page")}},
        [
            "Hop “Mail the page”, input recipient: no step of this hop uses it.",
            "Hop “Mail the page”, step send, parameter subject: it must be given.",
            "Hop “Mail the page”, step send, parameter to: it must be given.",
        ],
    ),
    (
        "a parameter that the tool does not have",
        {"hops__1__steps__0__parameters__style": literal("short")},
        ["Hop “Make one page”, step join, parameter style: “pages.join” has no such parameter."],
    ),
    (
        "a result that the tool does not have",
        {"hops__1__steps__0__results__size": of("page")},
        [
            "Hop “Make one page”, step join, result text: “page” is made more than once.",
            "Hop “Make one page”, step join, result size: “pages.join” has no such result.",
        ],
    ),
    (
        "an asset that there is not",
        {"hops__1__steps__0__parameters__pages": of("sheets")},
        [
            "Hop “Make one page”, input pages: no step of this hop uses it.",
            "Hop “Make one page”, step join, parameter pages: there is no asset “sheets”.",
        ],
    ),
    (
        "a result that becomes an asset that there is not",
        {"hops__1__steps__0__results__text": of("sheet")},
        [
            "Hop “Make one page”, output page: no step of this hop makes it.",
            "Hop “Make one page”, step join, result text: there is no asset “sheet”.",
            "Hop “Mail the page”, input page: no step makes it.",
            "Output page: no step makes it.",
        ],
    ),
    (
        "words where pages are taken",
        {"hops__1__steps__0__parameters__pages": of("topics"), "hops__1__inputs": ["topics"]},
        ["Hop “Make one page”, step join, parameter pages: it takes webpage, but “topics” is string:topic."],
    ),
    (
        "a signature under what is no text",
        {"hops__1__steps__0__parameters__pages": of("pages") | {"signature": "Best, Anna"}},
        ["Hop “Make one page”, step join, parameter pages: only a text can be signed."],
    ),
    (
        "a topic as the text of a mail",
        {"hops__2__steps__0__parameters__body": of("topics"), "hops__2__inputs": ["topics", "recipient"]},
        ["Hop “Mail the page”, step send, parameter body: it takes markdown, but “topics” is string:topic."],
    ),
    (
        "a topic as the address of a mail",
        {"hops__2__steps__0__parameters__to": of("topics"), "hops__2__inputs": ["topics", "page"]},
        [
            "Hop “Mail the page”, step send, parameter to: it takes string:address, but “topics” is string:topic."
        ],
    ),
    (
        "an address that the tool does not take",
        {"mission__inputs__1__value": "Anna"},
        [
            "Hop “Mail the page”, step send, parameter to: the value of “recipient” does not fit: not an address."
        ],
    ),
    (
        "a literal that the tool does not take",
        {"hops__2__steps__0__parameters__to": literal("Anna"), "hops__2__inputs": ["page"]},
        ["Hop “Mail the page”, step send, parameter to: the value does not fit: not an address."],
    ),
    (
        "a literal of another type",
        {"hops__2__steps__0__parameters__subject": literal(7)},
        [
            "Hop “Mail the page”, step send, parameter subject: the value does not fit: Input should be a valid string."
        ],
    ),
    (
        "a literal out of range",
        {
            "hops__0__steps__0": step(
                "read",
                "web.search",
                {"query": literal("Giverny"), "most": literal(99)},
                {"hits": of("pages")},
            ),
            "hops__0__intermediates__0__type": "search_result",
            "hops__0__inputs": [],
        },
        [
            "Hop “Read the guide”, step read, parameter most: the value does not fit: Input should be less than or equal to 20.",
            "Hop “Make one page”, step join, parameter pages: it takes webpage, but “pages” is search_result.",
        ],
    ),
    (
        "a path that does not exist",
        {
            "hops__2__steps__0__parameters__subject": of("pages", "heading"),
            "hops__2__inputs": ["page", "recipient", "pages"],
        },
        [
            "Hop “Mail the page”, step send, parameter subject: “pages” (webpage) has no “heading” at “heading”."
        ],
    ),
    (
        "a path in one element that does not exist",
        {
            "hops__2__steps__0__parameters__subject": of("pages", "0.heading"),
            "hops__2__inputs": ["page", "recipient", "pages"],
        },
        [
            "Hop “Mail the page”, step send, parameter subject: “pages” (webpage) has no “heading” at “0.heading”."
        ],
    ),
    (
        "one element of another type",
        {
            "hops__2__steps__0__parameters__subject": of("pages", "0"),
            "hops__2__inputs": ["page", "recipient", "pages"],
        },
        [
            "Hop “Mail the page”, step send, parameter subject: it takes string:title, but “pages.0” is webpage."
        ],
    ),
    (
        "a path in something without fields",
        {"hops__2__steps__0__parameters__subject": of("page", "title")},
        [
            "Hop “Mail the page”, step send, parameter subject: “page” (markdown) has no known fields, so “title” leads nowhere."
        ],
    ),
    (
        "a path that leads to another type",
        {
            "hops__2__steps__0__parameters__subject": of("note", "number"),
            "hops__2__inputs": ["page", "recipient", "note"],
            "mission__inputs__2": asset("note", "object", value={"number": 3}),
        },
        [
            "Hop “Mail the page”, step send, parameter subject: it takes string:title, but “note.number” is integer."
        ],
    ),
    (
        "a path into a given value that does not exist",
        {
            "hops__2__steps__0__parameters__subject": of("note", "title"),
            "hops__2__inputs": ["page", "recipient", "note"],
            "mission__inputs__2": asset("note", "object", value={"number": 3}),
        },
        ["Hop “Mail the page”, step send, parameter subject: “note” (object) has no “title” at “title”."],
    ),
    (
        "a result of another type than declared",
        {"mission__outputs__0__type": "email"},
        [
            "Hop “Make one page”, step join, result text: it is markdown, but “page” is declared as email.",
            "Hop “Mail the page”, step send, parameter body: it takes markdown, but “page” is email.",
        ],
    ),
    (
        "a list declared as one thing",
        {"hops__0__intermediates__0": asset("pages", "webpage")},
        ["Hop “Read the guide”, step read, result page: a list comes, but “pages” is declared as one thing."],
    ),
    (
        "one thing declared as a list",
        {"mission__outputs__0": asset("page", "markdown", many=True)},
        [
            "Hop “Make one page”, step join, result text: one comes, but “page” is declared as a collection.",
            "Hop “Mail the page”, step send, result email: a list comes, but “mail” is declared as one thing.",
        ],
    ),
    (
        "an output that nobody makes",
        {"mission__outputs__2": asset("note", "markdown")},
        ["Output note: no step makes it."],
    ),
    (
        "an output that its hop does not list",
        {"hops__1__steps__0__parameters__title": of("topics"), "hops__1__outputs": ["other"]},
        [
            "Hop “Make one page”, output other: there is no such asset.",
            "Hop “Make one page”, step join, parameter title: “topics” is not among the inputs of this hop.",
            "Hop “Mail the page”, input page: it stays inside hop “Make one page”, which does not list it as an output.",
            "Output page: hop “Make one page” makes it, but does not list it as an output.",
        ],
    ),
    (
        "a hop's output that there is not",
        {"hops__0__outputs__1": "maps"},
        ["Hop “Read the guide”, output maps: there is no such asset."],
    ),
    (
        "a hop's output that it does not make",
        {"hops__0__outputs__1": "page"},
        ["Hop “Read the guide”, output page: no step of this hop makes it."],
    ),
    (
        "a hop's input that there is not",
        {"hops__1__inputs__1": "maps"},
        ["Hop “Make one page”, input maps: there is no such asset."],
    ),
    (
        "a hop's input that it does not use",
        {"hops__1__inputs__1": "recipient"},
        ["Hop “Make one page”, input recipient: no step of this hop uses it."],
    ),
    (
        "a hop's input that it makes itself",
        {"hops__1__inputs__1": "page"},
        ["Hop “Make one page”, input page: this hop makes it itself."],
    ),
    (
        "an asset that is not among the hop's inputs",
        {"hops__2__inputs": ["page"]},
        ["Hop “Mail the page”, step send, parameter to: “recipient” is not among the inputs of this hop."],
    ),
    (
        "an intermediate that stays inside another hop",
        {"hops__0__outputs": ["page"]},
        [
            "Hop “Read the guide”, output page: no step of this hop makes it.",
            "Hop “Make one page”, input pages: it stays inside hop “Read the guide”, which does not list it as an output.",
        ],
    ),
    (
        "an intermediate that nobody makes",
        {"hops__0__intermediates__1": asset("maps", "webpage")},
        ["Hop “Read the guide”, intermediate maps: no step of this hop makes it."],
    ),
    (
        "an input that nobody makes or gives",
        {
            "hops__1__inputs__1": "maps",
            "hops__0__intermediates__1": asset("maps", "webpage"),
            "hops__1__steps__1": step(
                "more", "pages.sum", {"page": of("maps")}, {"text": {"type": "discard"}}
            ),
        },
        [
            "Hop “Read the guide”, intermediate maps: no step of this hop makes it.",
            "Hop “Make one page”, input maps: no step makes it.",
            "Hop “Make one page”, step more, results: all of them are thrown away.",
        ],
    ),
    (
        "something used before it is made",
        {"hops__0": PLAN["hops"][1], "hops__1": PLAN["hops"][0]},
        ["Hop “Make one page”, input pages: it is made only later, in hop “Read the guide”."],
    ),
    (
        "a circle of two hops",
        {
            "hops__0__inputs": ["topics", "page"],
            "hops__0__steps__1": step(
                "more", "texts.compare", {"left": of("page"), "right": of("page")}, {"text": of("more")}
            ),
            "hops__0__intermediates__1": asset("more", "markdown"),
            "hops__0__outputs": ["pages", "more"],
        },
        [
            "Hop “Read the guide”, input page: it goes round in a circle: to make it, what this hop makes is needed."
        ],
    ),
    (
        "a step that needs what it makes",
        {
            "hops__1__steps__0": step(
                "join", "texts.compare", {"left": of("page"), "right": of("page")}, {"text": of("page")}
            ),
            "hops__1__inputs": [],
        },
        [
            "Hop “Make one page”, step join, parameter left: it goes round in a circle: “page” is made from what this step makes.",
            "Hop “Make one page”, step join, parameter right: it goes round in a circle: “page” is made from what this step makes.",
        ],
    ),
    (
        "a circle within a hop",
        {
            "hops__1__steps": [
                step("a", "texts.compare", {"left": of("b"), "right": of("b")}, {"text": of("page")}),
                step("b", "texts.compare", {"left": of("page"), "right": of("page")}, {"text": of("b")}),
            ],
            "hops__1__inputs": [],
            "hops__1__intermediates": [asset("b", "markdown")],
        },
        [
            "Hop “Make one page”, step a, parameter left: it goes round in a circle: “b” is made from what this step makes.",
            "Hop “Make one page”, step a, parameter right: it goes round in a circle: “b” is made from what this step makes.",
        ],
    ),
    (
        "a later step's asset",
        {
            "hops__1__steps": [
                step("a", "texts.compare", {"left": of("b"), "right": of("b")}, {"text": of("page")}),
                step("b", "pages.sum", {"page": of("pages")}, {"text": of("b")}),
            ],
            "hops__1__intermediates": [asset("b", "markdown", many=True)],
        },
        [
            "Hop “Make one page”, step a, parameter left: “b” is made only later, in step b.",
            "Hop “Make one page”, step a, parameter right: “b” is made only later, in step b.",
        ],
    ),
    (
        "an asset that two steps make",
        {"hops__1__steps__1": step("again", "pages.join", {"pages": of("pages")}, {"text": of("page")})},
        ["Hop “Make one page”, step again, result text: “page” is made more than once."],
    ),
    (
        "an input that a step makes",
        {"hops__1__steps__0__results__text": of("recipient")},
        [
            "Hop “Make one page”, output page: no step of this hop makes it.",
            "Hop “Make one page”, step join, result text: “recipient” is an input and cannot be made.",
            "Hop “Mail the page”, input page: no step makes it.",
            "Output page: no step makes it.",
        ],
    ),
    (
        "an asset that is declared twice",
        {"hops__1__intermediates": [asset("pages", "webpage")]},
        [
            "Asset pages: is declared more than once.",
            "Hop “Make one page”, intermediate pages: no step of this hop makes it.",
        ],
    ),
    (
        "two hops of one name",
        {"hops__1__name": "Read the guide"},
        ["Hop “Read the guide”, name: another hop has it too."],
    ),
    (
        "two steps of one id",
        {"hops__1__steps__0__id": "read"},
        [
            "Hop “Read the guide”, step read, id: another step has it too.",
            "Hop “Make one page”, step read, id: another step has it too.",
        ],
    ),
    (
        "two lists at once",
        {
            "mission__inputs__2": asset("others", "markdown", many=True, value=["a"]),
            "mission__inputs__3": asset("more", "markdown", many=True, value=["b"]),
            "hops__1__inputs": ["pages", "others", "more"],
            "hops__1__steps__1": step(
                "compare",
                "texts.compare",
                {"left": of("others"), "right": of("more")},
                {"text": of("compared")},
            ),
            "hops__1__intermediates": [asset("compared", "markdown", many=True)],
            "hops__1__outputs": ["page", "compared"],
        },
        [
            "Hop “Make one page”, step compare, parameter right: it would run over two lists at once (more, others); one is possible."
        ],
    ),
    (
        "a step that nobody needs",
        {
            "hops__1__steps__1": step("sum", "pages.sum", {"page": of("pages")}, {"text": of("gist")}),
            "hops__1__intermediates": [asset("gist", "markdown", many=True)],
        },
        ["Hop “Make one page”, step sum, results: nothing needs what it makes."],
    ),
    (
        "a step whose results are thrown away",
        {"hops__1__steps__1": step("sum", "pages.sum", {"page": of("pages")}, {"text": {"type": "discard"}})},
        ["Hop “Make one page”, step sum, results: all of them are thrown away."],
    ),
    (
        "a step without results",
        {"hops__1__steps__1": step("sum", "pages.sum", {"page": of("pages")}, {})},
        ["Hop “Make one page”, step sum, results: none of them becomes an asset."],
    ),
    (
        "a credential that stands in the plan",
        {
            "mission__inputs__2": asset("account", "config", value={"password": "x"}),
            "hops__0__inputs": ["topics", "account"],
            "hops__0__steps__1": step(
                "letters", "letters.read", {"account": of("account")}, {"text": of("letters")}
            ),
            "hops__0__intermediates__1": asset("letters", "markdown"),
            "hops__0__outputs": ["pages", "letters"],
        },
        ["Input account: is a credential: its value stays in the vault, not in a plan."],
    ),
    (
        "a credential as a literal",
        {
            "hops__0__steps__1": step(
                "letters", "letters.read", {"account": literal({"password": "x"})}, {"text": of("letters")}
            ),
            "hops__0__intermediates__1": asset("letters", "markdown"),
            "hops__0__outputs": ["pages", "letters"],
        },
        [
            "Hop “Read the guide”, step letters, parameter account: a credential must come from a config asset, not stand in the plan."
        ],
    ),
    (
        "something else where a credential is taken",
        {
            "mission__inputs__2": asset("account", "object", value={"user": "x"}),
            "hops__0__inputs": ["topics", "account"],
            "hops__0__steps__1": step(
                "letters", "letters.read", {"account": of("account")}, {"text": of("letters")}
            ),
            "hops__0__intermediates__1": asset("letters", "markdown"),
            "hops__0__outputs": ["pages", "letters"],
        },
        ["Hop “Read the guide”, step letters, parameter account: it takes config, but “account” is object."],
    ),
    (
        "a credential where a text is taken",
        {
            "mission__inputs__2": asset("account", "config"),
            "hops__2__inputs": ["page", "recipient", "account"],
            "hops__2__steps__0__parameters__body": of("account"),
        },
        [
            "Hop “Mail the page”, input page: no step of this hop uses it.",
            "Hop “Mail the page”, step send, parameter body: it takes markdown, but “account” is config.",
        ],
    ),
    (
        "a field of something where a credential is taken",
        {
            "hops__0__steps__1": step(
                "letters", "letters.read", {"account": of("pages", "title")}, {"text": of("letters")}
            ),
            "hops__0__intermediates__1": asset("letters", "markdown", many=True),
            "hops__0__outputs": ["pages", "letters"],
        },
        [
            "Hop “Read the guide”, step letters, parameter account: a credential must come from a config asset.",
            "Hop “Read the guide”, step letters, result text: one comes, but “letters” is declared as a collection.",
        ],
    ),
    ("an input without a value", {"mission__inputs__1__value": None}, ["Input recipient: has no value."]),
    (
        "an input whose value is of another type",
        {"mission__inputs__1__value": 7},
        [
            "Input recipient: is declared as string:address, but its value is integer.",
            "Hop “Mail the page”, step send, parameter to: the value of “recipient” does not fit: Input should be a valid string.",
        ],
    ),
    (
        "a list whose value is none",
        {"mission__inputs__0__value": "Giverny"},
        ["Input topics: is a collection (array), but its value is string."],
    ),
    (
        "a list that holds something else",
        {"mission__inputs__0__value": ["Giverny", 7]},
        [
            "Input topics: holds integer where string:topic is declared.",
            "Hop “Read the guide”, step read, parameter topic: the value of “topics” does not fit: Input should be a valid string.",
        ],
    ),
    (
        "an output that comes with a value",
        {"mission__outputs__0__value": "A page"},
        ["Asset page: has a value, but only inputs come with one."],
    ),
    ("a plan without hops", {"hops": []}, ["Hops: must have at least 1, not 0."]),
    ("too many hops", {"hops": [PLAN["hops"][0]] * 13}, ["Hops: must have at most 12, not 13."]),
    (
        "a hop without steps",
        {"hops__0__steps": []},
        ["Hop “Read the guide”, steps: must have at least 1, not 0."],
    ),
    (
        "a hop of five steps",
        {"hops__0__steps": [PLAN["hops"][0]["steps"][0]] * 5},
        ["Hop “Read the guide”, steps: must have at most 4, not 5."],
    ),
    (
        "a hop's name of one word",
        {"hops__0__name": "Read"},
        ["Hop “Read”, name: must have 2 to 8 words, not 1."],
    ),
    (
        "a hop's name of nine words",
        {"hops__0__name": "Read what the guide says about both of them"},
        ["Hop “Read what the guide says about both of them”, name: must have 2 to 8 words, not 9."],
    ),
    (
        "a description of two sentences",
        {"hops__0__description": "Read it. Then stop."},
        ["Hop “Read the guide”, description: must be one sentence."],
    ),
    ("no rationale", {"hops__0__rationale": "  "}, ["Hop “Read the guide”, rationale: must not be empty."]),
    (
        "a hop without outputs",
        {"hops__0__outputs": []},
        ["Hop “Read the guide”, outputs: must have at least 1, not 0."],
    ),
    (
        "a type that there is not",
        {"hops__0__intermediates__0__type": "spreadsheet"},
        ["Hop “Read the guide”, intermediate 1 type: there is no type 'spreadsheet'."],
    ),
    (
        "a list written as a type",
        {"mission__outputs__0__type": "markdown[]"},
        ["Mission outputs 1 type: a list is said with is_collection, not with []."],
    ),
    (
        "a collection without its kind",
        {"mission__inputs__0__collection_type": GONE},
        ["Mission inputs 1: collection_type must be said for a collection, and only for one."],
    ),
    (
        "a kind of collection for one thing",
        {"mission__inputs__1__collection_type": "array"},
        ["Mission inputs 2: collection_type must be said for a collection, and only for one."],
    ),
    (
        "an asset whose name is none",
        {"mission__inputs__0__name": "The topics"},
        ["Mission inputs 1 name: must be a lower-case identifier like search_results."],
    ),
    (
        "a mapping of an unknown kind",
        {"hops__0__steps__0__parameters__topic": {"type": "guess"}},
        ["Hop “Read the guide”, step read, parameter topic: guess is none of 'asset_field', 'literal'."],
    ),
    (
        "a mapping without its asset",
        {"hops__0__steps__0__parameters__topic": {"type": "asset_field"}},
        ["Hop “Read the guide”, step read, parameter topic state_asset: is missing."],
    ),
    (
        "a literal as a result",
        {"hops__0__steps__0__results__page": literal("x")},
        ["Hop “Read the guide”, step read, result page: literal is none of 'asset_field', 'discard'."],
    ),
    (
        "a field that plans do not have",
        {"hops__0__steps__0__retries": 3},
        ["Hop “Read the guide”, step read, retries: there is no such field."],
    ),
    (
        "a mission without outputs",
        {"mission__outputs": []},
        ["Mission outputs: must have at least 1, not 0."],
    ),
]


def faults(data: dict[str, Any]) -> list[str]:
    plan, wrong = read_plan(data)
    return [str(fault) for fault in (validate(plan, [*kit.TOOLS, OFF]) if plan else wrong)]


def test_the_plan_that_is_spoiled_below_is_right() -> None:
    assert faults(PLAN) == []


@pytest.mark.parametrize(("changes", "said"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_what_is_wrong_is_said_with_its_place(changes: dict[str, Any], said: list[str]) -> None:
    assert faults(spoiled(**changes)) == said


def test_there_are_enough_kinds_of_wrong_plans() -> None:
    assert len({tuple(said) for _name, _changes, said in CASES}) >= 40
    assert all(said for _name, _changes, said in CASES)
