"""The current player's attack on an independent ship (BH-ATK)."""

from __future__ import annotations

from traders.engines.kernel.contract.contract import Turn
from traders.engines.kernel.orders.order_handler import Meaning, Order, OrderHandler
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, StepHandler, Steps, Told
from traders.engines.kernel.words import count
from traders.engines.traders_luck.bounty_hunters import piracy_and_bounty_ratings, ships_on_dice
from traders.engines.traders_luck.bounty_hunters.agenda_steps import OwnAttack
from traders.engines.traders_luck.bounty_hunters.tables import tables
from traders.engines.traders_luck.events import tell
from traders.engines.traders_luck.position import planet_market
from traders.engines.traders_luck.position.agenda_steps import ThrowDie
from traders.engines.traders_luck.position.display_names import units
from traders.engines.traders_luck.position.state import Lot, Position


def waits(state: Position, step: OwnAttack) -> Turn | None:
    """One attack for one missile, where a ship is there that may be attacked (BH-ATK-01,
    BH-ATK-09). Silence attacks nobody.
    """
    prey = ships_on_dice.pirates(state.here) or (
        ships_on_dice.traders(state.here) and not ships_on_dice.police(state.here)
    )
    if not prey or not state.hunters[step.seat].missiles:
        return None
    return Turn((step.seat,), "combat", "BH-ATK-01", state.turn.number, "pass")


UNTIMELY = ("BH-ATK-01", "BH-SEQ-01")
"""Once a turn, after the pirates."""


# --- a pirate -------------------------------------------------------------------------------------


class AttackPirate(Order, frozen=True):
    """`attack pirate`"""


def _must_meet_pirate(state: Position, seat: Seat) -> None:
    """Free even while the police are present (BH-ATK-09)."""
    if not ships_on_dice.pirates(state.here):
        raise Refusal("There is no independent pirate here.", "BH-ATK-01", "BH-DIC-02")


def _attack_pirate(
    state: Position, seat: Seat, order: AttackPirate, step: OwnAttack, told: Told
) -> None:
    """The missile is gone and so is the ship: 5 credits and 1 for each Bounty Hunter point held
    before (BH-ATK-02, BH-RAT-05), then 1 such point more and 1 Piracy point less (BH-ATK-03,
    BH-RAT-03, BH-EQP-05).
    """
    hunter, paid = state.hunters[seat], _bounty(state, seat)
    hunter.missiles -= 1
    ships_on_dice.remove(state.here, ships_on_dice.PIRATE)
    state.traders[seat].credits += paid
    state.turn.income += paid
    hunter.bounty += 1
    piracy_and_bounty_ratings.less_piracy(state, seat)
    told.append(
        tell(
            "pirate-destroyed",
            "BH-ATK-02",
            seat=seat,
            paid=paid,
            piracy=hunter.piracy,
            bounty=hunter.bounty,
        )
    )


def _bounty(state: Position, seat: Seat) -> int:
    amounts = tables().amounts
    return amounts.pirate + amounts.for_each_bounty * state.hunters[seat].bounty


PIRATE = OrderHandler(
    AttackPirate,
    forms=("attack pirate",),
    prefix="attack pirate",
    said=("get pirate", "fight pirate", "destroy pirate"),
    help="Spend a missile to destroy an independent pirate, and collect the bounty.",
    rule="BH-ATK-02",
    at=(OwnAttack,),
    untimely=UNTIMELY,
    must=_must_meet_pirate,
    means=lambda state, seat, order: (
        f"one missile: {count(_bounty(state, seat), 'credit')} and a Bounty Hunter point"
    ),
    deed=_attack_pirate,
)


# --- a trader -------------------------------------------------------------------------------------


class AttackTrader(Order, frozen=True):
    """`attack trader taking robots`"""

    taking: str = ""


def booty(state: Position, seat: Seat, order: AttackTrader) -> str:
    """The good that is taken, "" for none: any that is shown with an empty hold or free trading,
    else that aboard (BH-ATK-05).
    """
    aboard = state.traders[seat].kinds()
    if order.taking:
        return order.taking
    choice = _takable(state, seat)
    return (
        choice[0]
        if len(choice) == 1 or (aboard and choice and not state.options.free_trading)
        else ""
    )


def _takable(state: Position, seat: Seat) -> list[str]:
    """Kinds shown that the seat may take (BH-ATK-04, BH-ATK-05)."""
    aboard = state.traders[seat].kinds()
    shown = list(dict.fromkeys(state.here.goods))
    return [good for good in shown if not aboard or state.options.free_trading or good in aboard]


