"""A mission of level 3 as a person sees it: parts, drafts and what changed between them, files."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Literal
from uuid import UUID

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from agency.models import Artifact
from agency.sources.base import Offer
from missions import money
from missions.bundle_cards import BundleCard, bundle_card
from missions.bundle_changes import bundle_changes
from missions.changes import PlanChanges
from missions.levels.briefs import brief_of
from missions.levels.complex import drafts
from missions.levels.complex.part_desk import FORESEEN
from missions.levels.complex.shaping import Worded, shape_in_words, shape_of, wording_in_words
from missions.models import Mission, SourceReport, Subgoal
from missions.part_titles import came_to, kind_of, titles_now, used_in
from missions.picture import Picture, in_words, picture_of
from missions.plugins.complex import Account, Draft
from missions.subgoals import found_of, part_of
from missions.trip_cards import TripCard, trip_card
from missions.trip_changes import changes_between
from ownyou.lib.cards import Card
from ownyou.lib.errors import NotFound
from ownyou.lib.markdown import to_html
from trust.models import Decision

PARTS_LEVEL = 3
STATUS_WORDS = {
    Subgoal.Status.PENDING: gettext_lazy("waits for other parts"),
    Subgoal.Status.WORKING: gettext_lazy("at it"),
    Subgoal.Status.ASKING: gettext_lazy("asks you"),
    Subgoal.Status.DONE: gettext_lazy("done"),
    Subgoal.Status.FAILED: gettext_lazy("did not work"),
    Subgoal.Status.SKIPPED: gettext_lazy("left out"),
}
CONTEXT_LINES = 1
MAP = "maps/day_"
FILE_TITLES = {
    "booking_summary": gettext_lazy("Booking summary"),
    "daily_schedule": gettext_lazy("Daily schedule"),
    "itinerary": gettext_lazy("For your calendar"),
    "shopping_list": gettext_lazy("Shopping list"),
}


class PartLine(Card):
    """One part: how it stands and what came of it. `column`: how many parts come before it in a row."""

    key: str
    title: str
    status: str
    words: str
    after: list[str]
    column: int
    chosen: list[str]
    note: str
    problem: str
    risks: list[str]
    sources: list[str] = []
    confidence: int | None = None
    needs_review: bool
    contingency: str


class FileLine(Card):
    """One file of a mission. `title`: what it is called where a person reads it, empty for working papers."""

    path: str
    title: str = ""
    url: str
    size_words: str
    media_type: str
    version: int

    @property
    def format(self) -> str:
        """The ending of its name, as people write it: "PDF"."""
        return self.path.rpartition(".")[2].upper()


class DraftCard(Card):
    """One version of the draft. `made_words`: what planned and worded it."""

    version: int
    made_words: str = ""
    text: str
    misfits: list[str]
    compare_url: str = ""
    read_url: str = ""
    trip: TripCard | None = None
    bundle: BundleCard | None = None

    @property
    def html(self) -> SafeString:
        """The draft for the page, sanitised."""
        return mark_safe(to_html(self.text))


class ShareLine(Card):
    """What one part takes of the budget."""

    words: str
    cost_words: str
    settled: bool
    known: bool


class AccountCard(Card):
    """The running account before there is a draft. Per cent of the limit; 0 and None where there is none."""

    shares: list[ShareLine]
    spent_words: str
    held_words: str
    left_words: str
    limit_words: str
    over: bool
    spent: int = 0
    taken: int | None = None


class PartsCard(Card):
    """The plan of a mission of level 3, its newest draft, and its files.

    `made`: what took the goal apart; `foreseen`: what will be missing, until a draft says it.
    """

    parts: list[PartLine]
    picture: Picture
    picture_words: str
    done: int
    words: str
    made: list[str] = []
    foreseen: list[str] = []
    account: AccountCard | None = None
    draft: DraftCard | None
    files: list[FileLine]
    zip_url: str

    @property
    def package(self) -> list[FileLine]:
        """The files that were delivered; none before."""
        return [file for file in self.files if file.title]

    @property
    def papers(self) -> list[FileLine]:
        """The files that the plan was worked out in."""
        return [file for file in self.files if not file.title]


class Change(Card):
    """One line of a comparison."""

    kind: Literal["same", "added", "removed", "gap"]
    text: str


class Comparison(Card):
    """What is different between two drafts, and the words that led to it; `plan`: of plans of days."""

    before: int
    after: int
    why: list[str]
    plan: PlanChanges | None
    lines: list[Change]
    versions: list[int]


def parts_card(mission: Mission) -> PartsCard | None:
    """Present the parts of a mission; None where it has none."""
    rows = list(Subgoal.objects.of(mission)) if mission.level == PARTS_LEVEL else []
    if not rows:
        return None
    settled = sum(row.status in Subgoal.SETTLED for row in rows)
    words = ngettext("%(done)s of %(all)s part done", "%(done)s of %(all)s parts done", len(rows))
    parts = [part_of(row) for row in rows]
    newest = _newest_draft(mission)
    draft = _draft(mission, *newest) if newest else None
    return PartsCard(
        parts=_lines(mission, rows, used_in(mission, newest[1] if newest else None)),
        account=None if draft else _account(mission, rows),
        picture=picture_of(parts),
        picture_words=in_words(parts),
        done=settled,
        words=words % {"done": settled, "all": len(rows)},
        made=_made(mission, rows),
        foreseen=[] if draft else list(mission.understood.get(FORESEEN, [])),
        draft=draft,
        files=file_lines(mission),
        zip_url=reverse("mission_zip", args=[mission.pk]),
    )


def _made(mission: Mission, rows: Sequence[Subgoal]) -> list[str]:
    """Who took the goal apart; nothing of missions that began before that was kept."""
    if "shape" not in mission.understood:
        return []
    titles = {row.key: str(row.title) for row in rows}
    return shape_in_words(shape_of(mission.understood), titles)


def _account(mission: Mission, rows: Sequence[Subgoal]) -> AccountCard | None:
    kind = kind_of(mission)
    if kind is None:
        return None
    done = {row.key: found_of(row) for row in rows if row.status == Subgoal.Status.DONE}
    offered = {
        row.key: [Offer.model_validate(one["offer"]) for one in row.options] for row in rows if row.options
    }
    account = kind.account([part_of(row) for row in rows], brief_of(mission, []), done, offered)
    return account_card(account, mission.user.language) if account else None


def account_card(account: Account, language: str) -> AccountCard:
    """Present an account: spent, kept back, left."""

    def words(amount: Decimal) -> str:
        return money.rounded_in_words(amount, account.currency, language)

    def share(amount: Decimal) -> int:
        return round(100 * min(Decimal(1), amount / account.limit)) if account.limit else 0

    left, taken = account.left, account.spent + account.held
    return AccountCard(
        shares=[
            ShareLine(
                words=one.words,
                cost_words=words(one.amount) if one.amount or one.settled else _("not known yet"),
                settled=one.settled,
                known=one.settled or bool(one.amount),
            )
            for one in account.shares
        ],
        spent_words=words(account.spent),
        held_words=words(account.held),
        left_words="" if left is None else words(abs(left)),
        limit_words=words(account.limit) if account.limit else "",
        over=left is not None and left < 0,
        spent=share(account.spent),
        taken=share(taken) if account.limit else None,
    )


def _lines(mission: Mission, rows: Sequence[Subgoal], used: set[str] | None) -> list[PartLine]:
    asking = {row.payload.get("part") for row in Decision.objects.open().filter(subject_id=mission.pk)}
    said = _said_by_sources(mission)
    titles = titles_now(mission, rows)
    columns: dict[str, int] = {}
    lines = []
    for row in rows:  # in the order of the plan: each after those that it depends on
        known = [key for key in row.depends_on if key in titles]
        status = Subgoal.Status.ASKING if row.key in asking else Subgoal.Status(row.status)
        columns[row.key] = 1 + max((columns[key] for key in known), default=-1)
        lines.append(
            PartLine(
                key=row.key,
                title=titles[row.key],
                status=status,
                words=str(STATUS_WORDS[status]),
                after=[titles[key] for key in known],
                column=columns[row.key],
                chosen=came_to(row, used)[:3],
                note=row.note or "",
                problem=row.problem or "",
                risks=row.risks,
                sources=said.get((row.key, row.attempt), []),
                confidence=None if row.confidence is None else round(100 * row.confidence),
                needs_review=row.needs_review and row.status == Subgoal.Status.DONE,
                contingency=row.contingency or "",
            )
        )
    return lines


def _said_by_sources(mission: Mission) -> dict[tuple[str, int], list[str]]:
    """What the sources said to each part, by its key and attempt."""
    said: dict[tuple[str, int], list[str]] = {}
    for report in SourceReport.objects.filter(mission=mission).defer("offers").order_by("created_at"):
        said.setdefault((report.part, report.round), []).append(_said(report))
    return said


def _said(report: SourceReport) -> str:
    if report.status == SourceReport.Status.PENDING:
        return _("%(source)s: asking …") % {"source": report.title}
    found = ngettext("%d found", "%d found", report.count) % report.count
    answered = report.status == SourceReport.Status.ANSWERED
    return f"{report.title}: {found if answered else report.words or ''}"


def _newest_draft(mission: Mission) -> tuple[int, Draft] | None:
    version = mission.understood.get("draft")
    if not version:
        return None
    try:
        return int(version), drafts.draft_of(mission, int(version))
    except NotFound:  # its file is gone from the storage
        return None


def _draft(mission: Mission, version: int, draft: Draft) -> DraftCard:
    compare = reverse("mission_compare", args=[mission.pk, version - 1, version]) if version > 1 else ""
    return DraftCard(
        version=version,
        made_words=wording_in_words(Worded.model_validate(draft.data.get("worded") or {})),
        text=draft.markdown,
        misfits=draft.misfits,
        compare_url=compare,
        read_url=reverse("mission_file", args=[mission.pk, drafts.path_of(mission, version)]),
        trip=trip_card(draft, mission.user.language),
        bundle=bundle_card(draft, mission.user.language),
    )


def file_lines(mission: Mission) -> list[FileLine]:
    """The files of a mission, by path: those that were delivered first."""
    lines = [_file(mission.pk, row) for row in drafts.files_of(mission)]
    return sorted(lines, key=lambda line: not line.title)


def _file(mission_id: UUID, row: Artifact) -> FileLine:
    return FileLine(
        path=row.path,
        title=title_of(row.path),
        url=reverse("mission_file", args=[mission_id, row.path]),
        size_words=size_in_words(row.size),
        media_type=row.media_type,
        version=row.version,
    )


def title_of(path: str) -> str:
    """What a delivered file is called: "Booking summary", "Map of day 2"; empty before it is delivered."""
    if not path.startswith(drafts.FINAL):
        return ""
    stem = path.removeprefix(drafts.FINAL).rpartition(".")[0]
    if stem.startswith(MAP):
        return _("Map of day %(n)s") % {"n": stem.removeprefix(MAP)}
    return str(FILE_TITLES.get(stem) or stem.replace("_", " ").capitalize())


def size_in_words(size: int) -> str:
    """A number of bytes in words."""
    return _("%(n)s KB") % {"n": max(round(size / 1000), 1)}


def compare(mission: Mission, before: int, after: int) -> Comparison:
    """Compare two drafts, part by part where they are plans, and line by line. Raises `NotFound`."""
    old, new = (drafts.draft_of(mission, version) for version in (before, after))
    changes = mission.understood.get("changes", [])
    why = [str(one["words"]) for one in changes if before <= one["after"] < after]
    return Comparison(
        before=before,
        after=after,
        why=why,
        plan=changes_between(old, new, mission.user.language)
        or bundle_changes(old, new, mission.user.language),
        lines=_changes(old.markdown.splitlines(), new.markdown.splitlines()),
        versions=drafts.versions_of(mission),
    )


LINK = re.compile(r"\[([^\]]+)\]\([^)\s]*\)")
"""A link of Markdown: its words in brackets, its address behind them."""


def _plain(line: str) -> str:
    """A line of Markdown without its signs; the cells of a table's row with a dot between them."""
    if line.startswith("|"):
        cells = [cell.strip() for cell in line.strip("| ").split("|")]
        return " · ".join(cell for cell in cells if cell.strip("-: "))
    return LINK.sub(r"\1", line.strip("#* ").removeprefix("- ").replace("**", ""))


def _changes(before: list[str], after: list[str]) -> list[Change]:
    """The lines that went and came, with a line around them. Blank ones and signs of Markdown say nothing."""
    old, new = ([words for line in text if (words := _plain(line))] for text in (before, after))
    lines: list[Change] = []
    for group in difflib.SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(CONTEXT_LINES):
        if lines:
            lines.append(Change(kind="gap", text=""))
        for tag, i1, i2, j1, j2 in group:
            if tag == "equal":
                lines += [Change(kind="same", text=text) for text in old[i1:i2]]
                continue
            lines += [Change(kind="removed", text=text) for text in old[i1:i2]]
            lines += [Change(kind="added", text=text) for text in new[j1:j2]]
    return lines
