"""Essence models: a plan as a planner writes it, without rows, status and metadata.

A mission has input and output assets; a hop is one step in a person's terms; its 1 to 4 tool steps map
parameters from assets or literals and results to assets. `agency.plans.storing` turns the essence into rows
and back.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue, model_validator

from agency.plans.types import Type, known, parse_type
from ownyou.lib.text import clean_line

LEAST_WORDS, MOST_WORDS = 2, 8
MOST_STEPS, MOST_HOPS = 4, 12
_NAME = re.compile(r"^[a-z][a-z0-9_]{0,79}$")
_SENTENCE_END = re.compile(r"[.!?。！？]+(?=\s+\S)")


def _identifier(name: str) -> str:
    if not _NAME.match(name):
        raise ValueError("must be a lower-case identifier like search_results")
    return name


def _few_words(name: str) -> str:
    name = clean_line(name)
    if not LEAST_WORDS <= len(name.split()) <= MOST_WORDS:
        raise ValueError(f"must have {LEAST_WORDS} to {MOST_WORDS} words, not {len(name.split())}")
    return name


def _one_sentence(text: str) -> str:
    text = clean_line(text)
    if not text:
        raise ValueError("must be one sentence, not empty")
    if _SENTENCE_END.search(text):
        raise ValueError("must be one sentence")
    return text


def _written_type(name: str) -> str:
    if name.endswith("[]"):
        raise ValueError("a list is said with is_collection, not with []")
    if not known(name):
        raise ValueError(f"there is no type {name!r}")
    return name


def _line(text: str) -> str:
    text = clean_line(text)
    if not text:
        raise ValueError("must not be empty")
    return text


Identifier = Annotated[str, AfterValidator(_identifier)]
LONGEST_WORDS = 2_000
Words = Annotated[str, AfterValidator(_line), Field(max_length=LONGEST_WORDS)]


class Essence(BaseModel):
    """Closed: what a planner writes beside the fields is a mistake."""

    model_config = ConfigDict(extra="forbid")


class AssetLite(Essence):
    """A typed piece of data. `value` where it is known already: only of inputs."""

    name: Identifier
    type: Annotated[str, AfterValidator(_written_type)] = Field(
        description="string, number, boolean, markdown, webpage, ...; string:url narrows it"
    )
    description: str = Field("", max_length=1_000)
    is_collection: bool = False
    collection_type: Literal["array", "map", "set"] | None = None
    value: JsonValue = None

    @model_validator(mode="after")
    def _kind_of_collection(self) -> AssetLite:
        if self.is_collection != (self.collection_type is not None):
            raise ValueError("collection_type must be said for a collection, and only for one")
        return self

    @property
    def typed(self) -> Type:
        """Its type; a list for arrays and sets."""
        base = parse_type(self.type)
        return Type(base.base, base.sense, self.collection_type in ("array", "set"))


class AssetField(Essence):
    """A parameter takes the value of an asset, or of a field in it. On a list the path is of each element, or
    of the one whose number it begins with, from 0 ("0.url", "0").

    `signature` is put under a text.
    """

    type: Literal["asset_field"] = "asset_field"
    state_asset: Identifier
    path: str | None = None
    signature: str = Field("", max_length=200)


class LiteralValue(Essence):
    """A parameter takes this value."""

    type: Literal["literal"] = "literal"
    value: JsonValue


class ToAsset(Essence):
    """A result becomes this asset."""

    type: Literal["asset_field"] = "asset_field"
    state_asset: Identifier


class Discard(Essence):
    """A result that nobody needs."""

    type: Literal["discard"] = "discard"


ParameterMapping = Annotated[AssetField | LiteralValue, Field(discriminator="type")]
ResultMapping = Annotated[ToAsset | Discard, Field(discriminator="type")]


class ToolStepLite(Essence):
    """One use of one tool. `id` is unique in the plan."""

    id: Identifier
    tool: str
    description: Words
    parameters: dict[str, ParameterMapping] = Field(default_factory=dict)
    results: dict[str, ResultMapping] = Field(default_factory=dict)

    def uses(self) -> list[str]:
        """The names of the assets that it reads, in order, each once."""
        named = [mapping.state_asset for mapping in self.parameters.values() if mapping.type == "asset_field"]
        return list(dict.fromkeys(named))

    def makes(self) -> list[str]:
        """The names of the assets that it makes."""
        return [mapping.state_asset for mapping in self.results.values() if mapping.type == "asset_field"]


class HopLite(Essence):
    """One step of a plan in a person's terms. `intermediates` are the new assets that it makes on the way."""

    name: Annotated[str, AfterValidator(_few_words)] = Field(description="2 to 8 words")
    description: Annotated[str, AfterValidator(_one_sentence)] = Field(description="one sentence")
    inputs: list[Identifier] = Field(default_factory=list)
    outputs: list[Identifier] = Field(min_length=1)
    rationale: Words
    intermediates: list[AssetLite] = Field(default_factory=list)
    steps: list[ToolStepLite] = Field(min_length=1, max_length=MOST_STEPS)


class MissionLite(Essence):
    """What is wanted: a goal, how it shows that it is reached, what is given and what is to come out."""

    name: Words
    goal: Words
    success_criteria: list[Words] = Field(default_factory=list, max_length=12)
    inputs: list[AssetLite] = Field(default_factory=list)
    outputs: list[AssetLite] = Field(min_length=1)


class PlanLite(Essence):
    """A mission and the hops that reach it."""

    mission: MissionLite
    hops: list[HopLite] = Field(min_length=1, max_length=MOST_HOPS)

    def assets(self) -> list[AssetLite]:
        """Every declared asset, in the order of declaration."""
        between = [asset for hop in self.hops for asset in hop.intermediates]
        return [*self.mission.inputs, *between, *self.mission.outputs]

    def steps(self) -> list[tuple[HopLite, ToolStepLite]]:
        """Every tool step with its hop, in the order in which they run."""
        return [(hop, step) for hop in self.hops for step in hop.steps]
