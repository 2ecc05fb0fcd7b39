"""What no order and no chance may change: every card is somewhere, once; nobody owes; Prestige
keeps to its track; limits hold.
"""

import msgspec
import pytest

from tests.engines.table import walk
from tests.engines.unsound import is_told_alone
from tools.simulation.checked_engine import CheckedEngine
from traders.engines.kernel.engine.optional_contract import Terms
from traders.engines.star_traders import ENGINE
from traders.engines.star_traders.court import imperial_station_petition
from traders.engines.star_traders.holdings import imperial_mission
from traders.engines.star_traders.position.state import Cargo, Passing, Station

COLOURS = ("red", "blue", "green", "yellow", "purple", "orange")


def crowded():
    """Three ships on one world, with cargo, cards, Prestige and money for everything."""
    seat = {"at": "Oz", "stellors": 200, "prestige": 16, "cargo": ["Fur", "Robots"]}
    return {
        "red": seat | {"hand": ["Piracy", "Takeover"], "stations": ["Hench", "Mink"]},
        "blue": seat
        | {
            "hand": ["Avoid Calamity", "Stressed Engines"],
            "stations": ["Oz", "Niven"],
            "permits": ["red"],
        },
        "green": seat
        | {"hand": ["Lose a Station", "Lose a Cargo"], "stations": ["Wells", "Kluge"]},
        "contracts": ["Fur to Hench", "Robots to Awwad"],
    }


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(6))
def test_every_card_is_somewhere_once_and_limits_hold(seed):
    """ST-LUCK-13, ST-LUCK-04, ST-MONEY-06, ST-PRESTIGE-07, ST-PRESTIGE-08, ST-STATION-04,
    ST-CARGO-09, ST-CARGO-21, ST-ENGINE-03
    """
    state = (
        ENGINE.position(COLOURS[:3], {}, crowded())
        if seed % 2
        else ENGINE.setup(COLOURS[: 2 + seed % 5], {})
    )

    assert walk(CheckedEngine(ENGINE), state, seed, 400, lambda table: None).deeds


def _mark(number, contract):
    return lambda state: setattr(
        state.traders["red"].hold[number],
        "mark",
        contract(state) if callable(contract) else contract,
    )


def _imperial(**changes):
    """An Imperial Cargo in the hold in place of the first cargo, which is not as it should be."""
    cargo = {"name": "Imperial Cargo (blue)", "mark": "", "owner": "blue"} | changes
    return lambda state: state.traders["red"].hold.__setitem__(0, Cargo(**cargo))


def _swapped_mission(state):
    """Blue's mission and a contract of the deck that is too small for one change places."""
    blue = state.traders["blue"]
    place = next(
        place
        for place, one in enumerate(state.contract_deck)
        if not imperial_mission.qualifies(state, one)
    )
    blue.mission, state.contract_deck[place] = state.contract_deck[place], blue.mission


FAULTS = {
    "a card in two hands": lambda state: state.traders["red"].hand.__setitem__(
        0, state.luck_deck[0]
    ),
    "a card gone": lambda state: state.luck_deck.pop(),
    "a contract twice": lambda state: state.contract_deck.append(state.contract_deck[0]),
    "a debt": lambda state: setattr(state.traders["red"], "stellors", -1),
    "prestige off the track": lambda state: setattr(state.traders["red"], "prestige", 31),
    "a sixth engine": lambda state: setattr(state.traders["red"], "engines", 6),
    "a card over the limit": lambda state: state.traders["red"].hand.append(state.luck_deck.pop()),
    "a third cargo": lambda state: state.traders["red"].hold.append(
        Cargo("Fur", state.contracts[0])
    ),
    "a marker nowhere": _mark(0, lambda state: state.contract_deck[0]),
    "a cargo without a marker": _mark(0, ""),
    "a marker on another cargo's contract": _mark(0, lambda state: state.contracts[1]),
    "a station nowhere": lambda state: state.stations.update({77: Station("red")}),
    "a station of nobody at the table": lambda state: state.stations.update(
        {64: Station("purple")}
    ),
    "an Imperial station in the basic game": lambda state: setattr(
        next(iter(state.stations.values())), "imperial", True
    ),
    "an Imperial Cargo without a mission": _imperial(owner="green", name="Imperial Cargo (green)"),
    "an Imperial Cargo with a marker": lambda state: _imperial(mark=state.contracts[0])(state),
    "an Imperial Cargo by another's name": _imperial(name="Imperial Cargo (red)"),
    "two Imperial Cargoes alike": lambda state: [
        _imperial()(state),
        state.traders["red"].hold.__setitem__(1, state.traders["red"].hold[0]),
    ],
    "a mission too small": _swapped_mission,
    "a Personality twice": lambda state: state.traders["red"].personalities.append("The Hero"),
    "a Personality not in play": lambda state: state.traders["red"].personalities.append(
        "The Banker"
    ),
    "a Personality of nobody's passed on": lambda state: state.passing.append(
        Passing("The Psychic", "red")
    ),
    "a Completed Contract without marker or token": lambda state: state.completed[0].rights.clear(),
    "a right of nobody at the table": lambda state: state.completed[0].rights.append("purple"),
}


