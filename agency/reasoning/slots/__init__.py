"""Slots: the typed pieces of what a person asks for (when, where, for how many, for how much, what).

`extract_slots` reads them by rules; `slots_model` and `validate_slots` let a language model do it and keep it
honest. All of them work from the same declarations. Pure Python, no Django.
"""

from agency.reasoning.slots.extract import extract_slots
from agency.reasoning.slots.places import Located, locate
from agency.reasoning.slots.schema import slots_model, validate_slots
from agency.reasoning.slots.specs import COMMON_SLOTS, EXCLUDE, SlotContext, SlotSpec, SlotType, SlotValue

__all__ = [
    "COMMON_SLOTS",
    "EXCLUDE",
    "Located",
    "SlotContext",
    "SlotSpec",
    "SlotType",
    "SlotValue",
    "extract_slots",
    "locate",
    "slots_model",
    "validate_slots",
]
