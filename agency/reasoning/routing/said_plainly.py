"""Words that say plainly what is wanted where the classifier hears nobody's business, or a look-up.

English, German, French, Spanish and Italian. Only what begins so is taken: whoever asks how something is
learned wants an answer and no plan.
"""

from __future__ import annotations

import re

from agency.reasoning.slots.names import is_large

_I_WANT = (
    r"(?:(?:i|we)(?:['’]d|\ would)?\ (?:really\ )?(?:finally\ )?(?:want|like|love|need|have)\ to"
    r"|help\ (?:me|us)(?:\ to)?|teach\ me(?:\ to)?)"
)
_AIM = re.compile(
    rf"""\W*(?:please\ )?(?:
    {_I_WANT}\ (?:finally\ )?(?:learn|understand|master|become|quit|stop|give\ up
        |get\ (?:over|rid\ of|better|into)
        |spend\ (?:less|more)|read\ more|save\ (?:up|money)|write\ (?:down|a)|found|launch|sell\ my)\b
    | (?:learn|become|quit|give\ up|get\ (?:over|rid\ of|better\ at)|spend\ less|stop)
        \ (?!playing|the\ music|it\b)
        \w+(?:\ \w+){{0,7}}\ ?$
    | (?:find\ out|figure\ out|work\ out|check|see|clarify)\ (?:whether|if)\ (?:i|we|our|my)\b
    | (?:find\ out|figure\ out|work\ out)\ (?:what|how|who)\b.*\b(?:takes|costs|list|steps|page|me)\b
    | (?:look\ up|find\ out|collect|gather|put\ together)\b.*\b(?:one|a)\ (?:page|list)\b
    | ich\ (?:will|möchte|würde\ gern\w*)\b.*\b(?:lernen|verstehen|werden|aufhören|loswerden)\b
    | (?:\w+\ ){{1,3}}(?:spielen\ |sprechen\ )?lernen\W*$
    | (?:herausfinden|klären|prüfen),?\ ob\ (?:ich|wir|unser\w*|mein\w*|sich)\b
    | (?:je\ (?:veux|voudrais)|j['’]aimerais|nous\ voulons)
        \ (?:apprendre|comprendre|devenir|arrêter)\b
    | (?:quiero|me\ gustaría)\ (?:aprender|entender|dejar\ de)\b
    | (?:voglio|vorrei)\ (?:imparare|capire|smettere)\b
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_WHERE_CHEAPEST = re.compile(
    r"""\W*(?:where|who|wo|wer|où|dónde|dove)\b.*(?-i:\ [a-z]?[A-Z]\w+).*\b
    (?:cheapest|lowest\ price|(?:am\ )?(?:billigsten|günstigsten)|moins\ ch(?:er|ère)
    |más\ barat[oa]|meno)\b""",
    re.IGNORECASE | re.VERBOSE,
)


_ARTICLE = r"(?:(?:an?|the|new|one|ein\w*|d(?:er|ie|as)|neue\w?|une?|le|la|les)\ )*"
_NUMBERED = (
    r"(?:(?:\w+\ ){1,2}\d{1,4}(?:\ \w+)?"
    r"|(?:\w+\ ){0,2}(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]+(?:\ [\w-]+){0,3}?)"
)
_MADE_BY = r"(?!I\b)(?-i:[A-Z])[\w-]*[a-z0-9](?:\ [\w-]+){0,5}?"
_PRICE_OF = re.compile(
    rf"""\W*(?:
    (?:how\ much\ (?:is|are|for))\ {_ARTICLE}(?:{_MADE_BY}|{_NUMBERED})(?:\ (?:these\ days|now))?
    | (?:how\ much|what)\ (?:does|do)\ {_ARTICLE}(?:{_MADE_BY}|{_NUMBERED})
        \ (?:cost|go\ for)(?:\ (?:these\ days|now))?
    | (?:was|wie\ ?viel)\ koste[nt]\ {_ARTICLE}{_NUMBERED}
    | (?:wie\ teuer\ (?:ist|sind)|combien\ co[uû]te(?:nt)?)\ {_ARTICLE}{_NUMBERED}
    )\W*$""",
    re.IGNORECASE | re.VERBOSE,
)
"""The price of what has a maker's name or number: "how much is a Dyson V15"."""
_NOT_SOLD = re.compile(
    r"\b(?:stocks?|shares?|tickets?|rent|visa|worth|weigh\w*|tall|old|far|tax\w*|flights?|fly|train|hotel|night|hour|mile"
    r"|percent|owe|earn|pay|dollars?|euros?|yen|francs?|pounds?|in|to|from|of|aktien?|miete|karten?|flug|zug|prozent|nach|kg|km"
    r"|bitcoin|membership|subscription|people|(?<!go )for|für|pour)\b",
    re.IGNORECASE,
)
_BILL_TOO_HIGH = re.compile(
    r"""\b(?:
    (?:my|our|the)\ (?:electricity|power|energy|gas|internet|broadband|phone|mobile)
        \ (?:bill|contract|plan|tariff)\b.*\b(?:killing|eating|(?:too|so|very)\ (?:high|much|expensive)
        |fortune|going\ up|insane|crazy|ridiculous)
    | (?:strom|gas|handy|internet|mobilfunk)(?:rechnung|tarif|vertrag|kosten)\b.*\b(?:
        (?:zu|so|sehr)\ (?:hoch|teuer)|bringt\ \w+\ um|fr(?:isst|essen)|steig\w+)
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)


def said_plainly(text: str) -> str | None:
    """The mission type that the words of a goal name beyond doubt, or None."""
    if _WHERE_CHEAPEST.match(text):
        return "shopping"
    if _PRICE_OF.match(text) and not _NOT_SOLD.search(text) and not _names_a_place(text):
        return "shopping"
    if _BILL_TOO_HIGH.search(text):
        return "bill_switching"
    return "open_goal" if _AIM.match(text) else None


def _names_a_place(text: str) -> bool:
    """Whether a city or a country is all that is named: "how much is Tokyo"."""
    return any(is_large(name) for name in _NAMES.findall(text))


_NAMES = re.compile(r"(?<=\s)[A-ZÀ-Ý][\w'’-]+(?:\s+[A-ZÀ-Ý0-9][\w'’-]*)*")
