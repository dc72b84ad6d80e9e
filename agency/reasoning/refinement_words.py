"""The words of refinements: directions, limits taken back, wishes, what is ruled out, giving up. English,
German and French; `refinement_rules` decides what they change.
"""

from __future__ import annotations

import re

_WORDS: dict[tuple[str, str], tuple[str, ...]] = {
    ("price", "lower"): (
        r"cheap(er|est)?",
        r"less expensive",
        r"(not|less) (so|as|too) (expensive|pricey|dear)",
        r"too (expensive|pricey|dear|much money)",
        r"lower price",
        r"(more )?affordable",
        r"save money",
        r"billiger|günstiger|preiswerter|(zu|weniger|nicht so) teuer",
        r"moins ch(er|ère)s?|trop ch(er|ère)s?|meilleur marché",
    ),
    ("price", "higher"): (
        r"more expensive|fancier|fancy|upscale|posh(er)?|splurge|nicer|higher end",
        r"teurer|schicker|plus chic",
    ),
    ("distance", "nearer"): (
        r"(closer|nearer)(?! to (\d|noon|midnight|(my|the|our) (budget|price|limit|date|weekend)))"
        r"( to (the )?(city )?(centre|center|middle))?|less far|too far( away)?",
        r"within walking|walking distance",
        r"not (so|as|too|that) far",
        r"näher( (am|zum|beim|an der|zur) (stadt)?(zentrum|mitte))?|zu weit|nicht so weit",
        r"plus (près|proche)s?( du centre)?|moins loin|trop loin",
    ),
    ("distance", "further"): (
        r"(further|farther)( away)?|outside (of )?(the )?(centre|center|city|town)|out of town",
        r"(a )?wider (area|search)",
        r"anywhere(?! (but|except))( in town)?",
        r"distance (does not|doesn't) matter",
        r"weiter (weg|draußen)|außerhalb|plus loin|en dehors de la ville|peu importe la distance",
    ),
    ("distance", "usual"): (
        r"(back )?(in|within|into) (the )?(city|town)( (itself|proper|limits))?",
        r"(nur )?in der (innen)?stadt|dans la ville|en ville",
    ),
    ("rating", "better"): (
        r"better (rated|reviews?|ratings?|quality)",
        r"higher rat(ed|ings?)",
        r"(top|best) rated",
        r"besser bewertet\w*|mieux not[ée]e?s?",
    ),
    ("rating", "same"): (
        r"(not|no|never|without being) (worse|lower|badly)( rated| ratings?| reviews?| quality)?",
        r"(as|equally|just as) (good|well[- ]rated)|(same|similar) (rating|quality|reviews?)",
        r"(nicht|nie) schlechter( bewertet\w*)?|gleich gut|genauso gut",
        r"pas (moins (bien|bon)|plus mal)( not[ée]e?s?)?|aussi (bien|bon)( not[ée]e?s?)?",
    ),
}
THIS_LIMIT = re.compile(
    r"\b(?:without (?:this|that|the|my|any) (?:price )?limit"
    r"|(?:ohne|diesmal kein\w*) (?:dieses |das |mein )?limit|ohne (?:diese|die|meine) (?:preis)?grenze"
    r"|sans (?:cette|la|ma) limite)\b",
    re.IGNORECASE,
)
_NO_MATTER = (
    r"(?:(?:do(?:es)?n['’]?t|do(?:es)? not|no longer) matter|(?:is|are)(?:n['’]?t| not) important"
    r"|(?:is |are )?(?:irrelevant|no object)|(?:(?:ist|sind) )?(?:\w+ )?(?:egal|nicht wichtig|unwichtig)"
    r"|(?:spielt|spielen) keine rolle)"
)
ANY: dict[str, re.Pattern[str]] = {
    field: re.compile(
        rf"\b(?:any {nouns}|(?:no|without) (?:\w+ )?{nouns} limit|{nouns} {_NO_MATTER}"
        rf"|(?:jeder|beliebiger|jede|beliebige) {nouns}|peu importe (?:le |la |l['’])?{nouns})\b",
        re.IGNORECASE,
    )
    for field, nouns in {
        "price": r"(?:the )?(?:prices?|costs?|money|budget|preise?|kosten|geld|prix)",
        "rating": r"(?:the )?(?:ratings?|reviews?|stars|bewertung(?:en)?|sterne|notes?)",
    }.items()
}
ANY["hours"] = re.compile(
    r"\b(?:(?:at )?any (?:hour|time)(?: of (?:the )?day)?(?! (?:but|except|before|after|between|from))"
    r"|whatever the (?:hour|time)|the (?:hour|time) does(?:n['’]?t| not) matter|whenever"
    r"|(?:um |zu )?(?:jede[rn]?|beliebige[rn]?) (?:uhrzeit|stunde)|(?:uhrzeit|zeit) egal"
    rf"|à n['’]importe quelle heure|peu importe l['’]heure)\b|{THIS_LIMIT.pattern}",
    re.IGNORECASE,
)
ANY["distance"] = re.compile(
    r"\b(?:any distance|(?:no|without) (?:\w+ )?distance limit"
    r"|(?:jede|beliebige) entfernung|ohne entfernungsgrenze|n['’]importe quelle distance"
    rf")\b|{THIS_LIMIT.pattern}",
    re.IGNORECASE,
)
_FINE = (
    r"(?:(?:is|would be|wäre|ist|c['’]est|serait) )?(?:also |auch |aussi )?"
    r"(?:ok(?:ay)?|fine|alright|all right|no problem|in ordnung|kein problem|möglich|bien|possible)"
)
_ENDS = (
    r"(?!\s+(?!(?:for|if|than|per|on|as|when|too|though|and|but|or|please|für|wenn|als|pro|und|aber|bitte"
    r"|kosten|sein|pour|si|que|par|et|mais)\b)\w)"
)
"""What "more" is not said of a thing before: "more attention"."""
DEARER_IS_FINE = re.compile(
    rf"\b(?:(?:(?:a (?:bit|little) )?(?:more|higher|dearer|pricier)(?: (?:expensive|money|price))?|costs more"
    rf"|(?:etwas )?(?:teurer|mehr)|plus ch(?:er|ère)) {_FINE}"
    rf"|(?:i|we) (?:can|could|would|['’]d|may) (?:also )?(?:spend|pay) "
    rf"(?:(?:a (?:bit|little)|some) )?(?:more(?: money)?|higher){_ENDS}"
    rf"|(?:i|we) (?:can|could|would|['’]d|may) (?:also )?go (?:(?:a (?:bit|little)|some) )?higher{_ENDS}"
    rf"|(?:can|may|could|darf) (?:be|cost) (?:(?:a (?:bit|little)) )?"
    rf"(?:(?:more|higher|dearer|pricier){_ENDS}|more expensive)"
    rf"|(?:darf|kann) (?:auch |ruhig )?(?:etwas )?(?:mehr|teurer){_ENDS}(?: kosten| sein)?"
    r"|peut coûter (?:un peu )?plus)\b",
    re.IGNORECASE,
)
"""That it may cost more ("more expensive is ok"): a limit is lifted, and nothing dear is asked for."""
ANY["price"] = re.compile(
    "|".join(one.pattern for one in (ANY["price"], THIS_LIMIT, DEARER_IS_FINE)), re.IGNORECASE
)
"""What takes a limit back: "any price", "price does not matter", "Preis egal"."""
AFRESH = re.compile(
    r"\b(?:(?:show|give) (?:me |us )?(?:them )?(?:all|everything)(?: of them)?(?: (?:the )?\w+)?(?: again)?"
    r"|(?:back|return) to the (?:first|original|full|whole) (?:list|results?|search|ones?)"
    r"|(?:all|everything) (?:of (?:them|it) )?(?:once )?(?:again|back)"
    r"|start (?:over|again)|undo (?:all|everything)"
    r"|from (?:the start|scratch)|bring (?:them |it )?all back"
    r"|(?:remove|clear|drop) all (?:limits?|filters?)"
    r"|zeig\w*(?: \w+)?(?: wieder)? alle\w*(?: \w+)?|(?:wieder|noch ?mal|nochmals|erneut) alle[s]?"
    r"|alle[s]? (?:wieder|noch ?mal|nochmals|erneut|von vorne?)|(?:noch ?mal |ganz )?von vorne?(?= *[.!]*$)"
    r"|tou(?:t|s|tes) (?:de nouveau|à nouveau|encore)"
    r"|(?:todo|todos|todas) otra vez|(?:tutto|tutti|tutte) di nuovo"
    r"|(?:zurück )?zur (?:ersten|ursprünglichen) liste"
    r"|(?:re)?montre[rz]?(?:[- ]moi)? (?:à nouveau )?tou(?:t|s|tes)|retour à la (?:première )?liste)\b",
    re.IGNORECASE,
)
_STARS = r"(?:stars?|sterne?n?|étoiles?)"
RATED = re.compile(
    r"\b(?:rated|rating(?: of)?|bewertet mit|bewertung(?: von)?|not[ée]e?s?)\s+"
    r"(?:at least |above |over |from |of |mindestens |ab |über |au moins )*"
    r"(?P<rated>[0-5](?:[.,]\d)?)(?![\d.,]*\d)"
    r"|\b(?:at least|minimum|above|over|mindestens|ab|über|au moins)\s+"
    rf"(?P<least>[0-5](?:[.,]\d)?)\s*{_STARS}"
    rf"|\b(?P<stars>[0-5](?:[.,]\d)?)\s*(?:\+\s*)?{_STARS}\s*"
    r"(?:or (?:more|better|higher|above)|and (?:up|above)|oder (?:mehr|besser)|ou plus)",
    re.IGNORECASE,
)
"""A floor of ratings as a figure: "rated 3.5 or more", "at least 4 stars", "mindestens 4 Sterne"."""
DIRECTIONS = [
    (field, direction, re.compile(rf"\b({'|'.join(words)})\b", re.IGNORECASE))
    for (field, direction), words in _WORDS.items()
]

