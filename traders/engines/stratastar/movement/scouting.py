"""Uncovering what is unknown, and scouting a space without going there (SS-XPL)."""

from __future__ import annotations

from collections.abc import Iterable

from traders.engines.kernel.orders.order_handler import OrderHandler
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Steps, Told
from traders.engines.stratastar.empire import cards_and_payment
from traders.engines.stratastar.empire.paid_orders import Paid, paid
from traders.engines.stratastar.events import tell
from traders.engines.stratastar.position import galaxy
from traders.engines.stratastar.position.agenda_steps import Phase
from traders.engines.stratastar.position.display_names import place
from traders.engines.stratastar.position.state import Position
from traders.engines.stratastar.setup import homeworld_placing


def uncover(state: Position, space: str, told: Told) -> None:
    """The next chit of the pile; a hazard that would close a Homeworld in goes back and another is
    drawn (SS-XPL-07). What was uncovered in a phase that is played again is told already.
    """
    again = state.turn.again
    if again is not None and space in again.chits:
        state.map[space] = again.chits[space]
        return
    kind = "blank"
    for _ in range(len(state.pile)):
        kind = state.pile.pop(0)
        if not (kind in galaxy.HAZARDS and _closes_in(state, space)):
            break
        state.pile.append(kind)
        kind = "blank"
    state.map[space] = cards_and_payment.brought(state).chits[space] = kind
    told.append(tell("uncovered", "SS-XPL-02", reveals=True, space=place(space), chit=kind))


def _closes_in(state: Position, space: str) -> bool:
    """Whether a hazard in a space would close in a Homeworld: on both its sides (SS-XPL-07), or by
    cutting it off from others to which a way was open still, what is unknown being free
    (SS-MAP-09).
    """
    homes = [state.empires[seat].homeworld for seat in state.playing]
    walled = any(
        space in galaxy.beside(home)
        and all(other == space or galaxy.hazard(state, other) for other in galaxy.beside(home))
        for home in homes
    )
    joined = set(homes) <= homeworld_placing.reach(state, homes[0])
    return walled or (
        joined and not set(homes) <= homeworld_placing.reach(state, homes[0], barred=space)
    )


class Explore(Paid, frozen=True):
    """`explore b1`"""

    action = True
    at: str


def _must_be_agreed(state: Position, seat: Seat) -> None:
    if not state.options.exploration:
        raise Refusal("All spaces are known: exploration is an option.", "SS-OPT-02", "SS-XPL-03")


def _check_explore(state: Position, seat: Seat, order: Explore) -> None:
    """A unit scouts a neighbouring unknown space (SS-XPL-03)."""
    if galaxy.chit(state, order.at) != galaxy.UNKNOWN:
        raise Refusal(f"{place(order.at)} is known.", "SS-XPL-03")
    if not any(galaxy.units(state.empires[seat], space) for space in galaxy.beside(order.at)):
        raise Refusal(f"None of your units is next to {place(order.at)}.", "SS-XPL-03")


def _explore(state: Position, seat: Seat, order: Explore, step: Phase, told: Told) -> Steps:
    uncover(state, order.at, told)
    return [step]


def _nearby(state: Position, seat: Seat) -> Iterable[Explore]:
    near = {at for space in galaxy.places(state.empires[seat]) for at in galaxy.beside(space)}
    return map(Explore, sorted(near, key=galaxy.place_of))


EXPLORE = paid(
    OrderHandler(
        Explore,
        forms=("explore <at:space>",),
        help="Pay {price} and uncover an unknown space beside a unit of yours.",
        example="explore b1",
        rule="SS-XPL-03",
        stages=("movement",),
        must=_must_be_agreed,
        check=_check_explore,
        menu=_nearby,
        means=lambda state, seat, order: f"uncover {place(order.at)} for {{price}}",
        deed=_explore,
    ),
    ("trade", 1),
)
