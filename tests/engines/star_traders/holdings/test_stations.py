"""Permission to use a station ends as its ownership does (ST-STATION-12)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.engines.star_traders.game import Game
from tests.engines.star_traders.test_odd_moments import deal
from traders.engines.star_traders.holdings import stations
from traders.engines.star_traders.position.state import Station

OZ = 62


def permitted(revision: int = 0, **more) -> Game:
    """Red may use blue's station on Oz."""
    blue = {"at": "Wells", "stations": ["Oz"]} | more.pop("blue", {})
    red = {"at": "Oz", "stations": []} | more.pop("red", {})
    game = Game(revision=revision, red=red, blue=blue, green={"stations": []}, **more)
    return game.order("blue", "permit red at oz")


def sold(revision: int = 0) -> Game:
    return deal(permitted(revision), "blue", "station at oz", "green")


def taken_over(revision: int = 0) -> Game:
    game = permitted(revision, red={"hand": ["Takeover"]})
    return game.order("red", "play takeover").close_all()


def lost(revision: int = 0) -> Game:
    game = permitted(revision, red={"hand": ["Lose a Station"]})
    return game.order("red", "play lose a station on blue").close_all()


def gone_with_the_insider(revision: int = 0) -> Game:
    options = {"personalities": "all", "personality_trade": True}
    blue = {"at": "Wells", "stations": ["Capital"], "personality": "The Insider"}
    game = Game(options=options, revision=revision, blue=blue, red={"at": "Oz"})
    game.order("blue", "permit red at capital")
    return deal(game, "blue", "personality the insider", "green").order("red", "end")


def auctioned(revision: int = 0) -> Game:
    blue = {"at": "Oz", "stations": ["Oz"], "prestige": 12, "hand": []}
    red = {"hand": ["Superzap"]}
    options = {"game": "advanced"}
    game = permitted(revision, blue=blue, red=red, options=options).order("red", "end")
    game.chance = [1]
    game.order("blue", "petition oz").close("petition")
    game.order("red", "play superzap down").close_all()
    return game


WAYS = [sold, taken_over, lost, gone_with_the_insider, auctioned]


@pytest.mark.parametrize("way", WAYS)
def test_it_does_not_come_back_with_the_station(way: Callable[..., Game]):
    """ST-STATION-12: sold, taken over, removed, gone with the Insider, auctioned and unsold."""
    for revision, back in ((0, False), (1, True)):
        game = way(revision)
        world = 66 if way is gone_with_the_insider else OZ
        assert game.state.stations.get(world) is None or (
            game.state.stations[world].owner != "blue"
        )
        if world in game.state.stations:
            stations.hand_over(game.state, world, "blue")
        else:
            game.state.stations[world] = Station("blue")
        assert stations.may_use(game.state, "red", world) is back


def test_permission_at_all_stations_and_a_bar_at_one_stay():
    """ST-STATION-12: what was given is for whatever stations are the owner's."""
    game = permitted().order("blue", "permit red", "forbid red at oz")
    deal(game, "blue", "station at oz", "green")
    deal(game, "green", "station at oz", "blue")
    assert not stations.may_use(game.state, "red", OZ)
    game.order("blue", "permit red at oz")
    assert stations.may_use(game.state, "red", OZ)
