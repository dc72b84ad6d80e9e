"""A mail that a person wants sent as they say it: “send a mail to Paul: I will be late”, “schreib Anna …”.

Such a sentence asks for a mail and nothing else. Whom it goes to is an address or a name, whose address is
asked for where it is not known; so is what it says, where that was only told about (“asking for a day off”).
What is to be found out first (“mail Anna what Wikivoyage says about Rome”) is not of this kind.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from agency.plans.essence import AssetLite
from agency.plans.goal import ONESELF, Unsaid
from agency.plans.passed_on import asked_in, passed_on
from agency.plans.toolview import ToolView
from ownyou.lib.text import clean_line, shorten

ASKS = "send it by mail"
"""How any such sentence asks for its tool."""
MOST_SUBJECT = 60
LONGEST_ADDRESS = 320
MOST_KNOWN = 5
"""Addresses that are offered for a name."""

ADDRESS = r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
_MAIL = r"(?:e-?mail|mail|courriel)"
_A = r"(?:an?|the|another|eine?n?|'ne|noch\s+eine|un|une)\s+"
_SHORT = r"(?:(?:quick|short|new|friendly|polite|kurze|neue|nette|freundliche|petit|court)\s+)*"
_POLITE = (
    r"(?:(?:please|can you|could you|would you|bitte|kannst du|könntest du|s'il te plaît|peux-tu|i want to"
    r"|i need to|i'd like to|ich möchte|ich will)[\s,]+)*"
)
_FOR_ME = r"(?:(?:bitte|mal|doch|noch|kurz|please|für mich)\s+)*"
_DETERMINER = r"(?:my|our|the|mein(?:er|em|en|e)?|unser(?:er|em|en|e)?|de[rmn]|die|ma|mon|mes|la|le)\s+|l['’]"
_NAME = r"[^\W\d_][\w'’]*(?:-[\w'’]+)*"
_WHOM = (
    rf"(?P<whom>{ADDRESS}|(?:(?i:{_DETERMINER}))?{_NAME}(?-i:\s+[A-ZÀ-Þ][\w'’-]*){{0,2}}"
    rf"(?:\s*(?:,|\b(?i:and|und|et)\b)\s*(?-i:[A-ZÀ-Þ])[\w'’-]*)*)(?![\w@])"
)
_FORMS = tuple(
    re.compile(rf"^\W*{_POLITE}{pattern}(?P<rest>.*)$", re.IGNORECASE | re.DOTALL)
    for pattern in (
        rf"(?:send|write|draft|compose)\s+{_A}{_SHORT}{_MAIL}\s+to\s+{_WHOM}",
        rf"(?:send|write|drop)\s+(?!{_A}){_WHOM}\s+{_A}{_SHORT}{_MAIL}\b",
        rf"(?:tell|write(?:\s+to)?|let)\s+{_WHOM}(?:\s+know)?\s+(?:by|via|per)\s+{_MAIL}\b",
        rf"(?:schicke?|sende|schreibe?|verfasse)\s+{_FOR_ME}(?:{_A})?{_SHORT}{_MAIL}\s+an\s+{_WHOM}",
        rf"(?:schicke?|sende|schreibe?)\s+{_FOR_ME}(?!{_A}){_WHOM}\s+{_FOR_ME}(?:{_A}{_SHORT}|per\s+){_MAIL}\b",
        rf"(?:sage?|gib|schreibe?)\s+{_FOR_ME}{_WHOM}\s+per\s+{_MAIL}(?:\s+bescheid)?",
        rf"{_FOR_ME}(?:{_A}){_SHORT}{_MAIL}\s+an\s+{_WHOM}\s+(?:schreiben|schicken|senden)",
        rf"{_FOR_ME}(?!{_A}){_WHOM}\s+(?:{_A}){_SHORT}{_MAIL}\s+(?:schreiben|schicken|senden)",
        rf"(?:envoie|envoyez|écris|écrivez|rédige)\s+{_A}{_SHORT}{_MAIL}\s+(?:à\s+|au\s+(?=\w))?{_WHOM}",
        rf"(?:send|write|compose|schicke?|sende|schreibe?|envoie|écris)\s+{_FOR_ME}{_A}{_SHORT}{_MAIL}(?=\s*(?:[.:]|$))",
        rf"(?:e-?mail|mail|maile)\s+(?:(?:to|an|à)\s+)?{_WHOM}",
    )
)
_BARE = _FORMS[-1]
"""A verb that is a noun as well: “mail” and “email” alone ask for nothing sure."""
_NOBODY = re.compile(
    r"^(?:me|mir|mich|moi|myself|uns|us|it|this|that|these|those|them|es|das|dies|sie|everything|alles|address"
    r"|addresses)\b",
    re.IGNORECASE,
)
_SAYS = re.compile(
    r"^\s*(?:"
    r"(?:,?\s*(?:and|und|et)\s+)?(?:say(?:ing|s)?|tell(?:ing)?\s+(?:her|him|them)|to\s+say"
    r"|to\s+tell\s+(?:her|him|them)|sage?(?:\s+(?:ihm|ihr|ihnen))?|(?:pour\s+)?(?:lui\s+|leur\s+)?dire|disant)"
    r"\s*(?:,?\s*(?:that|que|qu['’])(?!\w))?(?:\s*:)?|(?:that|que|qu['’])(?!\w)"
    r"|(?:with\s+the\s+words|mit\s+(?:dem\s+text|den\s+worten))\s*:?|:)\s*(?P<said>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)
_COLON = re.compile(r"^\s*:\s*(?P<said>\S.*)$", re.DOTALL)
"""What follows is sent as it stands, also to oneself: “mail me: …”. Without it something is looked up."""
_GERMAN_THAT = re.compile(
    r"^\s*(?:(?:und\s+)?sage?(?:\s+(?:ihm|ihr|ihnen))?)?\s*,?\s*da(?:ss|ß)\s+(?P<said>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)
_LET_KNOW = "Ich wollte Bescheid geben, dass {said}"
"""A German clause with its verb at the end is no sentence by itself. In German whatever language is read: it
goes on in the person's own words."""
_ABOUT = re.compile(
    r"^\s*,?\s*(?P<about>(?:about|regarding|concerning|asking|inviting|wishing|thanking|reminding|because|wegen|über"
    r"|zu|zum|zur|bezüglich|concernant|au\s+sujet|à\s+propos|on\s+the|tomorrow|today|morgen|heute)\b[^.!?\n]*)"
    r"(?P<more>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_ANSWERED = re.compile(r"^\W*[.!?]\s+(?P<said>\S.*)$", re.DOTALL)
_EMPTY_LINES = re.compile(r"\n{3,}")
_QUOTES = "“”„«»\"'"
_ONE = rf"(?P<to>{ADDRESS}|me|myself|mir|mich|moi)"
_LAST = re.compile(rf"(?:(?<=[.!?])|\n)\s*{_ONE}\W*$", re.IGNORECASE)
_FIRST = re.compile(rf"^\s*{_ONE}[.!?]?(?:\s+|$)", re.IGNORECASE)
_AS_A_QUESTION = re.compile(r"^\W*(?:can|could|would|kannst|könntest|peux)\b", re.IGNORECASE)
_ME = re.compile(r"^\W*(?:to\s+|an\s+)?(?:me|myself|mir|mich|moi)\W*$", re.IGNORECASE)
_LOOKED_UP = re.compile(r"https?://|www\.", re.IGNORECASE)
_MADE = re.compile(
    r"\bthe\s+(?:page|file|text|list|summary)\b[^:]{0,80}\byou(?:['’]ve|\s+have)?"
    r"\s+(?:made|saved|wrote|written|kept)\b"
    r"|\b(?:seite|datei|text|liste|zusammenfassung)\b[^:]{0,80}\bdu\b[^:]{0,80}"
    r"\b(?:gemacht|gespeichert|geschrieben)\b"
    r"|\b(?:page|fichier|texte|liste|résumé)\b[^:]{0,80}\btu\s+as\s+(?:fait|faite|enregistré|écrit)",
    re.IGNORECASE,
)
"""What is to be found first among what was made before is not what the mail says, unless it says so."""


@dataclass(frozen=True, slots=True)
class Mailing:
    """A mail as it was asked for: to whom by name, or at which address, and the words that it says; what was
    not said is empty. `sure`: the sentence can be nothing else."""

    name: str
    address: str
    says: str
    sure: bool

    def to_the_one_known(self, addresses: Sequence[str]) -> Mailing:
        """The same, to the address that is known for the name, where it is the only one."""
        if self.address or len(addresses) != 1:
            return self
        return replace(self, address=addresses[0])


def mail_in(text: str) -> Mailing | None:
    """The mail that a text asks for; None where it asks for something else."""
    text = _tidied(text)
    found = next((match for form in _FORMS if (match := form.match(text))), None)
    if found is None or _LOOKED_UP.search(text):
        return None
    whom, rest = clean_line(found.groupdict().get("whom", "")), found["rest"]
    if _MADE.search(text) and not (_SAYS.match(rest) or _GERMAN_THAT.match(rest)):
        return None
    if is_oneself(whom) and (note := _COLON.match(rest)):
        return Mailing("", ONESELF, _sentence_of(note["said"]), sure=True)
    said = _said(rest)
    if _NOBODY.match(whom) or said is None:
        return None
    words, answered = said
    named = "" if "@" in whom else whom
    if "@" in whom and not words:  # what an address is told about may be looked up first
        return None
    words, address = _without_address(words, answered=answered)
    if _AS_A_QUESTION.match(text):  # the mark asked us, not them
        words = words.removesuffix("?")
    address = whom if "@" in whom else address
    return Mailing(named, address, _sentence_of(words), sure=found.re is not _BARE or bool(words))


def _tidied(text: str) -> str:
    """A text without runs of blanks and of empty lines, which would be tried in every division."""
    lines = "\n".join(" ".join(line.split()) for line in text.splitlines())
    return _EMPTY_LINES.sub("\n\n", lines)


def _said(rest: str) -> tuple[str, bool] | None:
    """What a mail is to say, by the words behind its recipient, and whether only answers stand there; None
    where they say something else."""
    if not rest.strip(" .!?\n"):
        return "", False
    if german := _GERMAN_THAT.match(rest):
        return passed_on(_LET_KNOW.format(said=german["said"].strip())), False
    if asked := asked_in(rest):
        return asked, False
    if says := _SAYS.match(rest):
        return (says["said"] if _COLON.match(rest) else passed_on(says["said"])), False
    if about := _ABOUT.match(rest):
        return about["more"].strip(" .!?\n"), True
    answered = _ANSWERED.match(rest)
    return (answered["said"], True) if answered else None


def _without_address(words: str, *, answered: bool) -> tuple[str, str]:
    """Words without the address, or “me”, that is its last sentence, or the first among answers."""
    found = _LAST.search(words, max(0, len(words) - LONGEST_ADDRESS)) or (
        _FIRST.match(words) if answered else None
    )
    if found is None:
        return words, ""
    to = found["to"] if "@" in found["to"] else ONESELF
    return words[: found.start()] + words[found.end() :], to


def is_oneself(words: str) -> bool:
    """Whether words in the place of an address mean the person themselves."""
    return bool(_ME.match(words))


def _sentence_of(words: str) -> str:
    plain = words.strip().strip(_QUOTES + " ")
    return plain[:1].upper() + plain[1:]


def tool_for(tools: Sequence[ToolView]) -> ToolView | None:
    """The tool that sends words to somebody: an act that needs an address and a text."""
    return next((tool for tool in tools if tool.acts and all(_places(tool).values())), None)


def _places(tool: ToolView) -> dict[str, str]:
    """The parameters that take the address and the text, empty where there is none."""
    needed = {name: tool.takes[name] for name in tool.takes if name in tool.required}
    return {
        "address": next((name for name, taken in needed.items() if taken.sense == "address"), ""),
        "says": next((name for name, taken in needed.items() if taken.base == "markdown"), ""),
    }


def inputs_for(mail: Mailing, tool: ToolView, said: str) -> list[AssetLite]:
    """What is given to the tool, named as its parameters are."""
    places = _places(tool)
    given = {places["address"]: mail.address, places["says"]: mail.says}
    titled = next((name for name, taken in tool.takes.items() if taken.sense == "title"), "")
    if mail.says and titled:
        given[titled] = _subject_of(mail.says)
    return [
        AssetLite(name=name, type=str(tool.takes[name]), description=shorten(said, 200), value=value)
        for name, value in given.items()
        if value
    ]


def _subject_of(says: str) -> str:
    """All that is said in short, else its first sentence."""
    line = clean_line(says)
    first = re.split(r"(?<=[.!?])\s", line, maxsplit=1)[0]
    return shorten((line if len(line) <= MOST_SUBJECT else first).strip(" .!?"), MOST_SUBJECT)


def unsaid_of(mail: Mailing, tool: ToolView, addresses: Sequence[str]) -> list[Unsaid]:
    """What only the person can tell: where it goes to, then what it says."""
    places, found, name = _places(tool), [], mail.name or mail.address
    if not mail.address:
        words = _("To which address shall the mail to %(name)s go?") if name else _("To which address?")
        known = list(addresses)[:MOST_KNOWN]
        found.append(Unsaid(name=places["address"], question=words % {"name": name}, suggestions=known))
    if not mail.says:
        words = _("What shall the mail to %(name)s say?") if name else _("What shall the mail say?")
        found.append(Unsaid(name=places["says"], question=words % {"name": name}))
    return found
