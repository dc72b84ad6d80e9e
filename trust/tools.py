"""What can be done to the world, declared: each tool says what it does, risks, and how it is taken back.

Implementations live in higher apps and register here. Policy, ledger, card, planner and models all read the
same declaration.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from typing import Any, Protocol
from uuid import UUID

from django.utils.translation import gettext as _
from pydantic import BaseModel, JsonValue, ValidationError

from ownyou.lib.deadline import Deadline
from ownyou.lib.errors import InvalidInput, NotFound, OwnYouError
from trust.misfits import wrong_in
from trust.models import Decision, User

Risk = Decision.Risk


class Kind(StrEnum):
    """What an act does to the world."""

    READ = "read"
    WRITE = "write"
    SEND = "send"
    DELETE = "delete"


class ToolFailed(OwnYouError):
    """The tool could not do it; nothing was changed."""

    # `away`: what it asks cannot be reached now, which says nothing of the tool or of what was wanted of it.
    code = "tool_failed"

    def __init__(self, message: str = "", *, away: bool = False, **detail: object) -> None:
        super().__init__(message, **detail)
        self.away = away


class OutcomeUnknown(OwnYouError):
    """It is not known whether it happened."""

    code = "outcome_unknown"


class Settled(StrEnum):
    """What a look at the real world says about an act whose outcome is unknown."""

    DONE = "done"
    NOT_DONE = "not_done"
    ASK = "ask"
    """Only the person can tell."""


@dataclass(frozen=True, slots=True)
class Errand:
    """For whom and within what a tool runs. `action_id` is the act's idempotency key; `tainted`: text from
    outside shaped its arguments."""

    user: User
    action_id: UUID | None = None
    thread_id: UUID | None = None
    subject_kind: str = ""
    subject_id: UUID | None = None
    tainted: bool = False
    deadline: Deadline = field(default_factory=lambda: Deadline.after(20.0))


@dataclass(frozen=True, slots=True)
class Done[R: BaseModel]:
    """What came of an act.

    `receipt` is a sentence for the person; `inverse` what the tool's `undo` needs later (ids that may have
    changed in the act); `tainted` that untrusted text is in the result though the tool's usually is not.
    """

    result: R
    receipt: str = ""
    inverse: Mapping[str, JsonValue] | None = None
    tainted: bool = False


@dataclass(frozen=True, slots=True)
class KeptFile:
    """What an act made as a file: its name, its media type and what is in it."""

    name: str
    media_type: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Made:
    """What an act made, beside its details: labels with words, and the file of it, where there is one."""

    facts: Mapping[str, str] = field(default_factory=dict)
    file: KeptFile | None = None


class Run[A: BaseModel, R: BaseModel](Protocol):
    """How a tool acts. Raises `ToolFailed` (nothing changed) or `OutcomeUnknown`; other errors of an act that
    is not idempotent count as unknown, those of a read as failed."""

    def __call__(self, errand: Errand, arguments: A, /) -> Done[R]: ...


@dataclass(frozen=True, slots=True)
class ToolSpec[A: BaseModel, R: BaseModel]:
    """The declaration of one tool.

    `name` is its identifier (`mail.send`), `agent` the agent type whose trust counts (email, calendar,
    research, places, shopping, files, notes, ...). `timeout` is in seconds. `undo` takes an act back with
    what its `Done.inverse` said; `hold` keeps an approved act back so long, in which it can be stopped.
    `precondition` tells what the act relies on (a price, a free slot); it is asked again before acting.
    `scope` gives what a grant may be limited to (recipient, host, amount, ...); `addresses` the web
    addresses that it would open, which the guard of outgoing requests must let pass. `recipients`: to whom it
    goes, where that can be somebody new. `describe` says in a sentence what will happen. `known` gives the
    values that words in a field's place may mean ("Anna": her address), and `meant` what stands for something
    else is for this person ("me": their own address), by field. `reads_as`: how a detail is read by whom it
    goes to, where that is other than it is written (a mail in Markdown). `notice` says what to know before an
    OK (that nobody gets a mail here), empty where there is nothing. `made` tells of an act that was done
    what is not among its details, and gives it as a file (a mail with its sender, an entry for another
    calendar). `private`: a read of a mailbox or of others' calendars; `costs`: it costs money; `egress`: its
    arguments leave this machine.
    `published`: it only looks through what is written for everybody (articles, offers), in which
    nothing is private to anybody. `untrusted`: its result is other people's text. `settle` looks at the real
    world when an outcome is unknown.
    `consumes`, `produces`: asset types of parameters and results, for planning (`agency.plans`); `verbs`:
    how people ask for it; `shortens`: what it makes leaves things out, so that it is planned for where it is
    asked for; not `by_words`: no planner takes it by its words, whoever wants it names it; `when_asked`: one
    takes it only where words ask for it, never since it would fit.
    """

    name: str
    title: str
    agent: str
    kind: Kind
    description: str
    arguments: type[A]
    result: type[R]
    run: Run[A, R]
    verb: str | Callable[[], str] = ""
    risk: Risk | Callable[[A], Risk] = Risk.NONE
    timeout: float = 20.0
    idempotent: bool = False
    undo: Callable[[Errand, A, Mapping[str, JsonValue]], str] | None = None
    hold: timedelta | None = None
    precondition: Callable[[Errand, A], Mapping[str, JsonValue]] | None = None
    settle: Callable[[Errand, A], Settled] | None = None
    scope: Callable[[A], Mapping[str, JsonValue]] | None = None
    addresses: Callable[[A], Iterable[str]] | None = None
    recipients: Callable[[A], Iterable[str]] | None = None
    describe: Callable[[A], str] | None = None
    notice: Callable[[A], str] | None = None
    made: Callable[[Errand, A], Made] | None = None
    known: Callable[[User, str, str], Sequence[str] | None] | None = None
    meant: Callable[[User, A], Mapping[str, str]] | None = None
    reads_as: Callable[[A], Mapping[str, str]] | None = None
    untrusted: bool = False
    private: bool = False
    costs: bool = False
    egress: bool = False
    published: bool = False
    automatic_at_most: int = 3
    owner_id: UUID | None = None
    consumes: Mapping[str, str] = field(default_factory=dict)
    produces: Mapping[str, str] = field(default_factory=dict)
    verbs: tuple[str, ...] = ()
    shortens: bool = False
    by_words: bool = True
    when_asked: bool = False

    @property
    def reversible(self) -> bool:
        """Whether level 3 may be had for it: it has an inverse or a hold-back window."""
        return self.undo is not None or self.hold is not None

    def parse(self, arguments: Mapping[str, Any]) -> A:
        """Check arguments against the schema. Raises `InvalidInput` naming the first field that is wrong,
        with a sentence for each in `wrong`."""
        try:
            return self.arguments.model_validate(arguments)
        except ValidationError as error:
            wrong = wrong_in(error)
            place, words = next(iter(wrong.items()))
            raise InvalidInput(f"{place or _('The act')}: {words}", field=place, wrong=wrong) from None

    def known_for(self, user: User, field: str, typed: object) -> Sequence[str] | None:
        """The values known for words in a field's place; None where they name nothing."""
        return self.known(user, field, str(typed)) if self.known and isinstance(typed, str) else None

    def risk_of(self, arguments: A) -> Risk:
        """The risk of doing it with these arguments."""
        return self.risk(arguments) if callable(self.risk) else self.risk

    def scope_of(self, arguments: A) -> dict[str, JsonValue]:
        """What a grant for this act could be limited to; empty when it cannot."""
        return dict(self.scope(arguments)) if self.scope else {}

    def sentence(self, arguments: A) -> str:
        """What will happen, for the person."""
        return self.describe(arguments) if self.describe else self.title_words

    def meant_by(self, user: User, arguments: A) -> dict[str, str]:
        """What a card shows in place of values that stand for something, by field."""
        return dict(self.meant(user, arguments)) if self.meant else {}

    def read_as(self, arguments: A) -> dict[str, str]:
        """What a card shows of details that are read otherwise than they are written, by field."""
        return dict(self.reads_as(arguments)) if self.reads_as else {}

    def notice_about(self, arguments: A) -> str:
        """What the person should know before they say yes; empty where there is nothing."""
        return self.notice(arguments) if self.notice else ""

    @property
    def verb_now(self) -> str:
        """What a button that does it says, not translated yet; what that is may depend on the instance."""
        return self.verb() if callable(self.verb) else self.verb

    @property
    def title_words(self) -> str:
        """Its title in the language of who reads it; the title itself is what is kept and compared."""
        return _(self.title)


type AnyTool = ToolSpec[Any, Any]
Provider = Callable[[User], Iterable[AnyTool]]

_tools: dict[str, AnyTool] = {}
_providers: list[Provider] = []


def register_tool(spec: AnyTool) -> None:
    """Make a tool known, in place of an earlier one of that name."""
    _tools[spec.name] = spec


def unregister_tool(name: str) -> None:
    """Forget a tool."""
    _tools.pop(name, None)


def register_provider(provider: Provider) -> None:
    """Add a source of tools that depend on the person (their MCP servers)."""
    if provider not in _providers:
        _providers.append(provider)


def tools_of(user: User | None = None) -> list[AnyTool]:
    """Every tool there is for `user` (None: those that are there for all), by name; switched-off ones too."""
    found = dict(_tools)
    if user is not None:
        for provider in _providers:
            found |= {spec.name: spec for spec in provider(user)}
    return [found[name] for name in sorted(found)]


def tool_named(name: str, user: User | None = None) -> AnyTool:
    """The tool of this name. Raises `NotFound`."""
    if name in _tools:
        return _tools[name]
    for spec in tools_of(user):
        if spec.name == name:
            return spec
    raise NotFound(_("There is no tool called “%(name)s” here.") % {"name": name})
