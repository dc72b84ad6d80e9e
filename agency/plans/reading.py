"""Reading an open goal by rules: what is wanted and what is given, by the words of the tools there are.

Nothing here knows what tools exist. Each clause of the goal is compared with the ways in which tools are
asked for; what is left of it is what it is about. What the words do not say is asked of the person.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from itertools import pairwise

from django.utils.translation import gettext as _
from pydantic import JsonValue

from agency.plans import clauses, entering, keeping, mailing
from agency.plans.by_rules import NoWay, plan_by_rules
from agency.plans.clauses import ABOUT, AND, DEFINITE, ME, Clause, Word
from agency.plans.drafting import identifier
from agency.plans.entitling import title_of
from agency.plans.essence import AssetLite, MissionLite
from agency.plans.fitting import ASKED_FOR, Fitting, stems_in, ways_to_ask
from agency.plans.goal import ONESELF, GoalRead, GoalToRead, Unsaid
from agency.plans.toolview import ToolView
from agency.plans.types import TOPIC
from agency.reasoning.dates import find_dates
from agency.reasoning.slots.gazetteer import is_city
from agency.reasoning.slots.numbers import find_numbers, languages_of
from ownyou.lib.text import clean_line, shorten
from trust.act_fields import LABELS

VERB_COUNTS = 0.02
NAMED = 0.8
"""From this fit on, the head of a clause names a tool."""
READ = frozenset(("search_result", "webpage"))
"""What is looked through as it is, not offers to choose from."""


def read_by_rules(question: GoalToRead) -> GoalRead:
    """Answer by the words of tools; `missing` says what a person must still tell."""
    return _Reader(question).read()


def says_how(question: GoalToRead) -> bool:
    """Whether words say themselves what is to be done: with a text that is given (“write down: …”), or by a
    way of looking that they name (“search the web for …”, “on Wikivoyage”)."""
    return _Reader(question).says_how()


def looking_through(tools: Iterable[ToolView]) -> set[str]:
    """The names of the tools that bring something to be read, and no offers."""
    return {tool.name for tool in tools if any(type_.base in READ for type_ in tool.gives.values())}


@dataclass(slots=True)
class _Asked:
    """A clause with the tools that it asks for, the one to be used last at the end."""

    clause: Clause
    tools: list[ToolView] = field(default_factory=list)


class _Reader:
    def __init__(self, question: GoalToRead) -> None:
        self.question, self.text = question, question.text
        self.tools = {tool.name: tool for tool in question.tools if tool.enabled}
        self.fitting = Fitting(self.tools.values())
        stems = frozenset().union(*(self.fitting.stems(name) for name in self.tools))
        self.asking = stems - _cities_in(self.tools.values())
        self.languages = languages_of(question.text, question.language)
        self.language = next((name for name in reversed(self.languages) if name in clauses.IT), "en")
        self.kept = keeping.kept_words(question.text)
        self.inputs: list[AssetLite] = []
        self.outputs: list[AssetLite] = []

    def read(self) -> GoalRead:
        entry = entering.entry_in(self.text, now=self.question.now, languages=self.languages)
        tool = entering.tool_for(list(self.tools.values())) if entry else None
        if entry and tool:
            return self._entered(entry, tool)
        mail, tool = mailing.mail_in(self.text), mailing.tool_for(list(self.tools.values()))
        return self._mailed(mail, tool) if mail and tool else self._read()

    def _entered(self, entry: entering.Entering, tool: ToolView) -> GoalRead:
        self.inputs = entering.inputs_for(entry, tool, clean_line(self.text))
        self._read_outputs(_Asked(Clause([], first=True), [tool]), entering.ASKS)
        return self._wanted([tool])

    def _mailed(self, mail: mailing.Mailing, tool: ToolView) -> GoalRead:
        mail = mail.to_the_one_known(self.question.addresses)
        self.inputs = mailing.inputs_for(mail, tool, clean_line(self.text))
        self._read_outputs(_Asked(Clause([], first=True), [tool]), mailing.ASKS)
        found = self._wanted([tool])
        unsaid = mailing.unsaid_of(mail, tool, self.question.addresses)
        return found.model_copy(update={"missing": unsaid}) if unsaid else found

    def _read(self) -> GoalRead:
        asked = _read_once([self._asked(clause) for clause in self._clauses()])
        for one in asked:
            self._read_inputs(one)
        for one in asked:
            self._read_outputs(one)
        return self._wanted() if self.outputs else GoalRead(missing=[self._what_for()])

    def _wanted(self, tools: Iterable[ToolView] = ()) -> GoalRead:
        """What is wanted, and whether it can be done, with all tools or with some."""
        mission = MissionLite(
            name=title_of(self.text, self.inputs, sorted(self._encyclopaedias())),
            goal=self.text,
            success_criteria=[self._criterion(output) for output in self.outputs],
            inputs=self.inputs,
            outputs=self.outputs,
        )
        return self._if_it_can_be_done(mission, list(tools) or list(self.tools.values()))

    def says_how(self) -> bool:
        for clause in self._clauses():
            given = any(word.literal == "text" for word in clause.words)
            named = self._headed(clause)
            reads = named is not None and any(type_.base in READ for type_ in named.gives.values())
            reads = reads or any(word.text.casefold() in self._encyclopaedias() for word in clause.words)
            if reads or (given and any(tool.acts for tool in self._asked(clause).tools)):
                return True
        return False

    def _encyclopaedias(self) -> frozenset[str]:
        """The names of sources that are read by their own name: “on Wikivoyage”."""
        read = (name for name, tool in self.tools.items() if not tool.acts and name.endswith(".read"))
        return frozenset(name.removesuffix(".read") for name in read)

    def _if_it_can_be_done(self, mission: MissionLite, tools: list[ToolView]) -> GoalRead:
        try:
            way = plan_by_rules(mission, tools, fitting=self.fitting)
        except NoWay as error:
            return GoalRead(mission=mission, missing=[_unsaid(error, self.tools)])
        return GoalRead(mission=mission).found(way)

    def _clauses(self) -> Iterator[Clause]:
        words = clauses.words_of(self.text)
        for sentence in clauses.sentences(self.text, words):
            for number, group in enumerate(self._requests(sentence)):
                clause = Clause(group, first=number == 0)
                tool = self._headed(clause)
                own = self.fitting.stems(tool.name) if tool else None
                german = "de" in self.languages
                clause.topic = clauses.topic_of(clause, self.asking, german=german, own=own)
                yield clause

    def _headed(self, clause: Clause) -> ToolView | None:
        """The tool that a clause names before it says what for (“search the web for …”): what follows is the
        topic then, though other tools are asked for with such words."""
        head = clauses.head_of(clause)
        if not head:
            return None
        fits = self.fitting.all(self.text[head[0].start : head[-1].end])
        best = max(fits, key=lambda name: fits[name])
        return self.tools[best] if fits[best] >= NAMED and not self.tools[best].acts else None

    def _requests(self, words: list[Word]) -> Iterator[list[Word]]:
        """The requests of a sentence."""
        places = [at for at in range(1, len(words)) if self._may_begin(words, at)]
        self.fitting.learn(phrase for at in places for phrase in self._phrases(words, at))
        start = 0
        for at in places:
            if self._begins(words, at):
                group = words[start : at - 1 if words[at - 1].key in AND else at]
                if group:
                    yield group
                start = at
        yield words[start:]

    def _may_begin(self, words: list[Word], at: int) -> bool:
        between = self.text[words[at - 1].end : words[at].start]
        joined = words[at - 1].key in AND or "," in between
        return joined and clauses.could_begin(words, at)

    def _phrases(self, words: list[Word], at: int) -> tuple[str, str]:
        """What a request that begins there would say, up to where the next could begin, with and without its
        first word."""
        following = range(at + 1, len(words))
        end = next((n for n in following if words[n].key in AND or self._may_begin(words, n)), len(words))
        stop = words[end - 1].end
        return self.text[words[at].start : stop], self.text[words[at + 1].start : stop]

    def _begins(self, words: list[Word], at: int) -> bool:
        """Whether a request begins there: the words ask for a tool, and the first matters for that."""
        with_verb, without = map(self._best_fit, self._phrases(words, at))
        return with_verb >= ASKED_FOR and with_verb > without + VERB_COUNTS

    def _best_fit(self, words: str) -> float:
        return max(self.fitting.all(words).values(), default=0.0)

    def _asked(self, clause: Clause) -> _Asked:
        """The tools that a clause asks for: an act, or a reading; both where the reading fits more."""
        kept = clause.first and any(self.kept and word.start == self.kept.start for word in clause.words)
        frame = keeping.ASKS if kept else clause.frame(self.text, self.language)
        fits = self.fitting.all(frame)
        passing = [self.tools[name] for name, fit in fits.items() if fit >= ASKED_FOR]
        reads = [tool for tool in passing if not (tool.acts or kept or _lacks_topic(tool, clause))]
        act = max((tool for tool in passing if tool.acts), key=lambda t: fits[t.name], default=None)
        best = max(reads, key=lambda t: fits[t.name], default=None)
        asked = _Asked(clause)
        if best is not None and (act is None or fits[best.name] > fits[act.name]):
            asked.tools.append(_furthest(best, reads))
            rest = self.fitting.without(frame, best.name)  # “save it as a file” does not ask for a note too
            act = act if act and self.fitting.of(act.name, rest) >= ASKED_FOR else None
        if last := act or self._kept_beside(asked.tools, passing, frame):
            asked.tools.append(last)
        return asked

    def _kept_beside(self, reads: list[ToolView], passing: list[ToolView], frame: str) -> ToolView | None:
        """The tool that keeps what a clause has looked up: “keep a file with what Wikipedia says about …”."""
        if not reads or any(map(_keeps, reads)):
            return None
        rest = self.fitting.without(frame, reads[0].name)
        fits = {tool.name: self.fitting.of(tool.name, rest) for tool in passing if tool not in reads}
        best = max(fits, key=lambda name: fits[name], default="")
        return self.tools[best] if best and fits[best] >= ASKED_FOR and _keeps(self.tools[best]) else None

    def _read_inputs(self, asked: _Asked) -> None:
        clause, act = asked.clause, next((tool for tool in asked.tools if tool.acts), None)
        for word in clause.words:
            if word.literal:
                self._add(word.literal, f"string:{word.literal}", word.value, clause)
        if clause.topic and not (asked.tools == [act] and self._given_before()):
            self._topic(asked, act)
        self._numbers(clause)
        if act is not None:
            self._for_act(act, clause)

    def _numbers(self, clause: Clause) -> None:
        """Numbers beside the topic and literals; “one page” is no number."""
        for number in find_numbers(clause.frame(self.text, self.language), self.languages):
            if number.value > 1:
                self._add("count", "number", number.value, clause)

    def _given_before(self) -> bool:
        """Whether an earlier clause said what it is about: then an act is about what comes of that."""
        return any(given.typed.sense in ("topic", "url", "text") for given in self.inputs)

    def _topic(self, asked: _Asked, act: ToolView | None) -> None:
        clause = asked.clause
        names = clauses.listed(clause.topic, self.text)
        if act is not None and asked.tools == [act] and not self._to_be_found(clause):
            start = clause.topic[0].start
            self._add("text", "string:text", self.text[start : clause.topic[-1].end], clause)
        else:
            self._add("topic", "string:topic", list(names) if len(names) > 1 else names[0], clause)

    def _to_be_found(self, clause: Clause) -> bool:
        """Whether a topic asks for something to be found out rather than to be kept as it is said."""
        before = [word for word in clause.words if word.end <= clause.topic[0].start]
        return any(word.key in DEFINITE | ABOUT for word in before[-2:])

    def _for_act(self, act: ToolView, clause: Clause) -> None:
        """What an act needs of the person: whom it is for, and when."""
        for name, wanted in act.takes.items():
            if wanted.sense == "address" and _to_oneself(clause) and not act.refusal(name, ONESELF):
                self._add("recipient", "string:address", ONESELF, clause)
            when = self._when(wanted.sense) if name in act.required else None
            if when is not None:
                self._add(name, f"string:{wanted.sense}", when, clause)

    def _when(self, sense: str) -> str | None:
        now = self.question.now
        if now is None or sense not in ("date", "datetime"):
            return None
        for span in find_dates(self.text, ref=now.replace(tzinfo=None), language=self.question.language[:2]):
            if sense == "date" and span.point is not None:
                return span.point.isoformat()[:10]
            if isinstance(span.point, datetime):
                return span.point.replace(tzinfo=now.tzinfo).isoformat()
        return None

    def _add(self, name: str, type_: str, value: JsonValue, clause: Clause) -> None:
        """Note something given; of one kind only once."""
        if any(given.type == type_ and given.value == value for given in self.inputs):
            return
        alike = next((given for given in self.inputs if given.type == type_ and type_ != "number"), None)
        if alike is not None and type_ in ("string:topic", "string:url"):
            before = alike.value if isinstance(alike.value, list) else [alike.value]
            more = value if isinstance(value, list) else [value]
            alike.value = [*before, *(one for one in more if one not in before)]
            alike.is_collection, alike.collection_type = True, "array"
            return
        many = isinstance(value, list)
        self.inputs.append(
            AssetLite(
                name=self._free(name),
                type=type_,
                description=shorten(clause.text(self.text), 200),
                is_collection=many,
                collection_type="array" if many else None,
                value=value,
            )
        )

    def _read_outputs(self, asked: _Asked, said: str = "") -> None:
        for tool in asked.tools:
            result = next(iter(tool.produces), None)
            if result is None:
                continue
            said = said or shorten(clean_line(asked.clause.text(self.text)), 300)
            type_ = tool.gives[result]
            self.outputs.append(
                AssetLite(
                    name=self._free(result),
                    type=str(type_.one),
                    description=said,
                    is_collection=type_.many,
                    collection_type="array" if type_.many else None,
                )
            )

    def _free(self, name: str) -> str:
        taken = {asset.name for asset in (*self.inputs, *self.outputs)}
        name = identifier(name)
        return next(one for n in range(1, 100) if (one := name if n == 1 else f"{name}_{n}") not in taken)

    def _criterion(self, output: AssetLite) -> str:
        return _("Done: %(what)s") % {"what": output.description}

    def _what_for(self) -> Unsaid:
        fits = self.fitting.all(self.text)
        nearest = sorted(self.tools.values(), key=lambda tool: -fits[tool.name])[:3]
        return Unsaid(
            name="goal",
            question=_("What should come of it? I can help with things like these."),
            suggestions=[tool.title_words for tool in nearest],
        )


@lru_cache(maxsize=256)
def _city_stems(words: str) -> frozenset[str]:
    """The stems of cities that are examples in a way to ask for a tool ("flights from Berlin to Rome")."""
    capital = [word for word in words.split()[1:] if word[0].isupper() and is_city(word)]
    return stems_in(" ".join(capital))


def _cities_in(tools: Iterable[ToolView]) -> frozenset[str]:
    return frozenset().union(*(_city_stems(words) for tool in tools for words in ways_to_ask(tool)))


def _lacks_topic(tool: ToolView, clause: Clause) -> bool:
    """Whether a tool looks for a topic where only an address is said: “look at https://…”."""
    said = any(word.literal == "url" for word in clause.words)
    wants = any(tool.takes[name].sense == TOPIC for name in tool.required if name in tool.takes)
    return said and wants and not clause.topic


