"""Reading the web: one page, by its address."""

from __future__ import annotations

from agency.tools.web.fetch import FETCH

TOOLS = (FETCH,)
