"""Amounts of money with their bound: "under $1500", "max 50 euros a head", "between $20 and $30"."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cache

from babel import Locale
from babel.numbers import list_currencies
from pydantic import JsonValue

from agency.reasoning.slots.lexicon import word_set
from agency.reasoning.slots.numbers import LANGUAGES, number_pattern, number_value
from agency.reasoning.slots.rough_amounts import ANY_CURRENCY, Rough, find_rough, in_figures
from agency.reasoning.slots.spans import Found

LARGEST_AMOUNT = 10**12
"""No person's budget is larger, in any currency; figures beyond it are no amount."""
_SYMBOLS: dict[str, str] = {
    "US$": "USD",
    "A$": "AUD",
    "AU$": "AUD",
    "C$": "CAD",
    "CA$": "CAD",
    "NZ$": "NZD",
    "HK$": "HKD",
    "S$": "SGD",
    "R$": "BRL",
    "MX$": "MXN",
    "€": "EUR",
    "£": "GBP",
    "¥": "JPY",
    "₹": "INR",
    "₩": "KRW",
    "₺": "TRY",
    "₽": "RUB",
    "₴": "UAH",
    "₪": "ILS",
    "฿": "THB",
    "₫": "VND",
    "₱": "PHP",
    "zł": "PLN",
    "kč": "CZK",
    "fr.": "CHF",
}
_SHARED: dict[str, tuple[str, str]] = {
    # words that several currencies bear: what they mean unless the person's own currency bears them too
    "$": ("USD", "USD AUD CAD NZD HKD SGD MXN"),
    "dollar": ("USD", "USD AUD CAD NZD HKD SGD"),
    "buck": ("USD", "USD AUD CAD NZD"),
    "pound": ("GBP", "GBP EGP"),
    "quid": ("GBP", "GBP"),
    "franc": ("CHF", "CHF"),
    "franken": ("CHF", "CHF"),
    "krone": ("DKK", "DKK NOK"),
    "kroner": ("DKK", "DKK NOK"),
    "krona": ("SEK", "SEK"),
    "kronor": ("SEK", "SEK"),
    "kr": ("SEK", "SEK DKK NOK"),
    "peso": ("MXN", "MXN ARS CLP COP PHP"),
    "rupee": ("INR", "INR PKR LKR"),
    "yen": ("JPY", "JPY"),
    "yuan": ("CNY", "CNY"),
    "won": ("KRW", "KRW"),
    "rand": ("ZAR", "ZAR"),
    "real": ("BRL", "BRL"),
    "zloty": ("PLN", "PLN"),
    "lira": ("TRY", "TRY"),
    "euro": ("EUR", "EUR"),
}
_MAX = (
    r"under|below|less\s+than|no\s+more\s+than|not\s+more\s+than|at\s+most|up\s+to|max(?:imum"
    r"|imal)?\.?(?:\s+of)?|within|cheaper\s+than"
    r"|not\s+over|budget(?:\s+(?:of|is|was|ist|von|de))?|<=?|upper\s+limit(?:\s+of)?"
    r"|limit(?:\s+of)?|can\s+spend|spend(?:ing)?(?:\s+up\s+to)?"
    r"|unter|bis(?:\s+zu)?|höchstens|nicht\s+mehr\s+als|weniger\s+als|moins\s+de|jusqu['’][àa]"
    r"|au\s+(?:plus|maximum)|pas\s+plus\s+de"
    r"|(?:por\s+)?menos\s+de|(?:como\s+)?m[aá]ximo(?:\s+de)?|no\s+m[aá]s\s+de|presupuesto(?:\s+de)?"
    r"|sotto(?:\s+(?:i|gli))?|(?:a\s+)?meno\s+di|(?:al\s+)?massimo|non\s+pi[uù]\s+di"
)
_ABOUT = (
    r"about|around|approx(?:imately|\.)?|roughly|circa|ca\.?|~|some|somewhere\s+around"
    r"|in\s+the\s+(?:region|range)\s+of"
    r"|etwa|ungefähr|rund|um\s+die|environ|autour\s+de|vers|dans\s+les"
)
_MIN = (
    r"over|above|at\s+least|more\s+than|min(?:imum|imal)?\.?(?:\s+of)?|from|starting\s+(?:at"
    r"|from)|>=?|über|ab|mindestens"
    r"|mehr\s+als|plus\s+de|au\s+moins|à\s+partir\s+de"
)
_MEANS = re.compile(r"budget|presupuesto|spend|can\s+spend", re.IGNORECASE)
_AFTER_MAX = (
    r"(?:or\s+(?:less|under|below|cheaper)|max(?:imum)?|tops|at\s+(?:the\s+)?most"
    r"|oder\s+weniger|ou\s+moins|limit|budget)"
)
_AFTER_MIN = r"(?:or\s+(?:more|above|over)|and\s+up|minimum|at\s+least|oder\s+mehr|ou\s+plus|\+)"
_AFTER_ABOUT = r"(?:or\s+so|or\s+thereabouts|-?ish|environ)"
_POWERS = (
    (r"k|thousand|tsd\.?|mille", 1000),
    (r"mio\.?|mill?i(?:ons?|onen|ones|oni)", 1_000_000),
    (r"bn|mrd\.?|billions?|mill?iard(?:en?|s|i)?", 1_000_000_000),
)
_BUDGET = re.compile(r"\s*(?:max(?:imum|imal)?|tops|budget|limit)\b", re.IGNORECASE)
_FOR_SO_MUCH = re.compile(
    r"\b(?:for|für|pour|por|per)\s+(?P<amount>\d{2,5})(?=\s*(?:$|[.,;!?]|or\s+less|oder\s+weniger))",
    re.IGNORECASE,
)
PAST_THE_CLOCK = 61
"""From here on a number behind "bis" is no hour, no minute and no day of a month."""
NO_PARTY = 20
"""From here on "200 max" names what may be spent, not how many come."""
A_PRICE = 50
"""From here on "headphones for 200" names what they may cost."""
_UNWILLING = re.compile(
    r"(?:\b(?:not|never|nothing|cannot|nicht|nichts|kein\w*|pas|rien)|n['’]t)\s+(?:[^\W\d][\w'’]*\s+){0,4}$",
    re.IGNORECASE,
)
_PER = {
    "person": r"(?:a|per|each|every|pro|par|/)\s*(?:head|person|guest|adult|diner|kopf|nase"
    r"|personne|tête|pax)\b|(?:por|a|per)\s+(?:persona|cabeza|testa)\b|each\b|apiece\b|p\.?p\.?(?![\w])|pro\s+kopf\b",
    "night": r"(?:a|per|each|every|pro|par|/|the|die|la)\s*(?:night|nacht|nuit)\b|nightly\b",
    "month": r"(?:a|per|each|every|pro|par|im|/)\s*(?:month|mo|monat|mois)\b|monthly\b|monatlich\b",
    "year": r"(?:a|per|each|every|pro|par|im|/)\s*(?:year|yr|annum|jahr|an)\b|yearly\b|annually\b|jährlich\b",
}
_OTHER_UNIT = (
    r"(?!\s*-?\s*(?:people|persons?|guests?|adults?|kids|children|friends|of\s+us|seats?|miles?"
    r"|mi\b|km|kilomet|meters?|metres?|minutes?|mins?\b"
    r"|hours?|hrs?\b|h\b|days?|nights?\b|weeks?|months?\b|years?\b|stars?|percent|%|°|[ap]\.?m\b"
    r"|o['’]?clock|:\d|uhr|inch|gb|tb|kg|lbs?|mbps|kwh|w\b"
    r"|personen|leute|personnes|nächte|tage|stunden|heures|jours|nuits|star|st\b|nd\b|rd\b|th\b|[/-]\d|\.\d))"
)


