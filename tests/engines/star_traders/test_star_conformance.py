"""Star Traders keeps what every engine keeps."""

from random import Random

import pytest

from tests.engines.conformance import Conformance
from traders.engines.star_traders import ENGINE

COLOURS = ("red", "blue", "green", "yellow", "purple", "orange")


class TestStarTraders(Conformance):
    @pytest.fixture
    def engine(self):
        return ENGINE

    def beginnings(self, engine):
        yield engine.setup(COLOURS[:2], {})
        yield engine.setup(COLOURS[:6], {})
        yield engine.position(COLOURS[:3], {}, crowded())

    def twins(self, engine, state, seat):
        """Others' money, the cards in others' hands, the order of both decks."""
        if state.turn.stage == "setup":
            return
        richer = engine.copy(state)
        for other in richer.seats:
            if other != seat and not richer.traders[other].out:
                richer.traders[other].stellors += 17
        yield richer
        stacked = engine.copy(state)
        box = Random(len(stacked.luck_deck))
        hidden = [other for other in stacked.seats if other != seat]
        cards = stacked.luck_deck + [card for other in hidden for card in stacked.traders[other].hand]
        box.shuffle(cards)
        for other in hidden:
            count = len(stacked.traders[other].hand)
            stacked.traders[other].hand, cards = cards[:count], cards[count:]
        if "Emperor Proclaims Jubilee" not in [card for other in hidden for card in stacked.traders[other].hand]:
            stacked.luck_deck = cards
            box.shuffle(stacked.contract_deck)
            yield stacked


def crowded():
    """Three ships on one world, with cargo, cards, Prestige and money for everything."""
    seat = {"at": "Oz", "stellors": 200, "prestige": 16, "cargo": ["Fur", "Robots"]}
    return {
        "red": seat | {"hand": ["Piracy", "Takeover"], "stations": ["Hench", "Mink"]},
        "blue": seat | {"hand": ["Avoid Calamity", "Stressed Engines"], "stations": ["Oz", "Niven"], "permits": ["red"]},
        "green": seat | {"hand": ["Lose a Station", "Lose a Cargo"], "stations": ["Wells", "Kluge"]},
        "contracts": ["Fur to Hench", "Robots to Awwad"],
    }
