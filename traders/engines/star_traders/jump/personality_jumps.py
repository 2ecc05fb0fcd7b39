"""Jumps that only some Traders make, and the choices in them: among the worlds of three dice, and
among lines after the roll.
"""

from __future__ import annotations

from traders.engines.kernel.orders.order_handler import Order, OrderHandler, stays
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Steps, Told
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.holdings import stations
from traders.engines.star_traders.jump import dice, jump, jump_end
from traders.engines.star_traders.personalities import personality_rules
from traders.engines.star_traders.personalities.andi import AWESOME
from traders.engines.star_traders.personalities.personality_rules import Way
from traders.engines.star_traders.personalities.seer import PSYCHIC
from traders.engines.star_traders.position.choice_and_answer import Asked, Choosing, answer
from traders.engines.star_traders.position.display_names import place
from traders.engines.star_traders.position.personality_steps import TakeLine, TakePair
from traders.engines.star_traders.position.state import JumpNow, Position

# --- their jumps ----------------------------------------------------------------------------------


class AwesomeJump(Order, frozen=True):
    """`jump awesome`"""


class PsychicJump(Order, frozen=True):
    """`jump psychic`"""


def _own_way(fields: type[Order], own: Way, help: str) -> OrderHandler[Position]:
    """A jump that only some Traders make."""

    def check(state: Position, seat: Seat, order: Order) -> None:
        jump.must_have_attempt(state, own.rule)
        trader = state.traders[seat]
        may = own in personality_rules.ways(state, trader)
        why = own.barred(state, trader) if may else own.whose
        if why:
            raise Refusal(why, own.rule)

    return OrderHandler(
        fields,
        forms=(f"jump {own.kind}",),
        prefix=f"jump {own.kind}",
        help=help,
        stages=("movement",),
        rule=own.rule,
        untimely=jump.OWN,
        check=check,
        menu=lambda state, seat: (
            (fields(),) if own in personality_rules.ways(state, state.traders[seat]) else ()
        ),
        means=own.words,
        deed=stays(lambda state, seat, order, told: jump.declare(state, seat, own.kind, 0, told)),
    )


OWN_WAYS = (
    _own_way(
        AwesomeJump,
        AWESOME,
        "As Awesome Andi, roll three dice and take one of the worlds that they show.",
    ),
    _own_way(
        PsychicJump,
        PSYCHIC,
        "As the Seer, roll first, then choose a line for which your roll is enough.",
    ),
)


# --- their choices --------------------------------------------------------------------------------


class Take(Order, frozen=True):
    """`take <world>`"""

    world: int


class Stay(Order, frozen=True):
    """`stay`: after the roll of a Psychic Jump."""


def choose_pair(state: Position, step: TakePair) -> Asked:
    """First and second, second and third, third and first (ST-NEWPERSON-03)."""
    assert state.jump is not None
    one, two, three = state.jump.digits
    worlds = dict.fromkeys((10 * one + two, 10 * two + three, 10 * three + one))
    question = f"The dice show {one}, {two} and {three}: to which world?"
    return Asked(step.seat, question, [Take(world) for world in worlds], "ST-NEWPERSON-03")


def pair_chosen(state: Position, step: TakePair, seat: str, order: Take, told: Told) -> None:
    """(ST-NEWPERSON-03)"""
    assert state.jump is not None
    state.jump.to = order.world
    told.append(tell("takes-world", "ST-NEWPERSON-03", seat=seat, world=place(state, order.world)))


def open_lines(state: Position) -> list[int]:
    """Worlds to which the roll would have been enough for a regular or a station jump
    (ST-NEWPERSON-07).
    """
    now, die = state.jump, state.die
    assert now is not None
    assert die is not None
    trader = state.traders[now.seat]
    found = []
    for world, colour in state.chart.neighbours[now.origin].items():
        least = [personality_rules.minimum_roll(state, trader, colour, station=False)]
        if _station_open(state, now, world):
            least.append(personality_rules.minimum_roll(state, trader, colour, station=True))
        if die.value + dice.added(state, colour) >= min(least):
            found.append(world)
    return found


def _station_open(state: Position, now: JumpNow, world: int) -> bool:
    """Permission counts as it stood at the end of step 2 (ST-NEWPERSON-07, ST-TIMING-11)."""
    if state.options.revision > 1:
        return world in now.stations
    return stations.may_use(state, now.seat, world)


def choose_line(state: Position, step: TakeLine) -> Asked:
    """Silence stays (ST-NEWPERSON-07, ST-NEWPERSON-08)."""
    assert state.die is not None
    worlds = open_lines(state)
    orders: list[Order] = [Stay(), *(Take(world) for world in worlds)]
    stays = ("stay where you are; this attempt to jump is used up", "ST-NEWPERSON-08")
    goes = [(f"jump to {place(state, world)}", "ST-NEWPERSON-07") for world in worlds]
    return Asked(
        step.seat,
        f"The die shows {state.die.value}: along which line, or none?",
        orders,
        "ST-NEWPERSON-07",
        does=[stays, *goes],
    )


def line_chosen(state: Position, step: TakeLine, seat: str, order: Order, told: Told) -> Steps:
    """The attempt is spent either way; who stays has made no jump (ST-NEWPERSON-08)."""
    assert state.jump is not None
    state.die = None
    if isinstance(order, Take):
        state.jump.to = order.world
        world = place(state, order.world)
        told.append(tell("takes-line", "ST-NEWPERSON-07", seat=seat, world=world))
        return []
    told.append(tell("stays", "ST-NEWPERSON-08", seat=seat))
    return jump_end.stays(state, told)


TAKE = answer(
    Take,
    "take <world>",
    help="Choose one of the worlds that you are offered.",
    example="take endor",
    rule="ST-NEWPERSON-03",
)
STAY = answer(
    Stay,
    "stay",
    help="As the Seer, do not move after the roll of a Psychic Jump.",
    rule="ST-NEWPERSON-08",
    unasked=("You have rolled for no Psychic Jump.", "ST-NEWPERSON-08"),
)


STEPS = (
    Choosing(TakePair, asks=choose_pair, answers=pair_chosen),
    Choosing(TakeLine, asks=choose_line, answers=line_chosen),
)
