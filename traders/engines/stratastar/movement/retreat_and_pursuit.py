"""Retreat before a fleet that has entered, and pursuit (SS-RET), both with any of the ships
there.
"""

from __future__ import annotations

from traders.engines.kernel.contract.contract import Interval
from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.orders.order_handler import Menu, OrderHandler
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, StepHandler, Steps, Told, put
from traders.engines.kernel.words import listed, named
from traders.engines.stratastar.empire import phase_action_record
from traders.engines.stratastar.empire.abilities_in_play import price_of
from traders.engines.stratastar.empire.paid_orders import PAID, Paid, as_written, paid
from traders.engines.stratastar.events import tell
from traders.engines.stratastar.movement import movement_phase
from traders.engines.stratastar.movement.movement_phase import STEP_PRICE
from traders.engines.stratastar.movement.movement_reactions import asked
from traders.engines.stratastar.movement.scouting import uncover
from traders.engines.stratastar.position import galaxy
from traders.engines.stratastar.position.agenda_steps import (
    BlockInterval,
    March,
    PursuitInterval,
    RetreatInterval,
)
from traders.engines.stratastar.position.display_names import place
from traders.engines.stratastar.position.galaxy import NO_SHIPS, Ships
from traders.engines.stratastar.position.state import Empire, Position
from traders.engines.stratastar.position.turn_stages import standing_at

# --- retreat --------------------------------------------------------------------------------------


def retreats(state: Position, step: RetreatInterval) -> Interval | None:
    """Who has Fleets in the space entered (SS-RET-01), while the mover's are there."""
    if not galaxy.ships(state.empires[step.seat], step.at):
        return None
    seats = tuple(
        one
        for one in asked(state, step.seat, "retreat")
        if galaxy.ships(state.empires[one], step.at)
    )
    cause = f"{named(step.seat)}'s fleet has entered {place(step.at)}."
    return Interval(
        step.key, "retreat", cause, seats, "SS-RET-01", attacked=seats, then=("defend",)
    )


class Retreat(Paid, frozen=True):
    """`retreat [1] from d4 to d5`; all where none are named."""

    action = True
    frm: str
    to: str
    ships: Ships = NO_SHIPS


def _meant(empire: Empire, order: Retreat) -> Ships:
    """The ships named, or all that are there (SS-RET-01)."""
    return order.ships if order.ships != NO_SHIPS else galaxy.here(empire, order.frm)


def _check_retreat(state: Position, seat: Seat, order: Retreat) -> None:
    """One straight step (SS-RET-03), into no hazard and to no enemy unit (SS-RET-01)."""
    step = state.agenda[-1]
    if not isinstance(step, RetreatInterval) or step.seat == seat or step.at != order.frm:
        raise Refusal(f"No moving fleet has just entered {place(order.frm)}.", "SS-RET-01")
    if not galaxy.ships(state.empires[seat], order.frm):
        raise Refusal(f"You have no Fleet at {place(order.frm)}.", "SS-RET-01")
    if order.ships != NO_SHIPS:
        movement_phase.must_have(state.empires[seat], order.ships, order.frm, "SS-RET-01")
    if galaxy.apart(order.frm, order.to) != 1:
        raise Refusal("A retreat is one straight step.", "SS-RET-03", "SS-RET-01", "SS-MAP-10")
    if any(galaxy.units(other, order.to) for other in state.others(seat)):
        raise Refusal(f"There are enemies at {place(order.to)}.", "SS-RET-01")
    if galaxy.hazard(state, order.to):
        raise Refusal(
            f"No Fleet may retreat into the {galaxy.chit(state, order.to)} at {place(order.to)}.",
            "SS-RET-03",
            "SS-MOV-04",
        )


def _step_aside(state: Position, seat: Seat, order: Retreat) -> None:
    empire = state.empires[seat]
    galaxy.march(empire, *_meant(empire, order), order.frm, order.to)


