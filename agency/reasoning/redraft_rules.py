"""Working a person's words into the fields of a draft, by rules.

What the patterns cannot place ("more like last year's") is left alone and said to be not understood.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

from pydantic import JsonValue

from agency.reasoning.dates import DateSpan, find_dates
from agency.reasoning.shortening import PROSE, shortened
from agency.reasoning.signing import QUOTED, signature_in, signed
from ownyou.lib.text import key_of

type Values = Mapping[str, JsonValue]
type Changes = dict[str, JsonValue]

ADDRESS = re.compile(r"[^\s<>\"',;:()]+@[^\s<>\"',;:()]+\.[^\W\d_]{2,}")
_FIELD_IS = (
    r"(?:change |set |make |ändere |mets? )?(?:the |den |die |das |le |la |l['’])?{name}\s*"
    r"(?::|=|\bto\b|\bshould (?:be|say)\b|\bsoll (?:sein|lauten)?\b|\bauf\b|\bà\b|\bin\b)\s*"
)
_SWAP = (
    re.compile(
        rf"\b(?:replace|ersetze|remplace[rz]?) {QUOTED} (?:with|by|durch|mit|par) {QUOTED}[.!]?$", re.I
    ),
    re.compile(
        rf"^(?:say |write |schreib |écri[st] )?{QUOTED},? "
        rf"(?:instead of|rather than|statt|anstatt|au lieu de) {QUOTED}[.!]?$",
        re.I,
    ),
)
_NOT_BUT = re.compile(rf"\b(?:not|nicht|pas) {QUOTED},? (?:but|sondern|mais) {QUOTED}[.!]?$", re.I)
_ADD = re.compile(
    r"^(?:please |bitte )?(?:add|mention|also say|say also|say(?= (?:that|i|we|it) )|include|"
    r"füge? hinzu|erwähne|schreib noch|"
    r"ajoute[rz]?|mentionne[rz]?)"
    rf"(?: that| dass| que|:)?\s+{QUOTED}$",
    re.I,
)
_WITHOUT = re.compile(
    rf"^(?:please |bitte )?(?:leave out|remove|drop|delete|without|lass|streiche|ohne|enlève|supprime|sans)"
    r"(?: the| den| die| das| le| la)?(?: part| sentence| satz| teil)?(?: about| with| über| mit| sur)?"
    rf"\s+{QUOTED}(?: weg)?[.!]?$",
    re.I,
)
_NAME_ALONE = re.compile(r"^[^\W\d_][\w'’,.-]*(?:\s+[^\W\d_][\w'’,.-]*){0,4}$")
_LETTERS = frozenset({"body", "message", "text"})
"""What a field that is signed is called."""
_RECIPIENT = re.compile(
    r"^(?:please |bitte )?(?P<verb>(?:send|mail|e-?mail|address|schicke?|sende?|maile?|"
    r"envoie|envoyez|adresse[rz]?)"
    r"(?:[- ](?:it|this|that|them|the mail|es|das|sie|ihn|die mail|le|la|les|ça|le mail))? )?"
    r"(?:(?P<also>also|auch|aussi) )?(?:to|an|à) (?P<name>[^\W\d_][^,;:?!\n\d]{0,60}?)"
    r"(?: (?:(?P<too>too|as well|auch|aussi)|instead|stattdessen|plutôt))?[.!]?$",
    re.I,
)
"""“to Anna instead”, “send it also to my sister”; its groups `also` and `too` ask for one more."""
_SELF = frozenset({"me", "myself", "mich", "mir", "moi"})
_WHOSE = ("my ", "our ", "mein", "unser", "mon ", "ma ", "notre ")
_ARTICLE = re.compile(r"^(?:the|a|an|my|our|der|die|das|den|le|la|les) ", re.I)
_SHORTER = re.compile(
    r"\b(?:shorter|short|shorten|briefer|more concise|kürzer|knapper|plus court[es]*)\b", re.I
)
_LATER = re.compile(r"\b(?:later|später|plus tard)\b", re.I)
_EARLIER = re.compile(r"\b(?:earlier|sooner|früher|plus tôt)\b", re.I)
_CLAUSES = re.compile(r"(?:\s*[,;.]\s*(?:and|und|et)?|\s+(?:and|und|et)(?:\s+(?:please|bitte))?)\s+", re.I)
_GREETINGS = (
    (re.compile(r"\b(?:greeting|salutation|say hello|greet (?:her|him|them))\b", re.I), "Hello,"),
    (re.compile(r"\b(?:begrüßung|anrede|begrüße \w+)\b", re.I), "Hallo,"),
    (re.compile(r"\b(?:salutation d['’]ouverture|formule de politesse|dis bonjour)\b", re.I), "Bonjour,"),
)
_BEGINS = re.compile(
    rf"^(?:please |bitte )?(?:start|begin|open|fang|beginne?|commence[rz]?)(?: it| the mail| die mail)?"
    rf" (?:with|mit|par|avec) {QUOTED}(?: an)?[.!]?$",
    re.I,
)

_CALLED = re.compile(
    r"^(?:please |bitte )?(?:name|call|title|nenne?|appelle)(?: it| this| es| das|-le)"
    rf"(?: bitte)? {QUOTED}[.!]?$",
    re.I,
)


def change(
    values: Values, words: str, *, names: Mapping[str, list[str]], now: datetime, zone: str
) -> Changes:
    """Return the fields of a draft that the words change, with their new values.

    `names` gives for each field what people call it; `now` is aware, `zone` an IANA zone.
    """
    words = words.strip()
    whole = _by_one_rule(values, words, names)
    clauses = [one for one in _CLAUSES.split(words) if one.strip()]
    each = (
        partial(_by_one_rule, names=names)
        if whole
        else partial(_by_any_rule, names=names, now=now, zone=zone)
    )
    if len(clauses) > 1 and (several := _by_each(values, clauses, each)):
        return several
    return whole or _moved(values, words, now, zone)


def _by_one_rule(values: Values, words: str, names: Mapping[str, list[str]]) -> Changes:
    for rule in (
        _signed,
        _begun,
        _called,
        _named_field,
        _address,
        _recipient,
        _swapped,
        _shortened,
        _without,
        _added,
    ):
        if changes := rule(values, words, names):
            return changes
    return {}


def _by_any_rule(
    values: Values, words: str, *, names: Mapping[str, list[str]], now: datetime, zone: str
) -> Changes:
    return _by_one_rule(values, words, names) or _moved(values, words, now, zone)


def _by_each(values: Values, clauses: list[str], rule: Callable[[Values, str], Changes]) -> Changes:
    """What the clauses change one after the other; nothing where one of them says nothing by itself, since
    then it belongs to its neighbour (“add that we need a chair and a bed”)."""
    now = dict(values)
    changed: Changes = {}
    for clause in clauses:
        changes = rule(now, clause)
        if not changes:
            return {}
        now |= changes
        changed |= changes
    return changed


def _without_name(text: str) -> str:
    """A letter without the name alone in its last paragraph."""
    *body, last = text.rstrip().rsplit("\n\n", 1)
    return body[0] if body and _NAME_ALONE.match(last) else text


def _signed(values: Values, words: str, names: Mapping[str, list[str]]) -> Changes:
    """“sign with Best, Anna”: the letter ends so."""
    signature = signature_in(words)
    letters = [name for name in values if {name, *names.get(name, ())} & _LETTERS]
    if not signature:
        return {}
    return {
        name: text
        for name in letters
        if isinstance(value := values[name], str)
        and (text := signed(_without_name(value), signature)) != value
    }


def _begun(values: Values, words: str, names: Mapping[str, list[str]]) -> Changes:
    """“add a greeting”, “begin with Dear Anna”: the letter begins so, unless it does."""
    said = _BEGINS.search(words)
    greeting = said.group(1) if said else next((g for p, g in _GREETINGS if p.search(words)), "")
    letters = [name for name in values if {name, *names.get(name, ())} & _LETTERS]
    return {
        name: f"{greeting}\n\n{value.lstrip()}"
        for name in letters
        if greeting and isinstance(value := values[name], str) and not value.lstrip().startswith(greeting)
    }


def _called(values: Values, words: str, _names: Mapping[str, list[str]]) -> Changes:
    """“call it Dinner with friends”: the title, or the subject, is that."""
    found = _CALLED.search(words)
    field = next((name for name in ("title", "subject") if isinstance(values.get(name), str)), "")
    return {field: found.group(1).strip()} if found and field else {}


def _named_field(values: Values, words: str, names: Mapping[str, list[str]]) -> Changes:
    """“subject: Dinner on Friday”, “change the title to …”."""
    for field, called in names.items():
        if not isinstance(values.get(field), str):
            continue
        for name in called:
            found = re.search(rf"\b{_FIELD_IS.format(name=re.escape(name))}{QUOTED}$", words, re.I | re.S)
            if found:
                return {field: found.group(1).strip()}
    return {}


def _address(values: Values, words: str, _names: Mapping[str, list[str]]) -> Changes:
    """“send it to anna@example.org”: the field that holds an address now, or is called to."""
    found = ADDRESS.search(words)
    holders = [name for name, value in values.items() if name == "to" or ADDRESS.fullmatch(str(value))]
    return {holders[0]: found.group().rstrip(".")} if found and holders else {}


def _recipient(values: Values, words: str, _names: Mapping[str, list[str]]) -> Changes:
    """“to Anna instead”: the name takes the recipient's place, for the tool to find the address of. “also to
    Anna” stays said, since it asks for one more."""
    found = _RECIPIENT.search(words)
    if not found or "to" not in values:
        return {}
    name = found["name"].strip()
    if name.casefold() in _SELF:
        name = "me"
    elif not found["verb"] and name[:1].islower() and not name.startswith(_WHOSE):
        return {}  # "to be shorter", "to the point"
    return {"to": f"also {name}" if found["also"] or found["too"] else name}


def _swapped(values: Values, words: str, _names: Mapping[str, list[str]]) -> Changes:
    """“replace X with Y”, “Y instead of X”, “not X but Y”: in whatever text X stands."""
    for pattern, old, new in ((_SWAP[0], 1, 2), (_SWAP[1], 2, 1), (_NOT_BUT, 1, 2)):
        if found := pattern.search(words):
            return _in_texts(values, partial(_put, found.group(old).strip(), found.group(new).strip()))
    return {}


def _put(old: str, new: str, text: str) -> str:
    return re.sub(re.escape(old), lambda _: new, text, flags=re.I)


def _shortened(values: Values, words: str, names: Mapping[str, list[str]]) -> Changes:
    """“shorter”, “a shorter subject”: half of the prose's sentences, or the line to its first break."""
    if not _SHORTER.search(words):
        return {}
    asked = [field for field, called in names.items() if any(key_of(n) in key_of(words) for n in called)]
    texts = [f for f, value in values.items() if isinstance(value, str) and len(value) > PROSE]
    return {
        field: short
        for field in asked or texts
        if isinstance(value := values.get(field), str) and (short := shortened(value)) != value
    }


