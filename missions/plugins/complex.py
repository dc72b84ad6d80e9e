"""What a mission type of level 3 implements: how a goal falls into parts, and what is made of them.

The graph (`missions.levels.complex`) drives the parts, asks, drafts and refines; a type only plans. All
methods are pure: the same arguments give the same result, so that a node which runs again finds the same.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from hashlib import blake2b
from typing import Any, ClassVar, Protocol

from agency.reasoning.skills.refinement import Refinement
from agency.reasoning.skills.wording import DraftToWord, Wording
from agency.sources.base import Offer, SearchRequest
from missions import levels
from missions.brief import Brief
from missions.plugins.base import Learning, MissionType, Scene
from missions.scoring import Scored
from ownyou.lib.text import key_of

MOST_KEY = 80
"""Characters that the key of a part has at most."""

_DIGEST = 4


class CitiesWith(Protocol):
    """Looks up, for each of some kinds, the names of the cities in which the catalogue knows offers of it."""

    def __call__(self, *kinds: str) -> Mapping[str, Collection[str]]: ...


@dataclass(frozen=True, slots=True)
class Part:
    """One subgoal: what is found out by one coordinator, after the parts that it depends on.

    `contingency` says in words what is done when nothing can be found.
    """

    key: str
    title: str
    coordinator: str
    depends_on: tuple[str, ...] = ()
    contingency: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """What came of a part: the best offers, those chosen, further facts (plain JSON), and a note in words."""

    key: str
    offers: list[Offer] = field(default_factory=list)
    chosen: list[Offer] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)
    note: str = ""
    failed: bool = False


type Done = Mapping[str, Found]
"""What is settled so far, by the keys of the parts."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What a coordinator makes of the offers: options best first, how sure it is (0-1), whether to ask.

    Without `ask` the first `take` options are taken; `settled` says why, where there was a choice. `risks`
    say what could go wrong; those that a closer look may show otherwise are in `closer`, too.
    """

    options: list[Scored]
    confidence: float
    ask: bool = False
    question: str = ""
    risks: list[str] = field(default_factory=list)
    take: int = 1
    facts: dict[str, Any] = field(default_factory=dict)
    left_out: str = ""
    settled: str = ""
    closer: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Spoken:
    """Words that are about parts alone, by their keys. `others`: not what they have now; `cut`: what of all
    that was said is for them alone, where that is not the same."""

    words: str
    keys: tuple[str, ...]
    others: bool = False
    cut: str | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """A version of the whole: for reading (Markdown) and as data (`TripPlan`, as plain JSON).

    `misfits`: what of the wish does not fit, in words, where this is the nearest that does.
    """

    markdown: str
    data: dict[str, Any]
    misfits: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class File:
    """One file of the package that is delivered."""

    path: str
    content: bytes
    media_type: str = "text/markdown"


@dataclass(frozen=True, slots=True)
class Share:
    """What one part takes of the budget: spent where `settled`, else kept back for it."""

    words: str
    amount: Decimal
    settled: bool = False


@dataclass(frozen=True, slots=True)
class Account:
    """The budget while the parts are still being settled, in `currency`; no `limit`: nobody named one."""

    currency: str
    limit: Decimal | None
    shares: list[Share]

    @property
    def spent(self) -> Decimal:
        """What is chosen."""
        return sum((one.amount for one in self.shares if one.settled), Decimal(0))

    @property
    def held(self) -> Decimal:
        """What is kept back for the rest."""
        return sum((one.amount for one in self.shares if not one.settled), Decimal(0))

    @property
    def left(self) -> Decimal | None:
        """What is neither spent nor kept back; below 0 where the rest does not fit any more."""
        return None if self.limit is None else self.limit - self.spent - self.held


class ComplexMission(MissionType, ABC):
    """A type that plans: level 3."""

    graph: ClassVar[dict[int, str]] = {3: levels.COMPLEX}
    draft_name: ClassVar[str] = "itinerary"
    """What the files of its drafts are called."""

    @abstractmethod
    def decompose(self, brief: Brief) -> list[Part]:
        """The parts of this goal. Dependencies name keys of the same list and make no circle."""

    def further(self, brief: Brief) -> list[Part]:
        """What a goal of this type can have as well, where its words ask for it beyond what rules read."""
        return []

    def spare(self, part: Part, brief: Brief) -> bool:
        """Whether a part may be left out where the goal says that it is taken care of."""
        return False

    @abstractmethod
    def requests(self, part: Part, brief: Brief, done: Done) -> list[SearchRequest]:
        """What is asked of each source of the part; nothing for a part that only thinks."""

    @abstractmethod
    def judge(self, part: Part, offers: Sequence[Offer], brief: Brief, done: Done) -> Judged:
        """Filter and rank what was found, and say whether the person should choose."""

    @abstractmethod
    def draft(self, brief: Brief, done: Done, version: int) -> Draft:
        """Put the parts together. What is returned keeps all hard constraints."""

    def to_word(self, draft: Draft, brief: Brief) -> DraftToWord | None:
        """What a draft's words may be written from; None: it is worded by its type alone."""
        return None

    def worded(self, draft: Draft, wording: Wording, brief: Brief) -> Draft:
        """The draft in other words; nothing else of it may change."""
        return draft

    def asked_for(self, part: Part, words: str) -> bool:
        """Whether words of change name a part that the goal left out, and want it after all."""
        return False

    @abstractmethod
    def affected(self, before: Brief, after: Brief, parts: Sequence[Part]) -> set[str]:
        """The keys of the parts to run again after a refinement; those that depend on them follow."""

    @abstractmethod
    def package(self, draft: Draft, brief: Brief) -> list[File]:
        """The files that are delivered, under `final/`."""

    def nobody_knows(self, part: Part, brief: Brief, cities_with: CitiesWith) -> bool:
        """Whether no source that is switched on can know anything for a part of which nothing was found: then
        it takes its contingency unasked."""
        return False

    def foreseen(self, brief: Brief, cities_with: CitiesWith) -> list[str]:
        """What will be missing, in sentences, as is known before anything is asked."""
        return []

    def planned_by(self, brief: Brief) -> Decimal | None:
        """The limit by which a plan is made, for all of it; None: nobody said one. Raises `InvalidInput`
        where it cannot be known yet."""
        return None

    def research_name(self, part: Part) -> str:
        """What the file of a part's research is called."""
        return part.key

    def sources_of(self, part: Part, brief: Brief) -> list[str] | None:
        """The names of the sources that a part asks; None: all that know the kind of its requests."""
        return None

    def instead(self, part: Part, brief: Brief, done: Done) -> Found | None:
        """What stands in for a part that is gone on without, with a note that says so; None: nothing."""
        return None

    def widen_part(self, part: Part, brief: Brief) -> tuple[Brief, str] | None:
        """Another way to look when too little was found: the part's brief with wider wishes (a slot that is
        None is dropped), and what changed, in words. None: there is none left, and the person is asked."""
        return None

    def meant(self, words: str, refinement: Refinement, brief: Brief) -> Refinement:
        """What the common rules made of some words about `brief`, without what they mean otherwise here."""
        return refinement

    def refine(self, words: str, refinement: Refinement, brief: Brief) -> tuple[Brief, list[str]] | None:
        """A goal with the type's own words of change taken in ("one day trip more"), and what changed.

        None: the words say nothing that this type knows beside what `refinement` holds.
        """
        return None

    def cannot(self, words: str, brief: Brief) -> list[str]:
        """What the words ask for that cannot be done, in sentences that say what is kept."""
        return []

    def meant_of_part(self, part: Part, words: str, refinement: Refinement, brief: Brief) -> Refinement:
        """What the common rules made of words about the options of one part."""
        return self.meant(words, refinement, brief)

    def refine_part(
        self, part: Part, words: str, refinement: Refinement, brief: Brief
    ) -> tuple[Brief, list[str]] | None:
        """As `refine`, about the options of one part while it asks; what comes of it holds for that part.

        `refinement` is all that the common rules read, whatever `meant_of_part` left out.
        """
        return self.refine(words, refinement, brief)

    def refine_whole(
        self, part: Part, words: str, refinement: Refinement, brief: Brief
    ) -> tuple[Brief, list[str]] | None:
        """What words about the options of one part change of the whole (when it is), and what changed, in
        words. `brief` is the mission's, `refinement` all that the common rules read. None: nothing of it."""
        return None

    def spoken_to(self, words: str, parts: Sequence[Part], brief: Brief) -> list[Spoken]:
        """What words on the draft, or on a part's card, say to parts by name ("another hotel")."""
        return []

    def refine_draft(self, words: str, draft: Draft, brief: Brief) -> tuple[Brief, list[str], str] | None:
        """The goal after words about this very draft ("swap days 2 and 3"), what changed, and what else they
        say. None: nothing of it."""
        return None

    def exchanged(self, words: str) -> list[tuple[str, str]]:
        """What words about a draft want instead of what, as both are called."""
        return []

    def of_part_alone(self, words: str) -> str:
        """The words without those that change the whole."""
        return words

    def suggested(self, part: Part) -> list[str]:
        """What is suggested to say about the options of one part."""
        return list(self.config.refine_words)

    def suggested_for_none(self, part: Part) -> list[str]:
        """What is suggested where nothing at all was found for a part."""
        return self.suggested(part)

    def suggested_for_draft(self, draft: Draft) -> list[str]:
        """What is suggested to say about a draft."""
        return list(self.config.refine_words)

    def account(
        self, parts: Sequence[Part], brief: Brief, done: Done, offered: dict[str, list[Offer]]
    ) -> Account | None:
        """The running account before there is a draft; `offered`: what the parts that ask show."""
        return None

    def learn(self, draft: Draft, brief: Brief, done: Done) -> list[Learning]:
        """What the choices on the way teach without words."""
        return []

    def offers_in(self, draft: Draft) -> set[str] | None:
        """The ids of the offers that a draft is made of. None: it does not say."""
        return None

    def title_of(self, part: Part, kinds: Collection[str], brief: Brief) -> str:
        """What a part is called once offers of these kinds were chosen for it."""
        return part.title

    def over_on(self, draft: Draft) -> date | None:
        """The last day of what was planned, after which it is asked how it was. None: it has no days."""
        return None

    def learn_from_stars(
        self, draft: Draft, brief: Brief, done: Done, stars: Mapping[str, int]
    ) -> list[Learning]:
        """What the stars (1-5) that parts got once it was over teach, by the keys of the parts."""
        return []

    def possible(self, brief: Brief) -> Brief:
        """The goal without what cannot be, such as days that have passed; the draft says what was changed."""
        return brief

    def closer_look(self, part: Part, brief: Brief, done: Done) -> list[str]:
        """What could go wrong with a settled part, as only shows now that all others are settled too."""
        return []

    def part_scene(self, part: Part, brief: Brief, done: Done) -> Scene:
        """What the options of one part have in common, for their cards."""
        return self.scene(brief)


