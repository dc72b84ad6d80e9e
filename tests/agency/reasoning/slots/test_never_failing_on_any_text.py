"""Any text may come in: nothing raises, and every span lies in the text."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agency.reasoning.slots import extract_slots, locate, validate_slots

WORDS = """for four 4 12 $ 50 € euros under between and I me my wife in Paris at 7 pm near the station
not Italian no sushi within 2 miles 1.5k , . ' - İ ß ǅ 👩‍👧 ½ ² ٣ tomorrow Friday
zu viert à deux k 1,000,000,000,000,000 00:99"""
PIECES = st.sampled_from(WORDS.split())
TEXTS = st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=14).map(" ".join))
SLOW = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@SLOW
@given(text=TEXTS, asked=st.sampled_from([(), ("people",), ("time",), ("place",), ("budget",), ("product",)]))
def test_spans_lie_in_the_text(specs, context, text, asked):
    found = extract_slots(text, specs, context.model_copy(update={"asked": asked}))
    for name, slot in found.items():
        assert slot.name == name
        assert 0 <= slot.start < slot.end <= len(text)
        assert text[slot.start : slot.end] == slot.text


@SLOW
@given(
    text=TEXTS, value=st.recursive(st.none() | st.integers() | st.text(max_size=9), st.lists, max_leaves=3)
)
def test_a_models_answer_of_any_shape_is_survived(specs, context, text, value):
    raw = {spec.name: value for spec in specs}
    for slot in validate_slots(raw, specs, context, text).values():
        assert text[slot.start : slot.end] == slot.text


@SLOW
@given(name=TEXTS)
def test_any_name_may_be_located(name):
    locate(name)
