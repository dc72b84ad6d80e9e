"""French words."""

from __future__ import annotations

import re

from ..values import Meridiem, Relative, WeekdayPlural
from .base import Lexicon, words

FRENCH = Lexicon(
    "fr",
    token=re.compile(
        r"aujourd['’]hui|(?:[ldnjsmtc]|qu|jusqu|lorsqu|puisqu)['’]|\d+|[^\W\d_]+|[^\w\s]|_", re.IGNORECASE
    ),
    day_first=True,
    links=frozenset(
        words(
            "à au aux avec car chez ce cela comme dans de des donc du elle en est et il ils je l' d' "
            "la le les mais merci ne nous on ou où par pas pour quand que qu' qui s' si sur svp un une "
            "vous y nos je j' faut peut serait voudrais aimerais environ "
            "près proche quelque dehors sans sous"
        )
    ),
    bound=frozenset(
        words("pour avec sous moins plus environ version chambre numéro page porte quai bus ligne")
    ),
    ordinal=re.compile(r"(\d{1,2})\s?(?:ers?|è?res?|e|ème|eme|nde?)\b"),
)

FRENCH.add_words(
    {
        "the": "le/la/les/l'/du/au",
        "le": "le",
        "of": "de/du/d'/des/de la/de l'",
        "on": "le/pour/au",
        "at": "à/vers/pour",
        "in": "en/dans/à/au/de",
        "in_ahead": "dans/d'ici",
        "during": "pendant/durant/au cours de",
        "from": "de/du/dès/à partir de/à partir du/entre le",
        "fromdu": "du/entre le",
        "toau": "au/et le",
        "to": "à/au/jusqu'à/jusqu'au",
        "until": "jusqu'à/jusqu'au/jusqu'en/d'ici/d'ici le/avant fin",
        "since": "depuis/à partir de/à partir d'/à partir du/dès/depuis le/dès le",
        "before": "avant/avant le",
        "agobefore": "il y a",
        "after": "après/après le",
        "between": "entre/entre le",
        "and": "et/et le",
        "or": "ou/ou le",
        "for": "pour/pendant",
        "around": "vers/environ/aux environs de/autour de",
        "later": "plus tard/plus tard dans",
        "earlier": "plus tôt/plus tôt dans",
        "ago": "plus tôt/auparavant",
        "endof": "fin de/fin du/la fin de/à la fin de/la fin du/à la fin du",
        "early": "début/le début/au début/au début de/début de/au début du/tôt",
        "mid": "mi/milieu/au milieu/au milieu de/au milieu du/milieu de",
        "late": "fin/la fin/à la fin/en fin/fin de/à la fin de/la fin de/en fin de/tard",
        "every": "chaque/tous les/toutes les",
        "a": "un/une",
        "half": "demi/demie",
        "quarter": "quart/le quart",
        "minus": "moins/moins le",
        "oclock": "heures/heure",
        "comma": ",",
        "dash": "-/–/—/~",
        "now": "en ce moment/tout de suite/à l'instant",
        "nowweak": "maintenant/aujourd'hui",
        "today": "aujourd'hui",
        "tomorrow": "demain",
        "yesterday": "hier",
        "dayafter": "après-demain",
        "daybefore": "avant-hier",
        "lastnight": "hier soir/la nuit dernière",
        "orlater": "ou plus tard/et après",
        "daily": "quotidiennement",
        "weekly": "hebdomadaire",
        "monthly": "mensuel/mensuellement",
        "yearly": "annuel/annuellement",
        "eod": "fin de journée/fin de la journée/en fin de journée",
        "few": "quelques",
        "couple": "couple de",
        "dayword": "jour/jours",
        "lastword": "dernier/dernière",
        "dot": ".",
        "slash": "/",
        "rest": "reste de/reste du/le reste de/le reste du",
        "minutes": "minutes",
        "within": "d'ici/sous",
        "startingon": "à partir du/à compter du",
        "yearword": "année",
        "weekof": "semaine du/semaine commençant le",
        "ofmonth": "du mois/de ce mois",
        "anda": "et une",
        "q": "t",
        "now_at_end": "maintenant",
        "never": "bonne nuit/bonne soirée/bonne journée/bonne matinée/il était une fois/une seconde",
    }
)
FRENCH.add_months(
    (
        "janvier/janv/jan",
        "février/fevrier/févr/fév",
        "mars",
        "avril/avr",
        "mai",
        "juin",
        "juillet/juil",
        "août/aout",
        "septembre/sept",
        "octobre/oct",
        "novembre/nov",
        "décembre/decembre/déc/dec",
    ),
    weak=frozenset({"sept", "jan"}),
)
_WEEKDAYS = ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"]
FRENCH.add_weekdays(_WEEKDAYS, weak=frozenset())
FRENCH.add_paired_weekdays("lun mar mer jeu ven sam dim")
for _weekday, _name in enumerate(_WEEKDAYS):
    FRENCH.add(WeekdayPlural(_weekday), _name + "s")
