"""A mission in the terminal: its feed line by line, its questions at the prompt, its result."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from typing import Protocol

from django.utils.translation import gettext as _

from agency.models import Thread
from missions.cards import MissionCard, ResultCard, card_for
from missions.levels.complex import drafts
from missions.models import Mission
from missions.runs import thread_of
from missions.services import mission_of
from ownyou.lib.errors import Conflict, InvalidInput
from ownyou.lib.locales import number_in_words
from ownyou.lib.text import key_of
from trust import decisions
from trust.cards import DecisionCard, OptionCard
from trust.decisions import Answer
from trust.models import Activity, Decision

LOOK_EVERY = 0.3
"""Seconds between two looks at the feed."""
NO_WORDS = frozenset(
    {"none", "no", "nothing", "stop", "keine", "keines", "keins", "nein", "nichts", "stopp", "aucun", "non"}
)
YES_WORDS = frozenset({"yes", "y", "ok", "ja", "j", "oui"})
S = Mission.Status
K = Decision.Kind
V = Decision.Verdict


class Ending(IntEnum):
    """How it ended, as the exit code of the command."""

    COMPLETED = 0
    FAILED = 1
    UNANSWERED = 2
    NO_WORKERS = 3


class NoAnswer(Exception):
    """There is nobody and nothing left to answer a question."""


class Answers(Protocol):
    """Where answers come from. Raises `NoAnswer` when there is none."""

    def to(self, card: DecisionCard) -> Answer: ...


class FirstAnswers:
    """Takes the first option or suggestion, and drafts as they are. Never says yes to an act."""

    def __init__(self) -> None:
        self._tried: set[object] = set()

    def to(self, card: DecisionCard) -> Answer:
        if card.id in self._tried:
            raise NoAnswer
        self._tried.add(card.id)
        if card.kind == K.CHOICE and card.options:
            return Answer(V.CHOOSE, options=(card.options[0].id,))
        if card.kind == K.CLARIFICATION and card.suggestions:
            return Answer(V.ANSWER, text=card.suggestions[0])
        if card.kind == K.REVIEW:
            return Answer(V.APPROVE)
        raise NoAnswer


class WrittenAnswers:
    """Takes one line for each question: a number, an option's title, or words. Blank lines are left out."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = (line.strip() for line in lines if line.strip())

    def to(self, card: DecisionCard) -> Answer:
        line = next(self._lines, None)
        if line is None:
            raise NoAnswer
        return meant(line, card)


class PromptAnswers:
    """Asks the person at the keyboard."""

    def __init__(self, ask: Callable[[str], str] = input) -> None:
        self._ask = ask

    def to(self, card: DecisionCard) -> Answer:
        try:
            while not (line := self._ask("> ").strip()):
                pass
        except EOFError:
            raise NoAnswer from None
        return meant(line, card)


def meant(line: str, card: DecisionCard) -> Answer:
    """Return the answer that a line means: numbers and titles choose, "none" says no, words say more."""
    if key_of(line) in NO_WORDS:
        return Answer(V.REJECT)
    if card.kind == K.CHOICE:
        chosen = _chosen(line, [*card.options, *card.more])
        return Answer(V.CHOOSE, options=chosen) if chosen else Answer(V.REFINE, text=line)
    if card.kind == K.CLARIFICATION:
        number = _number(line, len(card.suggestions))
        return Answer(V.ANSWER, text=card.suggestions[number] if number is not None else line)
    return Answer(V.APPROVE) if key_of(line) in YES_WORDS else Answer(V.REFINE, text=line)


def _chosen(line: str, options: list[OptionCard]) -> tuple[str, ...]:
    numbers = [_number(part, len(options)) for part in line.replace(",", " ").split()]
    if numbers and None not in numbers:
        return tuple(dict.fromkeys(options[number].id for number in numbers if number is not None))
    return tuple(option.id for option in options if key_of(option.title) == key_of(line))[:1]


def _number(text: str, most: int) -> int | None:
    return int(text) - 1 if text.isdecimal() and len(text) < 4 and 1 <= int(text) <= most else None


