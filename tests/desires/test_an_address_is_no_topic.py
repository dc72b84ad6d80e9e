"""What a person does repeatedly is noticed by the words it is about; the parts of an address are none."""

from __future__ import annotations

import pytest

from agency.desires.noticing.patterns import topics_of


@pytest.mark.parametrize(
    "address", ["nora@pottery.example", "https://pottery.example/kiln?x=1", "WWW.pottery.example"]
)
def test_the_parts_of_an_address_are_not_taken_for_what_it_is_about(address: str) -> None:
    assert {signal.key for signal in topics_of(f"pottery glazes {address}")} == {
        signal.key for signal in topics_of("pottery glazes")
    }
    assert not {"nora", "kiln", "www"} & {signal.key for signal in topics_of(f"read {address}")}
