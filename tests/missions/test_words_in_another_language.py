"""What is put together for a person is put together in their language, in whatever thread it is said."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation
from django.utils.translation import trans_real

from agency.sources.base import SourceUnavailable
from agency.sources.http import PoliteClient, Question
from missions.models import Mission
from missions.slot_words import slot_words
from ownyou.lib.deadline import Deadline
from tests.fakes.http_server import FakeServer, Reply
from trust.tools import tool_named


@pytest.fixture
def german(settings: Any) -> Any:
    """A language in which three sentences of ours are translated already."""
    with translation.override("de"):
        catalogue = trans_real.catalog()._catalog._catalogs[0]
        said = {
            "%(source)s %(what)s.": "%(source)s: %(what)s!",
            "could not be reached": "nicht erreichbar",
            "sent an answer that cannot be read": "unlesbar",
            "Send a mail": "Eine Mail senden",
        }
        catalogue.update(said)
        yield
        for one in said:
            catalogue.pop(one, None)


def test_why_a_source_failed_is_said_in_the_language_of_who_asked(db: None, german: None) -> None:
    client = PoliteClient("Fake")
    with FakeServer() as fake:
        fake.will_say(Reply(b"no JSON"))
        with pytest.raises(SourceUnavailable, match="Fake: unlesbar!"):
            client.ask(Question(fake.url), Deadline.after(60), lambda answer: answer)


def test_a_tool_is_kept_by_its_name_and_read_in_the_language_of_who_reads(german: None, owner: Any) -> None:
    mail = tool_named("mail.send", owner)
    assert (mail.title, mail.title_words) == ("Send a mail", "Eine Mail senden")


def test_names_on_a_card_are_no_words_to_translate(owner: Any) -> None:
    slots = {"place": "Reading", "cities": ["Reading", "Nice"], "product": "card", "cuisine": ["italian"]}
    mission = Mission(user=owner, mission_type="travel", level=3, slots=slots)
    with translation.override("de"):
        told = [words.value for words in slot_words(mission)]
    assert told == ["Reading und Nizza", "card", "Italienisch"]
