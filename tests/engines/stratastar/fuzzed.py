"""Crowded tables of Stratastar, and the cards that its seats could deal in."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from tests.engines.deeds import Start
from traders.engines.kernel.seats import Seat
from traders.engines.stratastar.position.state import Position
from traders.engines.stratastar.setup.setup import CODES
from traders.engines.stratastar.tables import full_deck

SEATS = ("red", "blue", "green")
MAP = {
    "d4": "world",
    "d5": "world",
    "e5": "nebula",
    "c4": "black hole",
    "f6": "supernova",
    "e4": "world",
    "b1": "world",
    "i10": "world",
}
HAND = {"attack": 4, "move": 3, "build": 3, "trade": 3, "research": 1}
FLEETS = {"red": {"d4": 2}, "blue": {"d3": 1, "e4": 1}, "green": {"c3": 1, "d3": 1}}
ALL = {"abilities": list(CODES), "power_cards": True, "breakthrough": True}


def close(stage: str, *, power: bool) -> dict[str, Any]:
    """Fleets beside one another, full hands, and the rest of the cards in the deck."""
    deck = Counter(full_deck(power=power)) - Counter(
        {card: len(SEATS) * held for card, held in HAND.items()}
    )
    seats = {seat: {"hand": HAND, "fleets": fleets} for seat, fleets in FLEETS.items()}
    return {"stage": stage, "map": MAP, "deck": list(deck.elements()), **seats}


EXPLORED = {"exploration": True, "to_the_death": True, "battles": "one by one"}
STARTS = (
    *(Start(SEATS, ALL, close(stage, power=True)) for stage in ("movement", "trade", "battle")),
    Start(SEATS, {}, close("trade", power=False)),
    Start(SEATS[:2], EXPLORED),
)


def goods(state: Position, seat: Seat, box: Random) -> list[str]:
    """Cards of its hand, by parts and whole, and one that it may not have."""
    hand = state.empires[seat].hand
    return [f"{box.choice([1, held])} {card}" for card, held in hand.items() if held] + [
        "1 research"
    ]
