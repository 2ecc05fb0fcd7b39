"""`undo`, and a letter that corrects the one before it."""

from __future__ import annotations

from traders.domain.play import orders_after_rewind
from traders.domain.play.commands import orders_ahead
from traders.domain.play.commands.command import Command, Group
from traders.domain.play.session import GameSession
from traders.domain.table.change_set import Line
from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.refusal import Refusal


def undo(session: GameSession, seat: str, rest: str, raw: str) -> Line:
    """`undo`: what was said in the open interval, a pass too, else the latest order
    (PR-BACKUP-03).
    """
    if session.game.stayed:
        raise Refusal(
            "A claim has stopped the game; until it is ruled on nothing is taken back.",
            "PR-CLAIM-03",
        )
    return orders_ahead.take_back(session.table, seat, raw) or Line(
        raw, "done", f"You took back `{session.undo(seat)}`."
    )


def corrected(session: GameSession, seat: str, raw: str) -> Line | None:
    """The seat's latest order taken back, where it is the latest of all, or what it said in the
    open window; None where there is none (PR-RECEIPT-09).
    """
    if orders_after_rewind.is_latest(session.game, seat) or session.table.moves:
        return undo(session, seat, "", "undo")
    return orders_ahead.take_back(session.table, seat, "undo")


COMMANDS = (
    Command(
        prefix="undo",
        group=Group.MOVES,
        forms=("undo",),
        when=When.ANY,
        help=(
            "Take back your latest order or pass, while nothing random or hidden has been shown "
            "since."
        ),
        example="undo",
        brief="your latest order back",
        rule="PR-BACKUP-03",
        deed=undo,
    ),
)
