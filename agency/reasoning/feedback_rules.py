"""What feedback in words says, by rules: sentiment, lasting preferences, complaints, suggestions.

A text is cut into clauses. In each, qualities ("too loud") and things ("more vegetarian options") are found
by the patterns of `feedback_words.toml`; small words around them tell whether they are wanted, avoided or
denied. Questions, conditions and what holds for one time only teach nothing. English,
German, French; Spanish and Italian for the common kinds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from django.utils.translation import gettext_noop

from agency.reasoning.feedback_amounts import amount_in
from agency.reasoning.feedback_hours import ruled_out_in
from agency.reasoning.feedback_lexicon import Quality, Thing, clue, eaten_again, kitchens, qualities, things
from agency.reasoning.feedback_sentences import WHEN, kitchen_sentences, kitchen_title, written
from agency.reasoning.sentiment import fold, sentiment
from agency.reasoning.slots.food import find_cuisines, known_diet
from agency.reasoning.slots.spans import words_of

type Stance = Literal["want", "avoid", "lack", "love", "need", "none", "gone"]
"""What a clause says of a thing; "none" is what does not matter and teaches nothing, "gone" what is not
(or no longer) so ("I am not vegan any more") and takes back what was learned of it."""

MOST_READ = 10_000
LONGEST_CLAUSE = 400
"""Characters of a text, and of one clause without any punctuation, that are read."""
MOST_FOUND = 10
PLEASED, TROUBLED = 0.3, -0.2
"""Sentiments from which on a clause praises what it names, or tells of trouble with it."""

_SENTENCE = re.compile(r"[^.;!?\n]+(?:\.(?=\d)[^.;!?\n]+)*[.;!?]*")
_CLAUSE = re.compile(
    r"\s*(?:,(?!\d)|:(?!\d)|[()–—]|\s-+\s|\b(?:(?<!anything )(?<!nothing )(?<!everything )(?<!all )but"
    r"|and|though|although|however|yet|because|since|as well as"
    r"|plus(?= (?:it|the|we))|so (?=there|we|i|it|please)|aber|und|doch|jedoch|allerdings|obwohl|weil|sowie"
    r"|mais|et|cependant|pourtant|parce que|car|pero|aunque|porque|perche|anche se)\b)\s*"
)
_QUESTION = re.compile(r"\?\s*$")
_LEADS_IN = re.compile(
    r"^\W*(?:at least |especially |and )?(?:for|on|during|from|at|fur|an|unter|am|pour|en|le|un|zum)\b"
)
_TOO = r"\b(?:too|zu|trop|demasiado|troppo)\b"
_RATHER = (
    r"\b(?:more|want|need|prefer|please|next time|somewhere|mehr|bitte|etwas|plus|mas|piu|por favor"
    r"|per favore)\b"
)
_STANCES: Final[tuple[tuple[str, Stance], ...]] = (
    ("stance_never_without", "need"),
    ("stance_gone", "gone"),
    ("stance_avoid", "avoid"),
    ("stance_want_of_few", "want"),
    ("stance_none", "none"),
    ("stance_need", "need"),
    ("stance_lack", "lack"),
    ("stance_want", "want"),
    ("stance_more", "want"),
    ("stance_love", "love"),
)


@dataclass(frozen=True, slots=True)
class Clause:
    """A piece of a sentence: as written, and folded, with where it lies in its sentence."""

    text: str
    folded: str
    opening: str = ""


@dataclass(slots=True)
class Sentence:
    """A sentence with its clauses and what holds for all of it."""

    clauses: list[Clause]
    lasting: bool = True
    when: str = ""


@dataclass(slots=True)
class _Found:
    """What was found so far, by path; what is said later wins."""

    mission_type: str
    preferences: dict[str, dict[str, Any]] = field(default_factory=dict)
    retired: list[str] = field(default_factory=list)

    def retire(self, path: str) -> None:
        """Note that what was learned at `path` holds no longer."""
        path = path.format(type=self.mission_type, when="")
        self.preferences.pop(path, None)
        self.retired = [*(each for each in self.retired if each != path), path]

    def add(
        self,
        path: str,
        polarity: str,
        sentence: str,
        quote: str,
        when: str = "",
        value: str | None = None,
        what: str = "",
    ) -> None:
        opening, days = WHEN.get(when, ("", []))
        path = path.format(type=self.mission_type, when=when)
        self.retired = [each for each in self.retired if each != path]
        if polarity == "like" and self.preferences.get(path, {}).get("polarity") == "need":
            return  # what must be is liked as well
        if value is None and self.preferences.get(path, {}).get("value"):
            return  # an amount says more than "too expensive"
        self.preferences[path] = {
            "path": path,
            "polarity": polarity,
            "value": value,
            "days": days,
            "sentence": written(sentence, opening=opening, what=what, mission_type=self.mission_type),
            "quote": quote[:300],
        }


def read_feedback(text: str, *, mission_type: str, language: str = "en") -> dict[str, Any]:
    """Read what a person says after a mission, in the shape of `FeedbackReading`.

    Each preference has a dotted `path` under `mission_type`, a `polarity` (like, dislike, need, limit), the
    `days` it holds on, a `sentence` in the second person, and as `quote` the clause that it comes from.
    `retired`: the paths of what holds no longer.
    """
    text = text[:MOST_READ]
    found = _Found(mission_type)
    complaints: list[str] = []
    suggestions: list[str] = []
    for match in _SENTENCE.finditer(text):
        sentence = match.group().strip()
        folded = fold(sentence)
        if clue("suggestion").search(folded):
            suggestions.append(_short(sentence))
        if _QUESTION.search(folded):
            continue
        parsed = parse(sentence)
        complaints += [_short(clause.text) for clause in parsed.clauses if _complains(clause)]
        if parsed.lasting:
            _read_sentence(parsed, found)
    return {
        "sentiment": sentiment(text, language),
        "preferences": list(found.preferences.values())[:MOST_FOUND],
        "retired": found.retired[:MOST_FOUND],
        "suggestions": list(dict.fromkeys(suggestions))[:MOST_FOUND],
        "complaints": list(dict.fromkeys(complaints))[:MOST_FOUND],
    }


def clauses_of(text: str) -> Iterator[Clause]:
    """The clauses of a text that are read."""
    for sentence in sentences_of(text):
        yield from _clauses(sentence, fold(sentence))


def sentences_of(text: str) -> Iterator[str]:
    """The sentences of a text that are read."""
    for match in _SENTENCE.finditer(text[:MOST_READ]):
        yield match.group().strip()


def _short(words: str) -> str:
    return " ".join(words.split())[:300].strip(" .")


def _complains(clause: Clause) -> bool:
    at = clue("complaint").search(clause.folded)
    return at is not None and not _denied(clause.folded, at.start())


# Sentences and clauses ----------------------------------------------------------------------------------


def parse(sentence: str) -> Sentence:
    """A sentence by its clauses, and whether what it says is to last."""
    folded = fold(sentence)
    parsed = Sentence(list(_clauses(sentence, folded)))
    if clue("condition").search(folded) and not clue("wish").search(folded):
        parsed.lasting = False
    spare = [clause for clause in parsed.clauses if _says_only_when(clause)]
    if any(clue("once").search(clause.folded) for clause in spare) and not clue("otherwise").search(folded):
        parsed.lasting = False
    if spare:
        parsed.when = _when(spare[0].folded)
    return parsed


def _clauses(sentence: str, folded: str) -> Iterator[Clause]:
    start, opening = 0, ""
    for cut in [*_CLAUSE.finditer(folded), None]:
        end = cut.start() if cut else len(folded)
        if end > start:
            until = min(end, start + LONGEST_CLAUSE)
            yield Clause(sentence[start:until].strip(), folded[start:until].strip(), opening)
        if cut:
            start, opening = cut.end(), cut.group().strip()


def _says_only_when(clause: Clause) -> bool:
    """Whether a clause only says when something holds: "at least on weeknights"."""
    short = len(clause.folded.split()) <= 6
    return short and bool(
        (_when(clause.folded) and _LEADS_IN.search(clause.folded)) or clue("once").search(clause.folded)
    )


def _when(folded: str) -> str:
    return next((when for when in WHEN if clue(when.rstrip("_")).search(folded)), "")


def _read_sentence(sentence: Sentence, found: _Found) -> None:
    inherited: Stance | None = None
    excess = False
    whole = " ".join(f"{clause.opening} {clause.folded}" for clause in sentence.clauses)
    asked = any(_only_asks(clause) for clause in sentence.clauses)
    for clause in sentence.clauses:
        if clue("once").search(clause.folded):
            inherited, excess = None, False
            continue
        carries = len(clause.folded.split()) <= 4 and clause.opening in {"and", ",", "und", "et", ""}
        stance = (
            _contrasted(clause, inherited)
            or _stance(clause.folded, whole)
            or (inherited if carries else None)
        )
        _read_qualities(clause, found, _when(clause.folded) or sentence.when, excess and carries, asked)
        _read_things(clause, found, stance)
        inherited = stance
        too = re.search(_TOO, clause.folded)
        excess = too is not None and not _denied(clause.folded, too.start())


def _contrasted(clause: Clause, before: Stance | None) -> Stance | None:
    """What a few words deny beside a wish is not wanted ("I prefer French, not Italian"), nor is a kitchen
    anywhere; "not kid friendly" alone tells of trouble."""
    if len(clause.folded.split()) > 5 or not clue("contrast").search(clause.folded):
        return None
    return "avoid" if before in ("want", "love") or any(_kitchens_in(clause)) else None


def _only_asks(clause: Clause) -> bool:
    """Whether a clause is nothing but "please", "next time"."""
    rest = clue("stance_want").sub("", clause.folded)
    return rest != clause.folded and not re.search(r"\w", rest)


def _stance(folded: str, whole: str) -> Stance | None:
    """How a clause stands to what it names; `whole` is its sentence, which tells what became of a liking."""
    if clue("used_to_love").search(folded):
        asked = clue("stance_want").search(whole)
        return "avoid" if clue("not_any_more").search(whole) else "love" if asked else "none"
    return next((stance for name, stance in _STANCES if clue(name).search(folded)), None)


def _denied(folded: str, at: int) -> bool:
    """Whether what begins at `at` stands behind a "not" of its clause."""
    return clue("denial").search(folded[:at]) is not None


# Qualities ----------------------------------------------------------------------------------------------


def _read_qualities(clause: Clause, found: _Found, when: str, excess: bool, asked: bool) -> None:
    if amount := amount_in(clause.folded):
        under = gettext_noop("{When}under {what}.")
        found.add("{type}.{when}budget", "limit", under, clause.text, when, amount, what=amount)
    for path, value in ruled_out_in(clause.folded, found.mission_type):
        found.add(path, "need", "{what}", clause.text, when if "{when}" in path else "", value, value)
    for quality in qualities():
        if quality.types and found.mission_type not in quality.types:
            continue
        said = _said_of(quality, clause.folded, excess and quality.excess is not None, asked)
        if said == "excess":
            if quality.excess:
                found.add(**quality.excess, quote=clause.text)
        elif said:
            found.add(
                quality.path,
                quality.polarity,
                quality.sentence,
                clause.text,
                when if "{when}" in quality.path else "",
            )


def _said_of(quality: Quality, folded: str, excess: bool, asked: bool) -> str:
    """What a clause says of a quality: "problem", "praise", "excess", or nothing.

    `asked`: its sentence asks for something, so that "cheaper than usual" is a wish.
    """
    if quality.wanted and (at := quality.wanted.search(folded)) and not _denied(folded, at.start()):
        if not asked and _is_compared(folded, at.end()):
            return "praise" if quality.praised else ""
        return "problem"
    if (at := quality.bad.search(folded)) and not (quality.wanted and quality.wanted.search(folded)):
        before = clue("refusal").sub("", folded[: at.start()])
        behind = clue("denied_behind").search(folded[at.end() :])
        return "" if behind or _denied(before, len(before)) else "problem"
    if quality.good is None or not (at := quality.good.search(folded)):
        return ""
    before = folded[: at.start()]
    if re.match(r"(?:pas|not)\b", at.group()):  # one negation with the verb: "n'était pas cher"
        before = clue("half_of_not").sub("", before)
    denied = _denied(before, len(before)) or bool(re.search(r"\bnot\b|n't\b", at.group()))
    if re.search(_TOO + r"\s+(?:\w+\s+)?$", before) or (excess and not denied):
        return "excess"
    if denied:
        return "problem"
    if re.search(_RATHER, before):
        return "problem"
    return "praise" if quality.praised else ""


# Things -------------------------------------------------------------------------------------------------


def _is_compared(folded: str, at: int) -> bool:
    """Whether what ends at `at` is compared with what was expected, in a clause that wishes for nothing."""
    than = clue("than_expected").search(folded[at:])
    if than is None:
        return False
    around = folded[:at] + folded[at + than.end() :]
    return not (clue("stance_want").search(around) or clue("wish").search(around))


def _read_things(clause: Clause, found: _Found, stance: Stance | None) -> None:
    if preferred := clue("preferred_to").search(clause.folded):  # "French to Italian" says nothing of Italian
        at = preferred.start("than")
        clause = replace(clause, text=clause.text[:at], folded=clause.folded[:at])
    if stance == "gone" and found.mission_type == "dining":
        for path in (path for path, said in eaten_again().items() if said.search(clause.folded)):
            found.retire(path)
    for thing in _things_in(clause, found.mission_type):
        if stance == "gone":
            found.retire(thing.path)
            continue
        polarity = _polarity(thing, stance, clause.text)
        if polarity is None:
            continue
        sentence = thing.sentences.get(polarity) or thing.sentences["like"]
        found.add(thing.path, polarity, sentence, clause.text, what=thing.title)


def _polarity(thing: Thing, stance: Stance | None, text: str) -> str | None:
    if thing.always:
        return thing.always
    if stance == "none":
        return None
    if thing.opposite:
        return "need" if stance in ("avoid", "lack") else None
    if stance is None:
        feeling = sentiment(text)
        return "like" if feeling >= PLEASED or (thing.trouble and feeling <= TROUBLED) else None
    if stance == "lack":
        return "like" if thing.lack else "dislike"
    if stance == "need" and "diet." not in thing.path and clue("allergy").search(fold(text)):
        return "dislike"
    if stance == "need":
        return "need" if "need" in thing.sentences else "like"
    return "dislike" if stance == "avoid" else "like"


def _things_in(clause: Clause, mission_type: str) -> Iterator[Thing]:
    named = clue("who_refuses").sub("", clause.folded)
    for thing in things():
        if (not thing.types or mission_type in thing.types) and thing.words.search(named):
            yield thing
            if thing.always:  # "no shellfish" is a need, and says nothing more of seafood
                named = thing.words.sub(" ", named)
    if mission_type == "dining":
        yield from _kitchens_in(clause)


def _kitchens_in(clause: Clause) -> Iterator[Thing]:
    """The cuisines named: by the forms of our own lexicon, else by that of the slots."""
    named = {tag for tag, pattern in kitchens().items() if pattern.search(clause.folded)}
    for each in find_cuisines(clause.text, words_of(clause.text), []):
        tags = [tag for tag in each.value if not known_diet(str(tag))] if isinstance(each.value, list) else []
        named |= {str(tags[0])} if tags and not named & {str(tag) for tag in tags} else set()
    for tag in sorted(named):
        yield Thing(
            path=f"{{type}}.cuisine.{_slug(tag)}",
            types=("dining",),
            words=re.compile(""),
            sentences=kitchen_sentences(tag),
            title=kitchen_title(tag),
        )


def _slug(tag: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", fold(tag)).strip("_") or "other"
