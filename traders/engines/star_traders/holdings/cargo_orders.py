"""Cargo: loading it where a Current Contract wants it picked up, moving its marker, dropping it for
good.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.orders.order_handler import Offered, Order, OrderHandler, stays
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Told
from traders.engines.kernel.words import count
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.holdings import cargo_abandonment, cargo_hold, imperial_mission
from traders.engines.star_traders.holdings.cargo_abandonment import Abandon
from traders.engines.star_traders.position.display_names import place
from traders.engines.star_traders.position.state import Cargo, Position


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


class Load(Order, frozen=True):
    """`load <cargo> [x2]`"""

    cargo: str
    count: int = 1


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


def _loads(state: Position, seat: Seat) -> Iterator[Offered]:
    for cargo in loadable(state, seat):
        goals = " and ".join(
            place(state, state.book.contracts[contract].deliver)
            for contract in current(state, cargo)
        )
        yield Load(cargo), f"take {cargo} aboard, wanted on {goals}"
        yield Load(cargo, 2), (f"take two {cargo} aboard", "ST-CARGO-10")
    if imperial_mission.starts_from(state, seat) == state.traders[seat].at:
        goal = place(state, state.book.contracts[state.traders[seat].mission].deliver)
        words = f"take your Imperial Cargo aboard, for {goal}"
        yield Load(cargo_hold.imperial(seat)), (words, "ST-MISSION-17")


LOAD = OrderHandler(
    Load,
    forms=("load <cargo> [<count:times>]", "load <count:some> <cargo>"),
    help="Load a cargo on the pick-up world of its Current Contract or of your mission.",
    example="load fur x2",
    counts=("count",),
    said=[
        "pick up",
        "take",
        "take on",
        "take aboard",
        "collect",
        "fetch",
        "load up",
        "bring aboard",
    ],
    rule="ST-CARGO-06",
    untimely=("ST-CARGO-06", "ST-MISSION-17", "ST-TURN-09"),
    check=_check_load,
    menu=_loads,
    deed=stays(_load),
)


# --- abandoning -----------------------------------------------------------------------------------


def _check_abandon(state: Position, seat: Seat, order: Abandon) -> None:
    """For the full price (ST-DELIVER-12, ST-DELIVER-22)."""
    must_carry(state, seat, order.cargo, "ST-DELIVER-12")
    if not cargo_abandonment.can_pay(state, seat):
        price = count(state.book.prices["abandon_stellors"], "Stellor")
        words = f"Abandoning a cargo costs {price} and you have {state.traders[seat].stellors}."
        raise Refusal(words, "ST-DELIVER-22", "ST-DELIVER-12", "ST-MONEY-08", "ST-MONEY-09")


def must_carry(state: Position, seat: Seat, cargo: str, *rules: str) -> None:
    """Refuse what concerns a cargo that is not aboard."""
    trader = state.traders[seat]
    if cargo not in cargo_hold.kinds(trader):
        raise Refusal(f"You carry no {cargo}.", *rules, instead=cargo_hold.kinds(trader))


def _abandon(state: Position, seat: Seat, order: Abandon, told: Told) -> None:
    cargo_abandonment.abandon(state, seat, order.cargo, told)


def _for_good(state: Position, seat: Seat, order: Abandon) -> str:
    prices = state.book.prices
    return (
        f"drop {order.cargo} for good: {count(prices['abandon_stellors'], 'Stellor')} and "
        f"{prices['abandon_prestige']} Prestige"
    )


ABANDON = OrderHandler(
    Abandon,
    forms=("abandon <cargo>",),
    help="Drop a cargo for good; this costs you Stellors and Prestige.",
    example="abandon fur",
    said=("dump", "throw away", "jettison", "drop", "get rid"),
    rule="ST-DELIVER-12",
    untimely=("ST-DELIVER-17",),  # in any part of one's own turn (ST-DELIVER-18)
    check=_check_abandon,
    menu=lambda state, seat: map(Abandon, cargo_hold.kinds(state.traders[seat])),
    means=_for_good,
    deed=stays(_abandon),
)


# --- re-association -------------------------------------------------------------------------------


class Assign(Order, frozen=True):
    """`assign <cargo> to <contract>`: a space (1 to 6) or the n-th Completed Contract; the other is
    0.
    """

    cargo: str
    space: int = 0
    completed: int = 0


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


def _places(state: Position, seat: Seat) -> Iterable[Assign]:
    """Wherever else a contract calls for a cargo aboard."""
    hold = state.traders[seat].hold
    if not hold:
        return ()
    found, contracts = list[Assign](), state.book.contracts
    for cargo in dict.fromkeys([item.name for item in hold]):
        marked = {item.mark for item in hold if item.name == cargo}
        for n, contract in enumerate(state.contracts, 1):
            if contract and contracts[contract].cargo == cargo and marked != {contract}:
                found.append(Assign(cargo, space=n))
        for n, done in enumerate(state.completed, 1) if state.completed else ():
            if contracts[done.contract].cargo == cargo and marked != {done.contract}:
                found.append(Assign(cargo, completed=n))
    return found


ASSIGN = OrderHandler(
    Assign,
    forms=(
        "assign <cargo> to <space:some>",
        "assign <cargo> to space <space:some>",
        "assign <cargo> to completed <completed:some>",
    ),
    when=When.ANY,
    help="Mark a cargo that you carry for another contract that calls for the same cargo.",
    example="assign fur to 2",
    rule="ST-CARGO-16",
    at_once=True,
    check=_check_assign,
    menu=_places,
    means=lambda state, seat, order: f"move a marker to {state.book.title(_named(state, order))}",
    deed=stays(_assign),
)