def whole():
    """A crowded table with a mission, Personalities and a Completed Contract."""
    start = crowded()
    start["blue"] |= {"mission": {"from": "Asimov", "to": "Jaxin"}, "personality": "The Hero"}
    start["completed"] = ["Hive to Verne"]
    start["green"] |= {"rights": ["Hive"]}
    return ENGINE.position(COLOURS[:3], {"personalities": "original"}, start)


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_not_sound_is_told(fault):
    is_told_alone(ENGINE, whole(), FAULTS[fault])


def test_a_chain_that_wins_is_not_played_on_with():
    """(ST-ADV-11)"""
    state = ENGINE.position(
        COLOURS[:2],
        {"game": "advanced"},
        {"red": {"stations": [], "at": "Oz"}, "blue": {"stations": [], "at": "Oz"}},
    )
    worlds = list(state.chart.neighbours)
    chain = [worlds[0]]
    for world in chain:  # as many worlds as are needed, each next to one before it
        chain += [near for near in state.chart.neighbours[world] if near not in chain][
            : imperial_station_petition.needed(state) - len(chain)
        ]
    for world in chain:
        assert ENGINE.flaws(state) == []
        state.stations[world] = Station("red", imperial=True)
    assert ENGINE.flaws(state) == ["red has a chain that wins, and play goes on"]


# --- money ----------------------------------------------------------------------------------------

MONEY = {
    "a Stellor from nowhere": lambda state, events: setattr(
        state.traders["red"], "stellors", state.traders["red"].stellors + 1
    ),
    "a Stellor gone": lambda state, events: setattr(
        state.traders["green"], "stellors", state.traders["green"].stellors - 1
    ),
    "a price that another pays": lambda state, events: [
        setattr(state.traders["red"], "stellors", state.traders["red"].stellors + 5),
        setattr(state.traders["blue"], "stellors", state.traders["blue"].stellors - 5),
    ],
    "a sum of which nobody was told": lambda state, events: events.clear(),
}
"""Each done to a sound step in which Red pays 5 Stellors to the bank."""


@pytest.mark.parametrize("fault", MONEY)
def test_money_that_does_not_go_from_and_to_the_bank_is_told(fault):
    """(ST-MONEY-04, ST-MONEY-05)"""
    state = whole()
    state.stations.pop(state.traders["red"].at)
    before = ENGINE.copy(state)
    events = ENGINE.play(state, "red", ENGINE.read(state, "red", "build"))
    assert state.traders["red"].stellors == before.traders["red"].stellors - 5
    assert ENGINE.unpaid(before, state, events) == []
    MONEY[fault](state, events)
    assert ENGINE.unpaid(before, state, events)


def test_what_one_gives_in_a_deal_the_other_gets():
    """(ST-MONEY-02, ST-TRADE-13)"""
    state = whole()
    before = ENGINE.copy(state)
    events = ENGINE.exchange(state, Terms("red", "blue", "12 stellors", "station at niven"))
    assert ENGINE.unpaid(before, state, events) == []
    state.traders["blue"].stellors += 3
    told = [
        msgspec.structs.replace(e, data=e.data | {"stellors": 15}) if e.to == ("blue",) else e
        for e in events
    ]
    assert ENGINE.unpaid(before, state, told) == ["in a deal 3 Stellors came from nowhere"]


def test_who_leaves_gives_all_back():
    """(ST-DROP-01)"""
    state = whole()
    before = ENGINE.copy(state)
    events = ENGINE.leave(state, "green")
    assert ENGINE.unpaid(before, state, events) == []
    state.traders["green"].stellors = 1
    assert ENGINE.unpaid(before, state, events)


def test_the_banker_s_first_money_is_the_bank_s():
    """(ST-NEWPERSON-11)"""
    state = ENGINE.setup(COLOURS[:2], {"personalities": "all"})
    ENGINE.happen(state, 1)
    before = ENGINE.copy(state)
    events = ENGINE.happen(state, 11)
    assert state.traders["red"].personalities == ["The Banker"]
    assert state.traders["red"].stellors > before.traders["red"].stellors
    assert ENGINE.unpaid(before, state, events) == []
