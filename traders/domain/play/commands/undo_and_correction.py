"""`undo`, and a letter that corrects the one before it."""

from __future__ import annotations

from traders.domain.play import orders_after_rewind
from traders.domain.play.commands import interval_commands
from traders.domain.play.commands.command import Command, Group
from traders.domain.play.game_session import GameSession
from traders.domain.table.change_set import Line
from traders.engines.kernel.refusal import Refusal
from traders.models import SealedKind


def undo(session: GameSession, seat: str, rest: str, raw: str) -> Line:
    """`undo`: what was said in the open interval, a pass too, else the latest order
    and what was planned after it (PR-BACKUP-03).
    """
    if session.game.stayed:
        raise Refusal(
            "A claim has stopped the game; until it is ruled on nothing is taken back.",
            "PR-CLAIM-03",
        )
    table = session.table
    if said := interval_commands.take_back(table, seat, raw):
        return said
    try:
        order = session.undo(seat)
    except Refusal as refusal:
        if any(table.open(SealedKind.PLAN, seat)):
            words = f"{refusal.text} You have a plan: `forget plan` drops it."
            raise Refusal(words, *refusal.rules, instead=("forget plan",)) from None
        raise
    # what it had planned to do next would be carried out at once in the turn that is its own again
    return interval_commands.taken_back(raw, order, table.drop_plan(seat))


def corrected(session: GameSession, seat: str, raw: str) -> Line | None:
    """The seat's latest order taken back, where it is the latest of all, or what it said in the
    open window; None where there is none (PR-RECEIPT-09).
    """
    if orders_after_rewind.is_latest(session.game, seat) or session.table.moves:
        return undo(session, seat, "", "undo")
    return interval_commands.take_back(session.table, seat, "undo")


COMMANDS = (
    Command(
        prefix="undo",
        group=Group.MOVES,
        help=(
            "Take back your latest order or pass, while nothing random or hidden has been shown "
            "since."
        ),
        brief="your latest order back",
        rule="PR-BACKUP-03",
        deed=undo,
    ),
)