class Terminal:
    """Follows one mission until it ends, and asks what it asks."""

    def __init__(
        self, mission: Mission, answers: Answers, write: Callable[[str], None], *, patience: float = 15
    ) -> None:
        self.mission = mission
        self.user = mission.user
        self.answers = answers
        self.write = write
        self.patience = patience
        self._seen = 0
        self._idle_since: float | None = None

    def follow(self) -> Ending:
        """Print what happens as it happens; return how it ended."""
        while True:
            self.mission = mission_of(self.user, self.mission.pk)
            for text in self._news():
                self.write(f"  {text}")
            if (ending := self._ending()) is not None:
                return ending
            time.sleep(LOOK_EVERY)

    def _news(self) -> Iterator[str]:
        rows = Activity.objects.filter(user=self.user, subject_id=self.mission.pk, seq__gt=self._seen)
        for row in rows.order_by("seq"):
            self._seen = row.seq
            yield row.text

    def _ending(self) -> Ending | None:
        card = card_for(self.mission)
        if self.mission.status in Mission.ENDED:
            return self._result(card)
        if self.mission.status == S.PAUSED:
            self.write(_("It is paused, and nothing happens until it is resumed."))
            return Ending.UNANSWERED
        if card.decisions:
            self._idle_since = None
            return self._decide(card.decisions[0])
        return self._no_workers()

    def _result(self, card: MissionCard) -> Ending:
        if self.mission.status == S.COMPLETED and card.result is not None:
            links = [link for link in (card.result.booking_link, card.result.link) if link]
            lines = [f"\n{card.result.title}", card.result.words, _origin(card.result), *links[:1]]
            self.write("\n".join(line for line in lines if line))
        elif card.problem:
            self.write(f"\n{card.problem}")
        return {S.COMPLETED: Ending.COMPLETED, S.FAILED: Ending.FAILED}.get(
            S(self.mission.status), Ending.UNANSWERED
        )

    def _decide(self, card: DecisionCard) -> Ending | None:
        """Ask one question. A question that somebody answered elsewhere meanwhile is simply over."""
        if card.document:
            self.write("\n" + drafts.read(self.mission, card.document).decode().rstrip())
        self.write("\n".join(shown(card)))
        while True:
            try:
                answer = self.answers.to(card)
                decisions.answer(user=self.user, decision_id=card.id, given=answer)
            except NoAnswer:
                self.write(_("It waits for your answer."))
                return Ending.UNANSWERED
            except InvalidInput as error:
                self.write(error.message)
                continue
            except Conflict as error:
                self.write(error.message)
            return None

    def _no_workers(self) -> Ending | None:
        """Give up when the mission's thread lies ready and nobody takes it."""
        thread = thread_of(self.mission)
        if thread is None or thread.status != Thread.Status.READY:
            self._idle_since = None
            return None
        self._idle_since = self._idle_since or time.monotonic()
        return Ending.NO_WORKERS if time.monotonic() - self._idle_since > self.patience else None


def shown(card: DecisionCard) -> list[str]:
    """Return a question as lines of text."""
    lines = ["", card.question or card.title]
    if card.why:
        lines.append(card.why)
    for number, option in enumerate([*card.options, *card.more], 1):
        lines += _option_lines(number, option)
    lines += [f"  {number}. {text}" for number, text in enumerate(card.suggestions, 1)]
    return [*lines, _how_to_answer(card)]


def _origin(shown: OptionCard | ResultCard) -> str:
    return _("sample data") if shown.sample else shown.source_title


def _option_lines(number: int, option: OptionCard) -> list[str]:
    rating = _("%(n)s of 5") % {"n": number_in_words(option.rating, 1)} if option.rating is not None else ""
    facts = [option.price_words, option.price_converted_words, rating, option.where_words, option.when_words]
    facts.append(_origin(option))
    lines = [f"  {number}. {option.title}", f"     {' · '.join(fact for fact in facts if fact)}"]
    return [
        *lines,
        *(f"     + {reason}" for reason in option.reasons),
        *(f"     - {downside}" for downside in option.against),
        *(f"     - {_('does not fit: %(what)s') % {'what': miss}}" for miss in option.unmet),
        *(f"     - {_('to check: %(what)s') % {'what': miss}}" for miss in option.misses),
    ]


def _how_to_answer(card: DecisionCard) -> str:
    if card.kind == K.CHOICE:
        if card.refine_allowed:
            return _("(a number, what to change in your words, or “none”)")
        return _("(a number, or “none”)")
    if card.kind == K.CLARIFICATION:
        return _("(a number or your words, or “none”)") if card.suggestions else _("(your words, or “none”)")
    return _("(“yes”, “no”, or what to change)")
