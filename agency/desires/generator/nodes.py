"""The nodes of the generator."""

from __future__ import annotations

from agency.desires.generator.desk import GeneratorDesk, generator_node
from agency.desires.generator.state import Generating


@generator_node
def detect(desk: GeneratorDesk, state: Generating) -> Generating:
    """Look for wishes in the words."""
    return {"next": "take" if desk.detect().wishes else "end"}


@generator_node
def take(desk: GeneratorDesk, state: Generating) -> Generating:
    """Make desires of them, merge what was wished before, and propose."""
    desk.take()
    return {}


@generator_node
def log(desk: GeneratorDesk, state: Generating) -> Generating:
    """Write it down."""
    desk.log()
    return {}
