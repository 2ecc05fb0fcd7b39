"""What is wrong with an edition that somebody typed in: all of it at once, each fault in a sentence
that names its place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from traders.engines.star_traders.edition import CAPITAL, Edition, load, printed_data, standard
from traders.engines.star_traders.edition.die_faces import FACES
from traders.engines.star_traders.edition_faults.names import name_faults
from traders.engines.star_traders.edition_faults.tables import table_faults
from traders.engines.star_traders.edition_faults.values import value_faults

CARDS = 65
"""Cards of the Trader's Luck deck (ST-LUCK-01)."""
CONTRACTS = 72
"""(ST-CARGO-21)"""
NUMBERS = tuple(10 * arm + world for arm in FACES for world in FACES)
"""Where two dice can send a ship: to every such number there must be a world (ST-SETUP-26)."""


def whole(data: Mapping[str, object]) -> dict[str, Any]:
    """A club's tables, with the standard edition's for those that it does not bring."""
    return {**printed_data(), **data}


def pinned(data: Mapping[str, object]) -> tuple[str, dict[str, Any]]:
    """The digest that a game pins, and the whole tables behind it."""
    tables = {name: table for name, table in whole(data).items() if name != "title"}
    return load(tables).digest, tables


def faults(data: Mapping[str, object]) -> list[str]:
    """Every fault of an edition's tables, in words; empty where a game can be played with them."""
    known = set(printed_data()) | {"title"}
    found = [
        f"There is no table '{name}'. Tables are: {', '.join(sorted(known))}."
        for name in sorted(set(data) - known)
    ]
    try:
        book = load(tables := whole(data))
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        return [*found, f"The tables are not as they must be: {error}."]
    return [
        *found,
        *_worlds(book),
        *_lines(book),
        *_contracts(book),
        *_deck(book),
        *name_faults(book),
        *table_faults(tables, book),
        *value_faults(book),
    ]


def _twice(what: str, things: Sequence[object]) -> Iterator[str]:
    for thing, count in Counter(things).items():
        if count > 1:
            yield f"{what} {thing} is there {count} times."


def _worlds(book: Edition) -> Iterator[str]:
    worlds = book.printed.worlds
    yield from _twice("World number", [world.number for world in worlds])
    yield from _twice("The name of a world,", [world.name.casefold() for world in worlds])
    yield from _twice("The export", [world.exports.casefold() for world in worlds])
    numbers = {world.number for world in worlds}
    for number in sorted(numbers - set(NUMBERS)):
        yield f"World {number}: a world's number is two dice, 11 to 66 (ST-SETUP-26)."
    for number in sorted(set(NUMBERS) - numbers):
        yield f"There is no world {number}, and two dice can send a ship there (ST-SETUP-26)."
    for world in worlds:
        if not world.name.strip() or not world.exports.strip():
            yield f"World {world.number} needs a name and an export."
        if not (0 <= world.x <= 1000 and 0 <= world.y <= 1000):
            yield (
                f"{world.name} ({world.number}) lies at {world.x}, {world.y}: x and y are 0 to "
                "1000."
            )
    stars = Counter(
        world.number // 10 for world in worlds if world.start and world.number != CAPITAL
    )
    for arm in range(1, 6):
        if stars[arm] != 1:
            yield f"Arm {arm} has {stars[arm]} starred worlds in place of one (ST-SETUP-12)."
    if stars[6]:
        yield f"In the hub only Capital ({CAPITAL}) is starred (ST-SETUP-12)."


def _lines(book: Edition) -> Iterator[str]:
    joined: dict[int, set[int]] = {number: set() for number in book.worlds}
    for number, line in enumerate(book.printed.jumplines, 1):
        one, other, colour = line.a, line.b, line.colour
        where = f"Jumpline {number}"
        unknown = [end for end in (one, other) if end not in book.worlds]
        for end in unknown:
            yield f"{where}: there is no world {end}."
        if colour not in book.colours:
            yield f"{where}: there is no colour {colour}; colours are {', '.join(book.colours)}."
        if one == other:
            yield f"{where} goes from {one} to itself."
        elif not unknown:
            if other in joined[one]:
                yield f"{where}: {one} and {other} are joined already (ST-JUMP-17)."
            joined[one].add(other)
            joined[other].add(one)
    for part in _parts(joined)[1:]:
        names = ", ".join(f"{book.worlds[number].name} ({number})" for number in sorted(part))
        yield f"The chart is not connected: no way leads from the rest to {names}."


def _parts(joined: Mapping[int, set[int]]) -> list[set[int]]:
    """The parts of the chart between which no way leads, the largest first."""
    parts: list[set[int]] = []
    left = set(joined)
    for number in joined:
        if number in left:
            part, ahead = {number}, [number]
            while ahead:
                ahead += (further := joined[ahead.pop()] - part)
                part |= further
            left -= part
            parts.append(part)
    return sorted(parts, key=len, reverse=True)


def _contracts(book: Edition) -> Iterator[str]:
    contracts = book.printed.contracts
    yield from _twice("Contract", [contract.id for contract in contracts])
    if len(contracts) != CONTRACTS:
        yield f"There are {len(contracts)} contracts in place of {CONTRACTS} (ST-CARGO-21)."
    yield from _twice(
        "The contract for", [f"{contract.cargo} to {contract.deliver}" for contract in contracts]
    )
    for contract in contracts:
        where = f"Contract {contract.id}"
        for end in {contract.pick_up, contract.deliver} - set(book.worlds):
            yield f"{where}: there is no world {end}."
        if contract.pick_up == contract.deliver:
            yield f"{where} goes from {contract.pick_up} to itself."
        start = book.worlds.get(contract.pick_up)
        if start is not None and start.exports != contract.cargo:
            yield (
                f"{where}: {start.name} ({start.number}) exports {start.exports}, not "
                f"{contract.cargo} (ST-CARGO-01)."
            )
        if contract.special and contract.special not in book.specials:
            yield f"{where}: there is no special payoff '{contract.special}'."
        if min(contract.stellors, contract.prestige, contract.station, contract.average) < 0:
            yield f"{where} pays less than nothing."
    for special in book.printed.special_payoffs:
        if special.world and special.world not in book.worlds:
            yield f"Special payoff {special.key}: there is no world {special.world}."


def _deck(book: Edition) -> Iterator[str]:
    cards = book.printed.cards
    yield from _twice("The card", [card.name for card in cards])
    known = standard().cards
    for card in cards:
        if card.name not in known:
            yield f"No rule knows the card {card.name}; cards are: {', '.join(known)}."
        if card.count < 0:
            yield f"{card.name}: {card.count} cards are less than none."
        if card.destination and card.destination not in book.worlds:
            yield f"{card.name}: there is no world {card.destination}."
    if (total := sum(card.count for card in cards)) != CARDS:
        yield f"The deck has {total} cards in place of {CARDS} (ST-LUCK-01)."
