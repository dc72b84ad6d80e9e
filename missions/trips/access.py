"""Whether everybody can get in: how people say that it must be step-free, and what a place says of it.

English, German, French.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Literal

from django.utils.translation import gettext as _

from missions.trips.plan import Check

type Access = Literal["", "wished", "needed"]
"""Wished for by who comes (seniors), or needed as said (step-free, a wheelchair)."""

STEP_FREE = "step_free"

_NEEDED = re.compile(
    r"\b(?:step[- ]?free|stair[- ]?free|(?:no|without(?: any)?) (?:steps|stairs)|accessib\w+"
    r"|wheel ?chairs?|rollators?|rollatoren|walking frames?|zimmer frames?|rollst[uü]hl\w*"
    r"|barrierefrei\w*|barrierearm\w*|stufenlos\w*|stufenfrei\w*|ebenerdig\w*"
    r"|(?:ohne|keine) (?:stufen?|treppen?)|sans (?:marches?|escaliers?)|de plain-pied"
    r"|fauteuils? roulants?)\b",
    re.IGNORECASE,
)
_WISHED = re.compile(
    r"\b(?:seniors?|senior\w+|elderly|pensioners?|retirees|old(?:er)? (?:people|neighbours|folks|ladies)"
    r"|grand(?:parents|mothers?|fathers?)|rentner\w*|ältere[nr]?|großeltern|omas?|opas?"
    r"|personnes âgées|aînés?|grands-parents"
    r"|(?:everyone|everybody|all)(?: of (?:us|them))? can (?:reach|get (?:to|in|there)|attend)"
    r"|für alle (?:gut )?(?:erreichbar|zugänglich)|alle (?:gut )?(?:erreichen|hinkommen))\b",
    re.IGNORECASE,
)


def access_in(text: str) -> Access:
    """Whether a sentence says that everybody has to get in without steps, or speaks of who would wish it."""
    return "needed" if _NEEDED.search(text) else "wished" if _WISHED.search(text) else ""


def not_said() -> str:
    """What speaks against a place that does not say so."""
    return _("does not say that it is step-free")


def check_access(access: Access, title: str, features: Collection[str]) -> list[Check]:
    """Whether the place says that it is step-free, where that is wished for; hard where it is needed.

    `title`: the place's, empty where none is chosen.
    """
    if not access:
        return []
    ok = STEP_FREE in features
    if not title:
        detail = _("no place is chosen")
    elif ok:
        detail = _("step-free, says %(title)s") % {"title": title}
    else:
        detail = _("%(title)s does not say that it is step-free: ask before you invite") % {"title": title}
    return [
        Check(name=_("Everyone can get in"), ok=ok, detail=detail, hard=access == "needed" and bool(title))
    ]
