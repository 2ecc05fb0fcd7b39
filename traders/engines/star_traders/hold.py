"""The hold: cargoes aboard with their markers, the limit of two, and what becomes of Completed Contracts when a marker goes."""

from __future__ import annotations

from collections.abc import Sequence

from traders.engines.agenda import Step, Told
from traders.engines.contract import Seat
from traders.engines.star_traders import money, prestige
from traders.engines.star_traders.order_types import Abandon
from traders.engines.star_traders.state import Cargo, Position, Trader
from traders.engines.star_traders.steps import ShedCargo
from traders.engines.star_traders.verb import Asked
from traders.engines.words import named, told_to_all

IMPERIAL = "Imperial Cargo"


def kinds(trader: Trader) -> list[str]:
    """The cargoes aboard by name, each once, in the order of loading."""
    return list(dict.fromkeys(cargo.name for cargo in trader.hold))


def imperial(owner: Seat) -> str:
    """The Imperial Cargo of a seat's mission, as it is named everywhere (ST-MISSION-05)."""
    return f"{IMPERIAL} ({owner})"


def is_imperial(name: str) -> bool:
    return name.startswith(IMPERIAL)


def take_out(trader: Trader, name: str, contract: str = "") -> Cargo:
    """Take one cargo of this name out of the hold, the only way in which cargo leaves one (ST-DELIVER-01); cargoes alike are one as good as
    the other (ST-CARGO-15), so the one marked on the contract concerned goes, if there is one."""
    alike = [cargo for cargo in trader.hold if cargo.name == name]
    if not alike:
        raise ValueError(f"{trader.seat} has no {name}")
    chosen = next((cargo for cargo in alike if cargo.mark == contract), alike[0])
    trader.hold = [cargo for cargo in trader.hold if cargo is not chosen]
    return chosen


def limit(state: Position) -> int:
    """(ST-CARGO-09)"""
    return state.book.limits["hold_max"]


def sweep(state: Position, told: Told) -> None:
    """Discard Completed Contracts on which no marker and beside which no token is left (ST-COMPLETED-08, ST-COMPLETED-12)."""
    marked = {cargo.mark for trader in state.traders.values() for cargo in trader.hold}
    for completed in list(state.completed):
        if not completed.rights and completed.contract not in marked:
            state.completed.remove(completed)
            state.contract_discard.append(completed.contract)
            told.append(told_to_all(f"The Completed Contract {state.book.title(completed.contract)} is discarded.", "ST-COMPLETED-08"))


def can_shed(state: Position, seat: Seat) -> bool:
    """Whether one cargo more could be borne: there is room, or the penalty can be paid (ST-CARGO-13)."""
    return len(state.traders[seat].hold) < limit(state) or money.can_pay(state, seat, state.book.prices["abandon_stellors"])


def abandon(state: Position, seat: Seat, name: str, told: Told) -> None:
    """Drop a cargo for good, with the penalties (ST-DELIVER-12, ST-DELIVER-13, ST-DELIVER-14)."""
    trader = state.traders[seat]
    cargo = take_out(trader, name)
    told.append(told_to_all(f"{named(seat)} abandons {name}.", "ST-DELIVER-12", kind="abandons", seat=seat, cargo=name))
    money.pay(state, seat, state.book.prices["abandon_stellors"], told, "ST-DELIVER-12")
    prestige.lose(state, seat, state.book.prices["abandon_prestige"], told, "ST-DELIVER-12")
    for completed in state.completed:
        if completed.contract == cargo.mark and seat in completed.rights:
            completed.rights.remove(seat)  # (ST-DELIVER-14)
    sweep(state, told)


def shed(state: Position, step: ShedCargo) -> Asked | None:
    """What is over the hold's limit must go (ST-CARGO-12)."""
    trader = state.traders[step.seat]
    if len(trader.hold) <= limit(state):
        return None
    return Asked(
        step.seat, "Your hold is over its limit: which cargo is abandoned?", [Abandon(name) for name in kinds(trader)], "ST-CARGO-12"
    )


def shed_answered(state: Position, step: ShedCargo, seat: Seat, order: Abandon, told: Told) -> Sequence[Step]:
    """(ST-CARGO-12)"""
    abandon(state, seat, order.cargo, told)
    return [ShedCargo(seat)]
