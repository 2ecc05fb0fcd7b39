"""What holds in every position: ledgers within their bounds, the dice of a planet its own, cargo
within the hold and of one kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from traders.engines.kernel.contract.contract import Event
from traders.engines.kernel.engine.accounting_check import untold
from traders.engines.traders_luck import expansions_in_play
from traders.engines.traders_luck.position.state import Planet, Position, Trader
from traders.engines.traders_luck.tables import tables
from traders.engines.traders_luck.trade import expanding_cargo_bay


def flaws(state: Position) -> list[str]:
    """What is wrong with a position, in words; nothing where play was sound."""
    found = [*_planets(state)]
    for trader in state.traders.values():
        found += [*_ledger(state, trader), *_cargo(state, trader)]
        for one in expansions_in_play.in_play(state.options):
            found += one.flaws(state, trader.seat)
    return found


def unpaid(before: Position, after: Position, events: Sequence[Event]) -> list[str]:
    return untold(before.traders, after.traders, events)


# --- ledgers --------------------------------------------------------------------------------------


def _ledger(state: Position, trader: Trader) -> Iterator[str]:
    """Nobody owes (TL-BUY-03); no day is spent beyond the limit (TL-END-02); a hold grows by the
    option alone, as far as was agreed (TL-CAR-01, TL-ECB-01, TL-ECB-06); who has left has nothing
    and takes no turns (TL-ORD-06).
    """
    options, least = state.options, expanding_cargo_bay.first(state.options)
    if trader.credits < 0:
        yield f"{trader.seat} owes {-trader.credits} credits"
    if not 0 <= trader.days <= options.days:
        yield f"{trader.seat} has spent {trader.days} days of {options.days}"
    most = max(least, options.bay_limit) if options.bay_limit else trader.bay
    if not least <= trader.bay <= (most if options.cargo_bay else least):
        yield f"{trader.seat} has a bay of {trader.bay}"
    if trader.out and (trader.cargo or trader.credits or not trader.declared):
        yield f"{trader.seat} is out and has something left"


def _cargo(state: Position, trader: Trader) -> Iterator[str]:
    """No more is carried than the bay holds, of one good but with free trading (TL-CAR-01,
    TL-CAR-02, TL-FBS-01); goods that there are, in whole units, at a price that somebody paid, from
    a planet that there was (TL-CAR-03).
    """
    if trader.aboard > trader.bay:
        yield f"{trader.seat} carries {trader.aboard} units in a bay of {trader.bay}"
    if len(trader.kinds()) > 1 and not state.options.free_trading:
        yield f"{trader.seat} carries {' and '.join(trader.kinds())}"
    for lot in trader.cargo:
        if lot.n <= 0 or lot.paid < 0 or lot.good not in tables().goods:
            yield f"{trader.seat} carries {lot.n} units of {lot.good} for {lot.paid} each"
        if not 0 <= lot.origin <= state.planets:
            yield f"{trader.seat} carries {lot.good} from planet {lot.origin} of {state.planets}"


# --- planets --------------------------------------------------------------------------------------


def _planets(state: Position) -> Iterator[str]:
    """Each planet has the goods dice of its size (TL-ROL-01), with them the dice that expansions
    add, all on faces of their own; its number has been given.
    """
    for planet in (state.planet, state.turn.planet):
        if planet is not None:
            yield from _dice(state, planet)
            if not 0 < planet.number <= state.planets:
                yield f"planet {planet.number} of {state.planets}"


def _dice(state: Position, planet: Planet) -> Iterator[str]:
    printed = Counter({"goods": tables().sized(planet.size).dice}) + Counter(
        expansions_in_play.dice(state)
    )
    there = Counter(die.kind for die in planet.dice)
    if there != printed:
        yield f"a {planet.size} planet with dice {dict(there)}, not {dict(printed)}"
    for die in planet.dice:
        if die.face and die.face not in expansions_in_play.faces(die.kind):
            yield f"a {die.kind} die shows {die.face}"
