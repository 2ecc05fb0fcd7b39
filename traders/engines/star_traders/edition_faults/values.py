"""Faults of single values of an edition: what a die can roll, the words that play knows, and how
much there must be for all who sit down.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from traders.engines.star_traders.edition import Edition, PetitionRow, standard

DIE = 6
OUTCOMES = ("denied", "price", "granted")
"""What a petition can come to (ST-IMPERIAL-02)."""
PRESTIGE = re.compile(r"[0-9]{1,2}|([0-9])/([1-9])")
"""A price in Prestige: so much, or a part of what is held (ST-IMPERIAL-04, ST-IMPERIAL-05)."""
AT_LEAST_ONE = ("engines_max", "hand_max", "hold_max", "contract_spaces", "imperial_contract_space")
"""Limits without which nobody could play."""


def value_faults(book: Edition) -> Iterator[str]:
    """Every such fault, a sentence each."""
    for colour in book.printed.line_colours:
        rolls = (colour.min_roll, colour.station_min_roll)
        if max(*rolls, colour.velma_min_roll, colour.velma_station_min_roll) > DIE:
            yield f"Colour {colour.colour}: no die rolls more than {DIE} (ST-JUMP-05)."
    for special in book.printed.special_payoffs:
        if special.min_roll > special.die or special.die not in (0, DIE):
            yield (
                f"Special payoff {special.key}: its die is {DIE}, and the least roll no more "
                "(ST-PAYOFF-08)."
            )
    for row in book.printed.petition_mission:
        yield from _petition("petition_mission", row)
    for row in book.printed.petition_station:
        yield from _petition("petition_station", row)
    for card in book.printed.cards:
        known = standard().cards.get(card.name)
        if known and (card.when, card.target) != (known.when, known.target):
            yield f"{card.name} is played as its rule says: {known.when}, {known.target}."
    for price in book.printed.engine_prices:
        if price.only and f"The {price.only}" not in book.personalities:
            yield f"Engine {price.engine}: there is no personality {price.only[:40]!r}."
    for person in book.printed.personalities:
        if person.start_world and person.start_world not in book.worlds:
            yield f"{person.name}: there is no world {person.start_world}."
    yield from _for_all(book)


def _petition(table: str, row: PetitionRow) -> Iterator[str]:
    where = f"Table {table}, {row.low} to {row.high}"
    if row.outcome not in OUTCOMES:
        yield f"{where}: outcome is one of {', '.join(OUTCOMES)}."
    price = PRESTIGE.fullmatch(row.price_prestige)
    if not price or (price[1] and price[1] > price[2]):
        yield f'{where}: price_prestige is written like "5" or "1/2".'


def _for_all(book: Edition) -> Iterator[str]:
    """Enough contracts and cards for every number of players, and room for what each begins
    with.
    """
    limits, start = book.limits, book.start
    for name in AT_LEAST_ONE:
        if not limits.get(name):
            yield f"Table limits: {name} is at least 1."
    if limits.get("imperial_contract_space", 0) > limits.get("contract_spaces", 0):
        yield "Table limits: imperial_contract_space is one of the contract_spaces."
    if start.get("engines", 0) > limits.get("engines_max", 0):
        yield "Table start: there are more engines than engines_max."
    spaces, contracts = limits.get("contract_spaces", 0), len(book.printed.contracts)
    for row in book.printed.by_players:
        each = (row.contracts_basic, row.contracts_advanced)
        if not min(each) or row.players * max(each) + spaces > contracts:
            yield f"Table by_players: {row.players} players cannot have so many contracts, or none."
        if row.players * max(start.get("luck_cards", 0), row.psychic_cards) > len(book.deck):
            yield f"Table by_players: {row.players} players cannot have so many cards."
