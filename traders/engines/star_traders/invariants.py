"""What holds in every position: each card lies in one place, once; nobody owes; limits and tracks
hold; markers match cargoes. And in every step from one to the next: money goes from and to the
bank, or by deal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from traders.engines.kernel.contract.contract import Event, Over
from traders.engines.star_traders.court import imperial_station_petition
from traders.engines.star_traders.holdings import cargo_hold, imperial_mission
from traders.engines.star_traders.personalities import personality_rules
from traders.engines.star_traders.play.step_handlers import PROCEDURES
from traders.engines.star_traders.position import game_end
from traders.engines.star_traders.position.agenda_steps import ShedCards, ShedCargo
from traders.engines.star_traders.position.state import Position, Trader
from traders.engines.star_traders.setup import personality_choice

PRESTIGE = range(31)
"""The track (ST-PRESTIGE-07, ST-PRESTIGE-08)."""

MONEY = {"gains-money": 1, "loses-money": -1, "pays-money": -1, "deal-own": 1}
"""Kinds of events of which one seat is told a sum, and whether it has it or not."""


def flaws(state: Position) -> list[str]:
    """What is wrong with a position, in words; nothing where play was sound."""
    pending = PROCEDURES.pending(state)
    found = [*_cards(state), *_stations(state), *_completed(state), *_personalities(state)]
    for trader in state.traders.values():
        found += [*_trader(state, trader), *_cargoes(state, trader), *_mission(state, trader)]
        if not isinstance(pending, Over):
            found += _limits(state, trader)
        if not isinstance(pending, Over) and len(
            imperial_station_petition.chain(state, trader.seat)
        ) >= imperial_station_petition.needed(state):
            found.append(f"{trader.seat} has a chain that wins, and play goes on")  # (ST-ADV-11)
    return found


def unpaid(before: Position, after: Position, events: Sequence[Event]) -> list[str]:
    """Money comes from the bank, goes to it, or passes in a deal (ST-MONEY-02, ST-MONEY-04,
    ST-MONEY-05): each seat has been told each sum, and what one gets in a deal the other gives.
    Personalities bring resources (ST-NEWPERSON-11); who leaves gives all back (ST-DROP-01).
    """
    owed = Counter[str]()
    dealt = 0
    for event in events:
        if event.kind in MONEY and event.to:
            owed[event.to[0]] += MONEY[event.kind] * event.data["stellors"]
            dealt += event.data["stellors"] if event.kind == "deal-own" else 0
    found = [f"in a deal {dealt} Stellors came from nowhere"] if dealt else []
    for seat, trader in after.traders.items():
        held = before.traders[seat].stellors
        brought = personality_rules.first_stellors(
            after, trader
        ) - personality_rules.first_stellors(before, before.traders[seat])
        due = held + owed[seat] + (brought if after.turn.stage == "setup" else 0)
        if trader.stellors != (0 if trader.out else due):
            found.append(
                f"{seat} had {held} Stellors and has {trader.stellors}, and was told of "
                f"{owed[seat]}"
            )
    return found


def luck_cards(state: Position) -> Counter[str]:
    """All Trader's Luck cards, wherever they are: decks, hands, before Traders, on worlds, under
    way.
    """
    found = Counter(state.luck_deck + state.luck_discard)
    for trader in state.traders.values():
        found.update(trader.hand + trader.lying())
    found.update("Quarantine" for _ in state.quarantines)
    found.update(game_end.cards(state.agenda))
    return found


def contract_cards(state: Position) -> Counter[str]:
    """All contract cards, wherever they are."""
    found = Counter(
        state.contract_deck
        + state.contract_discard
        + [contract for contract in state.contracts if contract]
    )
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
    """One station a world (ST-STATION-04): kept by the type; each on a world of the chart, of a
    Trader in the game (ST-STATION-01, ST-DROP-04), and Imperial in the advanced game alone.
    """
    for world, station in state.stations.items():
        if world not in state.book.worlds:
            yield f"a station on {world}, where no world is"
        if station.owner not in state.playing():
            yield f"a station of {station.owner}'s on {world}, who is not in the game"
        if station.imperial and state.options.game != "advanced":
            yield f"an Imperial station on {world} in the basic game"


def _completed(state: Position) -> Iterator[str]:
    """A space waits for a contract only while there is none (ST-DELIVER-09); a Completed Contract
    has a marker on it or a token beside it (ST-COMPLETED-08); tokens are of Traders in the game
    (ST-DROP-04).
    """
    if state.unfilled and (state.contract_deck or state.contract_discard):
        yield f"spaces {state.unfilled} wait for contracts, and there are some"
    marked = {cargo.mark for trader in state.traders.values() for cargo in trader.hold}
    for completed in state.completed:
        if not completed.rights and completed.contract not in marked:
            yield f"{completed.contract} lies completed without marker or token"
        for seat in set(completed.rights) - set(state.playing()):
            yield f"{seat} has a right to {completed.contract} and is not in the game"


def _personalities(state: Position) -> Iterator[str]:
    """Each is one Trader's, of those in play (ST-SETUP-11); one that is passed on is a Trader's who
    has it (ST-OPTION-03).
    """
    held = Counter(name for trader in state.traders.values() for name in trader.personalities)
    for name, count in held.items():
        if count > 1 or name not in personality_choice.among(state):
            yield (
                f"{name} is held {count} times in a game with "
                f"{', '.join(personality_choice.among(state)) or 'no Personalities'}"
            )
    for passing in state.passing:
        if passing.name not in held:
            yield f"{passing.name} goes to {passing.to} and is nobody's"


def _trader(state: Position, trader: Trader) -> Iterator[str]:
    """A seat's money, Prestige and engines (ST-MONEY-06, ST-PRESTIGE-08, ST-ENGINE-03)."""
    seat = trader.seat
    if trader.stellors < 0:
        yield f"{seat} owes {-trader.stellors} Stellors"
    if trader.prestige not in PRESTIGE:
        yield f"{seat} has Prestige {trader.prestige}"
    if not 0 <= trader.engines <= personality_rules.engine_limit(state, trader):
        yield f"{seat} has {trader.engines} engines"


