"""Deliveries: the compulsory ones to Current Contracts, those to Completed Contracts, and the
contract that comes in place of one served.
"""

from __future__ import annotations

from traders.engines.kernel.orders.order_handler import Meaning, Order, OrderHandler, stays
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, StepHandler, Steps, Told
from traders.engines.kernel.words import listed
from traders.engines.star_traders.delivery import completed_contract_delivery, payoff_by_contract
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.holdings import cargo_hold, imperial_mission
from traders.engines.star_traders.holdings import cargo_orders as cargo
from traders.engines.star_traders.position.agenda_steps import Shuffle
from traders.engines.star_traders.position.choice_and_answer import Asked, Choosing
from traders.engines.star_traders.position.delivery_and_petition_steps import (
    ChooseDelivery,
    Deliveries,
    Replace,
)
from traders.engines.star_traders.position.display_names import place
from traders.engines.star_traders.position.state import Position


class Deliver(Order, frozen=True):
    """`deliver <cargo> [x2]`: also the answer which of several deliveries due comes first."""

    cargo: str
    count: int = 1


def due(state: Position, seat: Seat) -> dict[str, int]:
    """The cargoes aboard that Current Contracts want where the ship is, each with the space of its
    first contract (ST-DELIVER-02).
    """
    trader = state.traders[seat]
    wanted = cargo_hold.wanted(state, seat, cargo_hold.aboard(trader))
    spaces = dict(reversed(wanted))
    return {name: spaces[name] for name in cargo_hold.kinds(trader) if name in spaces}


def deliveries(state: Position, step: Deliveries, told: Told) -> Steps:
    """What is due is delivered at once, before anything else, in its Trader's own turn
    (ST-DELIVER-03, ST-DELIVER-04, ST-DELIVER-19, ST-DELIVER-23); if several are, the Trader says
    which comes first (ST-DELIVER-20).
    """
    if not cargo_hold.delivers(state, step.seat):
        return []
    if cargo_hold.wins(state, step.seat, cargo_hold.aboard(state.traders[step.seat])):
        return imperial_mission.win(state, step.seat, told)
    wanted = due(state, step.seat)
    if not wanted:
        return []
    if len(wanted) > 1:
        return [ChooseDelivery(step.seat)]
    return deliver(state, step.seat, *next(iter(wanted.items())), told)


def choose(state: Position, step: ChooseDelivery) -> Asked | None:
    """(ST-DELIVER-20)"""
    wanted = list(due(state, step.seat))
    if not wanted:
        return None
    question = f"{listed(wanted)} are wanted here: which is delivered first?"
    return Asked(
        step.seat,
        question,
        [Deliver(name) for name in wanted],
        "ST-DELIVER-20",
        also=("ST-DELIVER-04", "ST-DELIVER-03"),
    )


def chosen(state: Position, step: ChooseDelivery, seat: Seat, order: Deliver, told: Told) -> Steps:
    """(ST-DELIVER-20)"""
    return deliver(state, seat, order.cargo, due(state, seat)[order.cargo], told)


def deliver(state: Position, seat: Seat, name: str, space: int, told: Told) -> list[Step]:
    """One copy is delivered to the contract on a space (ST-CARGO-01, ST-CARGO-11): the marker comes
    off, the card leaves its space, the payoff is reckoned, a new card comes; then whatever that
    wants is delivered as well (ST-DELIVER-21).
    """
    contract = state.contracts[space - 1]
    trader = state.traders[seat]
    cargo_hold.take_out(trader, name, contract)  # (ST-DELIVER-05)
    world = place(state, trader.at)
    told.append(tell("delivers", "ST-DELIVER-02", seat=seat, cargo=name, world=world))
    state.note("delivers", seat, world=trader.at, thing=name)
    races = len(rivals(state, seat, name))
    announce(state, seat, name, told)
    state.contracts[space - 1] = ""
    completed_contract_delivery.retire(state, contract, seat, told)
    cargo_hold.sweep(state, told)
    return [
        *payoff_by_contract.pays(state, seat, contract, space, races, told),  # (ST-PAYOFF)
        Replace(space),  # (ST-DELIVER-08)
        Deliveries(seat),  # (ST-DELIVER-21)
    ]


def rivals(state: Position, seat: Seat, name: str) -> list[Seat]:
    """The other Traders with a like cargo aboard now, each once, whatever contract it is meant for
    (ST-RACE-01, ST-RACE-02, ST-RACE-05); each delivery is judged afresh (ST-RACE-06).
    """
    return [
        other
        for other in state.round_from(seat)
        if other != seat and name in cargo_hold.kinds(state.traders[other])
    ]


