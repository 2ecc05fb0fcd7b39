"""Cargo: loading it where a Current Contract wants it picked up, moving its marker, dropping it for
good.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from traders.engines.kernel.agenda import Told
from traders.engines.kernel.contract import Offer
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.star_traders import cargo_hold, excess_cargo, imperial_mission
from traders.engines.star_traders.display_names import place
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.order_handler import OrderHandler
from traders.engines.star_traders.order_types import Abandon, Assign, Load
from traders.engines.star_traders.state import Cargo, Position


def current(state: Position, cargo: str) -> list[str]:
    """The Current Contracts that call for a cargo, in the order of their spaces (ST-CARGO-04)."""
    return [
        contract
        for contract in state.contracts
        if contract and state.book.contracts[contract].cargo == cargo
    ]


def completed(state: Position, cargo: str) -> list[str]:
    """The Completed Contracts that call for a cargo, the oldest first."""
    return [
        done.contract
        for done in state.completed
        if state.book.contracts[done.contract].cargo == cargo
    ]


def must_be_free_of_envoys(state: Position, seat: Seat, what: str, rule: str) -> None:
    """Who carries an Imperial Envoy handles no cargo (ST-CARD-07, ST-CARD-10)."""
    if state.traders[seat].envoy:
        raise Refusal(
            f"While you carry an Imperial Envoy you may {what} no cargo.",
            rule,
            "ST-CARD-07",
            "ST-CARD-10",
        )


def must_have_room(state: Position, seat: Seat, count: int, *rules: str) -> None:
    """Refuse more than the hold takes (ST-CARGO-09)."""
    room = cargo_hold.limit(state) - len(state.traders[seat].hold)
    if count > room:
        raise Refusal(
            f"Your hold takes {cargo_hold.limit(state)} cargoes; there is room for {max(room, 0)}.",
            "ST-CARGO-09",
            *rules,
        )


# --- loading --------------------------------------------------------------------------------------


def _check_load(state: Position, seat: Seat, order: Load) -> None:
    """(ST-CARGO-05, ST-CARGO-06, ST-CARGO-09, ST-CARD-10)"""
    must_be_free_of_envoys(state, seat, "load", "ST-CARD-10")
    if cargo_hold.is_imperial(order.cargo):
        imperial_mission.check_load(state, seat, order.cargo, order.count)
        must_have_room(state, seat, order.count, "ST-MISSION-17")
        return
    here = state.traders[seat].at
    if not current(state, order.cargo):
        raise Refusal(
            f"No Current Contract calls for {order.cargo}.",
            "ST-CARGO-05",
            *_why_not(state, seat, order.cargo),
            instead=loadable(state, seat),
        )
    origin = state.book.exported_from[order.cargo]
    if origin != here:
        rules = ("ST-CARGO-06", "ST-CARGO-05", "ST-DELIVER-13")
        raise Refusal(
            f"{order.cargo} is picked up on {place(state, origin)}; you are on "
            f"{place(state, here)}.",
            *rules,
            instead=loadable(state, seat),
        )
    must_have_room(state, seat, order.count)


def _why_not(state: Position, seat: Seat, cargo: str) -> Iterator[str]:
    """The rules that say why a cargo for which there is no Current Contract is none: a Completed
    one does not count, a mission's card names its cargo in vain, an abandoned one is gone.
    """
    if completed(state, cargo):
        yield "ST-CARGO-04"
    wanted = state.traders[seat].mission
    if wanted and state.book.contracts[wanted].cargo == cargo:
        yield "ST-MISSION-05"
    yield from ("ST-CARGO-06", "ST-DELIVER-13")


def loadable(state: Position, seat: Seat) -> list[str]:
    """What may be loaded where the ship is, apart from Imperial Cargo and room."""
    cargo = state.book.worlds[state.traders[seat].at].exports
    return [cargo] if current(state, cargo) else []


def _load(state: Position, seat: Seat, order: Load, told: Told) -> None:
    """Of one's own will, at no cost, one copy or two, and it does not run out (ST-CARGO-08,
    ST-CARGO-10, ST-CARGO-18, ST-CARGO-19); a marker for each on the first space that calls for it
    (ST-CARGO-07). Turn and Movement go on (ST-TURN-09, ST-TURN-10).
    """
    if cargo_hold.is_imperial(order.cargo):
        imperial_mission.load(state, seat, told)
        return
    mark = current(state, order.cargo)[0]
    state.traders[seat].hold.extend(Cargo(order.cargo, mark) for _ in range(order.count))
    count = order.count if order.count > 1 else None
    world = place(state, state.traders[seat].at)
    told.append(
        tell("loads", "ST-CARGO-06", seat=seat, cargo=order.cargo, count=count, world=world)
    )


def _offer_load(state: Position, seat: Seat) -> Iterable[Offer]:
    trader = state.traders[seat]
    room = cargo_hold.limit(state) - len(trader.hold)
    if trader.envoy or room <= 0:
        return
    for cargo in loadable(state, seat):
        goals = " and ".join(
            place(state, state.book.contracts[contract].deliver)
            for contract in current(state, cargo)
        )
        yield Offer(
            f"load {cargo.lower()}", f"take {cargo} aboard, wanted on {goals}", "ST-CARGO-06"
        )
        if room > 1:
            yield Offer(f"load {cargo.lower()} x2", f"take two {cargo} aboard", "ST-CARGO-10")
    yield from imperial_mission.offer_load(state, seat)


LOAD = OrderHandler(
    "turn", _check_load, _load, _offer_load, own=("ST-CARGO-06", "ST-MISSION-17", "ST-TURN-09")
)


# --- abandoning -----------------------------------------------------------------------------------


def _check_abandon(state: Position, seat: Seat, order: Abandon) -> None:
    """For the full price (ST-DELIVER-12, ST-DELIVER-22)."""
    must_carry(state, seat, order.cargo, "ST-DELIVER-12")
    if not excess_cargo.can_pay(state, seat):
        words = (
            f"Abandoning a cargo costs {state.book.prices['abandon_stellors']} Stellors and you "
            f"have {state.traders[seat].stellors}."
        )
        raise Refusal(words, "ST-DELIVER-22", "ST-DELIVER-12", "ST-MONEY-08", "ST-MONEY-09")


def must_carry(state: Position, seat: Seat, cargo: str, *rules: str) -> None:
    """Refuse what concerns a cargo that is not aboard."""
    trader = state.traders[seat]
    if cargo not in cargo_hold.kinds(trader):
        raise Refusal(f"You carry no {cargo}.", *rules, instead=cargo_hold.kinds(trader))


def _abandon(state: Position, seat: Seat, order: Abandon, told: Told) -> None:
    excess_cargo.abandon(state, seat, order.cargo, told)


def _offer_abandon(state: Position, seat: Seat) -> Iterable[Offer]:
    """In any part of one's own turn (ST-DELIVER-18)."""
    prices = state.book.prices
    if excess_cargo.can_pay(state, seat):
        for cargo in cargo_hold.kinds(state.traders[seat]):
            words = (
                f"drop {cargo} for good: {prices['abandon_stellors']} Stellors and "
                f"{prices['abandon_prestige']} Prestige"
            )
            yield Offer(f"abandon {cargo.lower()}", words, "ST-DELIVER-12")