def _without(values: Values, words: str, _names: Mapping[str, list[str]]) -> Changes:
    """“leave out the part about parking”: the sentences that speak of it go."""
    found = _WITHOUT.search(words)
    if not found:
        return {}
    about = key_of(_ARTICLE.sub("", found.group(1)))
    return _in_texts(values, lambda text: _sentences_without(text, about))


def _sentences_without(text: str, about: str) -> str:
    lines = [
        " ".join(s for s in re.split(r"(?<=[.!?])\s+", line) if about not in key_of(s))
        for line in text.splitlines()
    ]
    kept = "\n".join(line for line, was in zip(lines, text.splitlines(), strict=True) if line or not was)
    return re.sub(r"\n{3,}", "\n\n", kept).strip() or text


def _added(values: Values, words: str, _names: Mapping[str, list[str]]) -> Changes:
    """“add that we need a high chair”: a sentence more at the end of the longest text."""
    found = _ADD.search(words)
    texts = {name: value for name, value in values.items() if isinstance(value, str)}
    if not found or not texts:
        return {}
    field = max(texts, key=lambda name: len(texts[name]))
    sentence = found.group(1).strip()
    sentence = sentence[:1].upper() + sentence[1:] + ("" if sentence.endswith((".", "!", "?")) else ".")
    *body, last = texts[field].rstrip().rsplit("\n\n", 1)
    if body and len(last) < PROSE and not last.rstrip().endswith((".", "?")):
        return {field: f"{body[0]}\n\n{sentence}\n\n{last}"}
    return {field: f"{texts[field].rstrip()}\n\n{sentence}"}


