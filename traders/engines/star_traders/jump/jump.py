"""Jumps: the three kinds, the attempts, and the seven steps of each (ST-TIMING-01)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from traders.engines.kernel.contract.contract import Event
from traders.engines.kernel.orders.order_handler import Offered, Order, OrderHandler, stays
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, StepHandler, Steps, Told
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.holdings import stations
from traders.engines.star_traders.jump import dice, jump_end
from traders.engines.star_traders.personalities import WAYS, personality_rules
from traders.engines.star_traders.position import turn_stages
from traders.engines.star_traders.position.agenda_steps import (
    CheckDeparture,
    EnterHyperspace,
    LeaveHyperspace,
    LostInterval,
    MoveLost,
    MoveShip,
    QuarantineInterval,
    Throw,
    ZapInterval,
)
from traders.engines.star_traders.position.display_names import a_jump, place, world_name
from traders.engines.star_traders.position.state import JumpKind, JumpNow, Position


def attempt() -> list[Step]:
    """The seven steps of a jump, the first of them, the declaration, being done (ST-TIMING-01;
    worked cases: ST-TIMING-29 to 33).
    """
    return [
        QuarantineInterval(),  # step 2
        CheckDeparture(),  # and its end
        EnterHyperspace(),  # step 3: rolls, if a roll is needed; then step 4
        MoveShip(),  # step 5
        LostInterval(),  # step 6
        LeaveHyperspace(),  # step 7
    ]


# --- attempts -------------------------------------------------------------------------------------


def attempts_left(state: Position) -> int:
    """Attempts that the seat on turn could still make: fewer used than engines owned now
    (ST-ENGINE-01, ST-ENGINE-12); one only while its engines are stressed (ST-CARD-57); none once
    Movement is over.
    """
    if state.turn.stage != "movement":
        return 0
    trader = state.active
    allowed = min(trader.engines, 1) if trader.stressed else trader.engines
    return max(allowed - state.turn.attempts, 0)


def must_have_attempt(state: Position, *rules: str) -> None:
    """Refuse an attempt that is not there (ST-JUMP-01, ST-JUMP-02)."""
    if state.turn.stage != "movement":
        raise Refusal(
            "Your Movement stage is over.", *rules, "ST-JUMP-01", "ST-TURN-18", "ST-TURN-01"
        )
    if attempts_left(state):
        return
    trader = state.active
    if not trader.engines:
        raise Refusal(
            "Your ship has no engine.", *rules, "ST-ENGINE-11", "ST-ENGINE-01", "ST-JUMP-02"
        )
    if trader.stressed and state.turn.attempts < trader.engines:
        raise Refusal(
            "Your engines are stressed: one attempt a turn until they are repaired.",
            "ST-CARD-57",
            *rules,
            "ST-JUMP-02",
            "ST-ENGINE-01",
        )
    raise Refusal(
        "You have used an attempt for each of your engines.",
        *rules,
        "ST-JUMP-02",
        "ST-ENGINE-01",
        "ST-ENGINE-12",
    )


# --- step 1 ---------------------------------------------------------------------------------------


class Jump(Order, frozen=True):
    """`jump <world> [regular|station]`"""

    to: int
    kind: Literal["", "regular", "station"] = ""


class RandomJump(Order, frozen=True):
    """`jump random`"""


OWN = ("ST-JUMP-01", "ST-TURN-02")
"""The rules by which a jump is made in one's own turn."""


def _must_be_had(state: Position, seat: Seat) -> None:
    must_have_attempt(state)


def kind_of(state: Position, seat: Seat, order: Jump) -> JumpKind:
    """The kind of jump: a station jump if one is possible, unless another is said (ST-TIMING-04,
    ST-TIMING-05).
    """
    if order.kind:
        return order.kind
    return "station" if stations.may_use(state, seat, order.to) else "regular"


def _check(state: Position, seat: Seat, order: Jump) -> None:
    """(ST-JUMP-01 to 04, ST-JUMP-07, ST-JUMP-09)"""
    here = state.traders[seat].at
    if order.to == here:
        raise Refusal(f"You are at {place(state, here)}.", "ST-JUMP-04")
    if not state.chart.colour(here, order.to):
        rules = (
            ("ST-JUMP-09", "ST-JUMP-04", "ST-JUMP-07")
            if order.kind == "station"
            else ("ST-JUMP-04", "ST-JUMP-09")
        )
        near = [world_name(state, world) for world in state.chart.neighbours[here]]
        raise Refusal(
            f"No jumpline leads from {place(state, here)} to {place(state, order.to)}.",
            *rules,
            instead=near,
        )
    if order.kind == "station" and order.to not in state.stations:
        raise Refusal(
            f"There is no station on {place(state, order.to)}.", "ST-JUMP-07", "ST-STATION-03"
        )
    if order.kind == "station" and not stations.may_use(state, seat, order.to):
        raise Refusal(
            f"You have no permission at the station on {place(state, order.to)}.",
            "ST-STATION-12",
            "ST-JUMP-07",
        )


def _jump(state: Position, seat: Seat, order: Jump, told: Told) -> Steps:
    return declare(state, seat, kind_of(state, seat, order), order.to, told)


