"""Independent traders that are left trade before the current player does (BH-TRD)."""

from __future__ import annotations

from traders.engines.kernel.contract.contract import Turn
from traders.engines.kernel.orders.order_handler import Order, OrderHandler
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import StepHandler, Steps, Told
from traders.engines.traders_luck import tables as figures
from traders.engines.traders_luck.bounty_hunters import ships_on_dice
from traders.engines.traders_luck.bounty_hunters.agenda_steps import Traders
from traders.engines.traders_luck.bounty_hunters.attack_on_independent_ship import thrown_again
from traders.engines.traders_luck.events import tell
from traders.engines.traders_luck.position import planet_market
from traders.engines.traders_luck.position.state import Planet, Position


def waits(state: Position, step: Traders) -> Turn | None:
    """One good for each trader, the next when the dice have fallen (BH-TRD-01)."""
    if not ships_on_dice.traders(state.here):
        return None
    return Turn(
        (step.seat,),
        "trade",
        "BH-TRD-01",
        state.turn.number,
        f"trader takes {scarcest(state.here)}",
    )


def scarcest(planet: Planet) -> str:
    """What silence names: the kind that the fewest dice show, the cheapest of these (BH-TRD-01)."""
    shown = [good for good in figures.tables().goods if planet_market.stock(planet, good)]
    return min(shown, key=lambda good: planet_market.stock(planet, good))


class TraderTakes(Order, frozen=True):
    """`trader takes food`"""

    good: str


def _untimely(state: Position, seat: Seat) -> tuple[str, ...]:
    return ("BH-TRD-01", "BH-SEQ-02", *(("BH-TRD-02",) if state.turn.landed else ()))


def _check(state: Position, seat: Seat, order: TraderTakes) -> None:
    """A kind that is shown (BH-TRD-01)."""
    if not planet_market.stock(state.here, order.good):
        raise Refusal(f"No die shows {order.good}.", "BH-TRD-01")


def _takes(state: Position, seat: Seat, order: TraderTakes, step: Traders, told: Told) -> Steps:
    """All dice of the kind fall again, and the trader leaves (BH-TRD-01, BH-TRD-02)."""
    ships_on_dice.remove(state.here, ships_on_dice.TRADER)
    told.append(tell("trader-takes", "BH-TRD-01", seat=seat, good=order.good))
    return [*thrown_again(state, order.good), step]


def _means(state: Position, seat: Seat, order: TraderTakes) -> str:
    n = planet_market.stock(state.here, order.good)
    return f"{n} {'die falls' if n == 1 else 'dice fall'} again"


TAKES = OrderHandler(
    TraderTakes,
    forms=("trader takes <good>",),
    prefix="trader takes",
    help="Say which good a surviving trader trades in; all dice that show it roll again.",
    example="trader takes food",
    rule="BH-TRD-01",
    at=(Traders,),
    untimely=_untimely,
    check=_check,
    menu=lambda state, seat: map(TraderTakes, dict.fromkeys(state.here.goods)),
    means=_means,
    deed=_takes,
)

STEPS = (
    StepHandler(
        Traders,
        waits=waits,
    ),
)
