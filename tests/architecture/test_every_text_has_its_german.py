"""The German catalogue says all that the programs, templates and data files say, and nothing that is gone.

When one of these fails: `manage.py translations`, then write the German into the .po, then once more.
"""

from __future__ import annotations

import re

import pytest
from babel.messages.catalog import Catalog, Message
from django.utils.translation import gettext, ngettext, override

from ownyou.lib import translations
from ownyou.lib.translations import forms_of

ROUNDED = re.compile(r"%\(\w+\)[\d]*\.\d")
"""A number that is written with a point in every language."""
PLACEHOLDER = re.compile(r"%\(\w+\)[-.\d]*[a-z]|%[sd%]|\{\w+\}")


@pytest.fixture(scope="module")
def catalogue() -> Catalog:
    return translations.load("de")


def _messages(catalogue: Catalog) -> list[Message]:
    return [message for message in catalogue if message.id]


def test_every_text_is_in_the_catalogue_and_none_that_is_gone(catalogue: Catalog) -> None:
    said = {(text.first, text.context) for text in translations.texts()}
    known = {(forms_of(message.id)[0], message.context) for message in _messages(catalogue)}
    assert said - known == set()
    assert known - said == set()


def test_every_text_has_german_words_that_nobody_only_guessed(catalogue: Catalog) -> None:
    assert translations.untranslated(catalogue) == []
    assert not any(message.fuzzy for message in catalogue)


def test_what_is_filled_in_is_the_same_in_both_languages(catalogue: Catalog) -> None:
    wrong = [
        message.id
        for message in _messages(catalogue)
        for english, german in zip(forms_of(message.id), forms_of(message.string), strict=True)
        if set(PLACEHOLDER.findall(english)) != set(PLACEHOLDER.findall(german))
    ]
    assert wrong == []
    assert [error for _message, errors in catalogue.check() for error in errors] == []


def test_numbers_are_written_as_the_language_writes_them(catalogue: Catalog) -> None:
    """A text takes them in words (`number_in_words`): "4.5" is "4,5" in German."""
    assert [m.id for m in _messages(catalogue) if any(map(ROUNDED.search, forms_of(m.id)))] == []


def test_what_surrounds_a_text_stays(catalogue: Catalog) -> None:
    """Parts that are put together need their blanks and line breaks; a comma before a German verb may go."""
    for message in _messages(catalogue):
        english, german = forms_of(message.id)[0], forms_of(message.string)[0]
        assert english[:1].isspace() == german[:1].isspace(), english
        assert english[-1:].isspace() == german[-1:].isspace(), english


def test_german_speaks_as_calmly_and_with_its_own_quotes(catalogue: Catalog) -> None:
    for german in (form for message in _messages(catalogue) for form in forms_of(message.string)):
        assert "!" not in german, german
        assert not re.search(r"[”\"]|“\w|\b(?:Sie haben|Ihr[em]?)\b", german), german


def test_the_compiled_catalogue_is_the_one_that_is_written(catalogue: Catalog) -> None:
    path = translations.catalogue_of("de")
    assert path.with_suffix(".mo").read_bytes() == translations.as_mo(catalogue)
    assert path.read_bytes() == translations.as_po(translations.updated(catalogue, translations.texts()))


def test_django_speaks_german() -> None:
    with override("de"):
        assert gettext("Needs you") == "Braucht dich"
        assert ngettext("%(n)d night", "%(n)d nights", 3) % {"n": 3} == "3 Nächte"
    with override("en"):
        assert gettext("Needs you") == "Needs you"