def _kept_off(state: Position, seat: Seat) -> tuple[str, ...]:
    """Not while the police are present (BH-ATK-09), also where there is nothing else to attack."""
    if state.turn.landed and ships_on_dice.police(state.here) and ships_on_dice.traders(state.here):
        raise Refusal("While the police are present no trader is attacked.", "BH-ATK-09")
    return UNTIMELY


def _must_meet_trader(state: Position, seat: Seat) -> None:
    _kept_off(state, seat)
    if not ships_on_dice.traders(state.here):
        raise Refusal("There is no independent trader here.", "BH-ATK-01", "BH-DIC-02")


def _check_trader(state: Position, seat: Seat, order: AttackTrader) -> None:
    """Of the kind aboard (BH-ATK-05) and shown here (BH-ATK-04)."""
    choice = _takable(state, seat)
    if order.taking and order.taking not in choice:
        if order.taking not in state.here.goods:
            raise Refusal(f"No die shows {order.taking}.", "BH-ATK-04", "BH-ATK-05")
        raise Refusal("With cargo aboard only its own kind is taken.", "BH-ATK-05")
    if not order.taking and len(choice) > 1:
        ways = [f"attack trader taking {good}" for good in choice]
        raise Refusal("Say what is taken.", "BH-ATK-04", instead=ways)


def _attack_trader(
    state: Position, seat: Seat, order: AttackTrader, step: OwnAttack, told: Told
) -> Steps:
    """The missile and the ship are gone; as many units as dice show it, as the hold takes
    (BH-ATK-04, BH-ATK-06, BH-STO-04), are noted at the planet's price (BH-STO-01, BH-STO-03) as got
    here (BH-STO-05); then all dice of the kind are thrown again (BH-ATK-07).
    """
    trader, here = state.traders[seat], state.here
    state.hunters[seat].missiles -= 1
    ships_on_dice.remove(here, ships_on_dice.TRADER)
    good = booty(state, seat, order)
    n = min(planet_market.stock(here, good), planet_market.room(trader)) if good else 0
    taken = [[good, n]] if n else []
    told.append(tell("trader-attacked", "BH-ATK-04", seat=seat, goods=taken))
    piracy_and_bounty_ratings.attacked_honest(state, seat, told)  # (BH-ATK-08)
    if not n:
        return []
    trader.cargo.append(Lot(good, n, planet_market.price(here, good), here.number))
    return thrown_again(state, good)


def thrown_again(state: Position, good: str) -> list[Step]:
    """All dice that show a good fall again (BH-ATK-07, BH-TRD-01)."""
    return [
        ThrowDie(place)
        for place, die in enumerate(state.here.dice)
        if die.kind == "goods" and die.face == good
    ]


def _means(state: Position, seat: Seat, order: AttackTrader) -> Meaning:
    good = order.taking
    n = min(planet_market.stock(state.here, good), planet_market.room(state.traders[seat]))
    words = f"one missile: {units(n, good) if n else 'nothing taken'}, and a Piracy point"
    return (words, "BH-ATK-04" if good else "BH-ATK-05")


TRADER = OrderHandler(
    AttackTrader,
    forms=("attack trader [taking <taking:good>]",),
    prefix="attack trader",
    help="Spend a missile to rob an independent trader of a good; that is piracy.",
    example="attack trader taking robots",
    rule="BH-ATK-04",
    at=(OwnAttack,),
    untimely=_kept_off,
    must=_must_meet_trader,
    check=_check_trader,
    menu=lambda state, seat: map(AttackTrader, _takable(state, seat) or [""]),
    means=_means,
    deed=_attack_trader,
)


# --- none -----------------------------------------------------------------------------------------


class NoAttack(Order, frozen=True):
    """`pass`"""


def _none(state: Position, seat: Seat, order: NoAttack, step: OwnAttack, told: Told) -> None:
    """It is a choice (BH-ATK-01)."""
    told.append(tell("no-attack", "BH-ATK-01", seat=seat))


NONE = OrderHandler(
    NoAttack,
    forms=("pass",),
    help="Attack no independent ship on this planet.",
    said=("leave pirate", "leave pirate alone", "leave trader", "no attack", "let pirate go"),
    rule="BH-ATK-01",
    at=(OwnAttack,),
    untimely=UNTIMELY,
    means="attack nobody",
    deed=_none,
)

STEPS = (
    StepHandler(
        OwnAttack,
        waits=waits,
    ),
)
