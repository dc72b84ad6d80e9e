"""English words."""

from __future__ import annotations

import re
from datetime import date

from ..values import Meridiem, Number, Period, Relative, WeekdayPlural, Year
from .base import Lexicon, words

ENGLISH = Lexicon(
    "en",
    token=re.compile(r"\d+|[^\W\d_]+(?:['’][^\W\d_]+)*|[^\w\s]|_"),
    day_first=False,
    links=frozenset(
        words(
            "a am an and any are as at because before but by can could do does for from if in is it "
            "make of on or our please plus pm so than that the then there thanks to until we what when "
            "where which with would you i i'm i'll let's need want maybe sometime somewhere near not "
            "after start starting too ok okay also sharp ish local est pst cst edt pdt cet gmt utc bst "
            "noon will was were be has had close nearby outside inside downtown around by beside opposite "
            "within without someplace anywhere preferably ideally instead rather"
        )
    ),
    bound=frozenset(
        words(
            "for of with than under over only about take takes bring brings invite version building room "
            "number page chapter gate platform route bus seats seat"
        )
    ),
    ordinal=re.compile(r"(\d{1,3})\s?(?:st|nd|rd|th)\b"),
    ages=re.compile(
        r"\b(?:(?:aged?|ages)(?: between| from)?|(?:kids|children)(?: between)?)"
        r" (?:\w+ (?:to|and|till|-|–) )?$"
    ),
)

