"""What no order and no chance may change: every card is somewhere, once; nobody owes; Prestige keeps to its track; limits hold."""

from collections import Counter

import pytest

from tests.engines.table import walk
from traders.engines.contract import Choice
from traders.engines.star_traders import ENGINE
from traders.engines.star_traders.edition import standard
from traders.engines.star_traders.steps import DrawCards, Jubilee, Misfortune, Resolved

COLOURS = ("red", "blue", "green", "yellow", "purple", "orange")


def crowded():
    """Three ships on one world, with cargo, cards, Prestige and money for everything."""
    seat = {"at": "Oz", "stellors": 200, "prestige": 16, "cargo": ["Fur", "Robots"]}
    return {
        "red": seat | {"hand": ["Piracy", "Takeover"], "stations": ["Hench", "Mink"]},
        "blue": seat | {"hand": ["Avoid Calamity", "Stressed Engines"], "stations": ["Oz", "Niven"], "permits": ["red"]},
        "green": seat | {"hand": ["Lose a Station", "Lose a Cargo"], "stations": ["Wells", "Kluge"]},
        "contracts": ["Fur to Hench", "Robots to Awwad"],
    }


def luck_cards(state):
    """All Trader's Luck cards, wherever they are."""
    found = Counter(state.luck_deck + state.luck_discard)
    for trader in state.traders.values():
        found.update(trader.hand + trader.lying())
    found.update("Quarantine" for _ in state.quarantines)
    found.update(step.play.card for step in state.agenda if isinstance(step, Misfortune))
    found.update(step.card for step in state.agenda if isinstance(step, Resolved))
    for step in state.agenda:
        if isinstance(step, DrawCards):
            found.update(step.drawn)
        if isinstance(step, Jubilee):
            found["Emperor Proclaims Jubilee"] += 1
    return found


def contract_cards(state):
    """All contract cards, wherever they are."""
    found = Counter(state.contract_deck + state.contract_discard + [contract for contract in state.contracts if contract])
    found.update(completed.contract for completed in state.completed)
    found.update(trader.mission for trader in state.traders.values() if trader.mission)
    return found


@pytest.mark.parametrize("seed", range(6))
def test_every_card_is_somewhere_once_and_limits_hold(seed):
    """ST-LUCK-13, ST-LUCK-04, ST-MONEY-06, ST-PRESTIGE-07, ST-PRESTIGE-08, ST-STATION-04, ST-CARGO-09, ST-CARGO-21, ST-ENGINE-03"""
    book = standard()
    state = ENGINE.position(COLOURS[:3], {}, crowded()) if seed % 2 else ENGINE.setup(COLOURS[: 2 + seed % 5], {})

    def look(table):
        state = table.state
        assert luck_cards(state) == Counter(book.deck), table.deeds[-3:]
        assert contract_cards(state) == Counter(list(book.contracts)), table.deeds[-3:]
        for trader in state.traders.values():
            assert trader.stellors >= 0
            assert 0 <= trader.prestige <= 30
            assert trader.engines <= 5
            assert len(trader.hand) <= 2 or isinstance(table.pending, Choice)
            assert len(trader.hold) <= 2 or isinstance(table.pending, Choice)
        assert set(state.stations) <= set(book.worlds)

    walk(ENGINE, state, seed, 400, look)