_AGED = re.compile(
    r"\b(?:child(?:ren)?|kids?|kinder[ns]?|kind|enfants?|toddlers?|boys?|girls?|aged?|pupils?)\s+"
    r"(?:under|below|over|up\s+to|unter|bis|über|de\s+moins\s+de)\s+(?:the\s+age\s+of\s+)?\d{1,2}\b"
    r"(?!\s*(?:€|\$|£|euros?\b|dollars?\b))",
    re.IGNORECASE,
)
"""How old somebody is: "children under 10" cost nothing by that."""


def find_money(text: str, currency: str, languages: tuple[str, ...], *, asked: bool = False) -> list[Found]:
    """Return the amounts in `text`; a plain number counts behind a word such as "budget" or when `asked`.

    Value: `{"amount", "currency", "bound", "per"}` with bound `max`, `about` or `min`, and per `total`,
    `person`, `night`, `month` or `year`. A range adds `"min"`, its lower end. An amount with no
    bound is a maximum: it is what one wants to spend.
    """
    text = _AGED.sub(lambda match: " " * len(match.group()), text)
    rough = find_rough(text, languages)
    written = in_figures(text, rough)
    found: list[Found] = []
    for match in _pattern(languages).finditer(written):
        if each := _read(match, written, _currency_so_far(found) or currency, asked):
            found.append(_as_said(each, rough))
    return _with_the_same_per(found)


