"""One spelling for what rows and requests call cities, cuisines, categories and words."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable

from ownyou.lib.text import key_of

CITY_ALIASES = {
    "nyc": "new york", "new york city": "new york", "manhattan": "new york", "sf": "san francisco",
    "san fran": "san francisco", "roma": "rome", "rom": "rome", "wien": "vienna", "vienne": "vienna",
    "londres": "london", "tokio": "tokyo", "barcelone": "barcelona", "bcn": "barcelona",
    "munchen": "munich", "koln": "cologne", "milano": "milan", "firenze": "florence", "la": "los angeles",
}  # fmt: skip

_CUISINE_ALIASES = {
    "steak house": "steak", "steakhouse": "steak", "steaks": "steak", "pizzeria": "pizza",
    "burgers": "burger", "hamburger": "burger", "bbq": "barbecue", "fish": "seafood",
    "tex mex": "mexican", "kebap": "kebab", "coffee shop": "cafe", "breakfast": "brunch",
    "veggie": "vegetarian", "plant based": "vegan", "greek food": "greek", "pub food": "pub",
}  # fmt: skip

_CUISINE_PARENTS = {
    "sushi": "japanese", "ramen": "japanese", "soba": "japanese", "izakaya": "japanese",
    "yakitori": "japanese", "tempura": "japanese", "kaiseki": "japanese", "udon": "japanese",
    "tapas": "spanish", "catalan": "spanish", "basque": "spanish", "sichuan": "chinese",
    "cantonese": "chinese", "dim sum": "chinese", "roman": "italian", "sardinian": "italian",
    "sicilian": "italian", "trattoria": "italian", "pasta": "italian", "kebab": "turkish",
    "pho": "vietnamese", "tacos": "mexican", "falafel": "lebanese", "vegan": "vegetarian",
}  # fmt: skip

_MUSIC = ("music", "concert", "live music", "gig")
_SHOW = ("show", "performance")
_EVENT_GROUPS: dict[str, tuple[str, ...]] = {
    "jazz": _MUSIC, "classical": (*_MUSIC, "classical music"), "rock": _MUSIC, "pop": _MUSIC,
    "folk": _MUSIC, "electronic": (*_MUSIC, "club", "clubbing", "nightlife"), "opera": (*_MUSIC, *_SHOW),
    "theatre": (*_SHOW, "play", "drama"), "comedy": (*_SHOW, "stand up"), "dance": _SHOW,
    "exhibition": ("art", "museum", "gallery", "culture"), "market": ("fair", "shopping"),
    "sport": ("fitness", "outdoor activity"), "kids": ("family", "children", "child"),
    "talk": ("lecture", "debate"), "film": ("cinema", "movie"),
}  # fmt: skip
_PRODUCT_GROUPS: dict[str, tuple[str, ...]] = {
    "headphones": ("earbuds", "earphones", "headset", "electronics"),
    "phone": ("smartphone", "mobile", "cellphone", "electronics"),
    "laptop": ("notebook", "computer", "electronics"),
    "tablet": ("electronics",), "e-reader": ("ereader", "ebook reader", "electronics"),
    "monitor": ("screen", "display", "electronics"),
    "coffee machine": ("coffee maker", "espresso machine", "coffeemaker", "kitchen"),
    "vacuum cleaner": ("vacuum", "hoover", "household"), "camera": ("electronics",),
    "running shoes": ("trainers", "sneakers", "shoes", "sport"),
    "bicycle part": ("bike part", "cycling"), "book": ("novel",), "kettle": ("kitchen",),
    "air fryer": ("airfryer", "kitchen"), "toy": ("game", "kids"),
    "game console": ("console", "gaming", "electronics"), "television": ("tv", "electronics"),
    "speaker": ("loudspeaker", "electronics"), "washing machine": ("washer", "household"),
    "stand mixer": ("mixer", "kitchen"), "office chair": ("desk chair", "furniture"),
    "smartwatch": ("watch", "fitness tracker", "electronics"),
    "electric toothbrush": ("toothbrush", "bathroom"),
    "mouse": ("mice", "electronics"), "keyboard": ("electronics",), "dock": ("hub", "docking station"),
    "bag": ("backpack", "sleeve"), "charger": ("power adapter",), "case": ("cover",), "stylus": ("pen",),
    "lens": ("objective",), "memory card": ("sd card",), "tripod": ("stand",), "controller": ("gamepad",),
    "desk": ("table", "furniture"), "lamp": ("light", "furniture"), "grinder": ("coffee grinder", "kitchen"),
}  # fmt: skip
_TARIFF_GROUPS: dict[str, tuple[str, ...]] = {
    "electricity": ("power", "electric", "energy"), "gas": ("energy", "heating"),
    "internet": ("broadband", "wifi", "dsl", "fibre", "fiber"),
    "phone": ("mobile", "cell", "sim", "cellphone", "smartphone"),
}  # fmt: skip
_SIGHT_GROUPS: dict[str, tuple[str, ...]] = {
    "museum": ("art", "gallery", "culture"), "garden": ("park", "nature", "outdoor"),
    "palace": ("castle", "architecture", "culture"), "church": ("cathedral", "architecture", "culture"),
    "temple": ("shrine", "architecture", "culture"), "monument": ("history", "architecture", "culture"),
    "viewpoint": ("view", "tower"), "market": ("shopping", "food"), "walk": ("neighbourhood", "outdoor"),
    "zoo": ("animal", "kids"), "day trip": ("excursion", "outside the city"),
}  # fmt: skip
_STAY_GROUPS: dict[str, tuple[str, ...]] = {
    "hotel": ("accommodation",), "apartment": ("flat", "accommodation"), "hostel": ("accommodation",),
    "guesthouse": ("bed and breakfast", "pension", "accommodation"),
}  # fmt: skip
_SERVICE_GROUPS: dict[str, tuple[str, ...]] = {
    "venue": ("hall", "room", "community centre"), "menu": ("catering", "food", "buffet"),
    "helpers": ("volunteer", "service staff"), "transport": ("bus", "minibus", "shuttle", "taxi"),
}  # fmt: skip
_GROUPS: dict[str, dict[str, tuple[str, ...]]] = {
    "sight": _SIGHT_GROUPS,
    "stay": _STAY_GROUPS,
    "service": _SERVICE_GROUPS,
    "event": _EVENT_GROUPS,
    "product": _PRODUCT_GROUPS,
    "tariff": _TARIFF_GROUPS,
}
_CATEGORY_ALIASES = {
    "theater": "theatre", "standup": "comedy", "sports": "sport", "movies": "film",
    "mobile phone": "phone", "cell phone": "phone", "ereader": "e reader",
}  # fmt: skip

_FILLERS = """
a an and any at best better buy by cheap cheaper compare deal deals find for from get good great i in is
it less looking me more most my need new nice of offer offers on online or order over please price prices
some than that the this to top under up want with within around about between below dollars euros pounds
usd eur gbp
"""
_STOP_WORDS = frozenset(_FILLERS.split())
_MODEL_NAME = re.compile(r"(?=\S*\d)[^\W_]+(?:[-./][^\W_]+)+")
_MIXED = re.compile(r"\d+|[^\W\d_]+")


@functools.lru_cache(maxsize=1024)
def city_key(name: str) -> str:
    """The key a city is stored under: lower case, no accents, common aliases resolved ("NYC", "Roma")."""
    key = key_of(name)
    return CITY_ALIASES.get(key, key)


@functools.lru_cache(maxsize=4096)
def tag_key(text: str) -> str:
    """One spelling for a tag: lower case, no accents, blanks between words, singular."""
    return " ".join(_singular(word) for word in key_of(text).split())


@functools.lru_cache(maxsize=4096)
def cuisine_key(text: str) -> str:
    """The one name of a cuisine ("steak_house", "Steakhouse" and "steak" are one)."""
    key = key_of(text)
    return _CUISINE_ALIASES.get(key, key)


def cuisine_tags(cuisines: Iterable[str]) -> list[str]:
    """The cuisines with the kitchens they belong to: sushi is also japanese."""
    keys = [cuisine_key(cuisine) for cuisine in cuisines]
    return list(dict.fromkeys([*keys, *(_CUISINE_PARENTS[key] for key in keys if key in _CUISINE_PARENTS)]))


@functools.lru_cache(maxsize=1024)
def category_key(text: str) -> str:
    """The one name of a category, as `category_tags` spells it."""
    key = key_of(text)
    return tag_key(_CATEGORY_ALIASES.get(key, key))


@functools.lru_cache(maxsize=4096)
def category_tags(kind: str, category: str) -> tuple[str, ...]:
    """The category and the wider words people use for it: jazz is also a concert."""
    groups = _GROUPS.get(kind, {})
    wider = groups.get(category) or groups.get(category_key(category)) or ()
    return tuple(dict.fromkeys(category_key(word) for word in (category, *wider) if word))


def categories_named(kind: str, words: Iterable[str]) -> list[str]:
    """The categories of a kind that some of the words name: "broadband" names internet."""
    wanted = {tag_key(word) for word in words}
    return [category for category in _GROUPS.get(kind, {}) if wanted & set(category_tags(kind, category))]


@functools.lru_cache(maxsize=8192)
def tokens(text: str) -> tuple[str, ...]:
    """The words of a text that can tell things apart: folded, singular, without stop words."""
    words = (word for word in key_of(text).split() if word not in _STOP_WORDS)
    return tuple(dict.fromkeys(_singular(word) for word in words))


def index_words(*texts: str) -> list[str]:
    """The words to find a row by. Model names are found joined and apart: WH-1000XM5, wh1000xm5."""
    found: dict[str, None] = {}
    for text in texts:
        found.update(dict.fromkeys(tokens(text)))
        for model in _MODEL_NAME.findall(text):
            found[key_of(model).replace(" ", "")] = None
    return [word[:60] for word in found]


def pieces(token: str) -> list[str]:
    """The runs of letters and of digits in a token: "iphone15" is "iphone", "15"."""
    return _MIXED.findall(token)


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
