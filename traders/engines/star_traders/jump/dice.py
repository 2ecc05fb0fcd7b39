"""Dice: thrown one at a time, each with the interval after it in which it may be zapped or, in a
jump attempt, thrown again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

from traders.engines.kernel.contract.contract import Chance
from traders.engines.kernel.contract.suggestion import percent
from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.orders.order_handler import Meaning, Order, OrderHandler, stays
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, StepHandler, Steps, Told
from traders.engines.star_traders.edition.die_faces import SIDES, succeeds
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.holdings import luck_cards
from traders.engines.star_traders.personalities import WAYS, personality_rules
from traders.engines.star_traders.position.agenda_steps import (
    Die,
    DieInterval,
    ReadDigit,
    Throw,
    Use,
    ZapInterval,
)
from traders.engines.star_traders.position.state import Position

RULES: dict[Use, str] = {
    "jump": "ST-TIMING-12",
    "world": "ST-JUMP-10",
    "petition": "ST-PETITION-04",
    "jackpot": "ST-PAYOFF-12",
    "raid": "ST-NEWPERSON-15",
}
PURPOSES: dict[Use, str] = {
    "jump": "jump",
    "world": "world number",
    "petition": "petition",
    "jackpot": "delivery at Jackpot",
    "raid": "raid",
}


def chance(state: Position, step: Throw) -> Chance:
    return Chance("die", SIDES, f"{step.seat}'s {PURPOSES[step.use]}", RULES[step.use])


def thrown(state: Position, step: Throw, outcome: int, told: Told) -> None:
    """The die lies there: the roll now in question. A throw wipes out the Zaps on the one before
    (ST-TIMING-16).
    """
    state.throws += 1
    state.die = Die(step.use, step.seat, outcome, outcome, state.throws)
    told.append(tell("rolls", RULES[step.use], reveals=True, seat=step.seat, value=outcome))


def two_dice(seat: Seat) -> list[Step]:
    """A world's number: the arm's digit, then the world's, each with its interval (ST-JUMP-10,
    ST-TIMING-36).
    """
    return [
        Throw("world", seat),
        ZapInterval(),
        ReadDigit(),
        Throw("world", seat),
        ZapInterval(),
        ReadDigit(),
    ]


def read_digit(state: Position, step: ReadDigit, told: Told) -> None:
    """The die stands: it is too late to change it (ST-CARD-52)."""
    assert state.die is not None
    assert state.jump is not None
    state.jump.digits.append(state.die.value)
    state.die = None


def world_shown(state: Position) -> int:
    """The world that the digits name: first the arm, then the world in it (ST-SETUP-26)."""
    assert state.jump is not None
    arm, world = state.jump.digits
    return 10 * arm + world


def change(state: Position, by: int) -> int:
    """What a die would show if changed by so much: a digit of a world's number stays within 1 to 6
    (ST-CARD-50), any other roll is used as it stands (ST-CARD-51).
    """
    assert state.die is not None
    value = state.die.value + by
    return min(max(value, 1), SIDES) if state.die.use == "world" else value


def in_question(state: Position) -> Die | None:
    """The die that may be changed now: the one in whose interval play stands (ST-CARD-52)."""
    return state.die if isinstance(state.agenda[-1], (ZapInterval, DieInterval)) else None


# --- the re-roll ----------------------------------------------------------------------------------


class Reroll(Order, frozen=True):
    """`reroll with <card>` · `reroll`: without a card where a rule gives the re-roll free."""

    card: str = ""


def _none_rolled(state: Position, seat: Seat) -> NoReturn:
    words = "No jump attempt has just been rolled."
    raise Refusal(words, "ST-TIMING-14", "ST-LUCK-09", "ST-LUCK-03")


def _held(state: Position, seat: Seat, order: Reroll) -> None:
    if order.card:
        luck_cards.must_hold(state, seat, order.card, "ST-LUCK-09")


def _check(state: Position, seat: Seat, order: Reroll) -> None:
    """Only the jumper, only a jump attempt, for any card (ST-LUCK-09, ST-LUCK-10, ST-TIMING-14)."""
    die = state.die
    assert die is not None
    if not order.card and seat in personality_rules.rerolls_free(state):
        return
    if die.use == "world":
        own = WAYS.get(state.jump.kind) if state.jump is not None and not state.jump.moved else None
        rules = [
            own.fixed if own is not None and own.fixed else "ST-LUCK-10",
            *([] if order.card else ["ST-NEWPERSON-10"]),
        ]
        raise Refusal("The dice of this jump are not rolled again.", *rules)
    if die.use != "jump":
        raise Refusal(
            "Only a jump attempt is rolled again for a card.", "ST-LUCK-09", RULES[die.use]
        )
    if die.seat != seat:
        raise Refusal("Only the jumper may roll the die again.", "ST-TIMING-14", "ST-LUCK-09")
    if not order.card:
        raise Refusal("Say which card you turn in: reroll with <card>.", "ST-LUCK-09", "ST-LUCK-16")


def _reroll(state: Position, seat: Seat, order: Reroll, told: Told) -> Steps:
    """The card is turned in without its printed effect (ST-LUCK-11); the last roll stands
    (ST-LUCK-16).
    """
    assert state.die is not None
    if order.card:
        luck_cards.discard(state, seat, order.card)
        told.append(tell("turns-in", "ST-LUCK-09", seat=seat, card=order.card))
    else:
        told.append(tell("rolls-again", "ST-NEWPERSON-10", seat=seat))
    return [Throw(state.die.use, seat)]


def _rerolls(state: Position, seat: Seat) -> Iterator[Reroll]:
    if state.die is not None and state.die.seat == seat:
        yield from map(Reroll, dict.fromkeys(state.traders[seat].hand))
    if seat in personality_rules.rerolls_free(state):
        yield Reroll()


def _means(state: Position, seat: Seat, order: Reroll) -> Meaning:
    if order.card:
        return f"turn in {order.card} and roll again: {_chance(state)}", "ST-LUCK-09"
    return "roll again: the die shows the arm that you left", "ST-NEWPERSON-10"


def _chance(state: Position) -> str:
    """How likely another roll is enough for the jump under way."""
    assert state.jump is not None
    least = max(1, state.jump.needs - added(state))
    return f"{percent(succeeds(least))} to succeed"


def _turned_in(state: Position, seat: Seat, order: Reroll) -> None:
    luck_cards.spoken_for(state, seat, order.card)


REROLL = OrderHandler(
    Reroll,
    forms=("reroll [with <card>]", "re roll [with <card>]"),
    when=When.WINDOW,
    help=(
        "Turn in a card to roll your jump attempt again; Verdant Velma may roll again without one."
    ),
    example="reroll with gotcha",
    rule="ST-LUCK-09",
    at=(ZapInterval, DieInterval),
    untimely=_none_rolled,
    held=_held,
    check=_check,
    menu=_rerolls,
    means=_means,
    spends=_turned_in,
    deed=stays(_reroll),
)


# --- what may be added ----------------------------------------------------------------------------


class Add(Order, frozen=True):
    """`add 0|1|2`"""

    bonus: int


def added(state: Position, colour: str = "") -> int:
    """What is added to the roll of the attempt under way, on its own line or on one of another
    colour: all that may be, unless its jumper has said otherwise (ST-PERSON-03).
    """
    jump = state.jump
    if jump is None or jump.declined or jump.kind == "random":
        return 0
    return personality_rules.roll_bonus(
        state, state.traders[jump.seat], colour or state.chart.colour(jump.origin, jump.to)
    )


def _may_add(state: Position, seat: Seat) -> int:
    """The most that a seat may add to the die that lies there."""
    die, jump = in_question(state), state.jump
    if die is None or jump is None or die.use != "jump" or jump.seat != seat:
        return 0
    trader, here = state.traders[seat], state.chart.neighbours[jump.origin]
    colours = [state.chart.colour(jump.origin, jump.to)] if jump.to else list(here.values())
    return max(
        (personality_rules.roll_bonus(state, trader, colour) for colour in colours), default=0
    )


def _no_roll(*_: object) -> NoReturn:
    words = "There is no roll to which you may add anything."
    raise Refusal(words, "ST-TURN-01", "ST-PERSON-03", "ST-PERSON-04")


def _check_add(state: Position, seat: Seat, order: Add) -> None:
    """(ST-PERSON-03)"""
    most = _may_add(state, seat)
    if not most:
        _no_roll()
    if order.bonus > most:
        raise Refusal(
            f"You may add {most} to the roll, or nothing.",
            "ST-PERSON-03",
            instead=[f"add {n}" for n in range(most + 1)],
        )


def _add(state: Position, seat: Seat, order: Add, told: Told) -> None:
    """(ST-PERSON-03)"""
    assert state.jump is not None
    state.jump.declined = not order.bonus
    if order.bonus:
        told.append(tell("adds", "ST-PERSON-03", seat=seat, n=order.bonus))
    else:
        told.append(tell("adds-nothing", "ST-PERSON-03", seat=seat))


ADD = OrderHandler(
    Add,
    forms=("add <bonus:n>",),
    when=When.ASKED,
    help="Add a bonus to your petition's die; the Navigator may also add none to a jump roll.",
    example="add 1",
    rule="ST-PETITION-10",
    at=(ZapInterval,),
    untimely=_no_roll,
    check=_check_add,
    menu=lambda state, seat: (Add(0),) if _may_add(state, seat) else (),
    means=lambda state, seat, order: ("add nothing to your roll", "ST-PERSON-03"),
    deed=stays(_add),
)


STEPS = (
    StepHandler(ReadDigit, does=read_digit),
    StepHandler(Throw, waits=chance, takes=thrown),
)