def find_price(text: str, currency: str) -> list[Found]:
    """Return what a thing to buy may cost where only a number says it: "headphones for 200"."""
    return [
        Found(
            match.start(),
            match.end(),
            {"amount": int(match["amount"]), "currency": currency, "bound": "max", "per": "total"},
        )
        for match in _FOR_SO_MUCH.finditer(text)
        if int(match["amount"]) >= A_PRICE
    ]


def _currency_so_far(found: list[Found]) -> str:
    last = found[-1].value if found else None
    return str(last["currency"]) if isinstance(last, dict) else ""


def limits(text: str, amount: Found) -> bool:
    """Tell whether the words of an amount name its upper limit: "under 90", "not more than 90"."""
    words = text[amount.start : amount.end]
    bound = amount.value.get("bound") if isinstance(amount.value, dict) else None
    return bound == "max" and re.match(rf"\s*(?:{_MAX}|{_MIN})(?!\w)", words, re.IGNORECASE) is not None


def _as_said(found: Found, rough: list[Rough]) -> Found:
    """Stretch what was read from figures over the words that said it.

    A vague amount without a bound is about it; "one to two grand" begins at 1000.
    """
    for each in rough:
        if each.start < found.end and found.start < each.end:
            value = dict(found.value) if isinstance(found.value, dict) else {}
            if each.vague and found.start >= each.start and value.get("bound") == "max":
                value["bound"] = "about"
            lower = value.get("min")
            if isinstance(lower, int | float) and lower < 100 and lower * each.power < each.amount:
                value["min"] = lower * each.power
            found = Found(min(found.start, each.start), max(found.end, each.end), value)
    return found


def _with_the_same_per(found: list[Found]) -> list[Found]:
    """ "I pay 120 a month, find something under 90": the second amount is a month's as well."""
    first = found[0].value if found else None
    per = first.get("per") if isinstance(first, dict) else None
    if per not in {"month", "year", "night"}:
        return found
    return found[:1] + [
        Found(f.start, f.end, {**f.value, "per": per})
        if isinstance(f.value, dict) and f.value["per"] == "total"
        else f
        for f in found[1:]
    ]


_LENGTH = re.compile(
    r"\s*(?:km|kms|kilomet\w+|met(?:er|re)s?|metern|miles?|yards?|feet|ft|blocks?"
    r"|m(?=\s+(?:of|from|to|away|around|vom?|um|de|du|weg|entfernt)\b))(?!\w)",
    re.IGNORECASE,
)
"""What a number is of that says how far: "within 500 m of the station"."""


def _read(match: re.Match[str], text: str, currency: str, asked: bool) -> Found | None:
    named = next((match[g] for g in ("after", "after2", "before", "before2") if match[g]), None)
    if named is None and _LENGTH.match(text, match.end()):
        return None
    at_most = _no_more(match, text)
    unclear = re.match(r"within|<|bis", match["max"] or "", re.IGNORECASE) and _plain(match) < PAST_THE_CLOCK
    behind = _BUDGET.match(text, match.end()) and _plain(match) >= NO_PARTY
    cued = at_most or bool(behind) or (bool(match["max"]) and not unclear)
    short = bool(match["thousand"] or match["thousand2"])
    if not (
        named
        or asked
        or (cued and (short or _plain(match) >= 5))
        or (short and (match["about"] or match["min"] or _BUDGET.match(text, match.end())))
    ):
        return None
    amount = _amount(
        match["amount2"] or match["amount"],
        match["thousand2"] or (match["thousand"] if not match["amount2"] else ""),
    )
    if amount is None:
        return None
    start, end, bound, per = _frame(match, text)
    bound = "max" if at_most else bound
    code = currency_code(named, currency) if named else currency
    value: dict[str, JsonValue] = {"amount": amount, "currency": code, "bound": bound, "per": per}
    if match["amount2"]:
        lower = _amount(match["amount"], match["thousand"] or match["thousand2"])
        if lower is not None and lower <= amount:
            value |= {"min": lower, "bound": "max"}
    return Found(start, end, value)


def _no_more(match: re.Match[str], text: str) -> bool:
    """ "I don't want to pay more than 50" is an upper limit."""
    return bool(match["min"]) and _UNWILLING.search(text[: match.start()]) is not None


def _plain(match: re.Match[str]) -> float:
    return _amount(match["amount"], "") or 0


