"""What Personalities change in a bot's reckoning: what a delivery brings its own seat, and what
sites are worth to it.
"""

from __future__ import annotations

from collections.abc import Sequence

from traders.engines.star_traders.edition import Edition
from traders.engines.star_traders.edition.die_faces import attempts
from traders.engines.star_traders.position.routes import Lines, Routes


def delivery(book: Edition, talents: Sequence[str], *, own_station: bool) -> tuple[int, int]:
    """Prestige and Stellors beside those of the contract (ST-PERSON-28, ST-PERSON-14)."""
    bonus = book.bonuses
    prestige = int(bonus["hero_per_delivery"]) if "The Hero" in talents else 0
    stellors = 0
    if "The Negotiator" in talents:
        stellors = int(bonus["negotiator_per_delivery"])
        stellors += int(bonus["negotiator_at_own_station"]) if own_station else 0
    return prestige, stellors


def site(book: Edition, lines: Lines, ways: Routes, world: str) -> float:
    """What a first station on a world is worth: the attempts that it saves on the lines that end
    there, and the cargo that is wanted there.
    """
    rolls = {row.colour: row for row in book.printed.line_colours}
    saved: float = 0
    for one, other, colour in lines:
        if world in (one, other):
            start = other if world == one else one
            leg = next((leg for leg in ways.legs(start) if leg.to == world), None)
            if leg is not None and not leg.station:
                saved += leg.attempts - attempts(rolls[colour].station_min_roll)
    wanted = sum(
        contract.station
        for contract in book.contracts.values()
        if book.worlds[contract.deliver].name == world
    )
    return saved + wanted / 5