PREFER = {
    "quiet": re.compile(
        r"\b(quiet(er)?|calm(er)?|(less|not (so|too|as)) (loud|noisy)"
        r"|ruhig(er|es)?|leiser|nicht so laut|calme|moins bruyante?)\b",
        re.I,
    ),
    "outdoor": re.compile(
        r"\b(outdoors?|outside(?! (of|the|in)\b)|open air|terrace|garden|patio|draußen|im freien"
        r"|garten|biergarten|terrasse|dehors|en plein air|à l['’]extérieur|jardin)\b",
        re.I,
    ),
    "romantic": re.compile(r"\bromantic|romantisch|romantique\b", re.I),
    "kid friendly": re.compile(r"\b(kid|child|family)[- ]friendly|kinderfreundlich\b", re.I),
    "step free": re.compile(
        r"\b(step[- ]?free|(no|nothing with|without) (stairs|steps)"
        r"|wheelchair( (access|accessible|friendly))?"
        r"|barrierefrei\w*|stufenlos\w*|(ohne|keine) (treppen?|stufen)|rollstuhl\w*"
        r"|sans (escaliers?|marches)|fauteuil roulant)\b",
        re.I,
    ),
    "live music": re.compile(r"\blive music|livemusik\b", re.I),
    "trusted": re.compile(
        r"\b((trusted|reliable|reputable|known) (retailer|shop|store|seller)s?"
        r"|(vertrauenswürdig|zuverlässig|bekannt)\w* (händler\w*|shops?|läden))\b",
        re.I,
    ),
    "green": re.compile(r"\b(green|renewable|eco|ökostrom)( only)?\b", re.I),
    "short": re.compile(
        r"\b((no long|short(er)?|monthly|no) contract|cancel any ?time"
        r"|(no|without( an?y?)?) (exit|cancellation|(early )?termination) fees?"
        r"|(keine|ohne) lange[nr]? (laufzeit|bindung)|kurze laufzeit|(monatlich|jederzeit) kündbar)\b",
        re.I,
    ),
    "fast": re.compile(
        r"\b((faster|quicker|sooner|schneller\w*|plus (vite|rapide))( delivery| lieferung)?|fast delivery)\b",
        re.I,
    ),
}  # fmt: skip

