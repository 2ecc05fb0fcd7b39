"""What others may do while a fleet moves: Diplomacy, retreat and pursuit, Defend the Homeworld!
(SS-DIP, SS-RET, SS-DEF). Intervals open by the board and the abilities in play, never by hands
(SS-PBM-01).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from traders.engines.kernel.agenda import Step, Told, strike
from traders.engines.kernel.contract import Interval, Offer
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import named, told_to_all
from traders.engines.stratastar import galaxy, hands, movement_phase
from traders.engines.stratastar.display_names import place
from traders.engines.stratastar.order_handler import OrderHandler, fits, has, price_of
from traders.engines.stratastar.order_types import Block, Defend, Pursue, Retreat
from traders.engines.stratastar.state import Position
from traders.engines.stratastar.steps import (
    BlockInterval,
    DefendInterval,
    March,
    Phase,
    PursuitInterval,
    RetreatInterval,
)


def _asked(state: Position, mover: Seat, space: str, code: str) -> tuple[Seat, ...]:
    """Who has the ability, whatever the hands hold (SS-PBM-01)."""
    return tuple(one for one in state.from_active() if one != mover and has(state, one, code))


# --- Diplomacy ------------------------------------------------------------------------------------


def block(state: Position, step: BlockInterval) -> Interval | None:
    """Who has a unit or the Homeworld in the space aimed at (SS-DIP-01)."""
    seats = tuple(
        one
        for one in _asked(state, step.seat, step.to, "diplomacy")
        if galaxy.there(state.empires[one], step.to)
    )
    cause = f"{named(step.seat)} moves to {place(step.to)}."
    return Interval(step.key, "block", cause, seats, "SS-DIP-03", attacked=seats) if seats else None


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
    hands.payment(state, seat, *price_of("diplomacy"), order.using, "SS-DIP-01")


def _block(
    state: Position, seat: Seat, order: Block, step: BlockInterval, told: Told
) -> Sequence[Step]:
    """The space is closed for the phase (SS-DIP-02); the move fails, spent (SS-DIP-03)."""
    hands.pay(state, seat, *price_of("diplomacy"), order.using, told, "SS-DIP-01")
    state.turn.closed.setdefault(order.at, []).append(seat)
    told.append(
        told_to_all(
            f"{named(seat)} keeps {named(step.seat)}'s fleets out of {place(order.at)}.",
            "SS-DIP-01",
            kind="block",
            seat=seat,
        )
    )
    strike(state, March)
    return []


def _offer_block(state: Position, seat: Seat) -> Iterable[Offer]:
    step = state.agenda[-1]
    if isinstance(step, BlockInterval) and fits(_check_block, state, seat, Block(step.to)):
        yield Offer(f"block {step.to}", "keep them out for 2 trade", "SS-DIP-01", reaction=True)


BLOCK = OrderHandler(
    "reaction", _check_block, _block, _offer_block, code="diplomacy", price=price_of("diplomacy")
)


# --- retreat and pursuit --------------------------------------------------------------------------


def retreats(state: Position, step: RetreatInterval) -> Interval | None:
    """Who has Fleets in the space entered (SS-RET-01), while the mover's are there."""
    if not galaxy.ships(state.empires[step.seat], step.at):
        return None
    seats = tuple(
        one
        for one in _asked(state, step.seat, step.at, "retreat")
        if galaxy.ships(state.empires[one], step.at)
    )
    cause = f"{named(step.seat)}'s fleet has entered {place(step.at)}."
    return (
        Interval(step.key, "retreat", cause, seats, "SS-RET-01", attacked=seats) if seats else None
    )


