"""What bots make of offers."""

from __future__ import annotations

import pytest

from traders.bots.registry import bots
from traders.bots.star_traders.plan_and_valuations import Mind
from traders.bots.star_traders.withheld_cards import harm
from traders.engines.star_traders import ENGINE
from traders.engines.star_traders.edition import edition

BOTS = bots(ENGINE.name)


def accepts(give, get, red=None, options=None, **start):
    """Whether Red, who is asked to give this for that by Blue, would."""
    state = ENGINE.position(
        ["red", "blue"],
        options or {},
        {"red": {"at": "Oz", "hand": ["Zap"]} | (red or {}), **start},
    )
    deal = {"number": 3, "with": "blue", "mine": False, "give": give, "get": get}
    return BOTS.accepts(ENGINE.view(state, "red") | {"deals": [deal]}, deal, 1)


@pytest.mark.parametrize(
    ("give", "get", "answer"),
    [
        ("station at oz", "20 stellors", True),
        ("station at oz", "4 stellors", False),
        ("2 engine", "20 stellors", False),
        ("card zap", "30 stellors", False),
        ("nothing", "3 stellors", True),
        ("imperial cargo (red)", "90 stellors", False),
        ("30 stellors", "nothing", False),
        ("fur", "7 stellors and station at kluge", True),
        ("3 stellors", "card superzap", True),
        ("permission at oz", "4 stellors", True),
    ],
)
def test_a_bot_accepts_what_pays_and_declines_the_rest(give, get, answer):
    assert accepts(give, get) is answer


def test_a_card_for_which_there_is_no_room_is_worth_nothing_unless_one_is_given_for_it():
    full = {"hand": ["Zap", "Codebreaker"]}
    assert not accepts("3 stellors", "card superjump", full)
    assert accepts("card codebreaker", "card superjump", full)


def test_no_calamity_goes_to_the_one_rival_at_any_price():
    """(ST-CALAMITY-01)"""
    for card in (one for one in edition().cards.values() if one.calamity):
        hand = {"hand": [card.name, "Superjump"]}
        assert not accepts(f"card {card.name.lower()}", "30 stellors", hand), card.name
    jump = {"hand": ["Superjump"]}
    assert accepts("card superjump", "30 stellors", jump)
    assert not accepts("card superjump", "12 stellors", jump)


def test_no_card_goes_to_who_will_use_it_against_the_giver():
    """Green leads, so that what Blue is sold is meant for Green, but for what strikes who is there
    and what Pirate Pete can play as almost any other (ST-CARD-25, ST-CARD-39, ST-NEWPERSON-14).
    """

    def kept(card, blue=None, **red):
        state = ENGINE.position(
            ["red", "blue", "green"],
            {"personalities": "all"},
            {
                "red": {"at": "Oz", "hand": [card], "personality": "The Hero"} | red,
                "blue": {"at": "Wells", "personality": "The Navigator"} | (blue or {}),
                "green": {"at": "Terra", "prestige": 14, "personality": "The Engineer"},
            },
        )
        mind = Mind(ENGINE.view(state, "red"), 1)
        named, any_card = (harm(mind, one, "blue") for one in (f"card {card.lower()}", "a card"))
        assert named == any_card
        return named > 50

    assert not any(kept(card) for card in ("Court Scandal", "Gotcha", "Piracy", "Takeover"))
    assert kept("Court Scandal", prestige=15)
    assert kept("Piracy", {"at": "Oz"})
    assert kept("Takeover", {"at": "Kluge"}, stations=["Oz", "Kluge"])
    assert kept("Piracy", {"personality": "Pirate Pete"})


def test_who_is_about_to_win_pays_more():
    blue = {"mission": {"from": "Asimov", "to": "Jaxin"}}
    assert accepts("permission at oz", "4 stellors")
    assert not accepts("permission at oz", "4 stellors", blue=blue)


def test_leave_to_use_a_station_is_worth_more_on_the_way():
    """(ST-STATION-12)"""
    mission = {"at": "Capital", "stations": [], "mission": {"from": "Asimov", "to": "Jaxin"}}
    lines = [["Capital", "Oz", "orange"], ["Oz", "Asimov", "green"], ["Asimov", "Jaxin", "orange"]]
    there, aside = ({"stations": [world]} for world in ("Asimov", "Kluge"))
    assert accepts("8 stellors", "permission at asimov", mission, blue=there, lines=lines)
    assert not accepts("8 stellors", "permission at kluge", mission, blue=aside, lines=lines)


def test_a_station_of_the_chain_is_hardly_sold():
    """(ST-ADV-06)"""
    chain = {"at": "Oz", "stations": ["Oz"]}
    assert accepts("station at oz", "12 stellors", chain)
    assert not accepts("station at oz", "12 stellors", chain, options={"game": "advanced"})


def test_a_personality_has_its_price():
    """(ST-OPTION-01)"""
    trade = {"personalities": "original", "personality_trade": True}
    hero = {"personality": "The Hero"}
    assert accepts("personality the hero", "30 stellors", hero, trade)
    assert not accepts("personality the hero", "2 stellors", hero, trade)