def declare(state: Position, seat: Seat, kind: JumpKind, to: int, told: Told) -> list[Step]:
    """Kind and destination in one breath (ST-TIMING-02, ST-TIMING-03); an attempt is used, unless
    the jump is aborted (ST-JUMP-14).
    """
    here = state.traders[seat].at
    state.turn.attempts += 1
    state.turn.ways += [kind] if WAYS.get(kind) else []
    state.counted += 1
    state.jump = JumpNow(seat, kind, here, to, number=state.counted)
    told.append(declared(state))
    return attempt()


def _jumps(state: Position, seat: Seat) -> Iterator[Offered]:
    """To each world near by: a regular jump besides where a station jump is possible."""
    trader = state.traders[seat]
    for world, colour in state.chart.neighbours[trader.at].items():
        needs = personality_rules.minimum_roll(state, trader, colour, station=False)
        goal = place(state, world)
        words = f"a regular jump to {goal}: {needs} or more on the {colour} line"
        if stations.may_use(state, seat, world):
            needs = personality_rules.minimum_roll(state, trader, colour, station=True)
            how = f"{needs} or more" if needs else "no roll"
            yield (
                Jump(world),
                (f"a station jump to {goal}: {how} on the {colour} line", "ST-JUMP-07"),
            )
            yield Jump(world, "regular"), (words, "ST-JUMP-04")
        else:
            yield Jump(world), (words, "ST-JUMP-04")


SAID = (
    "go", "fly", "head", "travel", "move", "warp", "hop", "sail", "move on", "set course",
    "set off", "take me", "take ship", "fly ship", "move ship", "jump ship", "hyperjump",
    "set sail", "make for", "off to", "on to", "full speed", "next stop", "destination",
)  # fmt: skip
JUMP = OrderHandler(
    Jump,
    forms=(
        "jump <to:world> [<kind:regular|station>]",
        "jump <kind:regular|station> <to:world>",
        "jump to <to:world> [<kind:regular|station>]",
    ),
    help=(
        "Jump along a line to a world; it is a station jump if possible, unless you say `regular`."
    ),
    example="jump endor",
    said=SAID,
    stages=("movement",),
    rule="ST-JUMP-01",
    notes={"regular": "with a roll", "random": "two dice show where"},
    untimely=OWN,
    must=_must_be_had,
    check=_check,
    menu=_jumps,
    deed=stays(_jump),
)
RANDOM: OrderHandler[Position] = OrderHandler(
    RandomJump,
    forms=("jump random",),
    prefix="jump random",
    help="Jump to the world that two dice show; this never fails and ends your Movement stage.",
    stages=("movement",),
    rule="ST-JUMP-10",
    untimely=OWN,
    must=_must_be_had,
    means="a random jump: two dice name the world, and your Movement is over",
    deed=stays(lambda state, seat, order, told: declare(state, seat, "random", 0, told)),
)


# --- the other steps ------------------------------------------------------------------------------


def declared(state: Position) -> Event:
    """That the jump under way is declared (ST-TIMING-02)."""
    jump = state.jump
    assert jump is not None
    way = a_jump(jump.kind)
    data: dict[str, Any] = {
        "seat": jump.seat,
        "jump": way,
        "deed": way.rpartition(" ")[2],
        "start": place(state, jump.origin),
    }
    if jump.kind == "random":
        return tell("jumps-at-random", "ST-TIMING-02", **data)
    goal = place(state, jump.to) if jump.to else ""
    return tell("jumps", "ST-TIMING-02", goal=goal, **data)


def check_departure(state: Position, step: CheckDeparture, told: Told) -> Steps:
    """The end of step 2: a Quarantine of the origin that is not answered aborts any jump
    (ST-TIMING-08, ST-CARD-27, ST-CARD-33), a station that is gone or closed aborts a station jump
    (ST-TIMING-09); later changes do not matter (ST-TIMING-11, ST-TIMING-17).
    """
    jump = state.jump
    assert jump is not None
    why, rule = departure(state)
    if why:
        return _abort(state, why, rule, told)
    if jump.kind == "psychic":
        near = state.chart.neighbours[jump.origin]
        jump.stations = [world for world in near if stations.may_use(state, jump.seat, world)]
    return []


def departure(state: Position) -> tuple[str, str]:
    """Why the jump under way is aborted at the end of step 2, with the rule; empty where it goes
    on.
    """
    jump = state.jump
    assert jump is not None
    answered = state.traders[jump.seat].answered
    if state.turn.stage != "movement":
        # by an engine taken at Kluge in step 2 (ST-PAYOFF-09)
        return "Movement has ended", "ST-TURN-19"
    if any(q.world == jump.origin and q.number not in answered for q in state.quarantines):
        return f"{place(state, jump.origin)} is under Quarantine", "ST-TIMING-08"
    if jump.kind == "station" and jump.to not in state.stations:
        return f"there is no station on {place(state, jump.to)} any more", "ST-TIMING-09"
    if jump.kind == "station" and not stations.may_use(state, jump.seat, jump.to):
        return f"permission at {place(state, jump.to)} was withdrawn", "ST-TIMING-09"
    return "", ""


