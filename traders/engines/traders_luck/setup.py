"""What is agreed before play, and the ledgers as play begins (TL-SET)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from traders.engines.kernel.contract.agreed_options import chosen
from traders.engines.kernel.contract.option_declaration import declared
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.traders_luck import expansions_in_play
from traders.engines.traders_luck.position.state import Options, Position, Trader, TurnNow
from traders.engines.traders_luck.tables import tables
from traders.engines.traders_luck.trade import expanding_cargo_bay

START = tables().start

OPTIONS = declared(
    __name__,
    days={"default": START.days, "low": START.days_least, "high": START.days_most},
)
"""Options by name; what is not among these is refused. All may be played together (TL-FBS-07)."""


def must_seat(seats: Sequence[Seat]) -> None:
    """Two to eight players, or one alone (TL-SET-07)."""
    if len(set(seats)) != len(seats) or not START.players_least <= len(seats) <= START.players_most:
        raise Refusal(
            f"The game is for one to eight players, each a seat of its own, not {len(seats)}.",
            "TL-SET-07",
        )


def table(seats: Sequence[Seat], options: Mapping[str, Any]) -> Position:
    """The ledgers: credits, no cargo, no day spent, the hold (TL-SET-05, TL-SET-09, TL-CAR-01)."""
    must_seat(seats)
    agreed = chosen(options, OPTIONS, Options)
    hold = expanding_cargo_bay.first(agreed)
    traders = {seat: Trader(seat, START.credits, START.spent, hold) for seat in seats}
    state = Position(agreed, list(seats), traders, TurnNow(seats[0]))
    for one in expansions_in_play.in_play(agreed):
        one.open_ledgers(state)
    return state
