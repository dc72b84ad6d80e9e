"""Implementations of tools, a module or folder per family. `register_tools` makes them known."""

from __future__ import annotations


def register_tools() -> None:
    """Register every family's tools with the gate's registry."""
    from agency.tools import (
        bookings,
        calendar,
        files,
        journeys,
        mail,
        notes,
        offer_lists,
        offers,
        own_texts,
        pages,
        research,
        travel,
        web,
    )
    from trust.tools import register_tool

    families = (
        *(bookings, calendar, files, journeys, mail, notes, offer_lists),
        *(offers, own_texts, pages, research, travel, web),
    )
    for family in families:
        for spec in family.TOOLS:
            register_tool(spec)