def _abort(state: Position, why: str, rule: str, told: Told) -> Steps:
    """An aborted jump does not use up the attempt (ST-TIMING-10)."""
    assert state.jump is not None
    state.turn.attempts -= 1
    state.turn.ways = [kind for kind in state.turn.ways if kind != state.jump.kind]
    told.append(tell("aborted", rule, seat=state.jump.seat, why=why))
    return jump_end.stays(state, told)


def enter_hyperspace(state: Position, step: EnterHyperspace, told: Told) -> Steps:
    """Step 3: the ship is in hyperspace, its token where it was; a roll is made if one is needed,
    and step 4 follows it (ST-TIMING-12, ST-TIMING-13, ST-TIMING-36).
    """
    jump = state.jump
    assert jump is not None
    jump.hyperspace = True
    own = WAYS.get(jump.kind)
    if own is not None:
        return own.roll(jump.seat)
    if jump.kind == "random":
        return dice.two_dice(jump.seat)
    if jump.kind == "superjump":
        return []  # (ST-CARD-56)
    colour = state.chart.colour(jump.origin, jump.to)
    jump.needs = personality_rules.minimum_roll(
        state, state.traders[jump.seat], colour, jump.kind == "station"
    )
    return [Throw("jump", jump.seat), ZapInterval()] if jump.needs else []


def fails(state: Position) -> bool:
    """Whether the roll of the jump under way, as it stands, is too low (ST-JUMP-04)."""
    if state.jump is None or state.die is None or state.die.use != "jump":
        return False
    return state.die.value + dice.added(state) < state.jump.needs


def move_ship(state: Position, step: MoveShip, told: Told) -> Steps:
    """Step 5: the token is moved, the ship still in hyperspace (ST-TIMING-19); a failed jump ends
    here, the ship where it was (ST-TIMING-18, ST-JUMP-14).
    """
    jump = state.jump
    assert jump is not None
    trader = state.traders[jump.seat]
    if fails(state):
        goal = place(state, jump.to) if jump.to else ""
        told.append(tell("fails", "ST-JUMP-14", seat=jump.seat, goal=goal))
        state.note("fails", jump.seat, world=jump.to, thing=world_name(state, jump.origin))
        return jump_end.stays(state, told)
    if state.die is not None and state.die.use == "jump" and state.die.value < jump.needs:
        told.append(tell("adds-enough", "ST-PERSON-03", seat=jump.seat, n=dice.added(state)))
    state.die = None
    if jump.kind == "random":
        # it may be the world that was left (ST-JUMP-11, ST-JUMP-13)
        jump.to = dice.world_shown(state)
    _put_ship(state, trader.seat, jump, told, "ST-TIMING-19")
    trader.answered.clear()  # (ST-CARD-34, ST-CARD-35)
    return []


def move_lost(state: Position, step: MoveLost, told: Told) -> None:
    """The ship goes to the world that the dice name, in place of its destination (ST-CARD-48); step
    6 then starts again (ST-TIMING-35).
    """
    jump = state.jump
    assert jump is not None
    jump.to = dice.world_shown(state)
    jump.lost = True
    _put_ship(state, jump.seat, jump, told, "ST-CARD-48")


def _put_ship(state: Position, seat: Seat, jump: JumpNow, told: Told, rule: str) -> None:
    """Any number of ships may be on one world (ST-JUMP-15)."""
    state.traders[seat].at = jump.to
    jump.moved = True
    told.append(tell("moves", rule, seat=seat, world=place(state, jump.to)))


def leave_hyperspace(state: Position, step: LeaveHyperspace, told: Told) -> Steps:
    """Step 7: the ship is at the world, from where a Quarantine holds it (ST-TIMING-22). A random
    jump and You Are Lost end Movement (ST-JUMP-12, ST-CARD-49).
    """
    jump = state.jump
    assert jump is not None
    told.append(tell("arrives", "ST-TIMING-21", seat=jump.seat, world=place(state, jump.to)))
    state.note("arrives", jump.seat, world=jump.to, thing=world_name(state, jump.origin))
    if jump.kind == "random" or jump.lost:
        turn_stages.enter_action(state)
    return jump_end.over(state, told)


def whereabouts(state: Position, seat: Seat) -> int:
    """The world that a ship is on, 0 while it is in hyperspace (ST-TRADE-15)."""
    jump = state.jump
    return (
        0 if jump is not None and jump.seat == seat and jump.hyperspace else state.traders[seat].at
    )


def near(state: Position, seat: Seat) -> list[Seat]:
    """The other Traders on the same world."""
    here = whereabouts(state, seat)
    return [
        other
        for other in state.playing()
        if other != seat and here and whereabouts(state, other) == here
    ]


STEPS = (
    StepHandler(CheckDeparture, does=check_departure),
    StepHandler(EnterHyperspace, does=enter_hyperspace),
    StepHandler(MoveShip, does=move_ship),
    StepHandler(MoveLost, does=move_lost),
    StepHandler(LeaveHyperspace, does=leave_hyperspace),
)
