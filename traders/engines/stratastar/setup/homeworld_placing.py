"""Placing Homeworlds, opening those that are closed in, and the opening hands (SS-MAP-04 to
SS-MAP-09, SS-SET).
"""

from __future__ import annotations

from traders.engines.kernel.contract.contract import Chance, Turn
from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.orders.order_handler import OrderHandler
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import StepHandler, Steps, Told
from traders.engines.kernel.words import named
from traders.engines.stratastar.empire.paid_orders import StrataOrder
from traders.engines.stratastar.events import tell
from traders.engines.stratastar.position import galaxy
from traders.engines.stratastar.position.agenda_steps import (
    BeginTurn,
    DealHands,
    Draw,
    OpenHomeworlds,
    OpenOne,
    Placing,
    RollAbility,
)
from traders.engines.stratastar.position.display_names import place
from traders.engines.stratastar.position.state import Position
from traders.engines.stratastar.setup import setup
from traders.engines.stratastar.tables import tables

NEAR = 5
"""Steps within which silence counts Worlds."""


def waits(state: Position, step: Placing) -> Turn:
    """Each in turn chooses a corner with the map in view (SS-MAP-05)."""
    return Turn((step.seat,), "placing", "SS-MAP-05", 0, f"homeworld {_best(state)}")


def _free(state: Position) -> list[str]:
    return [
        corner
        for corner in galaxy.corners()
        if all(empire.homeworld != corner for empire in state.empires.values())
    ]


def _best(state: Position) -> str:
    """The free corner with the most Worlds near."""
    worlds = [space for space, kind in state.map.items() if kind == "world"]
    return max(
        _free(state),
        key=lambda corner: sum(galaxy.apart(corner, world) <= NEAR for world in worlds),
    )


class Homeworld(StrataOrder, frozen=True):
    """`homeworld a10`"""

    at: str


def _must_be_asked(state: Position, seat: Seat) -> tuple[str, ...]:
    step = state.agenda[-1]
    if not isinstance(step, Placing):
        raise Refusal("All Homeworlds are placed.", "SS-MAP-04", "SS-SEQ-01")
    if step.seat != seat:
        raise Refusal(f"It is {named(step.seat)} who places a Homeworld now.", "SS-MAP-05")
    return ()


def _check(state: Position, seat: Seat, order: Homeworld) -> None:
    if order.at not in galaxy.corners():
        raise Refusal(
            "A Homeworld is put in a corner: a1, a10, j1 or j10.", "SS-MAP-04", "SS-MAP-05"
        )
    if any(empire.homeworld == order.at for empire in state.empires.values()):
        raise Refusal(f"There is a Homeworld at {place(order.at)} already.", "SS-MAP-04")


def _place(state: Position, seat: Seat, order: Homeworld, step: Placing, told: Told) -> Steps:
    setup.settle(state, seat, order.at)
    told.append(tell("homeworld", "SS-MAP-04", seat=seat, space=place(order.at)))
    left = [other for other in state.seats if not state.empires[other].homeworld]
    state.turn.seat = left[-1] if left else state.seats[0]
    if left:
        return []
    uneven = (
        [RollAbility(other, alone=True) for other in reversed(state.seats)]
        if state.options.uneven_start
        else []
    )
    return [OpenHomeworlds(), *uneven, DealHands(), BeginTurn(state.seats[0])]


HOMEWORLD = OrderHandler(
    Homeworld,
    forms=("homeworld <at:space>",),
    when=When.ASKED,
    help="Place your Homeworld in a free corner.",
    example="homeworld a10",
    rule="SS-MAP-05",
    at=(Placing,),
    untimely=_must_be_asked,
    must=_must_be_asked,
    check=_check,
    menu=lambda state, seat: map(Homeworld, galaxy.corners()),
    means=lambda state, seat, order: (f"your Homeworld at {place(order.at)}", "SS-MAP-04"),
    deed=_place,
)


# --- closed-in Homeworlds -------------------------------------------------------------------------


def reach(state: Position, start: str, without: str = "", barred: str = "") -> set[str]:
    """Spaces joined to one by a path free of hazards, one hazard taken away, one space barred."""
    found, edge = {start}, [start]
    while edge:
        for space in galaxy.beside(edge.pop()):
            if (
                space not in found
                and space != barred
                and (space == without or not galaxy.hazard(state, space))
            ):
                found.add(space)
                edge.append(space)
    return found


def _closed(state: Position, without: str = "") -> str:
    """The first Homeworld that is not joined to every other one, or ""."""
    homes = [state.empires[seat].homeworld for seat in state.playing]
    return next((home for home in homes if not set(homes) <= reach(state, home, without)), "")


def open_up(state: Position, step: OpenHomeworlds, told: Told) -> Steps:
    """A hazard whose removal opens the Homeworld, at random; if no single one does, one at the
    border of the enclosed region (SS-MAP-09). With exploration nothing is known yet (SS-XPL-07).
    """
    home = "" if state.options.exploration else _closed(state)
    if not home:
        return []
    homes = {state.empires[seat].homeworld for seat in state.playing}
    hazards = [space for space in galaxy.spaces() if galaxy.hazard(state, space)]
    opening = [space for space in hazards if homes <= reach(state, home, space)]
    inside = reach(state, home)
    border = [space for space in hazards if inside & set(galaxy.beside(space))]
    return [OpenOne(opening or border), OpenHomeworlds()]


def one_chance(state: Position, step: OpenOne) -> Chance | None:
    return (
        Chance("pick", len(step.hazards), "the hazard that is removed", "SS-MAP-09")
        if len(step.hazards) > 1
        else None
    )


def one_picked(state: Position, step: OpenOne, outcome: int, told: Told) -> Steps:
    space = step.hazards[outcome - 1]
    kind = state.map.pop(space)
    at = place(space)
    told.append(tell("hazard-removed", "SS-MAP-08", reveals=True, hazard=kind, space=at))
    return []


def one_alone(state: Position, step: OpenOne, told: Told) -> Steps:
    return one_picked(state, step, 1, told)


def deal(state: Position, step: DealHands, told: Told) -> Steps:
    """Five cards each, the first seat first (SS-SET-02)."""
    galaxy.meet(state)
    return [Draw(seat, tables().start["hand"]) for seat in state.seats]


STEPS = (
    StepHandler(OpenHomeworlds, does=open_up),
    StepHandler(DealHands, does=deal),
    StepHandler(Placing, waits=waits),
    StepHandler(OpenOne, waits=one_chance, closes=one_alone, takes=one_picked),
)
