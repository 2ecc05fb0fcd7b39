"""Star Traders keeps what every engine keeps."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.engines.conformance import Conformance
from traders.engines.kernel.contract.contract import Engine
from traders.engines.kernel.seats import Seat
from traders.engines.star_traders.personalities import personality_rules
from traders.engines.star_traders.position.agenda_steps import DrawCards, ShedCards
from traders.engines.star_traders.position.delivery_and_petition_steps import PayPrice
from traders.engines.star_traders.position.state import Position

SEATS = ("red", "blue", "green", "yellow")


def otherwise_hidden(
    engine: Engine[Any, Any], state: Position, seat: Seat | None, box: Random
) -> Position:
    """A position that differs only in what the seat cannot see: others' hands and money, the order
    of the decks. What play waits for tells of a purse or of a hand over its limit only while a
    price or a discard is asked for: these stay as they are then.
    """
    twin: Position = engine.copy(state)
    others = [trader for trader in twin.traders.values() if trader.seat != seat]
    if not any(isinstance(step, (ShedCards, DrawCards)) for step in twin.agenda):
        cards = [card for trader in others for card in trader.hand] + twin.luck_deck
        box.shuffle(cards)
        for trader in others:
            trader.hand, cards = cards[: len(trader.hand)], cards[len(trader.hand) :]
        twin.luck_deck = cards
    ahead = personality_rules.foreseen(twin, twin.traders[seat]) if seat is not None else []
    rest = twin.contract_deck[len(ahead) :]
    box.shuffle(rest)
    twin.contract_deck = ahead + rest
    if not any(isinstance(step, PayPrice) for step in twin.agenda):
        for trader in others:
            trader.stellors = box.randint(0, 99)
    return twin


class TestStarTraders(Conformance):
    """The basic game, from set-up and from a later position."""

    SYSTEM = "star-traders"

    def beginnings(self, engine: Engine[Any, Any]) -> Iterator[Position]:
        yield engine.setup(SEATS[:2], {})
        yield engine.setup(SEATS, {})
        yield engine.position(
            SEATS[:3],
            {},
            {
                "red": {
                    "at": "Oz",
                    "prestige": 22,
                    "stellors": 70,
                    "hand": ["Zap", "Superjump"],
                    "cargo": ["Fur"],
                },
                "blue": {
                    "at": "Oz",
                    "prestige": 15,
                    "hand": ["Gotcha", "You Are Lost"],
                    "mission": {"from": "Asimov", "to": "Jaxin"},
                },
                "green": {
                    "hand": ["Quarantine", "Avoid Calamity"],
                    "stations": ["Capital", "Hench"],
                },
                "contracts": ["Fur to Frygia", "Dream Machines to Asimov"],
            },
        )

    def twins(
        self, engine: Engine[Any, Any], state: Position, seat: Seat | None
    ) -> Iterator[Position]:
        for seed in range(2):
            yield otherwise_hidden(engine, state, seat, Random(seed))


HERE = {"at": "Oz", "stellors": 60, "prestige": 12}
CONTRACTS = ["Fur to Frygia", "Dream Machines to Asimov"]
ADVANCED = {
    "red": HERE
    | {"personality": "Pirate Pete", "stations": ["Oz"], "hand": ["Piracy", "Avoid Calamity"]},
    "blue": HERE | {"personality": "Awesome Andi", "stations": ["Hench"], "hand": ["Superzap"]},
    "green": HERE
    | {"personality": "Verdant Velma", "stations": ["Mink"], "hand": ["You Are Lost"]},
    "yellow": HERE
    | {
        "personality": ["The Seer", "The Navigator", "The Psychic"],
        "stations": ["Niven"],
        "hand": ["Zap"],
    },
    "contracts": CONTRACTS,
}
BASIC = {
    "red": HERE
    | {
        "personality": ["Lucky Lou", "The Engineer"],
        "hand": ["Zap", "Gotcha", "Quarantine"],
        "stressed": True,
    },
    "blue": HERE
    | {
        "personality": ["The Insider", "The Hero"],
        "stations": ["Capital"],
        "hand": ["Takeover"],
        "cargo": ["Fur"],
    },
    "green": HERE | {"personality": ["The Banker", "The Negotiator"], "stations": ["Frygia"]},
    "contracts": CONTRACTS,
}


class TestAllOptions(TestStarTraders):
    """The advanced game, Personalities by lot and by auction, from set-up and from positions in
    which each of them has something to do.
    """

    STEPS = 90

    def beginnings(self, engine: Engine[Any, Any]) -> Iterator[Position]:
        yield engine.setup(
            SEATS[:3], {"game": "advanced", "personalities": "all", "personality_choice": "auction"}
        )
        yield engine.setup(SEATS, {"personalities": "original"})
        yield engine.position(SEATS, {"game": "advanced", "personalities": "all"}, ADVANCED)
        yield engine.position(SEATS[:3], {"personalities": "all"}, BASIC)
