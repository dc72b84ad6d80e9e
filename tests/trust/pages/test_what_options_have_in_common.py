"""What speaks for every option of a choice alike is said once, above them."""

from __future__ import annotations

from django.test import Client

from trust import decisions
from trust.models import Decision, User

ALL, ONE = "You like Italian food", "Table free at 21:00"


def asked(owner: User, *reasons: list[str]) -> None:
    options = [{"id": f"o:{n}", "title": f"Place {n}", "reasons": said} for n, said in enumerate(reasons)]
    choice = decisions.Question(Decision.Kind.CHOICE, "dining", "Where?", {"options": options})
    decisions.ask(choice, user_id=owner.pk, key="common")


def test_a_reason_of_all_stands_above_them(owner: User, browser: Client) -> None:
    asked(owner, [ONE, ALL], [ALL])
    page = browser.get("/inbox/").content.decode()
    assert page.count(ALL) == 1
    assert page.index(ALL) < page.index("Place 0</h3>")


def test_a_single_option_keeps_its_reasons(owner: User, browser: Client) -> None:
    asked(owner, [ONE, ALL])
    page = browser.get("/inbox/").content.decode()
    assert page.index(ALL) > page.index("Place 0</h3>")
