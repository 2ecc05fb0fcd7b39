"""Independent pirates (BH-PIR)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from traders.engines.kernel.agenda import Step, Told
from traders.engines.kernel.contract import Offer, Turn
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.traders_luck import market, turn_stages
from traders.engines.traders_luck.bounty_hunters import independent_ships
from traders.engines.traders_luck.bounty_hunters.order_types import Shield
from traders.engines.traders_luck.bounty_hunters.steps import PirateActs, PiratesCome
from traders.engines.traders_luck.events import tell
from traders.engines.traders_luck.order_handler import OrderHandler
from traders.engines.traders_luck.state import Position


def come(state: Position, step: PiratesCome, told: Told) -> Sequence[Step]:
    """Each acts once, one after another (BH-PIR-02); none where the police are (BH-PIR-01)."""
    pirates = independent_ships.pirates(state.here)
    if not pirates:
        return []
    if independent_ships.police(state.here):
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
        goods = market.by_good(trader.cargo)
        trader.cargo = []
        told.append(tell("robbed", "BH-PIR-05", seat=step.seat, goods=goods))
    elif independent_ships.traders(state.here):
        independent_ships.remove(state.here, independent_ships.TRADER)
        told.append(tell("trader-destroyed", "BH-PIR-06"))
    else:
        told.append(tell("nothing-to-rob", "BH-PIR-07"))


def _check(state: Position, seat: Seat, order: Shield) -> None:
    kept_off = ("BH-PIR-01",) if state.turn.landed and independent_ships.police(state.here) else ()
    turn_stages.must_be_at(state, PirateActs, *kept_off, "BH-PIR-04", "BH-SEQ-01")
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


def _offers(state: Position, seat: Seat) -> Iterable[Offer]:
    if isinstance(state.agenda[-1], PirateActs):
        yield Offer("shield", "spend a shield: this pirate is turned away", "BH-PIR-04")
        yield Offer("no shield", "save it: all your cargo is lost", "BH-PIR-05")


SHIELD = OrderHandler("turn", _check, _answer, _offers)
