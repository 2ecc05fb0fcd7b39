"""What is agreed before play, the deck, the map and the Homeworlds (SS-SET, SS-MAP, SS-OPT)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from traders.engines.kernel.contract.agreed_options import chosen
from traders.engines.kernel.contract.contract import Chance
from traders.engines.kernel.contract.option_declaration import declared
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import StepHandler, Steps, Told
from traders.engines.stratastar.events import tell
from traders.engines.stratastar.position import galaxy
from traders.engines.stratastar.position.agenda_steps import (
    LayMap,
    Placing,
    PlacingOrder,
    ShufflePile,
)
from traders.engines.stratastar.position.state import Empire, Options, Position, Ship, TurnNow
from traders.engines.stratastar.tables import tables

CODES = tuple(one.code for one in tables().ability if not one.table_only)

VICTORY = tables().victory
OPTIONS = declared(
    __name__,
    abilities={"default": (), "of": CODES},
    worlds={"default": VICTORY["worlds"], "presets": VICTORY["mail_short"]},
    round_cap={"presets": {"0": VICTORY["round_cap"]}},
    fleets={"default": tables().start["fleets"]},
)
"""Options by name; what is not among these is refused."""


def table(seats: Sequence[Seat], options: Mapping[str, Any]) -> Position:
    """Two to four players (SS-MAP-06), nothing on the board yet."""
    players = tables().players
    if len(set(seats)) != len(seats) or not players["min"] <= len(seats) <= players["max"]:
        raise Refusal(
            f"The game is for two to four players, each with a corner, not {len(seats)}.",
            "SS-MAP-06",
        )
    agreed = chosen(options, OPTIONS, Options)
    return Position(agreed, list(seats), {seat: Empire(seat) for seat in seats}, TurnNow(seats[-1]))


def settle(state: Position, seat: Seat, corner: str) -> None:
    """A Homeworld with its Fleets and, but for low technology, Stargate (SS-SET-01, SS-LOW-01)."""
    empire = state.empires[seat]
    empire.homeworld = corner
    empire.ships = [Ship(corner) for _ in range(state.options.fleets)]
    empire.stargates = [] if state.options.low_technology else [corner]


# --- before the Homeworlds ------------------------------------------------------------------------


def order_chance(state: Position, step: PlacingOrder) -> Chance:
    """Who places first is decided at random (SS-MAP-05)."""
    return Chance("shuffle", len(state.seats), "the order of placing Homeworlds", "SS-MAP-05")


def order_fallen(state: Position, step: PlacingOrder, outcome: list[int], told: Told) -> Steps:
    """Turn order is the placing order reversed (SS-SET-03)."""
    placing = [state.seats[place - 1] for place in outcome]
    state.seats = placing[::-1]
    state.turn.seat = placing[0]
    told.append(tell("placing-order", "SS-MAP-05", reveals=True, seats=placing))
    return [Placing(seat) for seat in placing]


def pile_chance(state: Position, step: ShufflePile) -> Chance:
    return Chance("shuffle", len(state.pile), "the map chits", "SS-MAP-03", secret=True)


def pile_fallen(state: Position, step: ShufflePile, outcome: list[int], told: Told) -> None:
    state.pile = [state.pile[place - 1] for place in outcome]


def lay(state: Position, step: LayMap, told: Told) -> None:
    """One chit to each space but the corners, then turned up, blanks taken away (SS-MAP-03); with
    exploration they stay in the pile (SS-XPL-01).
    """
    if state.options.exploration or not state.pile:
        return
    free = [space for space in galaxy.spaces() if space not in galaxy.corners()]
    state.map = {
        space: kind for space, kind in zip(free, state.pile, strict=False) if kind != "blank"
    }
    state.pile = []
    told.append(tell("map", "SS-MAP-03", reveals=True))


STEPS = (
    StepHandler(LayMap, does=lay),
    StepHandler(PlacingOrder, waits=order_chance, takes=order_fallen),
    StepHandler(ShufflePile, waits=pile_chance, takes=pile_fallen),
)
