"""What changed from one version of a plan to the next, in words."""

from __future__ import annotations

from agency.desires.comparing import hop_changes
from agency.plans.cards import HopCard, StepLine


def hop(name: str, *tools: str, takes: str = "Giverny", steps: str = "Look it up") -> HopCard:
    lines = [StepLine(title=steps, tool=tool, status="pending", words="to do") for tool in tools]
    return HopCard(
        name=name,
        description=f"{name} it is",
        rationale="",
        status="resolved",
        words="planned",
        inputs=[takes],
        outputs=["a page"],
        steps=lines,
    )


FIND, MAIL, NOTE = hop("Find it", "guide"), hop("Mail it", "mail"), hop("Keep it", "notes")


def changes(before: list[HopCard], after: list[HopCard]) -> list[tuple[str, str]]:
    return [(one.change, one.name) for one in hop_changes(before, after)]


def test_the_same_plan_has_no_changes() -> None:
    assert hop_changes([FIND, MAIL], [FIND, MAIL]) == []


def test_hops_come_and_go() -> None:
    assert changes([FIND, MAIL], [FIND, NOTE]) == [("added", "Keep it"), ("removed", "Mail it")]
    assert changes([FIND, MAIL], [FIND]) == [("removed", "Mail it")]
    assert changes([], [FIND]) == [("added", "Find it")]


def test_a_hop_of_another_name_with_the_same_tools_has_changed() -> None:
    [one] = hop_changes([FIND], [hop("Look for it", "guide")])
    assert one.change == "changed"
    assert one.words == ["It was called “Find it”."]


def test_what_a_hop_starts_from_and_does_is_compared() -> None:
    [one] = hop_changes([FIND], [hop("Find it", "guide", takes="Vernon", steps="Read it")])
    assert one.words == [
        "Starts from: Vernon (before: Giverny).",
        "Does: Read it (before: Look it up).",
    ]


def test_two_hops_of_one_name_are_told_apart() -> None:
    other = hop("Find it", "web", takes="Vernon")
    assert changes([FIND, other], [FIND]) == [("removed", "Find it")]
