"""What bots offer of themselves: what suits both, what can be done, and seldom."""

from __future__ import annotations

import pytest

from traders.bots.registry import bots
from traders.bots.star_traders.deal_offers import OFTEN
from traders.engines.kernel.engine.optional_contract import Terms
from traders.engines.star_traders import ENGINE

BOTS = bots(ENGINE.name)

SEATS = ("red", "blue", "green")
SEEDS = range(120)
SPARE = ["Superjump", "Codebreaker"]
"""A full hand, of which one card is missed less."""


def offered(deals=(), options=None, **start):
    """All that Red offers over many seeds; each could be made."""
    state = ENGINE.position(SEATS, options or {}, start)
    view = ENGINE.view(state, "red") | ({"deals": list(deals)} if deals else {})
    found = [said for seed in SEEDS if (said := BOTS.bargain(view, seed))]
    for said in found:
        to, _, terms = said.removeprefix("offer ").partition(": ")
        gives, _, takes = terms.partition(" for ")
        ENGINE.may_offer(
            state,
            Terms("red", to, ENGINE.things(state, "red", gives), ENGINE.things(state, to, takes)),
        )
    return found


def made(give, get, **more):
    return [{"number": 1, "with": "blue", "mine": False, "give": give, "get": get} | more]


def test_the_use_of_a_station_on_the_way_is_asked_for():
    """(ST-STATION-12, ST-TRADE-01)"""
    lines = [["Capital", "Asimov", "green"], ["Asimov", "Jaxin", "orange"]]
    red = {
        "at": "Capital",
        "stations": [],
        "mission": {"from": "Asimov", "to": "Jaxin"},
        "hand": ["Avoid Calamity"],
    }
    found = offered(
        red=red, blue={"stations": ["Asimov"]}, green={"stations": ["Kluge"]}, lines=lines
    )
    assert found
    assert all(
        said.startswith("offer blue: ") and said.endswith(" stellors for permission at asimov")
        for said in found
    )


def test_a_card_that_must_be_discarded_goes_to_one_with_room():
    """(ST-TRADE-01, ST-LUCK-06)"""
    found = offered(red={"hand": SPARE}, blue={"hand": ["Zap", "Gotcha"]}, green={"hand": []})
    assert found
    assert {said.partition(" for ")[0] for said in found} == {"offer green: card codebreaker"}


def test_cargo_is_bought_and_sold_between_ships_on_one_world_alone():
    """(ST-TRADE-05)"""
    start = {"contracts": ["Fur to Hench"], "red": {"at": "Oz", "hand": []}}
    here = offered(**start, blue={"at": "Oz", "cargo": ["Fur"], "hand": []}, green={"at": "Wells"})
    assert any(said.endswith("for fur") for said in here)
    assert not any(
        "fur" in said
        for said in offered(
            **start, blue={"at": "Mink", "cargo": ["Fur"], "hand": []}, green={"at": "Wells"}
        )
    )


def test_personalities_are_asked_for_where_they_are_goods():
    """(ST-OPTION-01, ST-OPTION-02)"""
    start = {
        "red": {"personality": "Lucky Lou", "stellors": 90},
        "blue": {"personality": "The Hero", "stations": []},
        "green": {"personality": "The Psychic", "stations": []},
    }
    goods = offered(options={"personalities": "original", "personality_trade": True}, **start)
    assert any(
        " for personality the hero" in said or " for personality the psychic" in said
        for said in goods
    )
    assert not any(
        "personality" in said for said in offered(options={"personalities": "original"}, **start)
    )


def test_a_personality_under_way_is_not_asked_for():
    """(ST-OPTION-03)"""
    start = {"red": {"stellors": 90}, "blue": {"personality": "The Hero"}, "green": {}}
    state = ENGINE.position(SEATS, {"personalities": "original", "personality_trade": True}, start)
    ENGINE.exchange(state, Terms("blue", "green", "personality the hero", "1 stellors"))
    view = ENGINE.view(state, "red")
    assert view["passing"] == [{"name": "The Hero", "to": "green"}]
    assert not any("hero" in BOTS.bargain(view, seed) for seed in SEEDS)


def test_a_station_that_would_lengthen_the_chain_is_asked_for():
    """(ST-ADV-06, ST-STATION-08)"""
    lines = [["Oz", "Mink", "orange"], ["Oz", "Kluge", "green"]]
    start = {
        "red": {"at": "Oz", "stations": ["Oz"], "hand": ["Zap"]},
        "blue": {"stations": ["Mink"]},
        "green": {"stations": ["Wells"]},
    }
    assert any(
        said.endswith("for station at mink")
        for said in offered(options={"game": "advanced"}, lines=lines, **start)
    )
    assert not any("station at" in said for said in offered(lines=lines, **start))


@pytest.mark.parametrize(
    ("deal", "counter"),
    [
        (made("station at oz", "6 stellors"), "offer blue: station at oz for 10 stellors"),
        (made("2 stellors", "station at kluge"), "offer blue: 1 stellor for station at kluge"),
    ],
)
def test_an_offer_that_nearly_pays_is_met_by_another(deal, counter):
    found = offered(deal, red={"at": "Oz", "stations": ["Oz"]}, blue={"stations": ["Kluge"]})
    assert set(found) == {counter}
    assert 0.3 < len(found) / len(SEEDS) < 0.7


@pytest.mark.parametrize(
    "deal",
    [
        made("station at oz", "1 stellors"),  # far from what it is worth
        made("station at oz", "90 stellors"),  # pays as it is
        made("5 stellors", "station at oz"),  # it is not Blue's to give any more
        made("personality the hero", "2 stellors"),
    ],
)
def test_no_counter_offer_is_made_where_it_leads_nowhere(deal):
    assert offered(deal, red={"at": "Oz", "stations": ["Oz"]}, blue={"stations": ["Kluge"]}) == []


def test_a_bot_bargains_seldom():
    found = offered(red={"hand": SPARE}, blue={"hand": []}, green={"hand": []})
    assert 0.5 * OFTEN < len(found) / len(SEEDS) < 1.5 * OFTEN


def test_nothing_is_offered_before_play_and_after():
    """(ST-SETUP-27)"""
    before = ENGINE.setup(SEATS, {})
    ENGINE.happen(before, 1)
    over = ENGINE.position(SEATS[:2], {}, {"red": {"hand": SPARE}})
    ENGINE.leave(over, "blue")
    for state in (before, over):
        assert not any(BOTS.bargain(ENGINE.view(state, "red"), seed) for seed in SEEDS)


def test_what_is_offered_rests_on_the_view_and_the_seed_alone():
    state = ENGINE.position(SEATS, {}, {"red": {"hand": SPARE}})
    other = ENGINE.position(SEATS, {}, {"red": {"hand": SPARE}, "blue": {"stellors": 99}})
    for seed in SEEDS:
        assert BOTS.bargain(ENGINE.view(state, "red"), seed) == bots(ENGINE.name).bargain(
            ENGINE.view(other, "red"), seed
        )