ABANDON = OrderHandler("turn", _check_abandon, _abandon, _offer_abandon, own=("ST-DELIVER-17",))


# --- re-association -------------------------------------------------------------------------------


def _check_assign(state: Position, seat: Seat, order: Assign) -> None:
    """At any time, to a Current Contract for the same cargo, or to a Completed one with the right
    to deliver there (ST-CARGO-16).
    """
    must_carry(state, seat, order.cargo, "ST-CARGO-16")
    contract = _named(state, order)
    if state.book.contracts[contract].cargo != order.cargo:
        raise Refusal(
            f"{state.book.title(contract)} does not call for {order.cargo}.",
            "ST-CARGO-16",
            "ST-CARGO-15",
        )
    if order.completed and seat not in state.completed[order.completed - 1].rights:
        raise Refusal(
            f"You have no right to deliver for {state.book.title(contract)}.",
            "ST-CARGO-16",
            "ST-COMPLETED-10",
        )
    if _movable(state, seat, order.cargo, contract) is None:
        raise Refusal(
            f"Your {order.cargo} is marked on {state.book.title(contract)} already.", "ST-CARGO-16"
        )


def _named(state: Position, order: Assign) -> str:
    """The contract that the order names; a refusal where there is none."""
    if order.completed:
        if order.completed > len(state.completed):
            raise Refusal(
                f"There is no Completed Contract {order.completed}.", "ST-CARGO-16", "ST-CARGO-04"
            )
        return state.completed[order.completed - 1].contract
    if not 1 <= order.space <= len(state.contracts) or not state.contracts[order.space - 1]:
        raise Refusal(f"There is no contract on space {order.space}.", "ST-CARGO-16", "ST-CARGO-04")
    return state.contracts[order.space - 1]


def _movable(state: Position, seat: Seat, cargo: str, contract: str) -> Cargo | None:
    """The first cargo of the kind whose marker lies elsewhere."""
    return next(
        (c for c in state.traders[seat].hold if c.name == cargo and c.mark != contract), None
    )


def _assign(state: Position, seat: Seat, order: Assign, told: Told) -> None:
    """The marker is moved, which matters only to when contracts are completed and discarded
    (ST-CARGO-17); a Completed Contract that has lost its last is discarded (ST-COMPLETED-12).
    """
    contract = _named(state, order)
    moved = _movable(state, seat, order.cargo, contract)
    assert moved is not None
    moved.mark = contract
    title = state.book.title(contract)
    told.append(tell("marks", "ST-CARGO-16", seat=seat, cargo=order.cargo, contract=title))
    cargo_hold.sweep(state, told)


def _offer_assign(state: Position, seat: Seat) -> Iterable[Offer]:
    aboard = cargo_hold.kinds(state.traders[seat])
    if not aboard:
        return
    places = [(f"{n}", contract) for n, contract in enumerate(state.contracts, 1) if contract]
    places += [
        (f"completed {n}", done.contract)
        for n, done in enumerate(state.completed, 1)
        if seat in done.rights
    ]
    contracts = state.book.contracts
    for cargo in aboard:
        for where, contract in places:
            if (
                contracts[contract].cargo == cargo
                and _movable(state, seat, cargo, contract) is not None
            ):
                yield Offer(
                    f"assign {cargo.lower()} to {where}",
                    f"move a marker to {state.book.title(contract)}",
                    "ST-CARGO-16",
                )


ASSIGN = OrderHandler("any", _check_assign, _assign, _offer_assign)
