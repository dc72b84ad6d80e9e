"""How much work a goal is: cues in its words, then what its type usually takes.

Levels: 1 is at most two steps and needs no planning, 2 is up to five steps that can run
side by side, 3 is more, or one thing after another, or a draft that is reviewed and refined.
Cues are tried in order and the first one decides: what makes a goal large is asked first.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from pydantic import JsonValue

from .cue_words import (
    ASKED_FOR,
    DOCTOR,
    DOCTORS_TITLE,
    NAME_ENDS,
    NO_NAME,
    ONES_OWN,
    PLANNING,
    SPORTS_COURSE,
    SPORTS_PLACE,
    UTILITY,
)
from .features import clean
from .models import Level

USUAL_LEVELS: Mapping[str, int] = {
    "shopping": 2,
    "bill_switching": 1,
    "dining": 2,
    "events": 2,
    "travel": 2,
    "itinerary": 3,
    "gathering": 3,
    "fitness_coach": 3,
    "home_services": 2,
    "gift_planning": 2,
    "health_checkups": 2,
    "birthday_planning": 3,
    "open_goal": 3,
}
USUAL_REASONS: Mapping[int, str] = {
    1: "one comparison answers it",
    2: "a few searches side by side, then ranking",
    3: "needs a plan with several parts",
}
STEPS: Mapping[int, int] = {1: 2, 2: 3, 3: 6}  # the fewest of each level; 1 is at most two
MOST_PARALLEL = 5
BY_CUE, BY_TYPE = 0.9, 0.65  # how sure a level is


@dataclass(frozen=True, slots=True)
class Cue:
    """Words that settle the level of a goal, for some types (none named: for all)."""

    level: int
    reason: str
    pattern: re.Pattern[str]
    types: frozenset[str] = field(default_factory=frozenset)

    def speaks_of(self, text: str, mission_type: str) -> bool:
        return (not self.types or mission_type in self.types) and bool(self.pattern.search(text))


def cue(level: int, reason: str, pattern: str, types: str = "", *, exact_case: bool = False) -> Cue:
    flags = re.VERBOSE if exact_case else re.VERBOSE | re.IGNORECASE
    return Cue(level, reason, re.compile(pattern, flags), frozenset(types.split()))


CUES: tuple[Cue, ...] = (
    # -- one thing after another, bundles, drafts: level 3
    cue(
        3,
        "one step builds on another",
        r"""\b(and|,)?\ ?then\b | \bafter(wards|\ that)\b | \bonce\ (i|we|you)\b | \bif\ (i|we)\ get\b
        | \bone\ (after|by)\ (the\ other|another|one)\b | \bstep\ by\ step\b | \bin\ the\ right\ order\b
        | \bfirst\b.*,.*\b(then|before|afterwards|finally)\b
        | \bdanach\b | \banschließend\b | \bensuite\b | \bdespués\b""",
    ),
    cue(
        3,
        "drafts are reviewed and refined",
        r"\b(drafts?|letters?|to\ review|approve|sign\ off|entwurf|brouillon|borrador)\b",
    ),
    cue(
        3,
        "several things that must fit together",
        r"""\bbundle\b | \b(a|the)\ (whole|entire|full)\ [\w\s-]*\b(set|kit|outfit|wardrobe|setup)\b
        | \ball\ of\ (it|them)\b | \beverything\ (for|i\ need)\b | \balles\ für\b | \btout\ pour\b
        | \b(redo|remodel|refit|convert|rebuild)\b
        | \bfrom\ scratch\b | \b(go|work|fit)\ together\b | \bfits?\ (it|them|each\ other)\b
        | \bcomplete\ (home|set|kit|office|kitchen|outfit) | \b(equip|furnish|renovate)\b
        | \bcapsule\ wardrobe\b | \bset\ up\ my\ (home|office|kitchen)\b | \bmatching\ (accessories|set)""",
    ),
    # -- a small question about a large thing
    cue(
        1,
        "one fact to look up",
        r"^(what\ time|when)\ (is|does|do|are)\b | ^what\ is\ the\ best\ time\b | ^how\ much\ (is|does)\b",
    ),
    cue(1, "the best thing right now", r"\b(right\ |just\ )?now\b|\bbefore\ my\b|\bjetzt\b", "fitness_coach"),
    cue(
        2,
        "offers of one kind to compare",
        r"""\b(compare|venues?|caterers?|caterings?|clubs?|restaurants?|bars?|locations?|traiteur)\b(?!.*\bplan)""",
        "gathering fitness_coach birthday_planning",
    ),
    cue(
        2,
        "offers of one kind to compare",
        rf"""(?<!no\ )(?<!without\ a\ )(?<!the\ )\b({SPORTS_PLACE}|{SPORTS_COURSE})\b
        (?!.*\b(plan|routine)\b)""",
        "fitness_coach",
    ),
    cue(
        2,
        "a few hours or one day to fill",
        r"""\b(hours?|afternoon|evening|morning|one\ day|a\ day|halber\ tag|nachmittag)\b
        (?!.*\b(each|every|by\ (day|hour)|per\ hour)\b)""",
        "itinerary",
    ),
    cue(
        2,
        "a few findings to compare",
        r"\b(find\ out|list|name|give\ me)\b.*\b(two|three|four|five|some|\d)\b",
        "open_goal",
    ),
    cue(
        1,
        "a date with one doctor",
        rf"""\b{ONES_OWN}\ (\w+\ )?{DOCTOR}\b(?!.*\b{PLANNING}) | \bdentist\b.*\b(again|usual)\b
        | ^when\b.*\b(am|is|was|do|should|did|will)\b | ^wann\b | ^quand\b
        | \b{DOCTORS_TITLE}\b\.?\ (?-i:[A-ZÄÖÜÉ]\w+)""",
        "health_checkups",
    ),
    # -- plans
    cue(
        3,
        "a journey with several parts",
        rf"""\b{PLANNING}\b | \b(road|round)\ ?trip\b | \bhoneymoon\b
        | \b(reise|voyage)\b.*\b(planen|organis)
        | \b(two|three|four|five|six|\d+)\ weeks?\ in\b | \bweeks?\ (in|through|across)\ \w+.*\bwith\b
        | \b(flights?|trains?)\b.*(,|\band\b|\bplus\b).*\b(hotels?|things\ to\ do|car)\b
        | \bhotels?\b.*(,|\band\b|\bplus\b).*\b(flights?|trains?|pass)\b
        | \bwork\ it\ (all\ )?out\b | \bcities\b
        | \b(backpacking|itinerary|tour\ of)\b""",
        "travel",
    ),
    cue(
        3,
        "a plan to work out, not a search",
        rf"""\b{PLANNING}\b | \bweek(end)?\b.*(:|\bwith\b).*,.*\band\b | \bstep\b
        | \bfor\ (each|everyone|all)\b | \bover\ the\ next\b | \b(go|walk)\ through\b.*\bscreening""",
        "shopping dining events gift_planning health_checkups home_services",
    ),
    cue(
        3,
        "many contracts, with more to do than compare",
        r"^(plan|organi[sz]e)\b|\b(cancel|terminate|kündige\w*|move\ of|résilie\w*)\b",
        "bill_switching",
    ),
    cue(3, "parts chosen to go together", r"(:|\bwith)\ ?[^,]+,[^,]+(,|\band\b)[^,]+", "shopping"),
    cue(
        3,
        "something for each of several days",
        r"""\b(a|each|every|per)\ week\ of\b | \b(different|another)\b.*\b(each|every)\b
        | \b(each|every)\ (day|week|month|evening)\b
        | \bspread\ (out\ )?over\b | \bover\ the\ (year|month|week)s?\b
        | \bjeden\ (tag|monat|abend)\b | \büber\ das\ jahr\b
        | \bchaque\ (jour|soir|mois|semaine)\b""",
        "dining events travel health_checkups home_services gift_planning",
    ),
    cue(
        3,
        "a journey with several parts",
        r"""\b(flug|flüge|zug|bahn|vols?|trains?)\b.*(,|\bund\b|\bet\b)
        .*\b(hotels?|hôtels?|mietwagen|auto|voiture|unterkunft)\b
        | \b(hotels?|hôtels?|unterkunft)\b.*(,|\bund\b|\bet\b)
        .*\b(flug|flüge|zug|mietwagen|vols?|voiture|train)\b""",
        "travel",
    ),
    # -- comparing several: level 2
    cue(
        2,
        "several contracts side by side",
        rf"\ball\ (my|our|the)\b|\bevery\b|\b{UTILITY}\b.*(,|\band\b|\bund\b)\ *\b(?!\1){UTILITY}\b",
        "bill_switching",
    ),
    cue(
        2,
        "several to compare",
        r"""\b(compar\w*|versus|vs|alternatives?|options?|vergleich\w*|ideas?|quotes?)\b
        | \boffers\b | \bwhich\ \w+\ should\b
        | \b(two|three|four|five|\d)\ (gyms|places|steakhouses|hotels|offers)\b
        | \w\ or\ (the\ |a\ )?\w+.*\b(better|buy|best)\b""",
        "shopping dining events travel gift_planning home_services health_checkups",
    ),
    # -- the best one now, or one that was named: level 1
    cue(
        1,
        "the best thing right now",
        r"""\bnow\b | \bstill\ open\b | \bopen\ late\b
        | \bthat\ (is|are|'s)\ open\b | \b(nearest|closest|asap|urgent\w*|emergency|immediately)\b
        | \b(at\ the|at\ this)\ moment\b | \bjetzt\b | \bsofort\b | \bmaintenant\b
        | \bahora\b | \bout\b.*\btoday\b | \bat\ this\ (hour|time)\b | \bafter\ midnight\b""",
    ),
    cue(
        1,
        "the best thing right now",
        r"\b(on|playing|los|happening)\b.*\b(tonight|heute)\b|\b(near\ me|hotel|bed|room)\b.*\btonight\b",
        "events travel",
    ),
    cue(
        1,
        "help that cannot wait",
        r"""\b(leak\w*|burst|flood\w*|locked\ out|no\ (heating|hot\ water|power)|blocked
        |won['’]?t\ flush|drip\w*|(through|from)\ the\ ceiling
        |under\ the\ sink|smell\ of\ gas
        |rohrbruch|ausgesperrt|undicht|verstopft|fuite|fuit|inond\w*|bouché\w*)\b""",
        "home_services",
    ),
    cue(
        1,
        "one place that was named",
        r"""\b([Bb]ook|[Rr]eserve|[Rr]eservation|[Tt]able|[Rr]oom|[Rr]éserve\w*|[Rr]eserviere)\b
        .*\b(at|beim?|chez|en)\ (the\ )?[A-Z]\w+
        | ^[Ii]s\ (?!there\b)[A-Z]?\w+.*\b(open|free|closed)\b""",
        "dining travel",
        exact_case=True,
    ),
    cue(
        1,
        "one event that was named",
        r"""\b[Tt]ickets?\ (for|to)\ (the\ )?[A-Z]\w+
        | ^([Ii]s|[Ww]hen|[Ww]here)\ .*\b(showing|playing|on|close|start)s?\b""",
        "events",
        exact_case=True,
    ),
    cue(
        1,
        "one connection to find",
        r"""\b(next|earliest|first|last)\ (train|bus|flight|ferry)\b | \bcheapest\b.*\b(flight|train|bus)\b
        | \b(flight|train)\b.*\bcheapest\b""",
        "travel",
    ),
    cue(
        1,
        "a product that was named",
        r"""\b(?=[A-Z0-9-]*[A-Z])(?=[A-Z0-9-]*\d)(?!\d+(GB|TB|W|K|L|XL|KG|CM|MM|V)\b)[A-Z0-9-]{2,}\b
        | \b[a-z]?[A-Z]\w+(\ [A-Z]\w*)*\ \d{1,5}\b(?!\ ?(euros?|dollars?|pounds?|cm|kg|"|inch|€|\$)) """,
        "shopping",
        exact_case=True,
    ),
    cue(
        1,
        "a product that was named",
        r"""\b(price|cheapest|cheap|deal|sale|buy|order|get|who\ (has|sells)|preis|günstigst\w*|prix)\b.*?
        (?-i:\b[A-Z][a-z]+(\ (?:[A-Za-z]*[A-Z]|et)\w*)+)
        | (?-i:\b[A-Z][A-Za-z]+(\ [A-Z]\w*)+)
        .*\b(cheapest|sale|price|deal|offer|discount|reduced|im\ angebot)\b
        | \b(cheapest|price)\b.*\b[a-z]{3,}\ \d{1,4}(\ (pro|max|plus|ultra|slim|mini))?$""",
        "shopping gift_planning",
    ),
    cue(
        1,
        "a product that was named",
        rf"""^(?:{ASKED_FOR}\ )*(?!{NO_NAME})[A-Za-z]?[A-Z][a-z]\w+(?:\ (?!{NO_NAME})\w*[A-Z0-9]\w*)*
        (?:\ in\ \d+)?{NAME_ENDS}""",
        "shopping",
        exact_case=True,
    ),
    cue(
        1,
        "a product that was named",
        r"""(?-i:\b[A-Z]\w+(\ [A-Z]\w*)+)\ (kaufen|bestellen)\b
        | \b[a-z]{3,}\ [a-z]?\d{1,4}(\ (pro|max|plus|ultra|slim|mini))?\b
        .*\b(cheapest|best|günstig\w*|billig\w*)\b
        | \b(el|la|il|lo|le|die|das|der|den)\ (?-i:[a-z]?[A-Z]\w+)\ (.*\b(billigsten|günstigsten)
        |(más\ barat|moins\ ch[eè]r|più)\w*)""",
        "shopping",
    ),
    cue(
        1,
        "the same as last time",
        r"\b(re-?order|again|last\ time|the\ same|wieder|noch\ einmal|encore)\b",
        "shopping",
    ),
    cue(1, "one thing to order", r"^(please\ )?order\b", "shopping gift_planning"),
)


def classify_level(text: str, *, mission_type: str, slots: Mapping[str, JsonValue]) -> Level:
    """The level of a goal; an unknown `mission_type` is taken as level 3, for it must be planned.

    `slots` are the goal's normalised slots: each one that narrows a level-2 search counts as a step.
    """
    goal = clean(text)
    found = next((cue for cue in CUES if cue.speaks_of(goal, mission_type)), None)
    if found is not None:
        return _level(found.level, found.reason, BY_CUE, slots)
    usual = USUAL_LEVELS.get(mission_type, 3)
    return _level(usual, USUAL_REASONS[usual], BY_TYPE, slots)


def _level(level: int, reason: str, confidence: float, slots: Mapping[str, JsonValue]) -> Level:
    narrowing = sum(value not in (None, "", [], {}) for value in slots.values())
    steps = min(STEPS[2] + narrowing, MOST_PARALLEL) if level == 2 else STEPS[level]
    return Level(level=level, steps=steps, reason=reason, confidence=confidence)
