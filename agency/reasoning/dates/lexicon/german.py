"""German words."""

from __future__ import annotations

import re

from ..values import Relative, WeekdayPlural
from .base import Lexicon, words

_WEEKDAYS = ["montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonnabend", "sonntag"]
_MONTHS = [
    "januar",
    "jänner",
    "februar",
    "märz",
    "april",
    "mai",
    "juni",
    "juli",
    "august",
    "september",
    "oktober",
    "november",
    "dezember",
]
_HEADS = "|".join((*_WEEKDAYS, *_MONTHS, "früh", "spät"))

GERMAN = Lexicon(
    "de",
    # Compounds come apart: "Freitagabend", "Augustwoche".
    token=re.compile(
        rf"(?:{_HEADS})(?=(?:vormittag|nachmittag|mittag|abend|morgen|nacht|früh|woche|wochenende)s?\b)"
        r"|\d+|[^\W\d_]+|[^\w\s]|_",
        re.IGNORECASE,
    ),
    day_first=True,
    links=frozenset(
        words(
            "aber als an auf aus bei bitte da dann das der die den dem ein eine einen es für geht gern "
            "haben ich im in ist kann können mit möchte nach oder ob passt sind und uns von vor wann "
            "was wenn wir wird wo zu zum zur essen treffen wäre war hätte noch nicht circa ungefähr "
            "beim ins ans vom am um hinter vorm neben nahe unter gegenüber ohne auch dort hier irgendwo "
            "gerne lieber stattdessen"
        )
    ),
    bound=frozenset(
        words(
            "für mit zu unter über nur version zimmer nummer seite gleis bus linie tor höchstens mindestens"
        )
    ),
    ordinal=re.compile(r"(\d{1,2})\.(?!\d)"),
    ages=re.compile(r"\b(?:alter (?:von|zwischen)|kinder(?: zwischen)?|für) (?:\w+ (?:bis|und|-|–) )?$"),
)