def _retreat(
    state: Position, seat: Seat, order: Retreat, step: RetreatInterval, told: Told
) -> Steps:
    """The ships step away, colonies stay (SS-RET-01). The mover may give chase (SS-RET-02), as soon
    as it knows who has retreated where.
    """
    if galaxy.chit(state, order.to) == galaxy.UNKNOWN:
        uncover(state, order.to, told)
        if galaxy.hazard(state, order.to):
            told.append(tell("stays", "SS-XPL-06", seat=seat, space=place(order.frm)))
            return [step]
    empire = state.empires[seat]
    ships = _meant(empire, order)
    all_of_them = ships == galaxy.here(empire, order.frm)
    _step_aside(state, seat, order)
    told.append(
        tell(
            "retreats",
            "SS-RET-01",
            seat=seat,
            ships=[] if all_of_them else movement_phase.by_kind(ships),
            start=place(order.frm),
            goal=place(order.to),
        )
    )
    galaxy.meet(state)
    if not state.options.revised:
        chase = PursuitInterval(
            step.seat, step.at, fleets=step.fleets, war=step.war, refuges=[(seat, order.to)]
        )
        return [chase, step]
    _may_be_pursued(state, step, seat, order.to)
    return [*phase_action_record.at_once(state, seat, step.seat, step.at), step]


def _may_be_pursued(state: Position, step: RetreatInterval, seat: Seat, refuge: str) -> None:
    """Pursuit comes when the retreats before this fleet are over."""
    below = state.agenda[-1] if state.agenda else None
    if not isinstance(below, PursuitInterval) or (below.seat, below.at) != (step.seat, step.at):
        below = PursuitInterval(step.seat, step.at, fleets=step.fleets, war=step.war)
        put(state, [below])
    if (seat, refuge) not in below.refuges:
        below.refuges = [*below.refuges, (seat, refuge)]


def _ways_out(state: Position, seat: Seat) -> Menu:
    step = state.agenda[-1]
    if not isinstance(step, RetreatInterval):
        return
    here, price = galaxy.here(state.empires[seat], step.at), as_written(*price_of("retreat"))
    for to in galaxy.beside(step.at):
        order = Retreat(step.at, to)
        yield order, f"with all Fleets there for {price}"
        if sum(here) > 1:
            for some in movement_phase.some_ships(f"retreat # from {step.at} to {to}", order, here):
                yield some, f"with these, for {price}; the others stay, or go another way"


RETREAT = paid(
    OrderHandler(
        Retreat,
        forms=("retreat [<ships>] from <frm:space> to <to:space>",),
        said=("withdraw", "pull back", "fall back"),
        when=When.WINDOW,
        help="Pay {price} and step out of a space that a fleet has entered, with all ships or "
        "some.",
        example="retreat 1 from d4 to d5",
        rule="SS-RET-01",
        needs="retreat",
        check=_check_retreat,
        menu=_ways_out,
        spends=_step_aside,
        deed=_retreat,
    )
)


# --- pursuit --------------------------------------------------------------------------------------


class Pursue(Paid, frozen=True):
    """`pursue [2] [blue] [to d5]`; all that moved in where none are named."""

    action = True
    ships: Ships = NO_SHIPS
    seat: str = ""
    to: str = ""


def _refuges(step: PursuitInterval) -> list[tuple[Seat, str]]:
    return step.refuges or [("", step.refuge)]


def _left(state: Position, step: PursuitInterval) -> Ships:
    """The ships that moved in, as far as they are there still."""
    empire = state.empires[step.seat]
    return (
        min(step.fleets, galaxy.fleets(empire, step.at)),
        min(step.war, galaxy.warfleets(empire, step.at)),
    )


def pursuit(state: Position, step: PursuitInterval) -> Interval | None:
    """After a retreat the mover may follow (SS-RET-02)."""
    there = _left(state, step)
    if state.empires[step.seat].out or not any(there):
        return None
    if not state.options.revised and there != (step.fleets, step.war):
        return None
    spaces = listed([place(at) for at in dict.fromkeys(at for _, at in _refuges(step))])
    if len(step.refuges) > 1:
        ways = [f"{named(seat)} to {place(at)}" for seat, at in step.refuges]
        cause = f"Fleets have retreated: {listed(ways)}."
    else:
        cause = f"A fleet has retreated to {spaces}."
    return Interval(step.key, "pursuit", cause, (step.seat,), "SS-RET-02")


