"""What holds in every position: each order card lies in one place, once; nobody owes; cargo is of
orders held; limits hold; ships are on the chart, and worlds close and open as they may.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from traders.engines.imperial_trader.position.agenda_steps import Discarding, Wrecked
from traders.engines.imperial_trader.position.state import Captain, Place, Position
from traders.engines.imperial_trader.ship import damage
from traders.engines.imperial_trader.sub_sector import chart, sub_sector_state
from traders.engines.imperial_trader.tables import tables, upgrade_of
from traders.engines.kernel.contract.contract import Event
from traders.engines.kernel.engine.accounting_check import untold
from traders.engines.kernel.steps.ended import Ended


def flaws(state: Position) -> list[str]:
    """What is wrong with a position, in words; nothing where play was sound."""
    found = [*_cards(state), *_worlds(state), *_round(state)]
    for captain in state.captains.values():
        found += [
            *_captain(state, captain),
            *_ship(state, captain),
            *_cargo(captain),
            *_place(state, captain),
        ]
    return found


def unpaid(before: Position, after: Position, events: Sequence[Event]) -> list[str]:
    return untold(before.captains, after.captains, events)


def _cards(state: Position) -> Iterator[str]:
    """The chart's order cards, with those that settled worlds brought, each in the deck or in one
    hand (IT-ORD-01, IT-SHF-11).
    """
    printed = Counter((*state.chart.orders, *sub_sector_state.orders_brought(state)))
    lying = Counter(state.deck)
    for captain in state.captains.values():
        lying.update(captain.orders)
    if lying != printed:
        yield f"orders: {dict(lying - printed)} too many, {dict(printed - lying)} too few"


# --- the sub-sector -------------------------------------------------------------------------------


def _worlds(state: Position) -> Iterator[str]:
    """A world is closed for one reason, and worlds of the chart alone are (IT-SHF-03, IT-SHF-04);
    no more than a third of them (IT-SHF-06); a frontier world is revealed once (IT-SHF-09).
    """
    known = {one.name for one in chart.worlds(state.chart)}
    closed = [*(war.at for war in state.wars), *(fallen.at for fallen in state.fallen)]
    for how, worlds in (("closed", closed), ("revealed", [one.at for one in state.frontier])):
        for planet, n in Counter(worlds).items():
            if planet not in known:
                yield f"{planet} is {how}, and is no world of the chart"
            elif n > 1:
                yield f"{planet} is {how} {n} times"
    most = len(sub_sector_state.imperial(state)) // tables().imperium.closed_one_in
    if len(closed) > most:
        yield f"{len(closed)} worlds are closed, and {most} may be"
    if (closed or state.frontier) and not state.options.shifting_imperium:
        yield "worlds have closed or been revealed without the option"


def _round(state: Position) -> Iterator[str]:
    """No round comes after the last (IT-PBM-05), and no war lasts beyond its own (IT-SHF-03)."""
    if state.round < 1 or 0 < state.options.rounds < state.round:
        yield f"round {state.round} of {state.options.rounds}"
    for war in state.wars:
        if war.until < state.round:
            yield f"the war at {war.at} should have ended with round {war.until}"


# --- what is a seat's -----------------------------------------------------------------------------


def _put_off(state: Position, captain: Captain, asks: type[Discarding | Wrecked]) -> bool:
    """Whether a limit is passed for now: play comes to the seat's own step that mends it, or the
    game has ended before.
    """
    return any(
        isinstance(step, Ended) or (isinstance(step, asks) and step.seat == captain.seat)
        for step in state.agenda
    )


def _captain(state: Position, captain: Captain) -> Iterator[str]:
    """Money, the limit of orders (IT-DEA-04), who has won (IT-WIN-01); who is out has nothing."""
    if captain.credits < 0:
        yield f"{captain.seat} owes {-captain.credits} credits"
    if captain.credits >= tables().game.goal and not any(
        isinstance(step, Ended) for step in state.agenda
    ):
        yield f"{captain.seat} has {captain.credits} credits, and play goes on"
    if captain.held > state.options.order_limit and not _put_off(state, captain, Discarding):
        yield f"{captain.seat} holds {captain.held} orders"
    if captain.out and (captain.orders or captain.cargo or captain.credits):
        yield f"{captain.seat} is out and has something left"


def _ship(state: Position, captain: Captain) -> Iterator[str]:
    """Damage points up to the maximum, none left only while a new ship is found (IT-DMG-01,
    IT-SHP-04); actions (IT-TRN-01); upgrades once each, the hull more often where that was agreed
    (IT-SHP-09).
    """
    if not captain.out and not (
        0 if _put_off(state, captain, Wrecked) else 1
    ) <= captain.damage <= damage.most(captain):
        yield f"{captain.seat} has {captain.damage} damage points of {damage.most(captain)}"
    if not 0 <= captain.actions <= tables().game.actions:
        yield f"{captain.seat} has {captain.actions} actions"
    for code, n in Counter(captain.upgrades).items():
        if n > 1 and not (state.options.hull_stacks and upgrade_of(code).points):
            yield f"{captain.seat} has the upgrade {code} {n} times"


def _cargo(captain: Captain) -> Iterator[str]:
    """Cargo of orders held (IT-WRK-01), one of each, or loads without a card (IT-SHF-11); war pay
    waits for what is aboard (IT-SHF-08).
    """
    for cargo, n in Counter(captain.cargo).items():
        if cargo not in captain.orders and cargo not in captain.loads:
            yield f"{captain.seat} carries {cargo}, for which it holds no order"
        elif n > 1 and cargo in captain.orders:
            yield f"{captain.seat} carries {cargo} {n} times"
    for cargo in captain.delayed:
        if cargo not in captain.cargo:
            yield f"{captain.seat}'s {cargo} is delayed, and not aboard"


def _place(state: Position, captain: Captain) -> Iterator[str]:
    """A ship is at a planet, or between the two ends of a lane (IT-MAP-05, IT-MAP-06)."""
    if not _on_chart(state, captain.at):
        yield f"{captain.seat} is at {captain.at.written()}, which is not on the chart"


def _on_chart(state: Position, at: Place) -> bool:
    known = {one.name for one in chart.worlds(state.chart)}
    if not at.to:
        return at.planet in known or not at.planet
    lane = next(
        (
            lane
            for lane in sub_sector_state.ways(state).lanes
            if {lane.a, lane.b} == {at.planet, at.to}
        ),
        None,
    )
    return lane is not None and 0 < at.n <= lane.spaces