FRENCH.add_units(
    {
        "second": ("seconde", "secondes"),
        "minute": ("minute/min", "minutes"),
        "hour": ("heure", "heures"),
        "day": ("jour/journée/nuit", "jours/journées/nuits"),
        "week": ("semaine", "semaines"),
        "weekend": ("week-end/weekend", "week-ends/weekends"),
        "week*2": ("quinzaine", "quinzaines"),
        "month": ("mois", ""),
        "quarter": ("trimestre", "trimestres"),
        "year": ("an/année", "ans/années"),
        "decade": ("décennie", "décennies"),
        "century": ("siècle", "siècles"),
    }
)
FRENCH.add_relatives(
    {
        "ce/cet/cette/ces": Relative(0),
        "prochain/prochaine/prochains/prochaines/suivant/suivante/suivants/suivantes": Relative(1),
        "dernier/dernière/derniers/dernières/passé/passée/passés/passées/précédent/précédente": Relative(-1),
        "à venir/qui vient": Relative(1, nearest=True),
    }
)
FRENCH.add_parts(
    {
        "morning": "matin/matinée/matins",
        "afternoon": "après-midi/aprem",
        "evening": "soir/soirée/soirs",
        "night": "nuit",
        "noon": "midi",
        "midnight": "minuit",
        "lunch": "heure du déjeuner",
        "after_work": "après le travail/après le boulot/après le bureau",
    }
)
FRENCH.add_seasons("printemps", "été", "automne", "hiver")
FRENCH.add_holidays(
    {
        "new_year": "jour de l'an/nouvel an",
        "epiphany": "épiphanie",
        "valentine": "saint-valentin",
        "labour": "fête du travail",
        "bastille": "fête nationale/quatorze juillet",
        "halloween": "halloween",
        "all_saints": "toussaint",
        "christmas": "noël/noel/jour de noël",
        "christmas_eve": "réveillon de noël/veille de noël",
        "new_year_eve": "réveillon du nouvel an/saint-sylvestre/réveillon du jour de l'an",
        "easter": "pâques/dimanche de pâques",
        "easter_monday": "lundi de pâques",
        "good_friday": "vendredi saint",
        "mardi_gras": "mardi gras",
        "ascension": "ascension/jeudi de l'ascension",
        "pentecost": "pentecôte",
        "whit_monday": "lundi de pentecôte",
        "assumption": "assomption",
        "armistice": "armistice",
        "victory": "fête de la victoire",
        "nicholas": "saint-nicolas",
        "black_friday": "black friday",
    }
)

FRENCH.add(Meridiem(pm=False), "am", "a.m.")
FRENCH.add(Meridiem(pm=True), "pm", "p.m.")

_UNITS = [
    "un",
    "deux",
    "trois",
    "quatre",
    "cinq",
    "six",
    "sept",
    "huit",
    "neuf",
    "dix",
    "onze",
    "douze",
    "treize",
    "quatorze",
    "quinze",
    "seize",
    "dix-sept",
    "dix-huit",
    "dix-neuf",
]
_TENS = {20: "vingt", 30: "trente", 40: "quarante", 50: "cinquante"}


def _numbers() -> dict[int, str]:
    numbers = dict(enumerate(_UNITS, 1)) | {1: "un/une"}
    for ten, word in _TENS.items():
        numbers[ten] = word
        numbers[ten + 1] = f"{word} et un/{word}-et-un/{word} et une"
        numbers |= {ten + j: f"{word}-{one}" for j, one in enumerate(_UNITS[1:9], 2)}
    return numbers


_ORDINALS = {
    1: "premier/première/premiers/premières",
    2: "deuxième/second/seconde",
    3: "troisième",
    4: "quatrième",
    5: "cinquième",
    6: "sixième",
    7: "septième",
    8: "huitième",
    9: "neuvième",
    10: "dixième",
}
FRENCH.add_numbers(_numbers(), _ORDINALS)
