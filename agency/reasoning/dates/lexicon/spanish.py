"""Spanish words, with and without their accents."""

from __future__ import annotations

import re

from ..values import Meridiem, Relative, WeekdayPlural
from .base import Lexicon, words

SPANISH = Lexicon(
    "es",
    token=re.compile(r"\d+|[^\W\d_]+|[^\w\s]|_"),
    day_first=True,
    links=frozenset(
        words(
            "a al con de del el en es hay la las lo los me mi no nos o para pero por porque que quiero se si "
            "sin somos tengo tu un una y ya cena comida cenar comer reservar favor gracias "
            "cerca fuera dentro"
        )
    ),
    bound=frozenset(words("para con por bajo menos más mas unos versión habitación número página línea")),
)

SPANISH.add_words(
    {
        "the": "el/la/los/las/lo",
        "of": "de/del/de la/de los/de las",
        "on": "el/al/este/para el/para",
        "at": "a las/a la/sobre las/hacia las/a eso de las/alas",
        "in": "en/de/por/a/en el/en la/por la/de la",
        "in_ahead": "en/dentro de/de aquí a",
        "during": "durante/durante el/durante la",
        "from": "de/desde/del/desde el/a partir de/a partir del",
        "fromdu": "del/desde el",
        "toau": "al/hasta el",
        "to": "a/al/hasta/hasta el/a las/hasta las",
        "until": "hasta/hasta el/hasta la/hasta las",
        "by": "a más tardar/a mas tardar/como muy tarde/para antes del",
        "since": "desde/desde el/a partir de/a partir del",
        "before": "antes de/antes del/antes de la/antes de las",
        "agobefore": "hace",
        "after": "después de/después del/despues de/despues del/pasado el/después de la",
        "between": "entre/entre el/entre las",
        "and": "y/y el/y las/e",
        "or": "o/o el",
        "for": "por/durante",
        "around": "sobre/hacia/alrededor de/alrededor de las/sobre las",
        "endof": "fin de/final de/finales de/a finales de/al final de/fin del/a fin de/a final de",
        "early": "principios de/a principios de/al principio de/comienzos de/a comienzos de/inicio de",
        "mid": "mediados de/a mediados de/mitad de",
        "late": "finales de/a finales de/fines de/a fines de/final de/fin de/a fin de/tarde",
        "every": "cada/todos los/todas las",
        "a": "un/una",
        "half": "media/medio",
        "quarter": "cuarto",
        "comma": ",",
        "dash": "-/–/—/~",
        "now": "ahora mismo/en este momento",
        "nowweak": "ahora/hoy",
        "today": "hoy",
        "tomorrow": "mañana/manana",
        "yesterday": "ayer",
        "dayafter": "pasado mañana/pasado manana",
        "daybefore": "anteayer/antes de ayer",
        "lastnight": "anoche",
        "tonight": "esta noche",
        "orlater": "o más tarde/en adelante",
        "few": "unos/unas/algunos/pocos/unos pocos",
        "couple": "un par de/par de",
        "dayword": "día/dia/días/dias",
        "lastword": "último/última/ultimo/ultima",
        "within": "en menos de",
        "rest": "resto de/resto del/el resto de",
        "ofmonth": "del mes/de este mes",
        "eom": "fin de mes/a fin de mes/final de mes/finales de mes/a finales de mes",
        "eoy": "fin de año/final de año/finales de año",
        "now_at_end": "ahora",
        "dot": ".",
        "slash": "/",
        "never": "buenos días/buenas tardes/buenas noches/buen día/feliz fin de semana/buen fin de semana",
    }
)
SPANISH.add_months(
    (
        "enero/ene",
        "febrero/feb",
        "marzo",
        "abril/abr",
        "mayo",
        "junio/jun",
        "julio/jul",
        "agosto",
        "septiembre/setiembre/sept",
        "octubre/oct",
        "noviembre/nov",
        "diciembre/dic",
    ),
    weak=frozenset({"sept"}),
)
_WEEKDAYS = ("lunes", "martes", "miércoles/miercoles", "jueves", "viernes", "sábado/sabado", "domingo")
SPANISH.add_weekdays(_WEEKDAYS, weak=frozenset())
SPANISH.add_paired_weekdays("lun mar mié jue vie sáb dom")
for _weekday, _name in ((5, "sábados"), (5, "sabados"), (6, "domingos")):
    SPANISH.add(WeekdayPlural(_weekday), _name)
SPANISH.add_units(
    {
        "second": ("segundo", "segundos"),
        "minute": ("minuto/min", "minutos"),
        "hour": ("hora", "horas"),
        "day": ("día/dia/noche", "días/dias/noches"),
        "week": ("semana", "semanas"),
        "weekend": ("fin de semana/finde", "fines de semana/findes"),
        "week*2": ("quincena", "quincenas"),
        "month": ("mes", "meses"),
        "quarter": ("trimestre", "trimestres"),
        "year": ("año/ano", "años/anos"),
    }
)
SPANISH.add_relatives(
    {
        "este/esta/estos/estas": Relative(0),
        "próximo/próxima/próximos/próximas/proximo/proxima/proximos/proximas/siguiente/siguientes/que viene"
        "/q viene": Relative(1, nearest=True),
        "pasado/pasada/pasados/pasadas/último/última/últimos/últimas": Relative(-1),
    }
)
SPANISH.add_parts(
    {
        "morning": "mañana/manana/por la mañana/mañanas",
        "afternoon": "tarde/por la tarde/tardes",
        "night": "noche/por la noche/noches/a la noche/en la noche",
        "noon": "mediodía/mediodia",
        "midnight": "medianoche",
        "lunch": "la hora de comer/al mediodía/al mediodia/a mediodía/a mediodia/hora de comer",
        "after_work": "después del trabajo/despues del trabajo/después de trabajar/al salir del trabajo",
    }
)
SPANISH.add_seasons("primavera", "verano", "otoño", "invierno")
SPANISH.add_holidays(
    {
        "new_year": "año nuevo/ano nuevo",
        "epiphany": "reyes/día de reyes",
        "valentine": "san valentín/san valentin",
        "christmas": "navidad/navidades",
        "christmas_eve": "nochebuena",
        "new_year_eve": "nochevieja/fin de año/noche vieja",
        "easter": "pascua/domingo de resurrección",
        "good_friday": "viernes santo",
        "maundy_thursday": "jueves santo",
        "halloween": "halloween",
        "all_saints": "todos los santos",
        "labour": "día del trabajo/día del trabajador",
        "black_friday": "black friday",
    }
)
SPANISH.add(Meridiem(pm=False), "am", "a.m.", "de la mañana")
SPANISH.add(Meridiem(pm=True), "pm", "p.m.", "de la tarde", "de la noche")

_NUMBERS = words(
    "uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis "
    "diecisiete dieciocho diecinueve veinte veintiuno"
)
SPANISH.add_numbers(
    dict(enumerate(_NUMBERS, 1)) | {1: "un/una/uno", 30: "treinta"},
    {
        1: "primer/primero/primera",
        2: "segundo/segunda",
        3: "tercer/tercero/tercera",
        4: "cuarto/cuarta",
    },
)
