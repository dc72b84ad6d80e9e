"""Kitchens, dishes, diets and price levels, wanted and ruled out."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pydantic import JsonValue

from agency.reasoning.slots.lexicon import word_set
from agency.reasoning.slots.spans import Found, Interval, Phrases, Word, fold, overlaps

_LEXICON = Path(__file__).with_name("cuisines.toml")
_NOT = re.compile(
    r"(?:\b(?:not|no|never|without|except(?:\s+for)?|excluding|but\s+not|anything\s+but"
    r"|other\s+than|instead\s+of|rather\s+than|hates?|avoid|dislikes?"
    r"|don['’]?t\s+(?:want|like|care\s+(?:about|for)|need)(?:\s+any)?|do\s+not\s+(?:want|like"
    r"|need)|tired\s+of|sick\s+of|no\s+more|isn['’]?t|not\s+in\s+the\s+mood\s+for"
    r"|nicht|keine?[nrms]?|ohne|außer|statt|pas(?:\s+de)?|sans|sauf)\s+(?:an?\s+|any\s+|the\s+"
    r"|really\s+|too\s+|more\s+|some\s+|schon\s+wieder\s+)*)$",
    re.IGNORECASE,
)
_CONJUNCTION = re.compile(
    r"\s*(?:,|,?\s+or|,?\s+nor|,?\s+and|\s+oder|\s+und|\s+ou|\s+et|/)\s+(?:any\s+|no\s+)?$", re.IGNORECASE
)
_OPEN = re.compile(
    r"\b(?P<word>[^\W\d_][\w-]+)\s+(?:cuisine|küche|cooking)\b|\bcuisine\s+(?P<french>[^\W\d_][\w-]+)",
    re.IGNORECASE,
)
_OPEN_STOP = word_set("not_a_kitchen")
_PRICE: tuple[tuple[str, dict[str, JsonValue]], ...] = (
    (
        r"not\s+(?:too|very|so|overly|that|super)?\s*(?:expensive|pricey|fancy|costly)"
        r"|nicht\s+(?:zu|so|sehr)?\s*teuer|pas\s+(?:trop\s+)?cher",
        {"max": 2},
    ),
    (r"not\s+(?:too\s+|so\s+)?cheap|nicht\s+(?:zu\s+)?billig", {"min": 2}),
    (
        r"moderate(?:ly)?(?:[- ]priced)?|mid(?:dle)?[- ]?range|mid(?:dle)?[- ]?priced"
        r"|medium[- ]priced|reasonabl[ey](?:[- ]priced)?|fair(?:ly)?[- ]priced|affordable"
        r"|mittlere\s+preisklasse|preiswert\w*|bezahlbar\w*|abordable|prix\s+moyen",
        {"max": 2},
    ),
    (
        r"cheap(?:est|er)?|inexpensive|budget(?:[- ]friendly)|low[- ](?:cost|price[d]?|budget)"
        r"|dirt[- ]cheap|bargain|günstig\w*|billig\w*|bon\s+marché|pas\s+cher",
        {"max": 1},
    ),
    (
        r"fanc(?:y|ier)|upscale|fine[- ]dining|expensive|high[- ]end|luxur(?:y|ious)|posh"
        r"|upmarket|gourmet|michelin(?:[- ]star(?:red)?)?|pricey|exclusive|elegant|gehoben\w*"
        r"|teuer\w*|teure[rns]?|schick\w*|nobel\w*|luxuriös\w*|haut\s+de\s+gamme|chic|gastronomique|luxe",
        {"min": 3},
    ),
    (r"(?<!\S)\${4}(?!\S)", {"min": 4, "max": 4}),
    (r"(?<!\S)\${3}(?!\S)", {"min": 3, "max": 3}),
    (r"(?<!\S)\${2}(?!\S)", {"min": 2, "max": 2}),
)


class _Lexicon(NamedTuple):
    kitchens: Phrases
    diets: Phrases
    part_of: dict[str, str]


@cache
def _lexicon() -> _Lexicon:
    data = tomllib.loads(_LEXICON.read_text(encoding="utf-8"))
    kitchens = [
        (word, tag) for tag, words in data["kitchens"].items() for word in (tag.replace("_", " "), *words)
    ]
    kitchens += list(data["dishes"].items())
    diets = [(word, tag) for tag, words in data["diets"].items() for word in (tag.replace("_", " "), *words)]
    return _Lexicon(Phrases(_inflected(kitchens)), Phrases(_inflected(diets)), data["part_of"])


def _inflected(entries: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """German adjectives change their ending: "italienisch" is also "italienisches"."""
    endings = ("e", "en", "er", "es", "em")
    return entries + [(w + e, tag) for w, tag in entries if w.endswith("isch") for e in endings]


def cuisine_tags(word: str) -> list[str]:
    """Return the OpenStreetMap cuisine values that a kitchen or dish stands for, the narrowest first."""
    tags = list(dict.fromkeys(word.split()))
    wider = [_lexicon().part_of[t] for t in tags if t in _lexicon().part_of]
    return list(dict.fromkeys([*tags, *wider]))


def known_cuisine(tag: str) -> bool:
    """Tell whether `tag` names a kitchen or a dish of the lexicon."""
    return any(tag == known for value in _lexicon().kitchens.values() for known in cuisine_tags(value))


def known_diet(tag: str) -> bool:
    """Tell whether `tag` names a diet of the lexicon."""
    return tag in _lexicon().diets.values()


def find_cuisines(text: str, words: list[Word], taken: list[Interval]) -> list[Found]:
    """Return each kitchen or dish named; value: its tags. An unknown word before "cuisine" counts too."""
    found: list[Found] = []
    for first, after, value in _lexicon().kitchens.find(words):
        start, end = words[first].start, words[after - 1].end
        if not (
            overlaps(start, end, taken)
            or _false_friend(text, words, first, after)
            or _in_a_name(words, first, after)
        ):
            found.append(
                Found(start, end, list[JsonValue](cuisine_tags(value)), negated_at(text, start, found))
            )
    for match in _OPEN.finditer(text):
        group = "word" if match["word"] else "french"
        start, end = match.span(group)
        word = fold(match[group])
        if word not in _OPEN_STOP and not overlaps(start, end, [*taken, *((f.start, f.end) for f in found)]):
            found.append(Found(start, end, [word], negated_at(text, start, found)))
    return found


_WEAK = word_set("kitchen_only_beside_food")


_GENERIC = word_set("generic_in_names")


def _in_a_name(words: list[Word], first: int, after: int) -> bool:
    """A capitalised dish inside a capitalised name ("Top Pot Doughnuts") tells of the name, not a wish."""
    if not words[first].text[0].isupper() or sum(w.text[0].islower() for w in words) < max(2, len(words) / 3):
        return False
    before, behind = (words[first - 1] if first > 1 else None), (words[after] if after < len(words) else None)
    return any(w is not None and w.text[0].isupper() and w.key not in _GENERIC for w in (before, behind))


def _false_friend(text: str, words: list[Word], first: int, after: int) -> bool:
    """Words that are kitchens only beside food: "in English", "local time", "breakfast at 9" stay out."""
    if after - first > 1 or words[first].key not in _WEAK:
        return False
    return not re.match(
        r"\s+(?:food|cuisine|restaurants?|dish(?:es)?|pubs?|bistros?|kitchen|place|cooking"
        r"|pizz\w+|küche|café|cafe|spot|diner|dinner|eatery|trattoria|brasserie|bar)\b",
        text[words[after - 1].end :],
        re.IGNORECASE,
    )


def negated_at(text: str, start: int, before: list[Found]) -> bool:
    """Tell whether "not" rules a word out, or rules out the list it stands in ("no sushi or pizza")."""
    head = text[:start]
    if _NOT.search(head):
        return True
    if before and before[-1].negated:
        between = re.sub(
            r"^\s+(?:food|cuisine|restaurants?|places?)\b",
            "",
            text[before[-1].end : start],
            flags=re.IGNORECASE,
        )
        return bool(_CONJUNCTION.fullmatch(between)) and "and" not in between.lower().split()
    return False


def find_diets(text: str, words: list[Word]) -> list[Found]:
    """Return each diet named; value: its tag."""
    found: list[Found] = []
    for first, after, tag in _lexicon().diets.find(words):
        start, end = words[first].start, words[after - 1].end
        if (
            words[first].key in _WEAK
            and after - first == 1
            and not re.match(
                r"\s+(?:food|restaurant|essen|küche|markt|laden|produ)", text[end:], re.IGNORECASE
            )
        ):
            continue
        unwanted = negated_at(text, start, found) or bool(
            re.match(
                r"\s+(?:\w+\s+){0,2}(?:(?:are|is)\s+not|aren['’]t|isn['’]t)\s+(?:required|needed"
                r"|necessary|important)",
                text[end:],
                re.IGNORECASE,
            )
        )
        found.append(Found(start, end, tag, unwanted))
    return found


def find_price_level(text: str) -> list[Found]:
    """Return the first price level named: `{"max": 1}` cheap to `{"min": 3}` fancy."""
    for pattern, level in _PRICE:
        match = re.search(
            rf"(?<!\w)(?:{pattern})(?!\w)" if "$" not in pattern else pattern, text, re.IGNORECASE
        )
        if match and not (_NOT.search(text[: match.start()]) and level.get("max") == 1):
            if _NOT.search(text[: match.start()]) and level == {"min": 3}:
                return [Found(match.start(), match.end(), {"max": 2})]
            return [Found(match.start(), match.end(), level)]
    return []
