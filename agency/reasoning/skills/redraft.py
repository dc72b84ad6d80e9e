"""Skill: work what the person wants changed into a draft that waits for their OK."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

from pydantic import BaseModel, Field, JsonValue

from agency.reasoning import redraft_rules
from agency.reasoning.skill import Skill

ADDRESSES = re.compile(r"https?://\S+|[^\s<>]+@[^\s<>]+")


class DraftField(BaseModel):
    """One field of the draft: what it is called, and what it takes."""

    name: str
    title: str = ""
    description: str = ""
    type: str = "string"


class DraftToChange(BaseModel):
    """The draft as it was shown, what was said to it, and what the person wished of such drafts before."""

    act: str
    fields: list[DraftField]
    arguments: dict[str, Any]
    words: str
    wishes: list[str] = []
    now: datetime
    zone: str = "UTC"


class Redraft(BaseModel):
    """Only the fields that change; none when the words could not be placed."""

    changes: dict[str, JsonValue] = Field(default={}, description="new values of the fields that change")


SYNONYMS = {
    "subject": ["betreff", "objet", "subject line"],
    "body": ["text", "message", "mail", "wording", "nachricht", "message"],
    "title": ["titel", "titre", "name"],
    "place": ["ort", "lieu", "location"],
    "to": ["recipient", "empfänger", "destinataire"],
}


def by_rules(question: DraftToChange) -> Redraft:
    """Place the words by patterns."""
    names = {
        field.name: list(
            dict.fromkeys([field.name.replace("_", " "), field.title.lower(), *SYNONYMS.get(field.name, [])])
        )
        for field in question.fields
    }
    names = {field: [name for name in called if name] for field, called in names.items()}
    return Redraft(
        changes=redraft_rules.change(
            question.arguments, question.words, names=names, now=question.now, zone=question.zone
        )
    )


def check(question: DraftToChange, reply: Redraft) -> list[str]:
    """Known fields only, and no address that neither the draft nor the person named."""
    known = {field.name for field in question.fields}
    wrong = [f"there is no field {name}." for name in reply.changes if name not in known]
    said = f"{question.words} {question.arguments}".casefold()
    for value in reply.changes.values():
        for address in ADDRESSES.findall(str(value)):
            if address.rstrip(".,)").casefold() not in said:
                wrong.append(f"nobody named the address {address[:60]}.")
    return wrong[:3]


redraft = Skill("redraft", DraftToChange, Redraft, rules=by_rules, check=check, most_tokens=1200)
