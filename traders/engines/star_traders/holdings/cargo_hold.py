"""The hold: cargoes aboard with their markers, the limit of two, what is wanted where the ship is,
what is owed for cargo over the limit, and what becomes of Completed Contracts when a marker goes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Told, put
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.personalities import personality_rules
from traders.engines.star_traders.position.agenda_steps import TakeCargo
from traders.engines.star_traders.position.delivery_and_petition_steps import Deliveries, Replace
from traders.engines.star_traders.position.state import Cargo, Position, Trader

IMPERIAL = "Imperial Cargo"


def aboard(trader: Trader) -> list[str]:
    """The cargoes aboard by name, in the order of loading."""
    return [cargo.name for cargo in trader.hold]


def kinds(trader: Trader) -> list[str]:
    """The cargoes aboard by name, each once, in the order of loading."""
    return list(dict.fromkeys(aboard(trader)))


def imperial(owner: Seat) -> str:
    """The Imperial Cargo of a seat's mission, as it is named everywhere (ST-MISSION-05)."""
    return f"{IMPERIAL} ({owner})"


def is_imperial(name: str) -> bool:
    return name.startswith(IMPERIAL)


def take_out(trader: Trader, name: str, contract: str = "") -> Cargo:
    """Take one cargo of this name out of the hold, the only way in which cargo leaves one
    (ST-DELIVER-01); cargoes alike are one as good as the other (ST-CARGO-15), so the one marked on
    the contract concerned goes, if there is one.
    """
    alike = [cargo for cargo in trader.hold if cargo.name == name]
    if not alike:
        raise ValueError(f"{trader.seat} has no {name}")
    chosen = next((cargo for cargo in alike if cargo.mark == contract), alike[0])
    trader.hold = [cargo for cargo in trader.hold if cargo is not chosen]
    return chosen


def limit(state: Position) -> int:
    """(ST-CARGO-09)"""
    return state.book.limits["hold_max"]


def discard(state: Position, contract: str) -> None:
    """A contract goes to the discards. Where a space has waited for one since deck and discards
    were both empty, it is filled next, and what that wants is delivered (ST-DELIVER-09).
    """
    state.contract_discard.append(contract)
    if state.unfilled:
        put(state, [Replace(state.unfilled[0]), Deliveries(state.turn.seat)])


def sweep(state: Position, told: Told) -> None:
    """Discard Completed Contracts on which no marker and beside which no token is left
    (ST-COMPLETED-08, ST-COMPLETED-12).
    """
    marked = {cargo.mark for trader in state.traders.values() for cargo in trader.hold}
    for completed in list(state.completed):
        if not completed.rights and completed.contract not in marked:
            state.completed.remove(completed)
            discard(state, completed.contract)
            title = state.book.title(completed.contract)
            told.append(tell("completed-discarded", "ST-COMPLETED-08", contract=title))


# --- what is wanted here --------------------------------------------------------------------------


def delivers(state: Position, seat: Seat) -> bool:
    """Whether a Trader delivers at all now: in the own turn, out of hyperspace, without an Envoy
    (ST-DELIVER-03, ST-CARD-07).
    """
    flying = state.jump is not None and state.jump.seat == seat and state.jump.hyperspace
    return state.turn.seat == seat and not flying and not state.traders[seat].envoy


def wanted(state: Position, seat: Seat, cargo: Sequence[str]) -> list[tuple[str, int]]:
    """Which of these cargoes Current Contracts want where the ship is, each with the space of its
    contract: one of a kind for each contract (ST-DELIVER-02, ST-CARGO-11); never what was loaded
    there (ST-CARGO-22).
    """
    left = Counter(cargo)
    found: list[tuple[str, int]] = []
    for space, contract in enumerate(state.contracts, 1):
        card = state.book.contracts[contract] if contract else None
        if card is not None and card.deliver == state.traders[seat].at and left[card.cargo]:
            left[card.cargo] -= 1
            found.append((card.cargo, space))
    return found


def wins(state: Position, seat: Seat, cargo: Sequence[str]) -> bool:
    """Whether the ship is at the goal of its Trader's mission with the Imperial Cargo among these
    (ST-MISSION-13): a mission that is only granted wins nothing (ST-PETITION-01), and until it is
    carried out the others may hinder it (ST-MISSION-14).
    """
    trader = state.traders[seat]
    return (
        bool(trader.mission)
        and state.book.contracts[trader.mission].deliver == trader.at
        and imperial(seat) in cargo
    )


# --- what is over the limit -----------------------------------------------------------------------


def penalty(state: Position, seat: Seat, cargo: Sequence[str]) -> int:
    """The Stellors that a Trader with these cargoes aboard must have for abandoning what is over
    the limit (ST-CARGO-12). What is wanted here is delivered first, and what that is sure to bring
    pays for the rest (ST-CARGO-25).
    """
    sold = wanted(state, seat, cargo) if delivers(state, seat) else []
    over = len(cargo) - len(sold) - limit(state)
    if over <= 0 or (delivers(state, seat) and wins(state, seat, cargo)):
        return 0
    brought = sum(_sure(state, seat, state.contracts[space - 1]) for _, space in sold)
    return max(0, over * state.book.prices["abandon_stellors"] - brought)


def _sure(state: Position, seat: Seat, contract: str) -> int:
    """The Stellors that a delivery brings its Trader whatever a die shows (ST-PAYOFF-01,
    ST-PAYOFF-03).
    """
    card, trader = state.book.contracts[contract], state.traders[seat]
    chancy = bool(card.special) and state.book.specials[card.special].die
    station = state.stations.get(card.deliver)
    own = (
        card.station + personality_rules.station_stellors(state, trader)
        if station is not None and station.owner == seat
        else 0
    )
    return (
        (0 if chancy else card.stellors) + personality_rules.delivery_stellors(state, trader) + own
    )


def takeable(state: Position, pirate: Seat, victim: Seat) -> list[str]:
    """Cargoes that can be taken from a Trader: not Imperial Cargo (ST-MISSION-10), and none that
    the pirate could not bear, which stays where it is (ST-CARGO-13, ST-CARGO-24).
    """
    trader = state.traders[pirate]
    return [
        name
        for name in stealable(state, victim)
        if penalty(state, pirate, [*aboard(trader), name]) <= trader.stellors
    ]


def stealable(state: Position, victim: Seat) -> list[str]:
    """Cargoes that can be taken from a Trader by anybody (ST-MISSION-10)."""
    return [name for name in kinds(state.traders[victim]) if not is_imperial(name)]


def owed(state: Position, seat: Seat, cargo: Sequence[str] | None = None) -> int:
    """The Stellors that a Trader must keep for an excess, with these cargoes aboard in place of
    those that are: also for one that is still being chosen (ST-CARGO-23).
    """
    trader = state.traders[seat]
    cargo = aboard(trader) if cargo is None else cargo
    debts = [penalty(state, seat, cargo)]
    for step in state.agenda:
        if isinstance(step, TakeCargo) and step.seat == seat:
            debts += [
                penalty(state, seat, [*cargo, name]) for name in takeable(state, seat, step.victim)
            ]
    return max(debts)
