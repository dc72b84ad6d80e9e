"""The nodes of the proactive generator and of the daily review."""

from __future__ import annotations

from agency.desires.proactive.desk import ProactiveDesk, proactive_node
from agency.desires.proactive.state import Looking


@proactive_node
def matters(desk: ProactiveDesk, state: Looking) -> Looking:
    """Hear what matters to the person."""
    desk.hear_what_matters()
    return {}


@proactive_node
def analyse(desk: ProactiveDesk, state: Looking) -> Looking:
    """Analyse memories and activity that were not analysed yet."""
    return {"next": "analyse" if desk.analyse() else "notice"}


@proactive_node
def notice(desk: ProactiveDesk, state: Looking) -> Looking:
    """Make or strengthen desires by what is repeated."""
    desk.notice()
    return {}


@proactive_node
def propose(desk: ProactiveDesk, state: Looking) -> Looking:
    """Propose what is strong enough."""
    desk.propose()
    return {}


@proactive_node
def fade(desk: ProactiveDesk, state: Looking) -> Looking:
    """Let go of what has faded."""
    desk.fade()
    return {}


@proactive_node
def report(desk: ProactiveDesk, state: Looking) -> Looking:
    """Tell what came of it."""
    desk.report()
    return {}
