"""Completed Contracts: how a card becomes one, the right tokens beside it, late deliveries, and
when it goes.
"""

from __future__ import annotations

from collections.abc import Iterator

from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Told
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.holdings import cargo_hold
from traders.engines.star_traders.position.display_names import place
from traders.engines.star_traders.position.state import Completed, Position


def retire(state: Position, contract: str, seat: Seat, told: Told) -> None:
    """A contract that was served leaves its space: to the discards if nobody has the cargo any
    more, the deliverer included (ST-DELIVER-06), else it is a Completed Contract, with a right
    token for each Trader who has it aboard (ST-DELIVER-07, ST-COMPLETED-01 to 03).
    """
    cargo = state.book.contracts[contract].cargo
    title = state.book.title(contract)
    rights = [
        other for other in state.round_from(seat) if cargo in cargo_hold.kinds(state.traders[other])
    ]
    if not rights:
        cargo_hold.discard(state, contract)
        told.append(tell("contract-discarded", "ST-DELIVER-06", contract=title))
        return
    state.completed.append(Completed(contract, rights))
    told.append(tell("completed", "ST-COMPLETED-03", contract=title, rights=list(rights)))


def here(state: Position, seat: Seat, cargo: str) -> Completed | None:
    """The Completed Contract that wants a cargo on the world where the ship is."""
    at = state.traders[seat].at
    return next(
        (
            done
            for done in state.completed
            if _wants(state, done, cargo) and state.book.contracts[done.contract].deliver == at
        ),
        None,
    )


def _wants(state: Position, done: Completed, cargo: str) -> bool:
    return state.book.contracts[done.contract].cargo == cargo


def check_deliver(state: Position, seat: Seat, cargo: str, count: int) -> None:
    """With a right token, at the destination, in one's turn (ST-COMPLETED-10, ST-COMPLETED-11)."""
    done = here(state, seat, cargo)
    if done is None:
        goals = [
            place(state, state.book.contracts[other.contract].deliver)
            for other in state.completed
            if _wants(state, other, cargo)
        ]
        raise Refusal(
            f"Nobody wants {cargo} on {place(state, state.traders[seat].at)}.",
            *_why_nowhere(state, seat, cargo),
            instead=goals,
        )
    if seat not in done.rights:
        raise Refusal(
            f"You have no right to deliver for {state.book.title(done.contract)}.",
            "ST-COMPLETED-10",
            "ST-DELIVER-11",
        )
    carried = sum(1 for item in state.traders[seat].hold if item.name == cargo)
    if count > carried:
        raise Refusal(
            f"You carry {carried} {cargo}.",
            "ST-COMPLETED-05",
            "ST-CARGO-11",
            "ST-DELIVER-11",
            instead=[f"deliver {cargo.lower()} x{carried}"],
        )


def _why_nowhere(state: Position, seat: Seat, cargo: str) -> Iterator[str]:
    """The rules by which a cargo is not delivered where no card wants it: elsewhere it may be, with
    a right.
    """
    yield from ("ST-COMPLETED-11", "ST-DELIVER-11", "ST-DELIVER-02")
    if not any(seat in done.rights for done in state.completed if _wants(state, done, cargo)):
        yield "ST-COMPLETED-10"


def deliver(state: Position, seat: Seat, cargo: str, count: int, told: Told) -> None:
    """Any number of copies for one token, of which a Trader may have several (ST-COMPLETED-05,
    ST-COMPLETED-07); markers off, nobody paid, nothing gained, by no Personality either
    (ST-COMPLETED-04, ST-COMPLETED-06, ST-COMPLETED-09, ST-PERSON-16, ST-PERSON-32).
    """
    done = here(state, seat, cargo)
    assert done is not None
    for _ in range(count):
        cargo_hold.take_out(state.traders[seat], cargo, done.contract)
    done.rights.remove(seat)
    what = cargo if count == 1 else f"{count} {cargo}"
    title = state.book.title(done.contract)
    told.append(tell("delivers-unpaid", "ST-COMPLETED-04", seat=seat, what=what, contract=title))
    state.note("delivers", seat, world=state.traders[seat].at, thing=cargo)
    cargo_hold.sweep(state, told)
