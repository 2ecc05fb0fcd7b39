"""The Buy/Repair action (IT-SHP), and the licence (IT-SHF-10)."""

from __future__ import annotations

from collections.abc import Iterable

from traders.engines.imperial_trader.events import tell
from traders.engines.imperial_trader.position.agenda_steps import Acting
from traders.engines.imperial_trader.position.state import Captain, Position
from traders.engines.imperial_trader.ship import damage
from traders.engines.imperial_trader.sub_sector import sub_sector_state
from traders.engines.imperial_trader.tables import tables, upgrade_of
from traders.engines.imperial_trader.turn import turn_stages
from traders.engines.kernel.contract.contract import Blank
from traders.engines.kernel.orders.order_handler import Meaning, Order, OrderHandler, Shape
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Steps, Told
from traders.engines.kernel.words import count

LICENCE = "licence"


def _must_be_at_yard(state: Position, seat: Seat) -> None:
    """Only on a Civilized, Hive or Forge World (IT-SHP-01), while it is open (IT-SHF-05)."""
    turn_stages.must_have_action(state, seat)
    planet = sub_sector_state.must_trade(
        state, state.captains[seat], "Buying and repairing", "IT-SHP-01"
    )
    if not sub_sector_state.port(state, planet):
        raise Refusal(
            f"{planet} has no yard: only Civilized, Hive and Forge Worlds sell and repair.",
            "IT-SHP-01",
        )


# --- repair ---------------------------------------------------------------------------------------


class Repair(Order, frozen=True):
    """`repair 2`"""

    n: int


def wanting(captain: Captain) -> int:
    """Points that a repair could restore (IT-SHP-04)."""
    return damage.most(captain) - captain.damage


def _check_repair(state: Position, seat: Seat, order: Repair) -> None:
    captain = state.captains[seat]
    if not wanting(captain):
        raise Refusal(
            f"Your ship has all its {count(damage.most(captain), 'damage point')}.", "IT-SHP-04"
        )
    cost = min(order.n, wanting(captain)) * tables().game.repair_cost
    if cost > captain.credits:
        raise Refusal(
            f"That costs {count(cost, 'credit')}, and you have {captain.credits}.", "IT-SHP-03"
        )


def _repair(state: Position, seat: Seat, order: Repair, step: Acting, told: Told) -> Steps:
    """5 credits a point (IT-SHP-03); what would go above the maximum is neither done nor paid
    (IT-SHP-04). It is the whole action (IT-SHP-02).
    """
    captain = state.captains[seat]
    turn_stages.act(state, seat)
    points = min(order.n, wanting(captain))
    captain.damage += points
    captain.credits -= points * tables().game.repair_cost
    turn_stages.came_to(state)
    paid = points * tables().game.repair_cost
    told.append(tell("repairs", "IT-SHP-03", seat=seat, n=points, paid=paid))
    return [step]


def _repairs(state: Position, seat: Seat) -> Iterable[Shape]:
    captain = state.captains[seat]
    points = min(wanting(captain), captain.credits // tables().game.repair_cost)
    if points:
        yield Shape("repair {n}", (Blank("n", 1, points),), (Repair(1), Repair(points)))


REPAIR = OrderHandler(
    Repair,
    forms=("repair <n:some>",),
    help="Restore as many damage points as you name, each for credits.",
    example="repair 2",
    counts=("n",),
    said=("fix", "mend"),
    rule="IT-SHP-03",
    at=(Acting,),
    must=_must_be_at_yard,
    check=_check_repair,
    menu=_repairs,
    means=lambda state, seat, order: f"{count(tables().game.repair_cost, 'credit')} a damage point",
    deed=_repair,
)


# --- buy ------------------------------------------------------------------------------------------


class Buy(Order, frozen=True):
    """`buy hull and autoloaders`"""

    wares: tuple[str, ...]


def price(ware: str) -> int:
    """15 credits each upgrade (IT-SHP-05), 20 a licence (IT-SHF-10)."""
    return tables().imperium.licence if ware == LICENCE else upgrade_of(ware).cost


def _check_buy(state: Position, seat: Seat, order: Buy) -> None:
    """Each upgrade once only (IT-SHP-09), the licence under the option (IT-SHF-10), all paid for
    (IT-SHP-05).
    """
    captain = state.captains[seat]
    if LICENCE in order.wares:
        if not state.options.shifting_imperium:
            raise Refusal(
                "There are no licences without the option Shifting Imperium.",
                "IT-SHF-10",
                "IT-SHF-01",
            )
        if captain.licence or order.wares.count(LICENCE) > 1:
            raise Refusal("One licence is all that there is to have.", "IT-SHF-10")
    for place, ware in enumerate(order.wares):
        stacks = ware == "hull" and state.options.hull_stacks
        if ware in (*captain.upgrades, *order.wares[:place]) and not stacks:
            raise Refusal(f"A ship carries {upgrade_of(ware).name} once only.", "IT-SHP-09")
    cost = sum(price(ware) for ware in order.wares)
    if cost > captain.credits:
        rule = "IT-SHF-10" if order.wares == (LICENCE,) else "IT-SHP-05"
        raise Refusal(f"That costs {count(cost, 'credit')}, and you have {captain.credits}.", rule)


def _buy(state: Position, seat: Seat, order: Buy, step: Acting, told: Told) -> Steps:
    """Several in one action (IT-SHP-05), and no repair in it (IT-SHP-02). New plating comes
    undamaged (IT-SHP-06).
    """
    captain = state.captains[seat]
    turn_stages.act(state, seat)
    for ware in order.wares:
        captain.credits -= price(ware)
        if ware == LICENCE:
            captain.licence = True
        else:
            captain.upgrades.append(ware)
            captain.damage += upgrade_of(ware).points
    turn_stages.came_to(state)
    names = [
        upgrade_of(ware).name if ware != LICENCE else "a Rogue Trader's licence"
        for ware in order.wares
    ]
    told.append(tell("buys", "IT-SHP-05", seat=seat, wares=names))
    return [step]


def _wares(state: Position, seat: Seat) -> Iterable[tuple[Buy, Meaning]]:
    for upgrade in tables().upgrade:
        yield Buy((upgrade.code,)), f"{upgrade.name}, {count(upgrade.cost, 'credit')}"
    if state.options.shifting_imperium:
        words = f"a Rogue Trader's licence, {count(price(LICENCE), 'credit')}"
        yield Buy((LICENCE,)), (words, "IT-SHF-10")


BUY = OrderHandler(
    Buy,
    forms=("buy <wares>",),
    help="Buy upgrades for your ship, or with Shifting Imperium a Rogue Trader's licence.",
    example="buy hull and autoloaders",
    said=("purchase", "get"),
    rule="IT-SHP-05",
    notes={"buy": "for your ship"},
    at=(Acting,),
    must=_must_be_at_yard,
    check=_check_buy,
    menu=_wares,
    deed=_buy,
)
