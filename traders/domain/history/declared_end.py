"""Ends that the engine's position does not show: games that the seats ended by a vote (PR-SEAT-03)
or the organizer, and results stated by a ruling (PR-SEAT-07).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from traders.engines.kernel.contract.contract import Over, Pending, View
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import seats_listed
from traders.models import Game, Phase

RULE = "PR-SEAT-03"


class Ending(StrEnum):
    """How a game ended that its own rules did not end (`Game.ending`)."""

    DRAW = "draw"
    CONCESSION = "concession"
    END = "end"
    """By a vote, without a winner."""
    RULED = "ruling"
    """A ruling has stated the result."""
    VOID = "void"
    """By the organizer: it does not count."""
    AS_IT_STOOD = "as it stood"
    """By the organizer: those won who led by the game's own count."""
    CANCELLED = "cancelled"
    """Before it began."""


ANOTHER_GAME = "Look for a free seat in another game."


def why_not_waiting(game: Game) -> str:
    """Why the game waits for players no more, in a sentence; "" while it does."""
    if game.phase == Phase.GATHERING:
        return ""
    if game.phase == Phase.PLAYING:
        return "All seats of this game were taken meanwhile, and it has begun."
    cancelled = game.ending == Ending.CANCELLED
    return "This game was cancelled before it began." if cancelled else "This game is over."


def ended(ending: str, winners: Sequence[Seat]) -> Over:
    """The result of a vote (a `draw`, a `concession`, or an `end` without a winner), of a ruling,
    or of the organizer's order.
    """
    won = seats_listed(winners, "")
    if ending == Ending.RULED:
        text = (
            f"By a ruling, {won} {'has' if len(winners) == 1 else 'have'} won."
            if won
            else "By a ruling, nobody has won."
        )
        return Over(tuple(winners), text, "PR-SEAT-07", ending)
    texts: dict[str, str] = {
        Ending.DRAW: "The table has agreed on a draw.",
        Ending.CONCESSION: f"The table has conceded the game to {won}.",
        Ending.VOID: "The organizer has ended the game. It does not count: nobody has won or lost "
        "it.",
        Ending.AS_IT_STOOD: f"The organizer has ended the game as it stood. {won} led, and "
        f"{'has' if len(winners) == 1 else 'have'} won.",
    }
    text = texts.get(ending, "The table has agreed to end the game without a winner.")
    return Over(tuple(winners), text, RULE, ending)


def waits(game: Game, pending: Pending) -> Pending:
    """The decision that play waits for, given the position's `pending`: none once the game was
    ended by vote, ruling or order.
    """
    if game.phase != Phase.OVER or (isinstance(pending, Over) and game.ending != Ending.RULED):
        return pending
    return ended(game.ending, game.winners)


def shown(view: View, over: Over | None) -> View:
    """The view of the last position with the agreed end in it."""
    if over is None:
        return view
    return {
        **view,
        "over": True,
        "result": {"winners": list(over.winners), "text": over.text, "ending": over.ending},
    }
