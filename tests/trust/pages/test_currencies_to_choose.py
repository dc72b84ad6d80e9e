"""The currencies that are offered are those that somebody pays with."""

from __future__ import annotations

from django.utils.translation import override

from trust.forms import COMMON_CURRENCIES, currency_choices


def test_only_what_is_paid_with_is_offered() -> None:
    with override("de"):
        codes = [code for code, _words in currency_choices()]
    assert codes[: len(COMMON_CURRENCIES)] == COMMON_CURRENCIES
    assert {"ISK", "BRL", "INR"} <= set(codes)
    assert not {"XTS", "XXX", "XAU", "XPD", "XDR", "CLF"} & set(codes)
    assert len(codes) == len(set(codes))