def part_key(*words: str) -> str:
    """A key made of words ("restaurants", "Las Palmas"), the same each time; long ones end in a digest."""
    key = "_".join(key_of(one.replace("_", " ")) for one in words).replace(" ", "_")
    if len(key) <= MOST_KEY:
        return key
    digest = blake2b(key.encode(), digest_size=_DIGEST).hexdigest()
    return f"{key[: MOST_KEY - len(digest) - 1]}_{digest}"


def order_of(parts: Sequence[Part]) -> list[Part]:
    """The parts, each after those that it depends on. Raises `ValueError` for a circle, and for a key
    that is unknown or longer than `MOST_KEY` (see `part_key`)."""
    known = {part.key: part for part in parts}
    if long := [key for key in known if len(key) > MOST_KEY]:
        raise ValueError(f"a part's key is too long: {long[0]}")
    if unknown := {key for part in parts for key in part.depends_on} - set(known):
        raise ValueError(f"no part is called {', '.join(sorted(unknown))}")
    ordered: dict[str, Part] = {}
    while len(ordered) < len(known):
        ready = [part for part in parts if part.key not in ordered and set(part.depends_on) <= set(ordered)]
        if not ready:
            raise ValueError("the parts wait for each other in a circle")
        ordered |= {part.key: part for part in ready}
    return list(ordered.values())


def with_dependants(keys: set[str], parts: Sequence[Part]) -> set[str]:
    """`keys` and all parts that depend on them, at any distance."""
    reached = set(keys)
    for part in order_of(parts):
        if reached & set(part.depends_on):
            reached.add(part.key)
    return reached
