"""The ledger: acts are proposed, asked for, performed once, read back and taken back. Nothing else acts."""

from trust.ledger.moves import MOVES, IllegalMove, move, on_ended
from trust.ledger.performing import act, latest, line_of, perform, register_cautions
from trust.ledger.proposing import Proposal, args_hash, propose
from trust.ledger.reading import Denied, read
from trust.ledger.runs import Stopped, check_goes_on, register_runs
from trust.ledger.settling import check, retry
from trust.ledger.taking_back import (
    ask_anew_for,
    can_undo,
    cancel_acts,
    disown,
    forget_stopped,
    refined_key,
    stop,
    undo,
)

__all__ = [
    "MOVES",
    "Denied",
    "IllegalMove",
    "Proposal",
    "Stopped",
    "act",
    "args_hash",
    "ask_anew_for",
    "can_undo",
    "cancel_acts",
    "check",
    "check_goes_on",
    "disown",
    "forget_stopped",
    "latest",
    "line_of",
    "move",
    "on_ended",
    "perform",
    "propose",
    "read",
    "refined_key",
    "register_cautions",
    "register_runs",
    "retry",
    "stop",
    "undo",
]
