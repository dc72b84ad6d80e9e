"""Skill: the typed pieces of a goal. The reply's shape is made from the plugin's slot declarations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from pydantic import (
    BaseModel,
    Field,
    PrivateAttr,
    computed_field,
    create_model,
    field_serializer,
    model_validator,
)

from agency.reasoning.refinement_words import PREFER
from agency.reasoning.skill import Skill
from agency.reasoning.slots import EXCLUDE, SlotContext, SlotSpec, extract_slots, slots_model, validate_slots
from agency.reasoning.slots.quoted import can_say, tells_of_more

DAYS_AHEAD = 15
EMPTY: tuple[Any, ...] = (None, "", [], {}, "null", "none")
"""What models write for a slot that they did not find."""
WISHES = "wishes"
BESIDE = {"said", WISHES}
"""Fields of an answer that are no slots."""
QUALITIES = tuple(PREFER)
MOST_WISHES = 6


class GoalToRead(BaseModel):
    """A sentence, what to look for in it, and what is known around it."""

    text: str
    specs: list[SlotSpec]
    context: SlotContext

    @computed_field  # type: ignore[prop-decorator]
    @property
    def calendar(self) -> list[str]:
        """Today and the days after it with their names: models miscount weekdays."""
        return calendar_of(self.context)

    @field_serializer("specs")
    def _said_briefly(self, specs: list[SlotSpec]) -> list[dict[str, Any]]:
        return in_brief(specs)


def calendar_of(context: SlotContext) -> list[str]:
    """Return the coming days as "Friday 2026-11-27", today first."""
    days = (context.ref.date() + timedelta(days=ahead) for ahead in range(DAYS_AHEAD))
    return [f"{day:%A} {day.isoformat()}" for day in days]


def in_brief(specs: Sequence[SlotSpec]) -> list[dict[str, Any]]:
    """Return of slot declarations what a model needs: name, type, and the words for each choice."""
    return [
        {"name": spec.name, "type": spec.type} | ({"words": spec.synonyms} if spec.synonyms else {})
        for spec in specs
    ]


class SaidWish(BaseModel):
    """A wish that no slot holds: its words, and which of the known qualities they mean."""

    words: str = Field(max_length=200, description="copied from the request, word for word")
    quality: str = Field(default="", json_schema_extra={"enum": [*QUALITIES, ""]})


class Slots(BaseModel):
    """Normalised values by slot name; what the sentence does not say is left out."""

    model_config = {"extra": "allow"}

    said: dict[str, str] = Field(
        default={}, description="for each slot found, the exact words of the request that say it"
    )
    wishes: list[SaidWish] = Field(default=[], description="what is wished for and stands in no slot")

    _kept: dict[str, Any] | None = PrivateAttr(None)
    _invented: bool = PrivateAttr(False)

    @model_validator(mode="before")
    @classmethod
    def _without_the_empty(cls, raw: Any) -> Any:
        if not isinstance(raw, Mapping):
            return raw
        found = {name: value for name, value in raw.items() if value not in EMPTY}
        words = found.get("said")
        if isinstance(words, Mapping):
            found["said"] = {name: text for name, text in words.items() if isinstance(text, str)}
        elif "said" in found:
            del found["said"]
        wishes = found.pop(WISHES, None)
        if isinstance(wishes, list):
            found[WISHES] = [one for one in wishes[:MOST_WISHES] if _is_a_wish(one)]
        return found

    @property
    def invented(self) -> bool:
        """Whether nothing of what was answered stands in the sentence."""
        return self._invented

    @property
    def values(self) -> dict[str, Any]:
        """The slots that were found, as JSON."""
        if self._kept is not None:
            return dict(self._kept)
        found = self.model_dump(mode="json", exclude=BESIDE)
        return {name: value for name, value in found.items() if value is not None}


def _is_a_wish(raw: object) -> bool:
    """Whether it has words; a quality that nobody knows is none."""
    if not (isinstance(raw, dict) and isinstance(raw.get("words"), str)):
        return isinstance(raw, SaidWish)
    raw["quality"] = raw.get("quality") if raw.get("quality") in QUALITIES else ""
    return len(raw["words"]) <= 200


def by_rules(question: GoalToRead) -> Slots:
    """Answer by the slot grammars."""
    return Slots(**_read(question))


def _read(question: GoalToRead) -> dict[str, Any]:
    found = extract_slots(question.text, question.specs, question.context)
    return {name: slot.value for name, slot in found.items()}


def shape(question: GoalToRead) -> type[Slots]:
    """Return the reply type for the declared slots; it keeps only what the sentence says."""
    declared = create_model("Slots", __base__=(slots_model(question.specs),))

    class Said(Slots, declared):
        @model_validator(mode="after")
        def _only_what_is_said(self) -> Said:
            given, ruled = self.values, _read(question)
            said = what_is_said(question, self, ruled)
            self._invented = bool(given) and not said
            stand_ins = {name: ruled[name] for name in given if name in ruled}
            kept = _never_both(stand_ins | said, ruled, question.specs)
            typed = slots_model(question.specs).model_validate(kept)
            for name in {*type(self).model_fields, *(self.model_extra or {})} - BESIDE:
                setattr(self, name, getattr(typed, name, None))
            self._kept = kept
            self.wishes = [wish for wish in self.wishes if _stands_in(wish.words, question.text)]
            return self

    Said.__name__ = "Slots"
    return Said


def what_is_said(question: GoalToRead, reply: Slots, ruled: Mapping[str, Any]) -> dict[str, Any]:
    """Return of a model's slots those that stand in the sentence.

    A slot counts as said if the rules can find it there, or, where they read nothing (other languages, new
    turns of phrase), if the words quoted for it stand there. For what does not, the rules' reading stands in:
    one invented slot must not cost the others, nor another call.
    """
    given = _as_tags(reply.values, question.specs, ruled)
    checked = validate_slots(given, question.specs, question.context, question.text)
    types = {name: spec.type for spec in question.specs for name in (spec.name, EXCLUDE + spec.name)}
    quoted = {
        name: value
        for name, value in given.items()
        if name in types
        and (
            name not in ruled or (types[name] == "people" and tells_of_more(value, reply.said.get(name, "")))
        )
        and _stands_in(reply.said.get(name, ""), question.text)
        and can_say(types[name], value, reply.said[name], question.text)
    }
    found = quoted | {name: slot.value for name, slot in checked.items()}
    return {name: value for name, value in found.items() if name in names_of(question.specs)}


def _as_tags(given: dict[str, Any], specs: Sequence[SlotSpec], ruled: Mapping[str, Any]) -> dict[str, Any]:
    """Cuisines and diets as the tags that sources use; where the rules know the wider kitchen, with it."""
    out = dict(given)
    for spec in specs:
        for name in {spec.name, EXCLUDE + spec.name} & set(given):
            if spec.type in {"cuisine", "diet"} and isinstance(given[name], list):
                tags = [str(tag).strip().lower().replace(" ", "_").replace("-", "_") for tag in given[name]]
                known = ruled.get(name, [])
                out[name] = known if set(tags) < set(known) else list(dict.fromkeys(tags))
    return out


def names_of(specs: Sequence[SlotSpec]) -> set[str]:
    """Return the names that a slot may have in an answer, those of what is ruled out included."""
    return {spec.name for spec in specs} | {EXCLUDE + spec.name for spec in specs}


def _stands_in(quote: str, text: str) -> bool:
    words = " ".join(quote.split()).casefold()
    return bool(words) and words in " ".join(text.split()).casefold()


def _never_both(kept: dict[str, Any], ruled: Mapping[str, Any], specs: Sequence[SlotSpec]) -> dict[str, Any]:
    """What a sentence rules out is not wanted, even where a model took "not Italian" for a wish."""
    out = dict(kept)
    for spec in specs:
        unwanted = ruled.get(EXCLUDE + spec.name)
        if spec.type not in {"cuisine", "choice"} or not unwanted or spec.name not in out:
            continue
        wanted = out[spec.name]
        left = [item for item in (wanted if isinstance(wanted, list) else [wanted]) if item not in unwanted]
        if not left:
            del out[spec.name]
            out.setdefault(EXCLUDE + spec.name, unwanted)
        elif isinstance(wanted, list):
            out[spec.name] = left
    return out


def check(question: GoalToRead, reply: Slots) -> list[str]:
    """Something of what was answered must stand in the sentence; single inventions are left out already.

    An answer without any slot (JSON of another shape) must not cost those that the rules read.
    """
    if reply.invented:
        return ["nothing of it stands in the request; give only what the request says, or {}."]
    if not reply.values and (missed := _read(question)):
        return [f"no slot was found, though the request says {', '.join(missed)}."]
    return []


extract = Skill(
    "extract_slots", GoalToRead, Slots, rules=by_rules, check=check, shape=shape, version=3, most_tokens=700
)