ENGLISH.add_words(
    {
        "the": "the",
        "of": "of",
        "on": "on",
        "at": "at/@",
        "in": "in",
        "in_ahead": "in",
        "fromopen": "from",
        "during": "during/over/throughout/all of",
        "from": "from",
        "to": "to",
        "until": (
            "as late as/not after/earlier than or on/until/till/til/thru/through/up until/no later than/"
            "not later than/at the latest by"
        ),
        "since": (
            "since/starting from/as of/asof/effective/not before/no earlier than/on or after/"
            "on or later than/ever since/not earlier than/later than or on"
        ),
        "before": "before/prior to/earlier than/sooner than/older than/ahead of",
        "by": "by/on or before",
        "endof": "end of/the end of/at the end of/at end of",
        "after": "after/past/following/later than/newer than",
        "between": "between",
        "and": "and/&",
        "or": "or",
        "for": "for",
        "around": "around/about/approximately/approx/circa/roughly/~",
        "ago": "ago/back/earlier",
        "later": "later/later in",
        "earlier": "earlier/earlier in",
        "early": "early/beginning of/start of/the beginning of/the start of/early in/at the beginning of",
        "mid": "mid/middle of/the middle of/mid-/midway through/halfway through",
        "midweek": "midweek/mid-week",
        "late": "late/end of/the end of/at the end of/late in/end/at end of",
        "every": "every/each/any",
        "a": "a/an",
        "half": "half",
        "clockpast": "past/after",
        "clockto": "to/till",
        "clockbefore": "before",
        "upto": "up to",
        "quarter": "quarter/a quarter",
        "oclock": "o'clock/oclock/o' clock/o clock",
        "fromnow": "from now/hence/from today/time",
        "out": "out",
        "comma": ",/(",
        "zone": "gmt/utc/est/edt/cst/cdt/mst/mdt/pst/pdt/cet/cest/bst/ist/pt/et/ct/mt",
        "dash": "-/–/—/~/--",
        "ish": "ish",
        "now": "right now/just now/at this time/at the moment/at present/at the present time",
        "today": "today/the present day/todays/today's/2day",
        "tomorrow": (
            "tomorrow/tmrw/tmr/tmw/tmrrw/tomorow/tommorow/tommorrow/tomorro/tomorrow's/tomoz/2moro/2morrow/2mrw"
        ),
        "yesterday": "yesterday",
        "dayafter": "day after tomorrow/the day after tomorrow/overmorrow",
        "daybefore": "day before yesterday/the day before yesterday",
        "tonight": "tonight/tonite/this night/to-night/2nite/2night/tonght/tonigt/tonihgt",
        "lastnight": "last night/yesterday night",
        "weekof": "week of/week commencing/week beginning/week starting/week beginning with",
        "orlater": "or later/or after/onwards/and later/and after/or thereafter/onward",
        "orearlier": "or earlier/or before/and before/and earlier",
        "daily": "daily",
        "weekly": "weekly",
        "monthly": "monthly",
        "yearly": "yearly/annually/annual",
        "biweekly": "biweekly/bi-weekly/fortnightly",
        "eod": "eod/end of day/end of the day/end of business/close of business/cob",
        "eom": "eom",
        "eoy": "eoy",
        "eow": "eow",
        "next": "next/following/coming/upcoming",
        "prev": "last/past/previous",
        "other": "other/second",
        "whole": "this whole/the whole/the entire/this entire",
        "ofmonth": "of the month/of month/of this month",
        "few": "few/a few/some/several",
        "couple": "couple of/a couple of/couple/a couple",
        "anda": "and a",
        "hour": "hour/hours",
        "morethan": "more than",
        "lessthan": "less than/fewer than",
        "ytd": "year to date/ytd",
        "halfyear": "h",
        "never": (
            "good morning/good afternoon/good evening/good night/good day/nice day/great day/nice weekend/"
            "great weekend/great week/nice week/day off/second thought/second thoughts/a second/"
            "just a minute/one on one"
        ),
        "business": "business day/business days/working day/working days/workdays/workday",
        "afternext": "after next",
        "beforelast": "before last",
        "yearword": "year/calendar year/the year",
        "dayword": "day/days",
        "lastword": "last/final",
        "dot": ".",
        "slash": "/",
        "apos": "'",
        "minutes": "minutes/minute/mins/min",
        "within": "within",
        "startingon": "starting/starting on/beginning/beginning on",
        "rest": "rest of/the rest of/remainder of",
        "nowweak": "now/present",
        "q": "q",
        "calendar": "calendar",
        "hundred": "hundred",
        "thistime": "this time/same time",
        "now_at_end": "now",
        "yearadj": "fiscal/school",
        "s": "s/'s",
        "oh": "oh/o",
        "monthword": "month/month of/the month of",
    }
)
ENGLISH.add_months(
    (
        "january/jan",
        "february/feb/feburary",
        "march/mar",
        "april/apr",
        "may",
        "june/jun",
        "july/jul",
        "august/aug",
        "september/sept/sep",
        "october/oct",
        "november/nov",
        "december/dec",
    ),
    weak=frozenset({"march", "may", "mar", "august", "april", "june"}),
)
ENGLISH.add_weekdays(
    (
        "monday/mon/monday's",
        "tuesday/tues/tue/tuesday's/teusday/tusday",
        "wednesday/weds/wed/wednesday's/wensday/wednsday/wednesdy/wendsday",
        "thursday/thurs/thur/thu/thursday's/thurday/thrusday/thursdy",
        "friday/fri/friday's/firday/fridy",
        "saturday/sat/saturday's/saterday/satruday/saturdy",
        "sunday/sun/sunday's/sundy",
    ),
    weak=frozenset({"sat", "sun", "wed", "mon"}),
)
for _weekday, _name in enumerate(
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
):
    ENGLISH.add(WeekdayPlural(_weekday), _name + "s")
