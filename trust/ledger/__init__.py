"""The ledger: acts are proposed, asked for, performed once, read back and taken back. Nothing else acts."""

from trust.ledger.moves import MOVES, IllegalMove, move, on_ended
from trust.ledger.performing import act, latest, perform
from trust.ledger.proposing import Proposal, args_hash, propose
from trust.ledger.reading import Denied, read
from trust.ledger.settling import check, retry
from trust.ledger.taking_back import can_undo, cancel_acts, disown, stop, undo

__all__ = [
    "MOVES",
    "Denied",
    "IllegalMove",
    "Proposal",
    "act",
    "args_hash",
    "can_undo",
    "cancel_acts",
    "check",
    "disown",
    "latest",
    "move",
    "on_ended",
    "perform",
    "propose",
    "read",
    "retry",
    "stop",
    "undo",
]