GERMAN.add_words(
    {
        "the": "der/die/das/den/dem/des/zum/zur",
        "of": "von/vom/des/der",
        "on": "am/an/zu/zum",
        "at": "um/zu/gegen",
        "in": "in/im",
        "in_ahead": "in",
        "fromopen": "von/vom/ab",
        "during": "während/über/übers",
        "from": "von/vom/ab",
        "to": "zum/zur/bis/bis zum/bis zur/bis um/bis in den",
        "until": (
            "bis/bis zum/bis zur/bis um/bis spätestens/bis einschließlich/bis inklusive/spätestens/"
            "spätestens um/bis allerspätestens/allerspätestens/nicht später als/nicht später als um"
        ),
        "since": "ab/seit/ab dem/seit dem/von/frühestens/nicht vor/nicht vor dem/erst ab",
        "before": "vor/vor dem/vorm/vor der",
        "agobefore": "vor",
        "after": "nach/nach dem/nach der",
        "between": "zwischen/zwischen dem",
        "and": "und/und dem",
        "or": "oder",
        "for": "für/fürs",
        "around": "gegen/ungefähr/etwa/circa/ca/ca./rund um/zirka",
        "later": "später",
        "earlier": "früher",
        "early": "anfang/früh/frühen/früher/beginn/zu beginn/am anfang",
        "mid": "mitte",
        "late": "ende/spät/späten/später/am ende/gegen ende",
        "every": "jeden/jede/jedes/jeder/alle/immer",
        "a": "ein/eine/einen/einer/einem",
        "half": "halb/halbe/halben/halbes",
        "clockpast": "nach",
        "clockbefore": "vor",
        "quarter": "viertel",
        "threequarters": "dreiviertel",
        "oclock": "uhr",
        "fromnow": "ab jetzt/ab heute/von jetzt an",
        "comma": ",",
        "dash": "-/–/—/~",
        "now": "jetzt gerade/genau jetzt/gerade jetzt/sofort/im moment",
        "nowweak": "jetzt/heute",
        "today": "heute",
        "tomorrow": "morgen",
        "yesterday": "gestern",
        "dayafter": "übermorgen",
        "daybefore": "vorgestern",
        "lastnight": "gestern nacht/letzte nacht",
        "orlater": "oder später/und später/oder danach",
        "orearlier": "oder früher/und früher",
        "daily": "täglich",
        "weekly": "wöchentlich",
        "monthly": "monatlich",
        "yearly": "jährlich",
        "other": "zweite/zweiten/zweites",
        "eod": "ende des tages/tagesende",
        "endof": "ende/am ende",
        "eom": "monatsende",
        "eoy": "jahresende",
        "few": "paar/ein paar/einige/einigen/wenigen",
        "dayword": "tag/tage",
        "lastword": "letzte/letzten/letzter/letztes",
        "dot": ".",
        "slash": "/",
        "rest": "rest",
        "minutes": "minuten/minute",
        "within": "innerhalb/innerhalb von/binnen",
        "startingon": "ab/beginnend am",
        "yearword": "jahr/jahre",
        "q": "q",
        "now_at_end": "jetzt",
        "weekof": "woche vom/woche des",
        "afternext": "übernächste",
        "monthword": "monat",
        "ofmonth": "des monats/dieses monats",
        "anda": "und eine/und ein",
        "morethan": "mehr als",
        "halfyear": "h",
        "never": "guten morgen/guten tag/guten abend/gute nacht/schönen tag/schönes wochenende/schönen abend",
        "business": "werktag/werktagen/arbeitstagen/arbeitstag",
    }
)
GERMAN.add_months(
    (
        "januar/jan/jänner",
        "februar/feb/feber",
        "märz/mär/mrz",
        "april/apr",
        "mai",
        "juni/jun",
        "juli/jul",
        "august/aug",
        "september/sept/sep",
        "oktober/okt",
        "november/nov",
        "dezember/dez",
    ),
    weak=frozenset({"jan", "mär"}),
)
GERMAN.add_weekdays(
    (
        "montag/mo",
        "dienstag/di",
        "mittwoch/mi",
        "donnerstag/do",
        "freitag/fr",
        "samstag/sonnabend/sa",
        "sonntag/so",
    ),
    weak=frozenset({"mo", "di", "mi", "do", "fr", "sa", "so"}),
)
for _weekday, _names in enumerate(
    ("montags", "dienstags", "mittwochs", "donnerstags", "freitags", "samstags/sonnabends", "sonntags")
):
    for _name in _names.split("/"):
        GERMAN.add(WeekdayPlural(_weekday), _name)
GERMAN.add_units(
    {
        "second": ("sekunde", "sekunden"),
        "minute": ("minute/min", "minuten"),
        "hour": ("stunde/std", "stunden"),
        "day": ("tag/nacht/tages", "tage/tagen/nächte/nächten"),
        "week": ("woche", "wochen"),
        "weekend": ("wochenende/wochenendes", "wochenenden"),
        "month": ("monat/monats", "monate/monaten"),
        "quarter": ("quartal/quartals", "quartale/quartalen"),
        "year": ("jahr/jahres/jahre", "jahren"),
        "decade": ("jahrzehnt", "jahrzehnte/jahrzehnten"),
        "century": ("jahrhundert/jahrhunderts", "jahrhunderte/jahrhunderten"),
    }
)


def _inflected(stem: str) -> str:
    return "/".join(f"{stem}{ending}" for ending in ("e", "en", "er", "es", "em"))