def _frame(match: re.Match[str], text: str) -> tuple[int, int, str, str]:
    """Return the full span with the words around the amount, the bound, and what it is per."""
    bound = "max" if match["max"] else "about" if match["about"] else "min" if match["min"] else ""
    if match["soft"] and _MEANS.match(match["max"] or ""):  # "a budget of about 1200": no limit to the cent
        bound = "about"
    end, per = match.end(), "total"
    for _ in range(2):
        rest = text[end:]
        for name, words in _PER.items():
            if m := re.match(rf"\s*(?:{words})", rest, re.IGNORECASE):
                per, end = name, end + m.end()
                break
        rest = text[end:]
        for name, words in (("max", _AFTER_MAX), ("min", _AFTER_MIN), ("about", _AFTER_ABOUT)):
            if m := re.match(rf"\s*{words}(?!\w)", rest, re.IGNORECASE):
                bound, end = bound or name, end + m.end()
                break
    return match.start(), end, bound or "max", per


def _amount(written: str, thousand: str | None) -> float | int | None:
    if re.search(r"\d", written):
        from price_parser import Price  # every currency in one pattern: long to compile

        price = Price.fromstring(written)
        amount = price.amount
    else:
        words = number_value(written, LANGUAGES)
        amount = Decimal(words) if words is not None else None
    if amount is None:
        return None
    if thousand:
        amount *= next(
            power for words, power in _POWERS if re.fullmatch(words, thousand.strip(), re.IGNORECASE)
        )
    if amount > LARGEST_AMOUNT:
        return None
    return int(amount) if amount == amount.to_integral_value() else float(amount)


def currency_code(word: str, default: str) -> str:
    """Return the ISO 4217 code that a symbol, code or name stands for, `default` if it is none."""
    word = word.strip()
    if word == ANY_CURRENCY:
        return default
    if word.upper() in _codes():
        return word.upper()
    if code := next((c for s, c in _SYMBOLS.items() if s.casefold() == word.casefold()), None):
        return code
    key = word.casefold()
    for candidate in (key, key.removesuffix("s"), key.removesuffix("es")):
        if candidate in _SHARED:
            usual, bearers = _SHARED[candidate]
            return default if default in bearers.split() else usual
    return _names().get(key, default)


@cache
def _codes() -> frozenset[str]:
    return frozenset(list_currencies())


@cache
def _names() -> dict[str, str]:
    """Full currency names in English, German and French ("swiss francs"), from CLDR."""
    names: dict[str, str] = {}
    for language in LANGUAGES:
        for code in _COMMON_CODES:
            forms = Locale(language).currency_symbols and Locale(language)._data["currency_names_plural"].get(
                code, {}
            )
            for name in [*forms.values(), Locale(language).currencies.get(code, "")]:
                if name:
                    names[name.casefold()] = code
    return names


@cache
def _pattern(languages: tuple[str, ...]) -> re.Pattern[str]:
    symbols = "|".join(re.escape(s) for s in sorted([*_SYMBOLS, "$", ANY_CURRENCY], key=len, reverse=True))
    words = "|".join(rf"{w}e?[sn]?" for w in sorted((k for k in _SHARED if k != "$"), key=len, reverse=True))
    full = "|".join(re.escape(n) for n in sorted((n for n in _names() if " " in n), key=len, reverse=True))
    codes = "|".join(sorted(c for c in _codes() if c in _COMMON_CODES))
    before = rf"(?:{symbols}|\b(?:{codes})(?=\s*\d))"
    after = rf"(?:(?:{symbols})(?!\w)|(?:{full}|{codes}|{words})\b)"
    figures = r"\d{1,3}(?:[,.’' ]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d{1,2})?(?!\d)"
    amount = rf"(?:{figures}|{number_pattern(languages)})"
    thousand = rf"\s?(?:{'|'.join(words for words, _power in _POWERS)})(?!\w)"
    return re.compile(
        rf"(?:(?:(?<!\w)(?P<max>{_MAX})|(?<!\w)(?P<about>{_ABOUT})|(?<!\w)(?P<min>{_MIN})"
        rf"|\b(?P<between>between|zwischen|entre))\s*(?:only\s+|(?P<soft>{_ABOUT})\s+)?)?"
        rf"(?:(?P<before>{before})\s*|(?<![\w.,:/-]))(?P<amount>{amount})(?P<thousand>{thousand})?(?:\s*(?:-|d['’])?(?P<after>{after}))?"
        rf"(?:\s*(?:-|–|to|bis|à|(?(between)(?:and|und|et)|(?!)))\s*(?:(?P<before2>{before})\s*)?(?P<amount2>{amount})(?P<thousand2>{thousand})?"
        rf"(?:\s*(?P<after2>{after}))?(?=\W|$))?{_OTHER_UNIT}",
        re.IGNORECASE,
    )


_COMMON_CODES = word_set("currency_codes")