def _goal(step: PursuitInterval, order: Pursue) -> str:
    """The refuge that is meant; refuses where nobody has gone there, or it is not said which."""
    found = [
        (seat, at)
        for seat, at in _refuges(step)
        if order.seat in ("", seat) and order.to in ("", at)
    ]
    if not found:
        whose = f"{named(order.seat)} has not" if order.seat else "Nobody has"
        where = f" to {place(order.to)}" if order.to else ""
        raise Refusal(f"{whose} just retreated{where} before your fleet.", "SS-RET-02")
    if len({at for _, at in found}) > 1:
        alone = len({seat for seat, _ in found}) == len(found)
        raise Refusal(
            "Say after whom, or where to.",
            kind="ambiguous",
            instead=[f"pursue {seat}" if alone else f"pursue {seat} to {at}" for seat, at in found],
        )
    return found[0][1]


def _pursuers(state: Position, step: PursuitInterval, order: Pursue) -> Ships:
    """The ships named, or all that moved in."""
    return order.ships if order.ships != NO_SHIPS else _left(state, step)


def _gone(step: PursuitInterval, refuge: str, ships: Ships) -> None:
    """One refuge less, and so many ships fewer that could go after the others."""
    step.fleets, step.war = step.fleets - ships[0], step.war - ships[1]
    step.refuges = [(who, at) for who, at in step.refuges if at != refuge]


def _must_be_before_you(state: Position, seat: Seat) -> tuple[str, ...]:
    step = state.agenda[-1]
    if not isinstance(step, PursuitInterval) or step.seat != seat:
        raise Refusal("No fleet has just retreated before yours.", "SS-RET-02")
    return ()


def _check_pursue(state: Position, seat: Seat, order: Pursue) -> None:
    """An ordinary move into the refuge, with any of the ships that moved in (SS-RET-02)."""
    step = standing_at(state, PursuitInterval)
    refuge = _goal(step, order)
    there = _left(state, step)
    if any(n > here for n, here in zip(order.ships, there, strict=True)):
        have = movement_phase.shown(there)
        raise Refusal(f"Of those that moved in you have {have} at {place(step.at)}.", "SS-RET-02")
    movement_phase.must_be_open(state, refuge)
    movement_phase.step_is_free(state, order.using, seat, "SS-RET-02")


def _pursue(state: Position, seat: Seat, order: Pursue, step: PursuitInterval, told: Told) -> Steps:
    """Into one refuge; who is left may go after the others."""
    refuge, ships = _goal(step, order), _pursuers(state, step, order)
    movement_phase.pay_step(state, seat, order.using, told)
    state.marches += 1
    _gone(step, refuge, ships)
    made: list[Step] = [BlockInterval(seat, refuge), March(seat, *ships, step.at, refuge)]
    return [*made, step] if step.refuges else made


def _follow(state: Position, seat: Seat, order: Pursue) -> None:
    """The ships that a pursuit names are gone: what is ordered beside it is of the others."""
    step = standing_at(state, PursuitInterval)
    refuge, ships = _goal(step, order), _pursuers(state, step, order)
    movement_phase.pay_step(state, seat, order.using, [])
    galaxy.march(state.empires[seat], *ships, step.at, refuge)
    _gone(step, refuge, ships)


def _ways_after(state: Position, seat: Seat) -> Menu:
    step = standing_at(state, PursuitInterval)
    ways, here = _refuges(step), _left(state, step)
    seats = [who for who, _ in ways]
    for who, at in ways:
        order = Pursue(seat=who if len(ways) > 1 else "", to=at if seats.count(who) > 1 else "")
        words = f"follow to {place(at)}, by the free move or {as_written(*STEP_PRICE)}"
        yield order, words
        if sum(here) > 1:
            line = " ".join(filter(None, ["pursue #", order.seat, order.to and f"to {order.to}"]))
            for some in movement_phase.some_ships(line, order, here):
                yield some, f"with these: {words}"


PURSUE = OrderHandler(
    Pursue,
    forms=(f"pursue [<ships>] [<seat>] [to <to:space>]{PAID}",),
    when=When.WINDOW,
    help="Follow Fleets that have retreated before yours, with all that moved in or some.",
    example="pursue 2",
    rule="SS-RET-02",
    needs="retreat",
    at=(PursuitInterval,),
    untimely=_must_be_before_you,
    must=_must_be_before_you,
    check=_check_pursue,
    menu=_ways_after,
    spends=_follow,
    deed=_pursue,
)


STEPS = (
    StepHandler(RetreatInterval, waits=retreats),
    StepHandler(PursuitInterval, waits=pursuit),
)
