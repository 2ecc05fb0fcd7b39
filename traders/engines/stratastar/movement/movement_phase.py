"""The Movement phase: steps, Stargates, hyper jumps, wormholes and what is found on the way
(SS-MOV, SS-HYP, SS-WRM, SS-NEB, SS-XPL).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import permutations

import msgspec

from traders.engines.kernel.contract.contract import Blank
from traders.engines.kernel.orders.order_handler import OrderHandler, Shape, let_through
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, StepHandler, Steps, Told
from traders.engines.kernel.words import count
from traders.engines.stratastar.empire import cards_and_payment
from traders.engines.stratastar.empire.abilities_in_play import has, price_of
from traders.engines.stratastar.empire.cards_and_payment import Cards
from traders.engines.stratastar.empire.paid_orders import PAID, Paid, in_words, paid
from traders.engines.stratastar.events import tell
from traders.engines.stratastar.movement.scouting import uncover
from traders.engines.stratastar.position import galaxy
from traders.engines.stratastar.position.agenda_steps import (
    BlockInterval,
    DefendInterval,
    March,
    Phase,
    RetreatInterval,
)
from traders.engines.stratastar.position.display_names import place
from traders.engines.stratastar.position.galaxy import Ships
from traders.engines.stratastar.position.state import Empire, Position
from traders.engines.stratastar.tables import tables

STEP = ("SS-MOV-05", "SS-MOV-02")
STEP_PRICE = tables().price("spaceflight")


def by_kind(ships: Ships) -> list[tuple[str, int]]:
    """2 Fleets and 1 Warfleet, as events tell them."""
    return [(name, n) for name, n in zip(("Fleet", "Warfleet"), ships, strict=True) if n]


def shown(ships: Ships) -> str:
    """`2 Fleets and 1 Warfleet`."""
    fleets, war = ships
    named_ships = [
        *([count(fleets, "Fleet")] if fleets else []),
        *([count(war, "Warfleet")] if war else []),
    ]
    return " and ".join(named_ships) or "none"


def must_have(empire: Empire, ships: Ships, frm: str, *rules: str) -> None:
    """Any ships of one space travel as an Armada (SS-MOV-01); nothing else moves (SS-MOV-09)."""
    here = galaxy.here(empire, frm)
    if ships[0] > here[0] or ships[1] > here[1]:
        still = ("SS-MOV-09",) if frm in empire.colonies and not sum(here) else ()
        have = shown(here) if any(here) else "no Fleet"
        cited = (*rules, *still, "SS-MOV-01", "SS-MOV-02")
        raise Refusal(f"You have {have} at {place(frm)}.", *cited)


def must_be_open(state: Position, to: str) -> None:
    """A space closed by Diplomacy stays closed for the phase (SS-DIP-02)."""
    if to in state.turn.closed:
        raise Refusal(
            f"{place(to)} is closed by Diplomacy till the end of this phase.", "SS-DIP-02"
        )


def step_is_free(state: Position, using: Cards, seat: Seat, *rules: str) -> bool:
    """Whether the step takes the free move (SS-MOV-02); refuses where a Move card is wanting
    (SS-MOV-05).
    """
    again = state.turn.again
    if state.turn.free_moves and not (again.price if again else using):
        return True
    cards_and_payment.payment(state, seat, *STEP_PRICE, using, *rules, *STEP)
    return False


def pay_step(state: Position, seat: Seat, using: Cards, told: Told) -> None:
    """The free move first, unless cards were said; then a Move card."""
    if step_is_free(state, using, seat):
        state.turn.free_moves -= 1
        if state.turn.deeds:
            state.turn.deeds[-1].free = True
        return
    cards_and_payment.pay(state, seat, *STEP_PRICE, using, told, *STEP)


def _way_out(state: Position, said: str) -> str:
    """The Supernova at which a wormhole ends: the one said, or the only one; "" for none
    (SS-WRM-02).
    """
    ends = galaxy.supernovae(state)
    if said:
        return said if said in ends else ""
    return ends[0] if len(ends) == 1 else ""


def may_enter(state: Position, seat: Seat, order: Move) -> str:
    """Where a step ends: hazards bar the way (SS-MOV-04) but for Wormholes (SS-WRM-01 to -03) and
    Nebulous Navigation (SS-NEB-01).
    """
    kind = galaxy.chit(state, order.to)
    if kind not in galaxy.HAZARDS:
        return order.to
    if kind == "nebula" and has(state, seat, "nebulous_navigation"):
        return order.to
    if kind == "supernova" and has(state, seat, "wormholes"):
        return order.to
    if kind == "black hole" and has(state, seat, "wormholes"):
        end = _way_out(state, order.out)
        if not end:
            raise Refusal(
                "Say at which Supernova you come out: … out at <space>.",
                "SS-WRM-02",
                instead=galaxy.supernovae(state),
            )
        return end
    own = {"supernova": "SS-WRM-03", "black hole": "SS-WRM-01", "nebula": "SS-NEB-01"}[kind]
    raise Refusal(
        f"There is a {kind} at {place(order.to)}: no Fleet may enter.",
        "SS-MOV-04",
        own,
        *(("SS-OPT-02",) if order.out else ()),
    )


class Move(Paid, frozen=True):
    """`move 2 from d3 to d4 [out at f6]`"""

    action = True
    ships: Ships
    frm: str
    to: str
    out: str = ""


def _check_move(state: Position, seat: Seat, order: Move) -> None:
    """One straight step (SS-MOV-03), as often as it is paid (SS-MOV-06); spaces with enemies are
    entered and left freely (SS-MOV-08).
    """
    if galaxy.apart(order.frm, order.to) != 1:
        ends = galaxy.chit(state, order.frm), galaxy.chit(state, order.to)
        back = ("SS-WRM-02",) if ends == ("supernova", "black hole") else ()
        raise Refusal(
            "A step goes one space up, down, left or right.", "SS-MOV-03", "SS-MAP-10", *back
        )
    must_have(state.empires[seat], order.ships, order.frm)
    must_be_open(state, order.to)
    must_be_open(state, may_enter(state, seat, order))
    if galaxy.chit(state, order.to) == "nebula":
        cards_and_payment.payment(
            state, seat, *price_of("nebulous_navigation"), order.using, "SS-NEB-01"
        )
    else:
        step_is_free(state, order.using, seat)


def declared(state: Position, march: March, then: Step) -> list[Step]:
    """A move is declared, so that the space may be closed (SS-DIP-03), then made."""
    state.marches += 1
    return [BlockInterval(march.seat, march.goal or march.to), march, then]


def _move(state: Position, seat: Seat, order: Move, step: Phase, told: Told) -> Steps:
    goal = may_enter(state, seat, order)
    if galaxy.chit(state, order.to) == "nebula":
        cards_and_payment.pay(
            state, seat, *price_of("nebulous_navigation"), order.using, told, "SS-NEB-01"
        )
    else:
        pay_step(state, seat, order.using, told)
    return declared(
        state,
        March(seat, *order.ships, order.frm, order.to, goal if goal != order.to else "", order.out),
        step,
    )


def some_ships(line: str, order: Paid, here: Ships) -> Iterable[Shape]:
    """An order with any number of the ships that are here, in its line in place of `#`: Fleets by
    their number alone, Warfleets as such (SS-WAR-02).
    """
    for war, (kind, n) in enumerate(zip(("{n}", "{n} warfleet"), here, strict=True)):
        if n:
            most = msgspec.structs.replace(order, ships=(0, n) if war else (n, 0))
            yield Shape(line.replace("#", kind), (Blank("n", 1, n),), (most,))


@lru_cache(maxsize=4_096)
def _step(here: Ships, frm: str, to: str, out: str) -> tuple[Shape, ...]:
    line = f"move # from {frm} to {to}{f' out at {out}' if out else ''}"
    return tuple(some_ships(line, Move(here, frm, to, out), here))


def _steps(state: Position, seat: Seat) -> Iterable[Shape]:
    """Where no Move card can be had, those that cost something else."""
    payable = (
        state.turn.free_moves > 0 or cards_and_payment.unsaid(state, seat, *STEP_PRICE) is not None
    )
    for frm, here in galaxy.armadas(state.empires[seat]).items():
        for to in galaxy.beside(frm):
            kind = galaxy.chit(state, to)
            if payable or kind == "nebula":
                for out in galaxy.supernovae(state) if kind == "black hole" else ("",):
                    yield from _step(here, frm, to, out)


MOVE = OrderHandler(
    Move,
    forms=(f"move <ships> from <frm:space> to <to:space> [out at <out:space>]{PAID}",),
    said=("send", "shift", "take"),
    help=f"Move Fleets one step, by the free move or for {in_words(*STEP_PRICE)}.",
    example="move 2 from d3 to d4",
    counts=("ships",),
    rule="SS-MOV-05",
    stages=("movement",),
    check=_check_move,
    menu=_steps,
    means=lambda state, seat, order: (f"a step to {place(order.ends[0].to)}", "SS-MOV-02"),
    deed=_move,
)


class Gate(Paid, frozen=True):
    """`gate 1 from a1 to e5`"""

    action = True
    ships: Ships
    frm: str
    to: str


def _check_gate(state: Position, seat: Seat, order: Gate) -> None:
    """From an own Stargate to another own one (SS-MOV-07); one without an own unit is shut while an
    enemy is there (SS-BAT-20).
    """
    empire = state.empires[seat]
    for gate in (order.frm, order.to):
        if gate not in empire.stargates or order.frm == order.to:
            low = ("SS-LOW-01",) if state.options.low_technology else ()
            raise Refusal(
                f"You have no {'other ' if order.frm == order.to else ''}Stargate at "
                f"{place(gate)}.",
                "SS-MOV-07",
                *low,
            )
    must_have(empire, order.ships, order.frm)
    if not galaxy.units(empire, order.to) and any(
        galaxy.units(other, order.to) for other in state.others(seat)
    ):
        raise Refusal(
            f"Enemies are at your Stargate at {place(order.to)}, and no unit of yours.",
            "SS-BAT-20",
            "SS-MOV-07",
        )
    must_be_open(state, order.to)
    step_is_free(state, order.using, seat)


def _gate(state: Position, seat: Seat, order: Gate, step: Phase, told: Told) -> Steps:
    pay_step(state, seat, order.using, told)
    return declared(state, March(seat, *order.ships, order.frm, order.to), step)


def _gates(state: Position, seat: Seat) -> Iterable[Shape]:
    empire = state.empires[seat]
    for frm, to in permutations(empire.stargates, 2):
        here = galaxy.here(empire, frm)
        yield from some_ships(f"gate # from {frm} to {to}", Gate(here, frm, to), here)


GATE = OrderHandler(
    Gate,
    forms=(f"gate <ships> from <frm:space> to <to:space>{PAID}",),
    help="Move Fleets from one of your Stargates to another, by the free move or for "
    f"{in_words(*STEP_PRICE)}.",
    example="gate 1 from a1 to e5",
    counts=("ships",),
    rule="SS-MOV-07",
    stages=("movement",),
    check=_check_gate,
    menu=_gates,
    means=lambda state, seat, shape: f"to your Stargate at {place(shape.ends[0].to)}",
    deed=_gate,
)


class Hyperjump(Paid, frozen=True):
    """`hyperjump 3 from a1 to g8`"""

    action = True
    ships: Ships
    frm: str
    to: str


def _check_jump(state: Position, seat: Seat, order: Hyperjump) -> None:
    """Any space but a hazard (SS-HYP-01)."""
    must_have(state.empires[seat], order.ships, order.frm)
    if order.frm == order.to or galaxy.hazard(state, order.to):
        raise Refusal(f"No Fleet can be set down at {place(order.to)}.", "SS-HYP-01", "SS-MOV-04")
    must_be_open(state, order.to)


def _jump(state: Position, seat: Seat, order: Hyperjump, step: Phase, told: Told) -> Steps:
    return declared(state, March(seat, *order.ships, order.frm, order.to), step)


def _jumps(state: Position, seat: Seat) -> Iterable[Shape]:
    """Of each Armada all spaces where it can be set down."""
    for frm, here in galaxy.armadas(state.empires[seat]).items():
        tried = (Hyperjump(here, frm, to) for to in galaxy.spaces())
        goals = tuple(one.to for one in let_through(_check_jump, state, seat, tried))
        if goals:
            line, anywhere = f"hyperjump # from {frm} to {{space}}", Blank("space", things=goals)
            for shape in some_ships(line, Hyperjump(here, frm, goals[0]), here):
                yield msgspec.structs.replace(shape, blanks=(*shape.blanks, anywhere))


HYPERJUMP = paid(
    OrderHandler(
        Hyperjump,
        forms=("hyperjump <ships> from <frm:space> to <to:space>",),
        help="Pay {price} and set down Fleets in any space that is no hazard.",
        example="hyperjump 3 from a1 to g8",
        counts=("ships",),
        rule="SS-HYP-01",
        needs="hyper_jump",
        stages=("movement",),
        check=_check_jump,
        menu=_jumps,
        means="anywhere for {price}",
        deed=_jump,
    )
)


# --- the move is made -----------------------------------------------------------------------------


def make(state: Position, step: March, told: Told) -> Steps:
    """What is unknown is uncovered first (SS-XPL-02); before a hazard the fleet stays, the move
    spent (SS-XPL-06). Who has Fleets there may retreat (SS-RET-01), who fears for a Homeworld may
    call Fleets home (SS-DEF-02).
    """
    if galaxy.chit(state, step.to) == galaxy.UNKNOWN:
        uncover(state, step.to, told)
        if through := _through(state, step):
            return through
        if galaxy.hazard(state, step.to) and not (
            state.map[step.to] == "supernova" and has(state, step.seat, "wormholes")
        ):
            told.append(tell("stays", "SS-XPL-06", seat=step.seat, space=place(step.frm)))
            galaxy.meet(state)
            return []
    goal = step.goal or step.to
    galaxy.march(state.empires[step.seat], step.fleets, step.war, step.frm, goal)
    told.append(
        tell(
            "moves",
            "SS-MOV-02",
            seat=step.seat,
            ships=by_kind((step.fleets, step.war)),
            start=place(step.frm),
            goal=place(goal),
        )
    )
    galaxy.meet(state)
    return [
        RetreatInterval(step.seat, goal, step.fleets, step.war),
        DefendInterval(step.seat, goal),
    ]


def _through(state: Position, step: March) -> list[Step]:
    """Who has Wormholes goes on through a Black Hole that is found (SS-XPL-06, SS-WRM-02), where it
    is known at which Supernova it comes out and that is open.
    """
    end = (
        _way_out(state, step.out)
        if state.map[step.to] == "black hole" and has(state, step.seat, "wormholes")
        else ""
    )
    if not end or end in state.turn.closed:
        return []
    return [
        BlockInterval(step.seat, end),
        March(step.seat, step.fleets, step.war, step.frm, step.to, end),
    ]


STEPS = (StepHandler(March, does=make),)
