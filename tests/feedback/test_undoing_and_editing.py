"""What was learned can be taken back and put in other words; newer feedback wins."""

from __future__ import annotations

from typing import Any

import pytest

from feedback.services import edit_learned, feedback_of, undo_learned
from memory.models import MemoryItem
from memory.preferences import preferences
from ownyou.lib.errors import Conflict, InvalidInput, NotFound

STORY = "Great but too expensive for a weeknight, and more vegetarian options please"
SATURDAY, TUESDAY = "2026-12-05", "2026-12-08"


def test_undo_removes_the_effect(owner: Any, ended: Any, give: Any, next_dinner: Any) -> None:
    mission = ended()
    limit = give(mission, STORY).learned[0]
    undone = undo_learned(user=owner, mission_id=mission.pk, item_id=limit.item_id)
    assert undone.undone
    assert next_dinner(TUESDAY)["drop"] == ""
    assert list(preferences(owner, "dining")) == ["dining.diet.vegetarian"]


def test_what_was_undone_is_not_learned_again_from_the_same_words(owner: Any, ended: Any, give: Any) -> None:
    mission = ended()
    limit = give(mission, STORY).learned[0]
    undo_learned(user=owner, mission_id=mission.pk, item_id=limit.item_id)
    again = give(mission, STORY)
    assert "dining.weeknight_budget" not in preferences(owner, "dining")
    assert again.learned[0].undone


def test_undoing_twice_changes_nothing(owner: Any, ended: Any, give: Any) -> None:
    mission = ended()
    limit = give(mission, STORY).learned[0]
    for _ in range(2):
        assert undo_learned(user=owner, mission_id=mission.pk, item_id=limit.item_id).undone


def test_edit_changes_the_amount(owner: Any, ended: Any, give: Any, next_dinner: Any) -> None:
    mission = ended()
    limit = give(mission, STORY).learned[0]
    edit_learned(
        user=owner, mission_id=mission.pk, item_id=limit.item_id, text="On weeknights, under $60 a person."
    )
    assert preferences(owner, "dining")["dining.weeknight_budget"].amount == 60
    assert next_dinner(TUESDAY, price=50)["drop"] == ""
    assert next_dinner(TUESDAY, price=70)["drop"] == "over $60"


def test_undo_after_an_edit_forgets_it_all_the_same(owner: Any, ended: Any, give: Any) -> None:
    mission = ended()
    limit = give(mission, STORY).learned[0]
    edit_learned(
        user=owner, mission_id=mission.pk, item_id=limit.item_id, text="On weeknights, under $60 a person."
    )
    undo_learned(user=owner, mission_id=mission.pk, item_id=limit.item_id)
    assert "dining.weeknight_budget" not in preferences(owner, "dining")


def test_an_empty_edit_is_refused_and_changes_nothing(owner: Any, ended: Any, give: Any) -> None:
    mission = ended()
    limit = give(mission, STORY).learned[0]
    with pytest.raises(InvalidInput):
        edit_learned(user=owner, mission_id=mission.pk, item_id=limit.item_id, text="  \x00 ")
    assert preferences(owner, "dining")["dining.weeknight_budget"].amount == 34


def test_an_undone_thing_cannot_be_edited(owner: Any, ended: Any, give: Any) -> None:
    mission = ended()
    limit = give(mission, STORY).learned[0]
    undo_learned(user=owner, mission_id=mission.pk, item_id=limit.item_id)
    with pytest.raises(Conflict):
        edit_learned(
            user=owner, mission_id=mission.pk, item_id=limit.item_id, text="On weeknights, under $60."
        )


def test_newer_feedback_wins_and_undoing_it_brings_the_older_back(owner: Any, ended: Any, give: Any) -> None:
    from tests.feedback.conftest import chosen

    give(ended(), "Too expensive for a weeknight")
    second = ended(result=chosen(price="60"))
    newer = give(second, "Too expensive on a weeknight").learned[0]
    assert preferences(owner, "dining")["dining.weeknight_budget"].amount == 48
    undo_learned(user=owner, mission_id=second.pk, item_id=newer.item_id)
    assert preferences(owner, "dining")["dining.weeknight_budget"].amount == 34


def test_the_older_cannot_be_undone_under_the_newer(owner: Any, ended: Any, give: Any) -> None:
    from tests.feedback.conftest import chosen

    first = ended()
    older = give(first, "Too expensive for a weeknight").learned[0]
    give(ended(result=chosen(price="60")), "Too expensive on a weeknight")
    with pytest.raises(Conflict):
        undo_learned(user=owner, mission_id=first.pk, item_id=older.item_id)
    assert preferences(owner, "dining")["dining.weeknight_budget"].amount == 48


def test_loving_what_was_hated_leaves_one_fact(owner: Any, ended: Any, give: Any) -> None:
    give(ended(), "I hate Indian food")
    give(ended(), "We loved the Indian food")
    found = preferences(owner, "dining.cuisine")
    assert {key: one.polarity for key, one in found.items()} == {"dining.cuisine.indian": "like"}


def test_the_same_feedback_twice_learns_once(owner: Any, ended: Any, give: Any) -> None:
    mission = ended()
    first, second = give(mission, STORY), give(mission, STORY)
    assert first.feedback.pk == second.feedback.pk
    assert first.learned == second.learned
    assert MemoryItem.objects.filter(user=owner).count() == 2


def test_other_words_add_to_what_was_learned(ended: Any, give: Any) -> None:
    mission = ended()
    give(mission, STORY)
    given = give(mission, "And it was far too loud")
    assert [one.path for one in given.learned] == [
        "dining.weeknight_budget",
        "dining.diet.vegetarian",
        "dining.noise.quiet",
    ]


def test_other_words_are_heard_after_an_undo(owner: Any, ended: Any, give: Any) -> None:
    mission = ended()
    limit = give(mission, STORY).learned[0]
    undo_learned(user=owner, mission_id=mission.pk, item_id=limit.item_id)
    give(mission, "Too loud")
    assert "dining.noise.quiet" in preferences(owner, "dining")


def test_a_stranger_finds_nothing(stranger: Any, ended: Any, give: Any) -> None:
    mission = ended()
    limit = give(mission, STORY).learned[0]
    for act in (
        lambda: undo_learned(user=stranger, mission_id=mission.pk, item_id=limit.item_id),
        lambda: edit_learned(user=stranger, mission_id=mission.pk, item_id=limit.item_id, text="Mine"),
        lambda: feedback_of(stranger, mission.pk),
    ):
        with pytest.raises(NotFound):
            act()


def test_what_is_no_longer_so_is_taken_back_also_if_it_was_said_and_comes_back_when_undone(
    owner: Any, ended: Any, give: Any
) -> None:
    give(ended(), "Wir sind vegan")
    assert preferences(owner, "dining")["dining.diet.vegan"].polarity == "need"
    mission = ended()
    [gone] = give(mission, "Wir sind nicht mehr vegan").learned
    assert (gone.path, gone.polarity) == ("dining.diet.vegan", "withdrawn")
    assert list(preferences(owner, "dining")) == []
    assert undo_learned(user=owner, mission_id=mission.pk, item_id=gone.item_id).undone
    assert list(preferences(owner, "dining")) == ["dining.diet.vegan"]


def test_a_diet_that_nobody_knew_of_is_not_taken_back(owner: Any, ended: Any, give: Any) -> None:
    assert give(ended(), "I am not vegan").learned == []
    assert list(preferences(owner, "dining")) == []
