"""What no order and no chance may change: every card is somewhere, once; nobody owes; Prestige keeps to its track; limits hold."""

import pytest

from tests.engines.table import walk
from traders.engines.star_traders import ENGINE
from traders.engines.star_traders.state import Cargo, Station

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


@pytest.mark.parametrize("seed", range(6))
def test_every_card_is_somewhere_once_and_limits_hold(seed):
    """ST-LUCK-13, ST-LUCK-04, ST-MONEY-06, ST-PRESTIGE-07, ST-PRESTIGE-08, ST-STATION-04, ST-CARGO-09, ST-CARGO-21, ST-ENGINE-03"""
    state = ENGINE.position(COLOURS[:3], {}, crowded()) if seed % 2 else ENGINE.setup(COLOURS[: 2 + seed % 5], {})

    def look(table):
        assert not ENGINE.flaws(table.state), table.deeds[-3:]

    walk(ENGINE, state, seed, 400, look)


FAULTS = {
    "a card in two hands": lambda state: state.traders["red"].hand.__setitem__(0, state.luck_deck[0]),
    "a card gone": lambda state: state.luck_deck.pop(),
    "a contract twice": lambda state: state.contract_deck.append(state.contract_deck[0]),
    "a debt": lambda state: setattr(state.traders["red"], "stellors", -1),
    "prestige off the track": lambda state: setattr(state.traders["red"], "prestige", 31),
    "a sixth engine": lambda state: setattr(state.traders["red"], "engines", 6),
    "a marker nowhere": lambda state: state.traders["red"].hold.__setitem__(0, Cargo("Fur", state.contract_deck[0])),
    "a station nowhere": lambda state: state.stations.update({77: Station("red")}),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_not_sound_is_told(fault):
    state = ENGINE.position(COLOURS[:3], {}, crowded())
    assert ENGINE.flaws(state) == []
    FAULTS[fault](state)
    assert len(ENGINE.flaws(state)) == 1