def _in_texts(values: Values, work: Callable[[str], str]) -> Changes:
    changed = {name: work(value) for name, value in values.items() if isinstance(value, str)}
    return {name: value for name, value in changed.items() if value and value != values[name]}


def _moved(values: Values, words: str, now: datetime, zone: str) -> Changes:
    """“at 8 pm”, “on Saturday instead”, “half an hour later”: the moments of the draft move together."""
    moments = {name: moment for name, value in values.items() if (moment := _moment(value)) is not None}
    if not moments:
        return {}
    first = min(moments.values())
    local = first.astimezone(ZoneInfo(zone))
    ref = now.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    to = _where_to(local, words, find_dates(words, ref=ref), ref)
    if to is None or to == local:
        return {}
    shift = to - local
    return {name: (moment + shift).isoformat() for name, moment in moments.items()}


def _where_to(local: datetime, words: str, spans: list[DateSpan], ref: datetime) -> datetime | None:
    if _LATER.search(words) or _EARLIER.search(words):
        moved = [span.begins for span in spans if isinstance(span.begins, datetime)]
        by = abs(moved[0] - ref) if moved else timedelta(hours=1)
        return local + by if _LATER.search(words) else local - by
    to = local
    for span in spans:
        begins = span.begins
        if isinstance(begins, datetime):
            to = begins.replace(tzinfo=local.tzinfo)
        elif begins is not None and span.kind == "date":
            to = datetime.combine(begins, to.timetz())  # type: ignore[arg-type]
        elif begins is not None and span.kind in ("time", "timerange"):
            to = datetime.combine(to.date(), begins, tzinfo=local.tzinfo)  # type: ignore[arg-type]
    return to


def _moment(value: JsonValue) -> datetime | None:
    if not isinstance(value, str) or not re.match(r"\d{4}-\d\d-\d\dT", value):
        return None
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        return None
    return moment if moment.tzinfo else None