ANY_DAY = re.compile(
    r"\b(?:(?:on )?any (?:other )?day|the day does(?:n['’]?t| not) matter"
    r"|(?:an )?jede[mr]? tag|egal wann|tag egal|n['’]importe quel jour|peu importe le jour)\b"
    r"(?! (?:but|except|this|next|of (?!the week)|in|before|after|now)\b)",
    re.IGNORECASE,
)
"""That the day is open again."""
INSTEAD_OF = re.compile(
    r"\b(?:instead of|rather than|(?:an)?statt|au lieu de|plutôt que)\s+(?:the |der |die |das |le |la )?"
    r"[\w'’-]+(?:\s+(?-i:[A-ZÀ-Ý])[\w'’-]+)?",
    re.IGNORECASE,
)
"""What it was before, beside what it is to be now."""
NOT = re.compile(
    r"\b(?:not|no|no more|without|(?:anything|anywhere|everything|everywhere|all|anyone"
    r"|any (?:colou?r|brand|make|kind|type|shop|store|place|genre)) (?:but|except)"
    r"|except|other than|nicht|ohne"
    r"|kein(?:e|en|er)?|außer|pas(?: de| d['’])?|sauf|sans)\s+"
    r"(?:(?:from|by|at|of|on|any|in|with|via|through|von|vom|bei|beim|aus|mit|de|du|des|chez|par|the|a|an|le|la|les)\s+)*"
    r"(?P<what>[\w'’-]+(?:\s+[\w'’-]+)?)(?:\s+after all)?",
    re.I,
)
NOT_KINDS = frozenset(
    {
     "so", "too", "as", "that", "this", "the", "a", "an", "it", "one", "very", "really", "far",
     "expensive", "pricey", "dear", "long", "after", "more", "contract", "loud", "noisy", "sure", "know",
     "matter", "object", "rolle", "worse", "lower", "badly", "rated", "need", "want", "important",
     "necessary", "possible", "problem", "enough", "lange", "langen", "langer", "only", "just", "now",
     "today", "tonight", "tomorrow", "later", "earlier", "before", "good", "bad", "nice", "fancy",
     "cheap", "right", "me", "us", "my", "our", "and", "or", "but", "zu", "teuer", "weit", "laut",
     "schlechter", "mehr", "das", "die", "der", "ein", "eine", "wichtig", "trop", "si", "cher", "loin",
     "plus", "moins", "ça", "bien", "mal", "bruyant", "exit", "cancellation", "termination", "early",
     "over", "above", "under", "below", "rush", "hurry",
     "stairs", "steps", "treppe", "treppen", "stufen", "escalier", "escaliers", "marches",
    }
)  # fmt: skip
HOURS: dict[str, float] = {
    "half an": 0.5, "an": 1, "one": 1, "two": 2, "three": 3,
    "eine halbe": 0.5, "eine": 1, "zwei": 2, "drei": 3,
    "une demi": 0.5, "une": 1, "deux": 2, "trois": 3,
}  # fmt: skip
SHIFT = re.compile(
    rf"\b(?:(?P<number>\d{{1,3}}|{'|'.join(HOURS)})[\s-]?(?P<unit>hours?|h|min(?:ute)?s?|stunden?|minuten?|heures?)\s+"
    r"|(?P<little>(?:a (?:little|bit)|slightly|etwas|ein bisschen|un peu)\s+))?"
    r"(?:(?P<later>later|später|plus tard)|(?:earlier|früher|plus tôt))\b"
    r"(?!\s+(?:this|in the)\s+(?:week|month|year))",
    re.IGNORECASE,
)
GIVE_UP = re.compile(
    r"^\W*(never ?mind|forget (it|about it)|stop|cancel( it)?|leave it|give up|no thanks?|nothing|drop it|"
    r"vergiss es|lass es|laisse tomber|abbrechen)\W*$",
    re.I,
)
IGNORE = re.compile(
    r"\b(ignore|forget) (my|the) (usual |learned )?(preferences|limits?|budget)|just this once"
    r"|(meine|die) (üblichen |gelernten )?(vorlieben|grenzen) (außer acht lassen|ignorieren|vergessen)\b",
    re.I,
)

SMALL_WORDS = frozenset(
    {
     "a", "also", "and", "auch", "bit", "bitte", "darf", "etwas", "fine", "is", "it", "nur", "only",
     "please", "sein",
    }
)  # fmt: skip