def _limits(state: Position, trader: Trader) -> Iterator[str]:
    """More cards or cargoes than may be kept are held only until it is asked what to give up, and
    what that costs is there (ST-LUCK-04, ST-CARGO-09, ST-CARGO-23).
    """
    seat = trader.seat
    if cargo_hold.owed(state, seat) > max(trader.stellors, 0):
        yield (
            f"{seat} owes {cargo_hold.owed(state, seat)} Stellors for cargo over the limit and has "
            f"{trader.stellors}"
        )
    asked = {
        type(step)
        for step in state.agenda
        if isinstance(step, (ShedCards, ShedCargo)) and step.seat == seat
    }
    if ShedCards not in asked:
        yield from _within(personality_rules.hand_limit(state, trader), "cards", seat, trader.hand)
    if ShedCargo not in asked:
        yield from _within(cargo_hold.limit(state), "cargoes", seat, cargo_hold.aboard(trader))


def _within(limit: int, what: str, seat: str, things: Sequence[str]) -> Iterator[str]:
    if len(things) > limit:
        yield f"{seat} holds {len(things)} {what}: {', '.join(things)}"


def _cargoes(state: Position, trader: Trader) -> Iterator[str]:
    """A trade cargo's marker lies on a contract for that cargo that lies on the table
    (ST-CARGO-07); Imperial Cargo has its owner's name and no marker, and no two alike are in a hold
    (ST-MISSION-05, ST-MISSION-08). It goes with its owner (ST-DROP-13).
    """
    tabled = {*state.contracts, *(completed.contract for completed in state.completed)} - {""}
    for cargo in trader.hold:
        if cargo.owner:
            if cargo.name != cargo_hold.imperial(cargo.owner) or cargo.mark:
                yield (
                    f"{trader.seat} carries {cargo.name}, marked {cargo.mark!r}, as "
                    f"{cargo.owner}'s Imperial Cargo"
                )
            if not state.traders[cargo.owner].mission:
                yield f"{trader.seat} carries Imperial Cargo of {cargo.owner}, who has no mission"
        elif cargo.mark not in tabled:
            yield (
                f"{trader.seat}'s marker for {cargo.name} lies on {cargo.mark or 'nothing'}, "
                "which is not on the table"
            )
        elif state.book.contracts[cargo.mark].cargo != cargo.name:
            yield f"{trader.seat}'s marker for {cargo.name} lies on {state.book.title(cargo.mark)}"
    for name, count in Counter(cargo.name for cargo in trader.hold if cargo.owner).items():
        if count > 1:
            yield f"{trader.seat} carries {count} {name}"


def _mission(state: Position, trader: Trader) -> Iterator[str]:
    """Missions are of the basic game (ST-ADV-09) and of contracts large enough (ST-MISSION-02)."""
    if trader.mission and state.options.game != "basic":
        yield f"{trader.seat} has a mission in the advanced game"
    if trader.mission and not imperial_mission.qualifies(state, trader.mission):
        yield f"{trader.seat}'s mission {state.book.title(trader.mission)} is too small"
