"""What Personalities change in a bot's reckoning."""

from __future__ import annotations

from typing import Any

import pytest

from traders.bots.star_traders import personality_effects
from traders.bots.star_traders.plan_and_valuations import Mind
from traders.engines.star_traders import ENGINE
from traders.engines.star_traders.edition import edition

SEATS = ("red", "blue", "green")


def mind(personality: str, **red: Any) -> Mind:
    """Red, with that Personality ("" for none)."""
    held = {"personality": personality} if personality else {}
    state = ENGINE.position(
        SEATS,
        {"personalities": "all"} if personality else {},
        {
            "contracts": ["Pheromones to Helix"],
            "red": {"at": "Oz", "hand": []} | held | red,
        },
    )
    return Mind(ENGINE.view(state, "red"), 1)


@pytest.mark.parametrize("personality", ["The Hero", "The Negotiator"])
def test_a_delivery_is_worth_more_to_who_gains_more_by_it(personality):
    """(ST-PERSON-28, ST-PERSON-14)"""
    talented = mind(personality)
    contract = talented.contracts[0]
    plain = talented.saved(contract["prestige"], contract["stellors"])
    assert talented.gains(contract) > plain


def test_a_piracy_is_kept_by_who_may_play_it_as_other_cards():
    """(ST-NEWPERSON-14)"""
    assert mind("Pirate Pete").keep("Piracy") > mind("").keep("Avoid Calamity")
    assert mind("The Hero").keep("Piracy") == mind("").keep("Piracy")


@pytest.mark.parametrize("name", ["Awesome Andi", "Lucky Lou"])
def test_who_gains_much_is_feared_sooner(name: str):
    """(ST-NEWPERSON-02, ST-PERSON-08)"""
    feared, plain = mind(name), mind("The Hero")
    assert feared.threat(feared.me) > plain.threat(plain.me)


def test_the_insider_s_further_stations_lie_where_they_help():
    """Where lines are hard and cargo is wanted, and not at the end of easy ones (ST-PERSON-27)."""
    seen = mind("The Hero", stations=["Oz"])
    worth = {
        world["name"]: personality_effects.site(seen.book, seen.lines, seen.ways, world["name"])
        for world in seen.view["chart"]["worlds"]
    }
    best = max(worth, key=worth.__getitem__)
    lines = [line for line in seen.lines if best in line]
    assert len(lines) > len(seen.lines) * 2 / len(worth), "more lines than most worlds have"
    assert worth[best] > 1.5 * sorted(worth.values())[len(worth) // 2]


def test_sums_are_those_of_the_edition():
    book = edition()
    assert personality_effects.delivery(book, ["The Hero"], own_station=True) == (2, 0)
    assert personality_effects.delivery(book, ["The Negotiator"], own_station=False) == (0, 4)
    assert personality_effects.delivery(book, ["The Negotiator"], own_station=True) == (0, 6)
    assert personality_effects.delivery(book, [], own_station=True) == (0, 0)
