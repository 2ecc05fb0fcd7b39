"""Independent pirates (BH-PIR)."""

from __future__ import annotations

from traders.engines.kernel.contract.contract import Turn
from traders.engines.kernel.orders.order_handler import Meaning, Order, OrderHandler
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import StepHandler, Steps, Told
from traders.engines.traders_luck.bounty_hunters import ships_on_dice
from traders.engines.traders_luck.bounty_hunters.agenda_steps import PirateActs, PiratesCome
from traders.engines.traders_luck.events import tell
from traders.engines.traders_luck.position import planet_market
from traders.engines.traders_luck.position.state import Position


def come(state: Position, step: PiratesCome, told: Told) -> Steps:
    """Each acts once, one after another (BH-PIR-02); none where the police are (BH-PIR-01)."""
    pirates = ships_on_dice.pirates(state.here)
    if not pirates:
        return []
    if ships_on_dice.police(state.here):
        told.append(tell("pirates-kept-off", "BH-PIR-01"))
        return []
    return [PirateActs(step.seat) for _ in range(pirates)]


def waits(state: Position, step: PirateActs) -> Turn | None:
    """It goes for cargo (BH-PIR-03); play waits where a shield can be spent (BH-PIR-04). Silence
    spends one (BH-PBM-04).
    """
    if not state.traders[step.seat].cargo or not state.hunters[step.seat].shields:
        return None
    return Turn((step.seat,), "combat", "BH-PIR-04", state.turn.number, "shield")


def acts(state: Position, step: PirateActs, told: Told) -> None:
    """Without a shield all cargo is lost (BH-PIR-05); where there is none it destroys a trader
    (BH-PIR-06), or finds nothing to rob (BH-PIR-07).
    """
    trader = state.traders[step.seat]
    if trader.cargo:
        goods = planet_market.by_good(trader.cargo)
        trader.cargo = []
        told.append(tell("robbed", "BH-PIR-05", seat=step.seat, goods=goods))
    elif ships_on_dice.traders(state.here):
        ships_on_dice.remove(state.here, ships_on_dice.TRADER)
        told.append(tell("trader-destroyed", "BH-PIR-06"))
    else:
        told.append(tell("nothing-to-rob", "BH-PIR-07"))


class Shield(Order, frozen=True):
    """`shield`"""

    spent: bool = True


def _untimely(state: Position, seat: Seat) -> tuple[str, ...]:
    kept_off = state.turn.landed and ships_on_dice.police(state.here)
    return (*(("BH-PIR-01",) if kept_off else ()), "BH-PIR-04", "BH-SEQ-01")


def _check(state: Position, seat: Seat, order: Shield) -> None:
    if order.spent and not state.hunters[seat].shields:
        raise Refusal("You have no shield.", "BH-PIR-04")


def _answer(state: Position, seat: Seat, order: Shield, step: PirateActs, told: Told) -> None:
    """One shield cancels one pirate's attack and is gone (BH-PIR-04, BH-EQP-05); it may be saved
    (BH-PIR-05).
    """
    if not order.spent:
        acts(state, step, told)
        return
    state.hunters[seat].shields -= 1
    told.append(tell("shield", "BH-PIR-04", seat=seat))


def _means(state: Position, seat: Seat, order: Shield) -> Meaning:
    if order.spent:
        return "spend a shield: this pirate is turned away"
    return "save it: all your cargo is lost", "BH-PIR-05"


SHIELD = OrderHandler(
    Shield,
    forms=(("shield", {"spent": True}), ("no shield", {"spent": False})),
    help="Spend a shield to cancel a pirate's attack, or save it and lose your cargo.",
    rule="BH-PIR-04",
    at=(PirateActs,),
    untimely=_untimely,
    check=_check,
    menu=lambda state, seat: (Shield(), Shield(spent=False)),
    means=_means,
    deed=_answer,
)

STEPS = (
    StepHandler(PiratesCome, does=come),
    StepHandler(
        PirateActs,
        waits=waits,
        closes=acts,
    ),
)
