"""What holds in every position: each card lies in one place, once; nobody owes; limits and tracks hold; markers match cargoes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from traders.engines.contract import Choice
from traders.engines.star_traders import hold, points
from traders.engines.star_traders.procedures import PROCEDURES
from traders.engines.star_traders.state import Position, Trader
from traders.engines.star_traders.steps import DrawCards, Jubilee, Misfortune, Resolved

PRESTIGE = range(31)
"""The track (ST-PRESTIGE-07, ST-PRESTIGE-08)."""


def flaws(state: Position) -> list[str]:
    """What is wrong with a position, in words; nothing where play was sound."""
    choosing = isinstance(PROCEDURES.pending(state), Choice)
    return [*_cards(state), *_stations(state), *(flaw for trader in state.traders.values() for flaw in _trader(state, trader, choosing))]


def luck_cards(state: Position) -> Counter[str]:
    """All Trader's Luck cards, wherever they are: decks, hands, before Traders, on worlds, under way."""
    found = Counter(state.luck_deck + state.luck_discard)
    for trader in state.traders.values():
        found.update(trader.hand + trader.lying())
    found.update("Quarantine" for _ in state.quarantines)
    for step in state.agenda:
        match step:
            case Misfortune(play=play):
                found[play.card] += 1
            case Resolved(card=card):
                found[card] += 1
            case DrawCards(drawn=drawn):
                found.update(drawn)
            case Jubilee():
                found["Emperor Proclaims Jubilee"] += 1
    return found


def contract_cards(state: Position) -> Counter[str]:
    """All contract cards, wherever they are."""
    found = Counter(state.contract_deck + state.contract_discard + [contract for contract in state.contracts if contract])
    found.update(completed.contract for completed in state.completed)
    found.update(trader.mission for trader in state.traders.values() if trader.mission)
    return found


def _cards(state: Position) -> Iterator[str]:
    """65 cards and 72 contracts, each in one place (ST-LUCK-01, ST-LUCK-13, ST-CARGO-21)."""
    yield from _differing("Trader's Luck", luck_cards(state), Counter(state.book.deck))
    yield from _differing("contracts", contract_cards(state), Counter(list(state.book.contracts)))


def _differing(what: str, there: Counter[str], all_: Counter[str]) -> Iterator[str]:
    if there != all_:
        yield f"{what}: {dict(there - all_)} too many, {dict(all_ - there)} too few"


def _stations(state: Position) -> Iterator[str]:
    """One station a world (ST-STATION-04): kept by the type; each on a world of the chart."""
    for world in set(state.stations) - set(state.book.worlds):
        yield f"a station on {world}, where no world is"


def _trader(state: Position, trader: Trader, choosing: bool) -> Iterator[str]:
    """A seat's money, Prestige, engines, hand and hold (ST-MONEY-06, ST-PRESTIGE-08, ST-ENGINE-03, ST-LUCK-04, ST-CARGO-09). More cards
    or cargoes than may be kept are held only while it is asked what to give up."""
    seat = trader.seat
    if trader.stellors < 0:
        yield f"{seat} owes {-trader.stellors} Stellors"
    if trader.prestige not in PRESTIGE:
        yield f"{seat} has Prestige {trader.prestige}"
    if not 0 <= trader.engines <= points.engine_limit(state, trader):
        yield f"{seat} has {trader.engines} engines"
    if not choosing:
        yield from _within(points.hand_limit(state, trader), "cards", seat, trader.hand)
        yield from _within(hold.limit(state), "cargoes", seat, [cargo.name for cargo in trader.hold])
    yield from _markers(state, trader)


def _within(limit: int, what: str, seat: str, things: Sequence[str]) -> Iterator[str]:
    if len(things) > limit:
        yield f"{seat} holds {len(things)} {what}: {', '.join(things)}"


def _markers(state: Position, trader: Trader) -> Iterator[str]:
    """A cargo's marker lies on a contract for that cargo that lies on the table (ST-CARGO-07)."""
    for cargo in trader.hold:
        if not cargo.mark:
            continue
        if cargo.mark not in state.contracts and cargo.mark not in [completed.contract for completed in state.completed]:
            yield f"{trader.seat}'s marker for {cargo.name} lies on {cargo.mark}, which is not on the table"
