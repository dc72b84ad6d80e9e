"""What a goal asks of beds and tables: rooms to oneself, house rules, kitchens. English, German, French."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from agency.reasoning import value_words
from agency.reasoning.slots.food import find_cuisines, is_kitchen
from agency.reasoning.slots.spans import Found, words_of
from agency.sources.base import Offer
from missions.trips.access import access_in
from missions.trips.plan import Check, TripPlan
from missions.trips.wish import TripWish
from ownyou.lib.text import key_of

_SAID: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def _one(words: Iterable[str]) -> str:
    return f"(?:{'|'.join(sorted(words, key=len, reverse=True))})"


def _pattern(*words: str) -> re.Pattern[str]:
    return re.compile(rf"\b{_one(words)}(?!\w)", re.IGNORECASE)


def _allowing(said: list[str], also: list[str]) -> re.Pattern[str]:
    """ "Allows pets", "pets are welcome", "pet-friendly"; not "my kids are fine with walking"."""
    nouns = _one(said)
    before = rf"{_one(_SAID['allow'])}\s+{nouns}"
    are = (
        r"[-\s]+(?:(?:is|are|(?:must|have to|should|need to) be|sind|ist|müssen|sollten|sollen|sont|est)\s+)?"
    )
    behind = rf"{nouns}{are}{_one(_SAID['allowed'])}"
    fine = rf"(?<!\bmy )(?<!\bour )(?<!\bunsere ){nouns}{are}{_one(_SAID['fine'])}(?!\s+(?:with|about)\b)"
    return _pattern(before, behind, fine, *also)


_RULES = {name: _allowing(rule["said"], rule["also"]) for name, rule in _SAID["rules"].items()}
_FORBIDDEN = {name: _pattern(*words) for name, words in _SAID["forbidden"].items()}
_NO_CAR = re.compile(
    rf"{_pattern(*_SAID['transport']['no_car']).pattern}(?!\s+{_one(_SAID['transport']['only_some'])}(?!\w))",
    re.IGNORECASE,
)
_ROOMS = {name: _pattern(*words) for name, words in _SAID["rooms"].items()}
_FOOD_WORDS = rf"(?<!\bvon )(?<!\bnach )(?<!\bin ){_one(_SAID['food']['said'])}(?!\w)"
"""Words of eating; behind "von", "nach" and "in" Essen is a city."""

_FOOD = re.compile(rf"\b{_FOOD_WORDS}", re.IGNORECASE)
_FOOD_BEHIND = re.compile(
    rf"(?:\s+{_one(_SAID['food']['between'])})*[\s-]+(?:{_FOOD_WORDS}|{_one(_SAID['food']['places'])}(?!\w))",
    re.IGNORECASE,
)
_FOOD_BEFORE = re.compile(rf"\b{_FOOD_WORDS}:?(?:\s+{_one(_SAID['food']['leads_to'])})*\s+$", re.IGNORECASE)
_NO_NOUN_BEHIND = re.compile(rf"\s*(?:$|[^\w\s-]|{_one(_SAID['food']['goes_on'])}(?!\w))", re.IGNORECASE)
"""What may follow on "eat Thai": the end or the next thought, not "try Thai massage"."""

_LIST = re.compile(r"\s*(?:,|/|&|,?\s*\b(?:and|or|und|oder|et|ou)\b)\s*", re.IGNORECASE)
_REFUSED = re.compile(
    rf"\b{_one(_SAID['food']['refused'])}\s+(?:{_one(_SAID['food']['leads_to'])}\s+)*$", re.IGNORECASE
)
_NOT = re.compile(rf"\b{_one(_SAID['not'])}[-\s]+(?:\w+\s+){{0,2}}$", re.IGNORECASE)

NAMES = {
    "pets": gettext_lazy("Pets"),
    "smoking": gettext_lazy("Smoking"),
    "children": gettext_lazy("Children"),
    "parties": gettext_lazy("Parties"),
    "visitors": gettext_lazy("Visitors"),
    "no_smoking": gettext_lazy("No smoking"),
    "no_parties": gettext_lazy("No parties"),
}
"""House rules that somebody may need of a place to stay."""


NO = "no_"
"""Before a rule that is wanted the other way round: a place that forbids it."""


_FINE = re.compile(
    r"\s+(?:(?:is|are|would\s+be|sind|ist|wären?|gehen|est|sont)\s+)?(?:(?:also|even|totally|perfectly|auch|völlig|aussi)\s+)*"
    r"(?:fine|ok(?:ay)?|alright|all\s+right|possible|acceptable|welcome|no\s+problem|in\s+ordnung|kein\s+problem|möglich"
    r"|d['’]accord|possibles?)\b",
    re.IGNORECASE,
)
_NOT_MINDED = re.compile(
    r"\b(?:(?:do\s*n['’]?t|do\s+not|would\s*n['’]?t)\s+mind|ok(?:ay)?\s+with|fine\s+with|nichts\s+gegen|zur\s+not)\s+(?:\w+\s+)?$",
    re.IGNORECASE,
)


def _is_allowed(text: str, rooms: re.Match[str]) -> bool:
    """Whether rooms are not wished for, but would do: "shared rooms are fine", "I don't mind a dorm"."""
    return bool(_FINE.match(text, rooms.end()) or _NOT_MINDED.search(text[: rooms.start()]))


def rooms_asked(text: str) -> tuple[list[str], list[str]]:
    """The kinds of stays that are wanted for the rooms they have, and those that are ruled out."""
    if _ROOMS["entire"].search(text):
        return ["apartment"], []
    shared = _ROOMS["shared"].search(text)
    if shared is not None and _is_allowed(text, shared):
        return [], []
    if shared is not None and not _NOT.search(text[: shared.start()]):
        return ["hostel"], []
    return [], ["hostel"] if shared is not None or _ROOMS["private"].search(text) else []


def rules_asked(text: str) -> list[str]:
    """What a place to stay has to allow, by the keys of `NAMES`."""
    found = ((name, pattern.search(text)) for name, pattern in _RULES.items())
    allowed = [name for name, match in found if match is not None and not _NOT.search(text[: match.start()])]
    return allowed + [name for name, pattern in _FORBIDDEN.items() if pattern.search(text)]


def kitchens_asked(text: str) -> tuple[list[str], list[str]]:
    """The kitchens that somebody wants to eat, and those they do not.

    A nationality is one beside a word for food, alone or in a list: "a Japanese garden" is none. A dish is
    one where the sentence speaks of food at all.
    """
    wanted: list[str] = []
    ruled_out: list[str] = []
    for sentence in re.split(r"[.!?;\n]+", text):
        if not _FOOD.search(sentence):
            continue
        for listed in _lists_in(sentence):
            beside = _beside_food(sentence, listed)
            refused = _REFUSED.search(sentence[: listed[0].start]) is not None
            for found in listed:
                tag = _tag_of(found)
                alone = found.negated and _NO_NOUN_BEHIND.match(sentence[found.end :]) is not None
                if beside or alone or not is_kitchen(tag):
                    (ruled_out if found.negated or refused else wanted).append(tag)
    return list(dict.fromkeys(wanted)), list(dict.fromkeys(ruled_out))


def _lists_in(sentence: str) -> list[list[Found]]:
    """The kitchens named, each list of them together: "American, French and Thai"."""
    lists: list[list[Found]] = []
    for found in find_cuisines(sentence, words_of(sentence), []):
        if lists and _LIST.fullmatch(sentence[lists[-1][-1].end : found.start]):
            lists[-1].append(found)
        else:
            lists.append([found])
    return lists


def _beside_food(sentence: str, listed: list[Found]) -> bool:
    before, behind = sentence[: listed[0].start], sentence[listed[-1].end :]
    if _FOOD_BEHIND.match(behind):
        return True
    return _FOOD_BEFORE.search(before) is not None and _NO_NOUN_BEHIND.match(behind) is not None


def _tag_of(found: Found) -> str:
    return str(found.value[0] if isinstance(found.value, list) else found.value)


def tag_of(kitchen: str) -> str:
    """A kitchen as the rules write it: "fine dining" is `fine_dining`."""
    return key_of(kitchen).replace(" ", "_")


def tags_of(offer: Offer) -> set[str]:
    """The kitchens of a restaurant as the rules write them; sources write "fine dining" as they like."""
    return {tag_of(one) for one in offer.cuisines}


def allows(features: Iterable[str], rule: str) -> bool | None:
    """Whether a place with these features allows it; None: its source does not say."""
    if rule.startswith(NO):
        allowed = allows(features, rule.removeprefix(NO))
        return None if allowed is None else not allowed
    said = {key_of(one) for one in features}
    if said & {f"{rule} allowed", f"{rule} welcome"}:
        return True
    return False if said & {f"no {rule}", f"{rule} not allowed", f"non {rule}"} else None


def features_of(offer: Offer) -> list[str]:
    """What an offer says of itself."""
    features = offer.attributes.get("features")
    return [str(one) for one in features] if isinstance(features, list) else []


def as_slots(text: str, slots: dict[str, Any]) -> dict[str, Any]:
    """The slots of a trip with what a sentence asks of beds and tables; what is asked now comes first."""
    kinds, no_kinds = rooms_asked(text)
    kitchens, no_kitchens = kitchens_asked(text)
    new = dict(slots) | ({"no_car": True} if _NO_CAR.search(text) else {})
    new |= {"step_free": True} if access_in(text) == "needed" else {}
    new["excluded"] = [name for name in new.get("excluded") or [] if not access_in(f"ohne {name}")]
    if kinds or no_kinds:
        new |= {"stay_kinds": kinds, "no_stay_kinds": no_kinds}
    for name, said, against in (
        ("stay_rules", rules_asked(text), []),
        ("kitchens", kitchens, no_kitchens),
        ("no_kitchens", no_kitchens, kitchens),
    ):
        before = [one for one in slots.get(name) or [] if one not in against]
        new[name] = list(dict.fromkeys([*said, *before]))
    return {name: value for name, value in new.items() if value not in ([], None)}


def in_words(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """What changed of beds and tables, for the feed."""
    names = ("stay_kinds", "no_stay_kinds", "stay_rules", "kitchens", "no_kitchens")
    changed = {name: after.get(name) or [] for name in names if before.get(name) != after.get(name)}
    kinds = {name: [value_words.in_words(one) for one in changed.get(name, [])] for name in names[:2]}
    said = [_("only: %(kind)s") % {"kind": one} for one in kinds["stay_kinds"]]
    said += [_("not: %(kind)s") % {"kind": one} for one in kinds["no_stay_kinds"]]
    said += [_("allowed: %(what)s") % {"what": NAMES[one]} for one in changed.get("stay_rules", [])]
    said += [_("%(kitchen)s food") % {"kitchen": _name(one)} for one in changed.get("kitchens", [])]
    said += [_("no %(kitchen)s food") % {"kitchen": _name(one)} for one in changed.get("no_kitchens", [])]
    return said


def _name(tag: str) -> str:
    return value_words.titled(tag.replace("_", " "))


# In a plan -------------------------------------------------------------------------------------------------


def checks_of(plan: TripPlan, wish: TripWish) -> list[Check]:
    """Whether beds and tables are as asked for, where anything was. Told, not hard: sources seldom know."""
    checks = [_rooms(plan, wish)] if (wish.rooms or wish.no_rooms) and plan.stays else []
    checks += [_rules(plan, wish)] if wish.rules and plan.stays else []
    checks += [_no_car(plan)] if wish.no_car else []
    checks += [_step_free()] if wish.step_free else []
    return checks + ([_kitchens(plan, wish)] if wish.kitchens else [])


def _rooms(plan: TripPlan, wish: TripWish) -> Check:
    others = [
        f"{stay.name} ({value_words.in_words(stay.category)})"
        for stay in plan.stays
        if (wish.rooms and stay.category not in wish.rooms) or stay.category in wish.no_rooms
    ]
    right = [value_words.in_words(room) for room in wish.rooms]
    right += [_("not: %(kind)s") % {"kind": value_words.in_words(room)} for room in wish.no_rooms]
    detail = "; ".join(others) or ", ".join(right)
    return Check(name=_("The kind of room asked for"), ok=not others, detail=detail, hard=False)


def _step_free() -> Check:
    detail = _("no source says where there are steps: ask before you go")
    return Check(name=_("Everyone can get in"), ok=False, detail=detail, hard=False)


def _no_car(plan: TripPlan) -> Check:
    driven = [leg.called for leg in plan.transport if leg.kind == "car"]
    name, right = _("No driving yourself"), _("by flight, train and public transport")
    return Check(name=name, ok=not driven, detail="; ".join(driven) or right, hard=False)


def _rules(plan: TripPlan, wish: TripWish) -> Check:
    unknown = [
        _("%(what)s: ask %(name)s") % {"what": NAMES[rule], "name": stay.name}
        for rule in wish.rules
        for stay in plan.stays
        if not allows(stay.features, rule)
    ]
    right = ", ".join(str(NAMES[rule]) for rule in wish.rules)
    name = _("Allowed where you stay")
    return Check(name=name, ok=not unknown, detail="; ".join(unknown) or right, hard=False)


def _kitchens(plan: TripPlan, wish: TripWish) -> Check:
    items = [item for day in plan.days for item in day.items if item.kind == "restaurant"]
    eaten = {tag_of(one) for item in items for one in item.category.split(", ")}
    missing = [_name(one) for one in wish.kitchens if one not in eaten]
    right = ", ".join(_name(one) for one in wish.kitchens)
    detail = _("not in the plan: %(what)s") % {"what": ", ".join(missing)} if missing else right
    return Check(name=_("The food asked for"), ok=not missing, detail=detail, hard=False)
