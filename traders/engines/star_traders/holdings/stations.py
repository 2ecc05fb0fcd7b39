"""Stations: building, permission to use them, and how one changes hands."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.orders.order_handler import Meaning, Order, OrderHandler, stays
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Steps, Told
from traders.engines.kernel.words import count, named
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.holdings import money
from traders.engines.star_traders.position import prestige, turn_stages
from traders.engines.star_traders.position.display_names import place, world_name
from traders.engines.star_traders.position.state import Position, Station, Trader


def owned(state: Position, seat: Seat) -> list[int]:
    """Worlds with a station of this seat's, by number: each has one owner and one world
    (ST-STATION-01).
    """
    return sorted(world for world, station in state.stations.items() if station.owner == seat)


def may_use(state: Position, seat: Seat, world: int) -> bool:
    """Whether a seat may use the station on a world: its own always, another's by permission
    (ST-STATION-12), all by Codebreaker (ST-CARD-61).
    """
    station = state.stations.get(world)
    if station is None:
        return False
    if station.owner == seat or (state.turn.codebreaker and state.turn.seat == seat):
        return True
    owner = state.traders[station.owner]
    if seat in owner.permits_at.get(world, ()):
        return True
    return seat in owner.permits and seat not in owner.barred_at.get(world, ())


def hand_over(state: Position, world: int, seat: Seat) -> None:
    """The station on a world becomes this seat's: an ordinary one, without Prestige (ST-STATION-11,
    ST-IMPERIAL-08).
    """
    _ownership_ends(state, world)
    state.stations[world] = Station(seat)


def remove(state: Position, world: int) -> Seat:
    """There is no station on a world any more; returns whose it was."""
    _ownership_ends(state, world)
    return state.stations.pop(world).owner


def _ownership_ends(state: Position, world: int) -> None:
    """Who was permitted the use of this station loses that; who was barred from it stays barred
    (ST-STATION-12).
    """
    if state.options.revision > 1:
        state.traders[state.stations[world].owner].permits_at.pop(world, None)


# --- building -------------------------------------------------------------------------------------


class Build(Order, frozen=True):
    """`build`"""


def _check_build(state: Position, seat: Seat, order: Build) -> None:
    """(ST-TURN-04, ST-STATION-04, ST-STATION-05, ST-STATION-13)"""
    turn_stages.must_have_action(state, "ST-TURN-04")
    here = state.traders[seat].at
    if here in state.stations:
        raise Refusal(
            f"There is a station on {place(state, here)} already.",
            "ST-STATION-04",
            "ST-STATION-05",
            "ST-TURN-04",
        )
    money.must_have(
        state, seat, state.book.prices["station"], "A station", "ST-STATION-13", "ST-STATION-06"
    )


def _build(state: Position, seat: Seat, order: Build, told: Told) -> None:
    """Price, station, Prestige (ST-STATION-06, ST-STATION-07, ST-ADV-04); any number may be owned
    (ST-STATION-14, ST-SETUP-03).
    """
    here = state.traders[seat].at
    turn_stages.use_action(state)
    state.stations[here] = Station(seat)
    told.append(tell("builds", "ST-STATION-06", seat=seat, world=place(state, here)))
    money.pay(state, seat, state.book.prices["station"], told, "ST-STATION-06")
    earned = state.book.prices[f"station_prestige_{state.options.game}"]
    prestige.gain(
        state, seat, earned, told, "ST-STATION-07" if state.options.game == "basic" else "ST-ADV-04"
    )


def _new_station(state: Position, seat: Seat, order: Build) -> Meaning:
    here, price = place(state, state.traders[seat].at), state.book.prices["station"]
    return f"build a station on {here} for {count(price, 'Stellor')}", "ST-STATION-06"


SAID = (
    "put up station", "set up station", "construct station", "erect station", "build station",
    "place station", "found station", "station here",
)  # fmt: skip
BUILD = OrderHandler(
    Build,
    forms=("build", "build station"),
    help="Build a station on the world where your ship is; this is your Action.",
    said=SAID,
    stages=turn_stages.BEFORE_DRAW,
    rule="ST-STATION-05",
    check=_check_build,
    means=_new_station,
    deed=stays(_build),
)


# --- permission -----------------------------------------------------------------------------------


class Permit(Order, frozen=True):
    """`permit <seat> [at <world>]`"""

    seat: Seat
    at: int = 0


class Forbid(Order, frozen=True):
    """`forbid <seat> [at <world>]`"""

    seat: Seat
    at: int = 0


def _check_permit(state: Position, seat: Seat, order: Permit | Forbid) -> None:
    """(ST-STATION-12)"""
    if order.seat == seat:
        raise Refusal("You always have permission at your own stations.", "ST-STATION-12")
    if not state.plays(order.seat):
        raise Refusal(
            f"{named(order.seat)} is not in this game.",
            "ST-STATION-12",
            instead=[s for s in state.playing() if s != seat],
        )
    if order.at and order.at not in owned(state, seat):
        raise Refusal(
            f"You have no station on {place(state, order.at)}.",
            "ST-STATION-12",
            instead=[world_name(state, w) for w in owned(state, seat)],
        )


def grant(state: Position, owner: Seat, seat: Seat, world: int) -> None:
    """Permission at one station."""
    trader = state.traders[owner]
    _strike(trader.barred_at, world, seat)
    if seat not in trader.permits and seat not in trader.permits_at.get(world, ()):
        trader.permits_at.setdefault(world, []).append(seat)


def _permit(state: Position, seat: Seat, order: Permit, told: Told) -> Steps | None:
    """At any time; it counts at the end of step 2 (ST-STATION-12, ST-TIMING-09)."""
    trader = state.traders[seat]
    if order.at:
        grant(state, seat, order.seat, order.at)
    else:
        _strike_all(trader, order.seat)
        if order.seat not in trader.permits:
            trader.permits.append(order.seat)
    what = _where(state, order)
    told.append(tell("permits", "ST-STATION-12", seat=seat, whom=order.seat, what=what))
    return None


def _forbid(state: Position, seat: Seat, order: Forbid, told: Told) -> Steps | None:
    """(ST-STATION-12)"""
    trader = state.traders[seat]
    if order.at:
        _strike(trader.permits_at, order.at, order.seat)
        if order.seat in trader.permits and order.seat not in trader.barred_at.get(order.at, ()):
            trader.barred_at.setdefault(order.at, []).append(order.seat)
    else:
        _strike_all(trader, order.seat)
        if order.seat in trader.permits:
            trader.permits.remove(order.seat)
    what = _where(state, order)
    told.append(tell("forbids", "ST-STATION-12", seat=seat, whom=order.seat, what=what))
    return None


def _strike(by_world: dict[int, list[Seat]], world: int, seat: Seat) -> None:
    seats = by_world.get(world, [])
    if seat in seats:
        seats.remove(seat)
    if world in by_world and not seats:
        del by_world[world]


def _strike_all(trader: Trader, seat: Seat) -> None:
    for by_world in (trader.barred_at, trader.permits_at):
        for world in list(by_world):
            _strike(by_world, world, seat)


def _where(state: Position, order: Permit | Forbid) -> str:
    return f"the station on {place(state, order.at)}" if order.at else "all their stations"


def _not_permitted(state: Position, seat: Seat) -> Iterable[Permit]:
    """Whom a station's owner permits not all of them yet."""
    others = [one for one in state.seats if one not in (seat, *state.traders[seat].permits)]
    owns = others and any(station.owner == seat for station in state.stations.values())
    return map(Permit, others) if owns else ()


def _permitted(state: Position, seat: Seat) -> Iterable[Forbid]:
    trader = state.traders[seat]
    if not trader.permits and not trader.permits_at:
        return ()
    permitted = {*trader.permits, *chain.from_iterable(trader.permits_at.values())}
    return [Forbid(other) for other in state.seats if other in permitted]


PERMIT = OrderHandler(
    Permit,
    forms=("permit <seat> [at <at:world>]",),
    when=When.ANY,
    help="Let another Trader use all your stations, or the one that you name.",
    example="permit red",
    rule="ST-STATION-12",
    aside=True,
    at_once=True,
    check=_check_permit,
    menu=_not_permitted,
    means=lambda state, seat, order: f"let {named(order.seat)} use all your stations",
    deed=stays(_permit),
)
FORBID = OrderHandler(
    Forbid,
    forms=("forbid <seat> [at <at:world>]",),
    when=When.ANY,
    help="Take back a Trader's permission to use your stations, or the one that you name.",
    example="forbid red",
    rule="ST-STATION-12",
    aside=True,
    at_once=True,
    check=_check_permit,
    menu=_permitted,
    means=lambda state, seat, order: f"let {named(order.seat)} use your stations no more",
    deed=stays(_forbid),
)
