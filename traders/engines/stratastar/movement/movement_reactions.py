"""What others may do while a fleet moves: Diplomacy, Defend the Homeworld! (SS-DIP, SS-DEF).
Intervals open by the board and the abilities in play, never by hands (SS-PBM-01).
"""

from __future__ import annotations

from collections.abc import Iterable

from traders.engines.kernel.contract.contract import Interval
from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.orders.order_handler import OrderHandler
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import StepHandler, Steps, Told, strike
from traders.engines.kernel.words import named
from traders.engines.stratastar.empire import phase_action_record
from traders.engines.stratastar.empire.abilities_in_play import has
from traders.engines.stratastar.empire.paid_orders import Paid, paid
from traders.engines.stratastar.events import tell
from traders.engines.stratastar.position import galaxy
from traders.engines.stratastar.position.agenda_steps import (
    BlockInterval,
    DefendInterval,
    March,
    Phase,
)
from traders.engines.stratastar.position.display_names import place
from traders.engines.stratastar.position.galaxy import Ships
from traders.engines.stratastar.position.state import Position


def asked(state: Position, mover: Seat, code: str) -> tuple[Seat, ...]:
    """Who has the ability, whatever the hands hold (SS-PBM-01)."""
    return tuple(one for one in state.from_active() if one != mover and has(state, one, code))


# --- Diplomacy ------------------------------------------------------------------------------------


def block(state: Position, step: BlockInterval) -> Interval:
    """Who has a unit or the Homeworld in the space aimed at (SS-DIP-01)."""
    seats = tuple(
        one
        for one in asked(state, step.seat, "diplomacy")
        if galaxy.there(state.empires[one], step.to)
    )
    about = tell("move-declared", "SS-DIP-03", seat=step.seat, space=place(step.to))
    then = ("retreat", "defend")
    return Interval.upon(about, step.key, "block", seats, attacked=seats, then=then)


class Block(Paid, frozen=True):
    """`block d4`"""

    action = True
    at: str


def _check_block(state: Position, seat: Seat, order: Block) -> None:
    step = state.agenda[-1]
    if (
        not isinstance(step, BlockInterval)
        or step.seat == seat
        or step.to != order.at
        or not galaxy.there(state.empires[seat], order.at)
    ):
        raise Refusal(
            f"Nobody is about to move to a space of yours at {place(order.at)}.",
            "SS-DIP-01",
            "SS-DIP-03",
        )


def _block(state: Position, seat: Seat, order: Block, step: BlockInterval, told: Told) -> Steps:
    """The space is closed for the phase (SS-DIP-02); the move fails, spent (SS-DIP-03)."""
    state.turn.closed.setdefault(order.at, []).append(seat)
    told.append(tell("keeps-out", "SS-DIP-01", seat=seat, whom=step.seat, space=place(order.at)))
    strike(state, March)
    return phase_action_record.at_once(state, seat, step.seat, step.to)


def _there(state: Position, seat: Seat) -> Iterable[Block]:
    step = state.agenda[-1]
    return [Block(step.to)] if isinstance(step, BlockInterval) else []


BLOCK = paid(
    OrderHandler(
        Block,
        forms=("block <at:space>",),
        when=When.WINDOW,
        help="Pay {price} and keep the moving fleets out of a space of yours for this phase.",
        example="block d4",
        rule="SS-DIP-01",
        needs="diplomacy",
        check=_check_block,
        menu=_there,
        means="keep them out for {price}",
        deed=_block,
    )
)


# --- Defend the Homeworld! ------------------------------------------------------------------------


def _away(state: Position, seat: Seat) -> bool:
    empire = state.empires[seat]
    return bool(empire.homeworld) and any(ship.at != empire.homeworld for ship in empire.ships)


def defend(state: Position, step: DefendInterval) -> Interval:
    """An opposing fleet has come to a Homeworld or next to it, or movement ends (SS-DEF-02)."""
    seats = [one for one in asked(state, step.seat, "defend_homeworld") if _away(state, one)]
    if step.at:
        near = {step.at, *galaxy.beside(step.at)}
        seats = [one for one in seats if state.empires[one].homeworld in near]
        if not galaxy.ships(state.empires[step.seat], step.at):
            seats = []
    cause = f"{named(step.seat)}'s fleet is at {place(step.at)}." if step.at else "Movement ends."
    return Interval(step.key, "defend", cause, tuple(seats), "SS-DEF-02", attacked=tuple(seats))


class Defend(Paid, frozen=True):
    """`defend [with 2 from d7 and 1 warfleet from c3]`; all where none are named."""

    action = True
    ships: tuple[tuple[Ships, str], ...] = ()


def _must_be_in_danger(state: Position, seat: Seat) -> tuple[str, ...]:
    """In any player's Movement phase, one's own too (SS-DEF-02)."""
    step = state.agenda[-1]
    waits = defend(state, step) if isinstance(step, DefendInterval) else None
    own = isinstance(step, Phase) and step.name == "movement" and state.turn.seat == seat
    if not own and not (waits and seat in waits.seats):
        raise Refusal("Your Homeworld is not in danger now.", "SS-DEF-02")
    if not _away(state, seat):
        raise Refusal("All your Fleets are at home.", "SS-DEF-01")
    return ()


def _check_defend(state: Position, seat: Seat, order: Defend) -> None:
    empire = state.empires[seat]
    if len({at for _, at in order.ships}) != len(order.ships):
        raise Refusal("Each space is named once.", "SS-DEF-01")
    for ships, at in order.ships:
        if (
            ships[0] > galaxy.fleets(empire, at)
            or ships[1] > galaxy.warfleets(empire, at)
            or at == empire.homeworld
        ):
            raise Refusal(f"You have not so many ships away from home at {place(at)}.", "SS-DEF-01")


def _defend(
    state: Position, seat: Seat, order: Defend, step: DefendInterval | Phase, told: Told
) -> Steps:
    """Named Fleets, or all, are home at once, hazards or not (SS-DEF-01)."""
    empire = state.empires[seat]
    if order.ships:
        for (fleets, war), at in order.ships:
            galaxy.march(empire, fleets, war, at, empire.homeworld)
    else:
        for ship in empire.ships:
            ship.at = empire.homeworld
    told.append(tell("calls-home", "SS-DEF-01", seat=seat, space=place(empire.homeworld)))
    galaxy.meet(state)
    if isinstance(step, Phase):
        return [step]
    return [*phase_action_record.at_once(state, seat, step.seat, step.at), step]


DEFEND = paid(
    OrderHandler(
        Defend,
        forms=("defend [with <ships:parties>]",),
        when=When.WINDOW,
        stages=("movement",),
        help="Pay {price} and call Fleets home; you may also do so in your own Movement phase.",
        example="defend with 2 from d7",
        rule="SS-DEF-01",
        needs="defend_homeworld",
        at=(DefendInterval, Phase),
        untimely=_must_be_in_danger,
        must=_must_be_in_danger,
        check=_check_defend,
        means="all your Fleets come home for {price}",
        deed=_defend,
    )
)


STEPS = (
    StepHandler(BlockInterval, waits=block),
    StepHandler(DefendInterval, waits=defend),
)