def _read_once(asked: list[_Asked]) -> list[_Asked]:
    """What a clause says again of the one before is read once: “read this page and tell me what it says”."""
    for before, one in pairwise(asked):
        if not one.clause.topic and not any(word.literal for word in one.clause.words):
            one.tools = [tool for tool in one.tools if tool.acts or tool not in before.tools]
    return asked


def _to_oneself(clause: Clause) -> bool:
    return any(ME & set(word.key.split()) for word in clause.words if not word.literal)


def _keeps(tool: ToolView) -> bool:
    """Whether a tool makes a file of a text."""
    return any(given.base == "file" for given in tool.gives.values())


def _furthest(best: ToolView, passing: list[ToolView]) -> ToolView:
    """Of the readings that a clause asks for, the one that works on what the best makes, if there is one."""
    makes = {gives.base for name, gives in best.gives.items() if name in best.produces}
    later = [
        tool
        for tool in passing
        if tool is not best and any(tool.takes[n].base in makes for n in tool.consumes if n in tool.takes)
    ]
    return later[0] if later else best


def _unsaid(error: NoWay, tools: dict[str, ToolView]) -> Unsaid:
    """The question for what nobody but the person can tell."""
    if not error.tool:
        question = _("I have no tool that makes this (%(type)s). What would help instead?")
        return Unsaid(name=error.missing.name, question=question % {"type": error.missing.type})
    said = error.missing.description
    what = said if " " in said else str(LABELS.get(error.missing.name, error.missing.name.replace("_", " ")))
    question = _("“%(tool)s” needs to know: %(what)s. What should it be?")
    return Unsaid(
        name=error.missing.name,
        question=question % {"tool": tools[error.tool].title_words, "what": what.rstrip(".")},
    )
