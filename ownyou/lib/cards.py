"""The base of presenters: typed cards that a page, the socket, the API and the terminal share."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel


class Card(BaseModel):
    """What is shown of something.

    A template looks for `card.title` as an item first and as an attribute second, by way of an error that
    costs four times what the look-up does. So cards have items.
    """

    def __getitem__(self, name: str) -> Any:
        try:
            return getattr(self, name)
        except AttributeError:
            raise KeyError(name) from None
