"""The raid on an engine: an Action against a Trader on the same world, at the price of Prestige
(ST-NEWPERSON-15 to 17).
"""

from __future__ import annotations

from collections.abc import Iterable

from traders.engines.kernel.orders.order_handler import Order, OrderHandler, stays
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, StepHandler, Steps, Told
from traders.engines.kernel.words import named
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.jump import jump
from traders.engines.star_traders.personalities import personality_rules
from traders.engines.star_traders.position import prestige, turn_stages
from traders.engines.star_traders.position.agenda_steps import DieInterval, Throw
from traders.engines.star_traders.position.display_names import place
from traders.engines.star_traders.position.personality_steps import (
    EngineDestroyed,
    RaidInterval,
    RaidRolled,
)
from traders.engines.star_traders.position.state import Position


class Raid(Order, frozen=True):
    """`raid <seat>`"""

    seat: Seat


def raid(by: Seat, on: Seat) -> list[Step]:
    """What a raid is, once it is paid for."""
    return [
        Throw("raid", by),  # (ST-NEWPERSON-15)
        DieInterval(),  # the die may be changed (ST-CARD-54)
        RaidRolled(by, on),  # (ST-NEWPERSON-16)
    ]


NOT_PETE = ("Only Pirate Pete raids engines.", "ST-NEWPERSON-15")


def _check(state: Position, seat: Seat, order: Raid) -> None:
    """(ST-NEWPERSON-15, ST-NEWPERSON-17)"""
    if not personality_rules.raids(state, state.traders[seat]):
        raise Refusal(*NOT_PETE)
    turn_stages.must_have_action(state, "ST-NEWPERSON-15", "ST-TURN-03")
    if order.seat == seat or order.seat not in state.playing():
        raise Refusal(
            "A raid is on another Trader of this game.",
            "ST-NEWPERSON-15",
            instead=[f"raid {other}" for other in jump.near(state, seat)],
        )
    if order.seat not in jump.near(state, seat):
        raise Refusal(f"{named(order.seat)}'s ship is not where yours is.", "ST-NEWPERSON-15")
    if state.traders[order.seat].engines < 2:
        raise Refusal(f"{named(order.seat)} has no engine to spare.", "ST-NEWPERSON-17")
    prestige.must_have(state, seat, state.book.prices["pete_raid_prestige"], "ST-NEWPERSON-15")


def _raid(state: Position, seat: Seat, order: Raid, told: Told) -> Steps:
    """The Action and the Prestige are spent whatever comes of it (ST-NEWPERSON-15)."""
    turn_stages.use_action(state)
    where = place(state, state.traders[seat].at)
    told.append(tell("raids", "ST-NEWPERSON-15", seat=seat, on=order.seat, world=where))
    prestige.spend(state, seat, state.book.prices["pete_raid_prestige"], told, "ST-NEWPERSON-15")
    return raid(seat, order.seat)


def _raids(state: Position, seat: Seat) -> Iterable[Raid]:
    raids = personality_rules.raids(state, state.traders[seat])
    return map(Raid, jump.near(state, seat)) if raids else ()


def _means(state: Position, seat: Seat, order: Raid) -> str:
    prices = state.book.prices
    return (
        f"try to destroy an engine of {named(order.seat)}'s: {prices['pete_raid_prestige']} "
        f"Prestige, and {prices['pete_raid_min_roll']} or more"
    )


RAID = OrderHandler(
    Raid,
    forms=("raid <seat>",),
    help="As Pirate Pete, pay Prestige and try to destroy an engine of a Trader on your world.",
    example="raid blue",
    stages=turn_stages.BEFORE_DRAW,
    rule="ST-NEWPERSON-15",
    untimely=("ST-NEWPERSON-15", "ST-TURN-01"),
    check=_check,
    menu=_raids,
    means=_means,
    deed=stays(_raid),
)


# --- the die, and after ---------------------------------------------------------------------------


def rolled(state: Position, step: RaidRolled, told: Told) -> Steps:
    """On 5 or more the engine is lost, unless the victim has an answer (ST-NEWPERSON-16)."""
    assert state.die is not None
    enough = state.die.value >= state.book.prices["pete_raid_min_roll"]
    state.die = None
    if not enough:
        told.append(tell("raid-fails", "ST-NEWPERSON-16", seat=step.by))
        return []
    return [RaidInterval(step.by, step.on), EngineDestroyed(step.on)]


def destroyed(state: Position, step: EngineDestroyed, told: Told) -> None:
    """One engine, never the last (ST-NEWPERSON-16, ST-NEWPERSON-17)."""
    trader = state.traders[step.on]
    if trader.engines > 1:
        trader.engines -= 1
        left = trader.engines
        told.append(tell("engine-destroyed", "ST-NEWPERSON-16", seat=step.on, engines=left))


STEPS = (
    StepHandler(RaidRolled, does=rolled),
    StepHandler(EngineDestroyed, does=destroyed),
)
