"""The ledger: acts are proposed, asked for, performed once, read back and taken back. Nothing else acts."""

from trust.ledger.moves import MOVES, IllegalMove, move, on_ended
from trust.ledger.performing import perform
from trust.ledger.proposing import Proposal, args_hash, propose

__all__ = ["MOVES", "IllegalMove", "Proposal", "args_hash", "move", "on_ended", "perform", "propose"]
