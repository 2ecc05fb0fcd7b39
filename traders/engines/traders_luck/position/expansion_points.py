"""What an expansion can add to the game, and where: named points, each with the answer of the game
alone. An expansion is a subclass in a folder of its own that answers otherwise at some of them;
nothing else knows whether it is in play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, Told
from traders.engines.traders_luck.position.state import Die, Planet, Position, TurnNow


class Expansion:
    """The game alone, point by point."""

    option = ""
    """The option that brings it into play."""

    # the ledger
    def open_ledgers(self, state: Position) -> None:
        """What it adds to the Traders' ledgers at the start."""

    def start(self, state: Position, seat: Seat, said: Mapping[str, object]) -> None:
        """What a scenario's `start` says of a seat's part in it."""

    def ledger(self, state: Position, seat: Seat) -> dict[str, Any]:
        """What it keeps of a seat, for all to see."""
        return {}

    def leave(self, state: Position, seat: Seat) -> None:
        """A seat drops out."""

    def flaws(self, state: Position, seat: Seat) -> Iterator[str]:
        """What cannot be in its part of a seat's ledger."""
        return iter(())

    # the roll
    def dice(self) -> tuple[str, ...]:
        """Kinds of the dice thrown with the goods dice, in their order."""
        return ()

    def faces(self, kind: str) -> tuple[str, ...]:
        """The faces of a kind of die of its own; () for one that it does not know."""
        return ()

    def sticking(self, size: str) -> Mapping[str, str]:
        """Faces of dice that may not be thrown again on a planet of a size, with the rules."""
        return {}

    # the turn
    def silence(self) -> str:
        """What silence does in place of a trip, as an order; "" where it makes one."""
        return ""

    def landing(self, seat: Seat) -> list[Step]:
        """What comes between the dice and trade."""
        return []

    def outsider(self, state: Position, seat: Seat) -> tuple[str, ...]:
        """Rules that forbid a seat to act in another's turn, beside the order of turns."""
        return ()

    # trade
    def bars_trade(self, state: Position, seat: Seat) -> Refusal | None:
        """Why a seat may not trade here at all."""
        return None

    def wares(self) -> tuple[str, ...]:
        """What may be for sale beside goods."""
        return ()

    def price(self, ware: str) -> int:
        """Credits for one of a ware of its own."""
        return 0

    def not_sold_here(self, planet: Planet, ware: str) -> Refusal | None:
        """Why a ware of its own is not to be had on a planet."""
        return None

    def take(self, state: Position, seat: Seat, ware: str, n: int) -> None:
        """A ware of its own has been bought."""

    def surely_caught(self, state: Position) -> bool:
        """Whether an illegal sale fails here without a roll."""
        return False

    def caught(self, state: Position, seat: Seat, told: Told) -> None:
        """The police have caught a seat selling illegal goods; what is confiscated has gone."""

    # what is shown
    def seen(self, turn: TurnNow, planet: Planet | None) -> dict[str, Any]:
        """What a view tells of it, beside ledgers: JSON."""
        return {}

    def wrote(self, planet: Planet | None) -> dict[str, Any]:
        """What it adds to the position in the words of SCENARIOS.md."""
        return {}

    def put_on(self, planet: Planet, start: Mapping[str, object]) -> Iterator[Die]:
        """Its dice on the planet that a scenario's `start` gives."""
        return iter(())
