"""Italian words, with and without their accents."""

from __future__ import annotations

import re

from ..values import Meridiem, Relative
from .base import Lexicon, words

ITALIAN = Lexicon(
    "it",
    token=re.compile(r"(?:dall|dell|nell|sull|all|l|un|quest)['’]|\d+|[^\W\d_]+|[^\w\s]|_", re.IGNORECASE),
    day_first=True,
    links=frozenset(
        words(
            "a ad al alla con da dal dei del di e ed il in la le lo ma mi ne noi non o per perché più che ci "
            "siamo sono su sul un una vorrei voglio cena cenare mangiare prenotare grazie favore "
            "vicino dal dalla fuori senza"
        )
    ),
    bound=frozenset(words("per con in sotto meno più circa versione camera numero pagina linea")),
)

ITALIAN.add_words(
    {
        "the": "il/lo/la/i/gli/le/l'",
        "of": "di/del/dello/della/dell'/dei/delle",
        "on": "il/al/per il/per/di/nel/lo/la",
        "at": "alle/all'/verso le/per le/ore",
        "in": "in/a/nel/nella/di/della/al",
        "in_ahead": "tra/fra/in",
        "during": "durante/durante il/durante la",
        "from": "da/dal/dalla/dalle/a partire da/a partire dal",
        "fromdu": "dal",
        "toau": "al/fino al",
        "to": "a/al/alla/alle/fino a/fino al/fino alle",
        "until": "fino a/fino al/fino alla/fino alle/fino all'/sino a/sino al",
        "by": "entro/entro il/entro la/entro l'/al più tardi/non oltre/non oltre il/non più tardi di",
        "since": "a partire da/a partire dal",
        "before": "prima di/prima del/prima della/prima delle/prima dell'",
        "after": "dopo/dopo il/dopo la/dopo le/dopo l'",
        "between": "tra/fra/tra il/fra il/tra le/fra le",
        "and": "e/e il/e le/ed",
        "or": "o/o il",
        "for": "per/durante",
        "around": "verso/circa/intorno al/intorno alle/verso le/verso il",
        "endof": "fine/la fine di/fine di/la fine del/alla fine di/alla fine del/a fine/fine del",
        "early": "inizio/inizi di/agli inizi di/all'inizio di/inizio di/a inizio/primi di/ai primi di/presto",
        "mid": "metà/metà di/a metà/metà del/meta",
        "late": "fine/fine di/a fine/alla fine di/tardi/tarda/tardo",
        "every": "ogni/tutti i/tutte le",
        "a": "un/una/un'",
        "half": "mezza/mezzo",
        "quarter": "quarto/un quarto",
        "comma": ",",
        "dash": "-/–/—/~",
        "now": "adesso/in questo momento/proprio ora",
        "nowweak": "ora/oggi",
        "today": "oggi",
        "tomorrow": "domani",
        "yesterday": "ieri",
        "dayafter": "dopodomani/dopo domani",
        "daybefore": "l'altro ieri/l'altroieri",
        "lastnight": "ieri sera/ieri notte",
        "tonight": "stasera/questa sera/stanotte",
        "orlater": "o più tardi/in poi",
        "few": "alcuni/alcune/pochi/poche/qualche",
        "couple": "un paio di/paio di",
        "dayword": "giorno/giorni",
        "lastword": "ultimo/ultima",
        "ago": "fa",
        "within": "entro/nel giro di",
        "rest": "resto di/resto del/il resto di",
        "ofmonth": "del mese/di questo mese",
        "eom": "fine mese/a fine mese/la fine del mese",
        "eoy": "fine anno/a fine anno/la fine dell'anno",
        "now_at_end": "ora",
        "dot": ".",
        "slash": "/",
        "never": "buongiorno/buon giorno/buonasera/buona sera/buonanotte/buona giornata/buon weekend",
    }
)
ITALIAN.add_months(
    (
        "gennaio/gen",
        "febbraio/feb",
        "marzo",
        "aprile",
        "maggio",
        "giugno",
        "luglio",
        "agosto",
        "settembre/sett",
        "ottobre",
        "novembre/nov",
        "dicembre/dic",
    ),
    weak=frozenset({"gen"}),
)
ITALIAN.add_weekdays(
    (
        "lunedì/lunedi/lunedí",
        "martedì/martedi",
        "mercoledì/mercoledi",
        "giovedì/giovedi",
        "venerdì/venerdi",
        "sabato",
        "domenica",
    ),
    weak=frozenset(),
)
ITALIAN.add_paired_weekdays("lun mar mer gio ven sab dom")
ITALIAN.add_units(
    {
        "second": ("secondo", "secondi"),
        "minute": ("minuto/min", "minuti"),
        "hour": ("ora", "ore"),
        "day": ("giorno/giornata/notte", "giorni/giornate/notti"),
        "week": ("settimana", "settimane"),
        "weekend": ("weekend/week-end/fine settimana/finesettimana", ""),
        "month": ("mese", "mesi"),
        "quarter": ("trimestre", "trimestri"),
        "year": ("anno", "anni"),
    }
)
ITALIAN.add_relatives(
    {
        "questo/questa/questi/queste/quest'": Relative(0),
        "prossimo/prossima/prossimi/prossime/seguente/seguenti": Relative(1, nearest=True),
        "scorso/scorsa/scorsi/scorse/passato/passata": Relative(-1),
    }
)
ITALIAN.add_parts(
    {
        "morning": "mattina/mattino/mattinata/di mattina",
        "afternoon": "pomeriggio/di pomeriggio",
        "evening": "sera/serata/di sera",
        "night": "notte/di notte",
        "noon": "mezzogiorno",
        "midnight": "mezzanotte",
        "lunch": "pranzo/ora di pranzo/a pranzo/l'ora di pranzo",
        "after_work": "dopo il lavoro/dopo lavoro/dopo l'ufficio",
    }
)
ITALIAN.add_seasons("primavera", "estate", "autunno", "inverno")
ITALIAN.add_holidays(
    {
        "new_year": "capodanno",
        "epiphany": "epifania/befana",
        "valentine": "san valentino",
        "christmas": "natale",
        "christmas_eve": "vigilia di natale/vigilia",
        "boxing": "santo stefano",
        "new_year_eve": "san silvestro",
        "easter": "pasqua",
        "easter_monday": "pasquetta",
        "good_friday": "venerdì santo",
        "halloween": "halloween",
        "all_saints": "ognissanti",
        "assumption": "ferragosto",
        "labour": "festa dei lavoratori",
        "black_friday": "black friday",
    }
)
ITALIAN.add(Meridiem(pm=False), "am", "di mattina", "del mattino")
ITALIAN.add(Meridiem(pm=True), "pm", "di sera", "di pomeriggio", "del pomeriggio")

_NUMBERS = words(
    "uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici "
    "diciassette diciotto diciannove venti ventuno"
)
ITALIAN.add_numbers(
    dict(enumerate(_NUMBERS, 1)) | {1: "un/una/uno", 30: "trenta"},
    {1: "primo/prima", 2: "secondo/seconda", 3: "terzo/terza", 4: "quarto/quarta"},
)
