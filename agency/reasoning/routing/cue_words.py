"""Words that the cues of levels are made of, as parts of verbose regular expressions."""

from __future__ import annotations

UTILITY = r"(electricity|power|energy|gas|internet|broadband|phone|mobile|water|strom|handy|internet)"
PLANNING = (
    r"(plan(en|ning|ifier?)?|organi[sz](e|er|ing|ar|ieren)|arrange|coordinate"
    r"|work\ (it|out)|sort\ out|planifie|koordiniere)"
)

NO_NAME = (
    r"(?:[A-Z]\w*(?:an|ese|ish)|French|Swiss|Greek|Dutch|Thai|Czech|Bluetooth|Wi-?[Ff]i|Christmas|Easter"
    r"|Halloween|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:I|USB|LED|OLED|TV|PC|DVD|HDMI|SSD|XL|XXL)\b)\w*"
)
"""Begins with a capital and names no one product: peoples, days, standards."""
NAME_ENDS = r"""(?=\W*$
    |\W+(?:for|under|below|in|on|at|with|from|to|please|online|anywhere|now|today|cheap\w*
    |best)\b)"""
"""What a name is followed by where it is all that is wanted; behind "Samsung" a "phone" makes it a kind."""
ASKED_FOR = (
    r"(?:can\ (?:i|you)|do|i|we|to|me|want|need|is|are|buy|get|find|has|sells?|[Ww]here|[Ww]ho|Buy|Get|Is"
    r"|Find|[Cc]heapest|[Bb]est|prices?|lowest|deals?|offers?|for|on|of|order|the|a|an|some|latest|new"
    r"|[Pp]lease"
    r"|acheter|kaufen?|comprar|comprare|trouver|[Oo]ù|le|la|les|un|une|el|il|miglior|prezzo|mejor|precio|per|para)"
)
"""A word that stands before the name of a product somebody wants."""

DOCTOR = (
    r"(?:dentist|gp|doctor|\w*olog(?:ist|ue|in|en)|\w*iatrician|orthodontist|optician|eye\ doctor|midwife"
    r"|surgery|therapist|physio\w*|\w*ärzt\w*|\w*arzt\w*|dentiste|médecin|ophtalmo\w*|dentista|médico|medico"
    r"|ginec[oó]log[oa]|pediatra)"
)
ONES_OWN = r"(?:my|our|the\ usual|mein\w*|unser\w*|mon|ma|mi|mio|mia|dal\ mio|dalla\ mia)"
DOCTORS_TITLE = r"(?:dr|doc|doctor|doktor|docteure?|doctora?|dottor(?:essa)?)"

SPORTS_PLACE = (
    r"(?:gyms?|studios?|boxe?s|(?:swimming|climbing)\ (?:pool|hall)s?|fitness\w*studios?|salles?\ de\ sport"
    r"|personal\ trainers?|\w+kurse?)"
)
SPORTS_COURSE = r"""(?:class|course|group|kurs|cours)(?:e?s)?\b
    (?=.*\b(?:near|nearby|around|on|in|am|evenings?|for\ adults)\b)"""