GERMAN.add_relatives(
    {
        _inflected("dies") + "/dies": Relative(0),
        _inflected("nächst") + "/" + _inflected("folgend"): Relative(1),
        _inflected("letzt") + "/" + _inflected("vergangen") + "/" + _inflected("vorig"): Relative(-1),
        _inflected("kommend"): Relative(1, nearest=True),
        _inflected("übernächst"): Relative(2),
        _inflected("vorletzt"): Relative(-2),
    }
)
GERMAN.add_parts(
    {
        "morning": "morgen/am morgen/morgens/früh/vormittag/vormittags/in der früh/frühmorgens",
        "afternoon": "nachmittag/nachmittags/nachmittage",
        "evening": "abend/abends",
        "night": "nacht/nachts",
        "noon": "mittag/12 uhr mittags/zu mittag",
        "midnight": "mitternacht/mitternachts",
        "lunch": "mittags/mittagszeit/mittag",
        "after_work": "nach der arbeit/nach feierabend/nach dem büro/zum feierabend",
    }
)
GERMAN.add_seasons("frühling/frühjahr", "sommer", "herbst", "winter")
GERMAN.add_holidays(
    {
        "new_year": "neujahr/neujahrstag",
        "epiphany": "heilige drei könige/dreikönigstag",
        "valentine": "valentinstag",
        "labour": "tag der arbeit/maifeiertag",
        "german_unity": "tag der deutschen einheit",
        "reformation": "reformationstag",
        "halloween": "halloween",
        "all_saints": "allerheiligen",
        "all_souls": "allerseelen",
        "nicholas": "nikolaus/nikolaustag",
        "christmas_eve": "heiligabend/heilig abend/heiliger abend",
        "christmas": "weihnachten/weihnachtstag/erster weihnachtstag",
        "boxing": "zweiter weihnachtstag/zweiten weihnachtstag",
        "new_year_eve": "silvester",
        "easter": "ostern/ostersonntag",
        "good_friday": "karfreitag",
        "maundy_thursday": "gründonnerstag",
        "palm_sunday": "palmsonntag",
        "ash_wednesday": "aschermittwoch",
        "carnival_monday": "rosenmontag",
        "easter_monday": "ostermontag",
        "ascension": "christi himmelfahrt/himmelfahrt",
        "pentecost": "pfingsten/pfingstsonntag",
        "whit_monday": "pfingstmontag",
        "corpus_christi": "fronleichnam",
        "mothers": "muttertag",
        "assumption": "mariä himmelfahrt",
        "peter_paul": "peter und paul",
        "advent1": "erster advent/ersten advent",
        "advent2": "zweiter advent/zweiten advent",
        "advent3": "dritter advent/dritten advent",
        "advent4": "vierter advent/vierten advent",
        "eternity_sunday": "ewigkeitssonntag/totensonntag",
        "women": "frauentag",
        "black_friday": "black friday",
    }
)

_ONES = ["ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"]
_TEENS = [
    "zehn",
    "elf",
    "zwölf",
    "dreizehn",
    "vierzehn",
    "fünfzehn",
    "sechzehn",
    "siebzehn",
    "achtzehn",
    "neunzehn",
]
_TENS = ["zwanzig", "dreißig", "vierzig", "fünfzig"]
_IRREGULAR = {1: "erst", 3: "dritt", 7: "siebt", 8: "acht"}


def _numbers() -> dict[int, str]:
    numbers = dict(enumerate([*_ONES, *_TEENS], 1)) | {1: "eins", 2: "zwei/zwo", 12: "zwölf/zwoelf"}
    for i, tens in enumerate(_TENS, 2):
        numbers[i * 10] = tens
        numbers |= {i * 10 + j: f"{one}und{tens}" for j, one in enumerate(_ONES, 1)}
    return numbers


def _ordinals() -> dict[int, str]:
    stems = {
        n: _IRREGULAR.get(n, words.split("/")[0] + ("t" if n < 20 else "st"))
        for n, words in _numbers().items()
    }
    return {
        n: "/".join(stem + ending for ending in ("e", "er", "en", "es"))
        for n, stem in stems.items()
        if n <= 31
    }


GERMAN.add_numbers(_numbers(), _ordinals())