def _check_retreat(state: Position, seat: Seat, order: Retreat) -> None:
    """One straight step (SS-RET-03), into no hazard and to no enemy unit (SS-RET-01)."""
    step = state.agenda[-1]
    if not isinstance(step, RetreatInterval) or step.seat == seat or step.at != order.frm:
        raise Refusal(f"No moving fleet has just entered {place(order.frm)}.", "SS-RET-01")
    if not galaxy.ships(state.empires[seat], order.frm):
        raise Refusal(f"You have no Fleet at {place(order.frm)}.", "SS-RET-01")
    if galaxy.apart(order.frm, order.to) != 1:
        raise Refusal("A retreat is one straight step.", "SS-RET-03", "SS-RET-01", "SS-MAP-10")
    if any(galaxy.units(other, order.to) for other in state.others(seat)):
        raise Refusal(f"There are enemies at {place(order.to)}.", "SS-RET-01")
    if not _refuge(state, seat, order.to):
        raise Refusal(
            f"No Fleet may retreat into the {galaxy.chit(state, order.to)} at {place(order.to)}.",
            "SS-RET-03",
            "SS-MOV-04",
        )
    hands.payment(state, seat, *price_of("retreat"), order.using, "SS-RET-01")


def _refuge(state: Position, seat: Seat, space: str) -> bool:
    return galaxy.chit(state, space) in ("blank", "world", galaxy.UNKNOWN)


def _retreat(
    state: Position, seat: Seat, order: Retreat, step: RetreatInterval, told: Told
) -> Sequence[Step]:
    """All Fleets there, as one Armada; colonies stay (SS-RET-01). The mover may give chase
    (SS-RET-02).
    """
    hands.pay(state, seat, *price_of("retreat"), order.using, told, "SS-RET-01")
    if galaxy.chit(state, order.to) == galaxy.UNKNOWN:
        movement_phase.uncover(state, order.to, told)
        if galaxy.hazard(state, order.to):
            told.append(
                told_to_all(
                    f"{named(seat)}'s fleet stays at {place(order.frm)}.", "SS-XPL-06", kind="stays"
                )
            )
            return [step]
    empire = state.empires[seat]
    galaxy.march(
        empire,
        galaxy.fleets(empire, order.frm),
        galaxy.warfleets(empire, order.frm),
        order.frm,
        order.to,
    )
    told.append(
        told_to_all(
            f"{named(seat)} retreats from {place(order.frm)} to {place(order.to)}.",
            "SS-RET-01",
            kind="retreat",
            seat=seat,
        )
    )
    galaxy.meet(state)
    return [PursuitInterval(step.seat, step.at, order.to, step.fleets, step.war), step]


def _offer_retreat(state: Position, seat: Seat) -> Iterable[Offer]:
    step = state.agenda[-1]
    if isinstance(step, RetreatInterval):
        for to in galaxy.beside(step.at):
            if fits(_check_retreat, state, seat, Retreat(step.at, to)):
                yield Offer(
                    f"retreat from {step.at} to {to}",
                    "with all Fleets there for 1 move",
                    "SS-RET-01",
                    reaction=True,
                )


RETREAT = OrderHandler(
    "reaction", _check_retreat, _retreat, _offer_retreat, code="retreat", price=price_of("retreat")
)


def pursuit(state: Position, step: PursuitInterval) -> Interval | None:
    """After a retreat the mover may follow (SS-RET-02)."""
    empire = state.empires[step.seat]
    if (
        empire.out
        or galaxy.fleets(empire, step.at) < step.fleets
        or galaxy.warfleets(empire, step.at) < step.war
    ):
        return None
    return Interval(
        step.key,
        "pursuit",
        f"A fleet has retreated to {place(step.refuge)}.",
        (step.seat,),
        "SS-RET-02",
    )


def _check_pursue(state: Position, seat: Seat, order: Pursue) -> None:
    """An ordinary move into the refuge (SS-RET-02)."""
    step = state.agenda[-1]
    if not isinstance(step, PursuitInterval) or step.seat != seat:
        raise Refusal("No fleet has just retreated before yours.", "SS-RET-02")
    movement_phase.must_be_open(state, step.refuge)
    if not state.turn.free_moves or order.using:
        hands.payment(state, seat, "move", 1, order.using, "SS-RET-02", "SS-MOV-05")