ENGLISH.add_units(
    {
        "second": ("second/sec", "seconds/secs"),
        "minute": ("minute/min", "minutes/mins"),
        "hour": ("hour/hr/h", "hours/hrs"),
        "day": ("day/night", "days/nights"),
        "week": ("week/wk/week's", "weeks/wks"),
        "weekend": ("weekend/wknd/wkend/week-end", "weekends/wknds"),
        "week*2": ("fortnight", "fortnights"),
        "month": ("month/month's", "months"),
        "quarter": ("quarter", "quarters"),
        "year": ("year/yr/year's", "years/yrs"),
        "decade": ("decade", "decades"),
        "century": ("century", "centuries"),
    }
)
ENGLISH.add_relatives(
    {
        "this/this current/current/these/those": Relative(0),
        "next/the next/following/the following": Relative(1),
        "last/previous/preceding/the previous/the last": Relative(-1),
        "coming/this coming/upcoming/the coming/this upcoming": Relative(1, nearest=True),
        "past/this past": Relative(-1, nearest=True),
    }
)
ENGLISH.add_parts(
    {
        "morning": "morning/forenoon",
        "afternoon": "afternoon/arvo",
        "evening": "evening",
        "night": "night/nite",
        "noon": "noon/midday/mid-day/noontime/12 noon/noonish",
        "midnight": "midnight/mid-night/12 midnight",
        "lunch": "lunchtime/lunch time/lunch",
        "dinner": "dinnertime/dinner time",
        "breakfast": "breakfast time",
        "brunch": "brunch time",
        "after_work": "after work/afterwork/after-work/after the office/after office hours",
        "day": "daytime",
    }
)
ENGLISH.add_seasons("spring/springtime", "summer/summertime", "autumn/fall", "winter/wintertime")
ENGLISH.add_holidays(
    {
        "new_year": "new year's day/new years day/new year day/new year",
        "epiphany": "epiphany",
        "valentine": "valentine's day/valentines day/valentine's/valentine day/valentines",
        "patrick": "st patrick's day/saint patrick's day/st. patrick's day",
        "fools": "april fools/april fool's day/april fools day/april fools' day",
        "earth": "earth day",
        "labour": "may day/international workers' day",
        "may_fourth": "star wars day",
        "mayo": "cinco de mayo",
        "juneteenth": "juneteenth",
        "independence": "independence day/us independence day",
        "bastille": "bastille day",
        "halloween": "halloween/hallowe'en/all hallows eve",
        "all_saints": "all saints day/all saints' day",
        "all_souls": "all souls day/all souls' day",
        "guy_fawkes": "guy fawkes night/bonfire night/guy fawkes day",
        "armistice": "veterans day/armistice day/remembrance day",
        "christmas_eve": "christmas eve/xmas eve",
        "christmas": "christmas/christmas day/xmas/xmas day",
        "boxing": "boxing day",
        "new_year_eve": "new year's eve/new years eve/new year eve/nye",
        "easter": "easter/easter sunday/easter day",
        "good_friday": "good friday",
        "maundy_thursday": "maundy thursday",
        "palm_sunday": "palm sunday",
        "ash_wednesday": "ash wednesday",
        "mardi_gras": "mardi gras/shrove tuesday/pancake day",
        "easter_monday": "easter monday",
        "ascension": "ascension day",
        "pentecost": "pentecost/whit sunday",
        "whit_monday": "whit monday",
        "mlk": "martin luther king day/mlk day/martin luther king jr day/martin luther king jr. day",
        "presidents": "presidents' day/presidents day/president's day/washington's birthday",
        "mothers": "mother's day/mothers day/mothers' day",
        "memorial": "memorial day",
        "fathers": "father's day/fathers day/fathers' day",
        "us_labor": "labor day/labour day",
        "columbus": "columbus day",
        "thanksgiving": "thanksgiving/thanksgiving day",
        "black_friday": "black friday",
        "cyber_monday": "cyber monday",
        "women": "women's day/international women's day",
        "groundhog": "groundhog day",
    }
)

_ONES = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_ORDINALS = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
]


def _numbers() -> dict[int, str]:
    numbers = dict(enumerate(_ONES, 1))
    for i, tens in enumerate(_TENS, 2):
        numbers[i * 10] = tens
        numbers |= {i * 10 + j: f"{tens}-{one}" for j, one in enumerate(_ONES[:9], 1)}
    return numbers


def _ordinals() -> dict[int, str]:
    ordinals = dict(enumerate(_ORDINALS, 1))
    for ten, word in ((20, "twenty"), (30, "thirty")):
        ordinals |= {ten + j: f"{word}-{one}" for j, one in enumerate(_ORDINALS[:9], 1)}
    return ordinals | {30: "thirtieth"}


ENGLISH.add_numbers(_numbers(), _ordinals())
for _low in range(40):
    _rest = _numbers().get(_low, "")
    ENGLISH.add(
        Year(2000 + _low), f"two thousand {_rest}".strip(), f"two thousand and {_rest}".removesuffix(" and ")
    )
for _decade, _name in enumerate(
    ["twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties"], 2
):
    _years = Period(date(1900 + 10 * _decade, 1, 1), date(1910 + 10 * _decade, 1, 1), "decade")
    ENGLISH.add(_years, f"the {_name}", f"nineteen {_name}", f"the nineteen {_name}")
ENGLISH.add(Number(24, 0), "twenty and four")
ENGLISH.add(Meridiem(pm=False), "am", "a.m.", "a.m", "a m", "a")
ENGLISH.add(Meridiem(pm=True), "pm", "p.m.", "p.m", "p m", "p")