def announce(state: Position, seat: Seat, name: str, told: Told) -> None:
    """The box announces the race that was won (ST-RACE-03)."""
    beaten = rivals(state, seat, name)
    if beaten:
        told.append(tell("wins-race", "ST-RACE-03", seat=seat, cargo=name, rivals=list(beaten)))


# --- the contract that comes next -----------------------------------------------------------------


def replace(state: Position, step: Replace, told: Told) -> Steps:
    """A new contract is drawn for the space (ST-DELIVER-08); a deck that has run out is made anew
    from the discards, and a space that has been empty for longer is filled first (ST-DELIVER-09).
    Cards never move between spaces (ST-PAYOFF-10), and the map's counters are read from them
    (ST-DELIVER-10).
    """
    waiting = state.unfilled
    if state.contracts[step.space - 1]:
        return []
    if not is_replaced(state, step.space):
        state.unfilled = [space for space in waiting if space != step.space]
        state.shrink -= 1
        told.append(tell("not-replaced", "ST-DROP-05", space=step.space))
        return []
    if not state.contract_deck and not state.contract_discard:
        if step.space not in waiting:
            waiting.append(step.space)
            told.append(tell("none-left", "ST-DELIVER-09"))
        return []
    if waiting and waiting[0] != step.space:
        return [Replace(waiting[0]), step]
    if not state.contract_deck:
        return [Shuffle("contract"), step]
    state.unfilled = waiting[1:]
    contract = state.contract_deck.pop(0)
    state.contracts[step.space - 1] = contract
    card = state.book.contracts[contract]
    told.append(
        tell(
            "contract",
            "ST-DELIVER-08",
            reveals=True,
            cargo=card.cargo,
            goal=state.book.worlds[card.deliver].name,
            space=step.space,
            start=place(state, card.pick_up),
        )
    )
    return []


def is_replaced(state: Position, space: int) -> bool:
    """Once for each drop-out a contract is not replaced, but never the Imperial one (ST-DROP-05),
    and in the basic game never so that fewer than two are left (ST-DROP-06).
    """
    left = sum(1 for contract in state.contracts if contract)
    fewest = 2 if state.options.game == "basic" else 1
    return (
        not state.shrink or space == state.book.limits["imperial_contract_space"] or left < fewest
    )


# --- the order `deliver` --------------------------------------------------------------------------


def _check(state: Position, seat: Seat, order: Deliver) -> None:
    """What a Current Contract wants here has been delivered by itself: what is left are Completed
    Contracts (ST-DELIVER-11).
    """
    cargo.must_be_free_of_envoys(state, seat, "deliver", "ST-CARD-07")
    cargo.must_carry(state, seat, order.cargo, "ST-DELIVER-02", "ST-DELIVER-11")
    if cargo_hold.is_imperial(order.cargo):
        imperial_mission.check_deliver(state, seat, order.cargo)
    completed_contract_delivery.check_deliver(state, seat, order.cargo, order.count)


def _deliver(state: Position, seat: Seat, order: Deliver, told: Told) -> None:
    completed_contract_delivery.deliver(state, seat, order.cargo, order.count, told)


def _late(state: Position, seat: Seat) -> list[Deliver]:
    """Of what Completed Contracts want here, one and two (ST-DELIVER-11)."""
    return [
        Deliver(name, n)
        for name in cargo_hold.kinds(state.traders[seat])
        if completed_contract_delivery.here(state, seat, name) is not None
        for n in (1, 2)
    ]


def _means(state: Position, seat: Seat, order: Deliver) -> Meaning:
    if order.count > 1:
        return f"unload both {order.cargo} for one right token", "ST-COMPLETED-05"
    done = completed_contract_delivery.here(state, seat, order.cargo)
    assert done is not None
    return (
        f"unload {order.cargo} for {state.book.title(done.contract)}, without pay",
        "ST-COMPLETED-04",
    )


DELIVER = OrderHandler(
    Deliver,
    forms=("deliver <cargo> [<count:times>]", "deliver <count:some> <cargo>"),
    help="Deliver cargo to a Completed Contract, or say which of several deliveries comes first.",
    example="deliver fur",
    counts=("count",),
    said=("drop off", "unload", "hand over", "offload"),
    rule="ST-DELIVER-11",
    untimely=("ST-DELIVER-17", "ST-COMPLETED-11"),
    check=_check,
    menu=_late,
    means=_means,
    deed=stays(_deliver),
)


STEPS = (
    StepHandler(Deliveries, does=deliveries),
    StepHandler(Replace, does=replace),
    Choosing(ChooseDelivery, asks=choose, answers=chosen),
)