def _pursue(
    state: Position, seat: Seat, order: Pursue, step: PursuitInterval, told: Told
) -> Sequence[Step]:
    movement_phase.pay_step(state, seat, order.using, told)
    state.marches += 1
    return [
        BlockInterval(seat, step.refuge),
        March(seat, step.fleets, step.war, step.at, step.refuge),
    ]


def _offer_pursue(state: Position, seat: Seat) -> Iterable[Offer]:
    if fits(_check_pursue, state, seat, Pursue()):
        yield Offer(
            "pursue",
            "follow the fleet that retreats, by the free move or 1 move",
            "SS-RET-02",
            reaction=True,
        )


PURSUE = OrderHandler("reaction", _check_pursue, _pursue, _offer_pursue, code="retreat")


# --- Defend the Homeworld! ------------------------------------------------------------------------


def _away(state: Position, seat: Seat) -> bool:
    empire = state.empires[seat]
    return bool(empire.homeworld) and any(ship.at != empire.homeworld for ship in empire.ships)


def defend(state: Position, step: DefendInterval) -> Interval | None:
    """An opposing fleet has come to a Homeworld or next to it, or movement ends (SS-DEF-02)."""
    asked = [
        one for one in _asked(state, step.seat, step.at, "defend_homeworld") if _away(state, one)
    ]
    if step.at:
        near = {step.at, *galaxy.beside(step.at)}
        asked = [one for one in asked if state.empires[one].homeworld in near]
        if not galaxy.ships(state.empires[step.seat], step.at):
            asked = []
    cause = f"{named(step.seat)}'s fleet is at {place(step.at)}." if step.at else "Movement ends."
    return (
        Interval(step.key, "defend", cause, tuple(asked), "SS-DEF-02", attacked=tuple(asked))
        if asked
        else None
    )


def _check_defend(state: Position, seat: Seat, order: Defend) -> None:
    """In any player's Movement phase, one's own too (SS-DEF-02)."""
    step = state.agenda[-1]
    waits = defend(state, step) if isinstance(step, DefendInterval) else None
    own = isinstance(step, Phase) and step.name == "movement" and state.turn.seat == seat
    if not own and not (waits and seat in waits.seats):
        raise Refusal("Your Homeworld is not in danger now.", "SS-DEF-02")
    if not _away(state, seat):
        raise Refusal("All your Fleets are at home.", "SS-DEF-01")
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
    hands.payment(state, seat, *price_of("defend_homeworld"), order.using, "SS-DEF-01")


def _defend(
    state: Position, seat: Seat, order: Defend, step: DefendInterval | Phase, told: Told
) -> Sequence[Step]:
    """Named Fleets, or all, are home at once, hazards or not (SS-DEF-01)."""
    hands.pay(state, seat, *price_of("defend_homeworld"), order.using, told, "SS-DEF-01")
    empire = state.empires[seat]
    if order.ships:
        for (fleets, war), at in order.ships:
            galaxy.march(empire, fleets, war, at, empire.homeworld)
    else:
        for ship in empire.ships:
            ship.at = empire.homeworld
    told.append(
        told_to_all(
            f"{named(seat)} calls Fleets home to {place(empire.homeworld)}.",
            "SS-DEF-01",
            kind="defend",
            seat=seat,
        )
    )
    galaxy.meet(state)
    return [step]


def _offer_defend(state: Position, seat: Seat) -> Iterable[Offer]:
    if fits(_check_defend, state, seat, Defend()):
        reaction = not isinstance(state.agenda[-1], Phase)
        yield Offer(
            "defend", "all your Fleets come home for 5 move", "SS-DEF-01", reaction=reaction
        )


DEFEND = OrderHandler(
    "reaction",
    _check_defend,
    _defend,
    _offer_defend,
    code="defend_homeworld",
    price=price_of("defend_homeworld"),
    action=True,
    own_phase="movement",
)
