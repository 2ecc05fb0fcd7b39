"""The advanced game: petitions for stations, auctions, chains."""

import pytest

from tests.engines.star_traders.game import Game
from tests.engines.star_traders.test_odd_moments import deal, no_deal
from traders.engines.kernel.contract.contract import Interval
from traders.engines.kernel.engine.optional_contract import Terms
from traders.engines.kernel.refusal import Refusal
from traders.engines.star_traders import ENGINE
from traders.engines.star_traders.court import imperial_station_petition

ADVANCED = {"game": "advanced"}
SEATS = ("red", "blue", "green", "yellow", "purple", "orange")


def petitioner(*chance, seats=("red", "blue", "green"), **red):
    start = {"at": "Oz", "stations": ["Oz"], "stellors": 40, "prestige": 17, **red}
    return Game(*chance, options=ADVANCED, seats=seats, stage="action", red=start)


@pytest.mark.parametrize("count", range(2, 7))
def test_as_many_contracts_as_players(count):
    """(ST-ADV-02, ST-ADV-03)"""
    game = Game(*([1] * 12), options=ADVANCED, seats=SEATS[:count], setup=True)
    assert len([title for title in game.now["contracts"] if title]) == count
    assert {(game.now[seat]["stellors"], game.now[seat]["engines"]) for seat in SEATS[:count]} == {
        (40, 3)
    }


@pytest.mark.parametrize(
    ("die", "stellors", "prestige"),
    [(1, 30, 12), (2, 35, 17), (3, 0, 9), (4, 10, 12), (5, 20, 13), (6, 30, 12)],
)
def test_the_table(die, stellors, prestige):
    """(ST-IMPERIAL-11 to 16, ST-IMPERIAL-04, ST-IMPERIAL-05)"""
    game = petitioner(die).order("red", "petition oz")
    if "add" in str(game.now["waiting"]) or any(
        thing.startswith("add") for thing in getattr(game.pending, "things", ())
    ):
        game.order("red", "add 0")
    if die > 2:
        assert game.pending.silence == "refuse"
        game.order("red", "pay")
    assert (game.now["red"]["stellors"], game.now["red"]["prestige"]) == (stellors, prestige)
    assert game.now["red"]["imperial"] == (["Oz"] if die > 2 else [])


def test_half_of_one_is_none():
    """(ST-IMPERIAL-05)"""
    game = petitioner(3, prestige=1).order("red", "petition oz").order("red", "pay")
    assert game.now["red"]["prestige"] == 1


def test_a_station_lost_before_the_roll_is_not_petitioned_for():
    """(ST-IMPERIAL-23, ST-TURN-22)"""
    game = petitioner(hand=["Zap"])
    game.state.traders["blue"].hand = ["Lose a Station"]
    game.order("red", "petition oz").order("blue", "play lose a station on red")
    game.close_all()
    assert game.now["red"]["action"] == "used"
    assert game.now["red"]["prestige"] == 17


def auctioned(**more):
    """Red's petition has come to nothing, and its station on Oz is auctioned."""
    game = petitioner(1, prestige=12, **more)
    game.state.traders["blue"].hand = ["Superzap"]
    return game.order("red", "petition oz").close("petition").order("blue", "play superzap down")


def test_an_auction_asks_all_for_sealed_bids():
    """(ST-IMPERIAL-22, ST-IMPERIAL-09)"""
    game = auctioned()
    assert isinstance(game.pending, Interval)
    assert game.pending.question
    assert game.pending.silence == "no bid"
    assert game.pending.seats == ("red", "blue", "green")
    assert game.now["red"]["prestige"] == 2
    assert "ST-IMPERIAL-22" in game.refused("blue", "bid 41")
    game.order("blue", "bid 7")
    assert "ST-IMPERIAL-22" in game.refused("blue", "bid 8")
    for seat in ("red", "green", None):
        assert "7" not in str(ENGINE.view(game.state, seat)["auction"])
    game.order("red", "bid 7").order("green", "no bid")
    assert game.now["interval"] == "none"
    assert game.now["red"]["stations"] == ["Oz"]
    assert game.now["red"]["stellors"] == 33
    assert game.now["blue"]["stellors"] == 40


def test_no_card_comes_between_the_bids():
    """(ST-IMPERIAL-22)"""
    game = auctioned()
    game.state.traders["green"].hand = ["Gotcha"]
    assert "ST-IMPERIAL-22" in game.refused("green", "play gotcha on red")
    assert all("gotcha" not in order for order in game.offered("green"))


def test_without_a_bid_the_station_is_removed():
    """(ST-IMPERIAL-22)"""
    game = auctioned().close("auction")
    assert "Nobody bids for the station on Oz (62)." in game.told
    assert 62 not in game.state.stations
    assert game.now["turn"] == "red"


def test_the_insider_s_capital_is_never_auctioned():
    """(ST-PERSON-23, ST-IMPERIAL-09)"""
    game = Game(
        1,
        options=ADVANCED | {"personalities": "original"},
        stage="action",
        red={
            "at": "Capital",
            "stations": ["Capital"],
            "prestige": 12,
            "personality": "The Insider",
        },
        blue={"hand": ["Superzap"]},
    )
    game.order("red", "petition capital").close("petition").order(
        "blue", "play superzap down"
    ).close_all()
    assert game.now["interval"] == "none"
    assert game.now["red"]["stations"] == ["Capital"]
    assert game.now["red"]["prestige"] == 2


def test_the_banker_has_a_part_of_the_winning_bid():
    """(ST-NEWPERSON-12, ST-IMPERIAL-22)"""
    game = auctioned()
    game.state.traders["green"].personalities = ["The Banker"]
    game.order("blue", "bid 11").order("red", "no bid").order("green", "no bid")
    assert game.now["green"]["stellors"] == 42


@pytest.mark.parametrize(("count", "needed"), [(2, 6), (3, 5), (4, 4), (5, 3), (6, 3)])
def test_how_long_a_chain_must_be(count, needed):
    """(ST-ADV-08, ST-DROP-07)"""
    game = Game(options=ADVANCED, seats=SEATS[:count])
    assert imperial_station_petition.needed(game.state) == needed
    if count > 2:
        ENGINE.leave(game.state, SEATS[count - 1])
        assert imperial_station_petition.needed(game.state) == needed


def test_a_chain_is_joined_by_single_lines_of_ones_own_stations():
    """(ST-ADV-06, ST-ADV-07, ST-ADV-10)"""
    stations = ["Mink", "Niven", "Oz", "Wells", "Hench"]
    lines = [
        ["Mink", "Niven", "orange"],
        ["Niven", "Oz", "green"],
        ["Oz", "Kluge", "red"],
        ["Kluge", "Wells", "red"],
        ["Oz", "Hench", "blue"],
    ]
    game = Game(
        options=ADVANCED,
        lines=lines,
        red={"stations": stations, "imperial": stations[:4]},
        blue={"stations": ["Kluge"], "imperial": ["Kluge"]},
    )
    names = [
        game.state.book.worlds[world].name
        for world in imperial_station_petition.chain(game.state, "red")
    ]
    assert sorted(names) == ["Mink", "Niven", "Oz"]
    view = ENGINE.view(game.state, None)
    assert view["chain_needed"] == 5
    assert "Imperial chain: 3 of 5" in ENGINE.board_text(view)
    assert "Mink (Imperial)" in ENGINE.board_svg(view)


def test_an_imperial_station_that_changes_hands_is_ordinary():
    """(ST-IMPERIAL-08)"""
    from traders.engines.star_traders.holdings import stations

    game = Game(options=ADVANCED, red={"stations": ["Oz"], "imperial": ["Oz"]})
    stations.hand_over(game.state, 62, "blue")
    assert game.now["blue"]["stations"][-1:] != [] and game.now["blue"]["imperial"] == []


def test_a_petitioner_who_drops_out_leaves_no_auction():
    """(ST-DROP-04, ST-DROP-09)"""
    game = auctioned()
    ENGINE.leave(game.state, "red")
    assert game.now["turn"] == "blue"
    assert 62 not in game.state.stations
    game = auctioned()
    game.order("blue", "bid 9")
    ENGINE.leave(game.state, "blue")
    game.order("red", "no bid").order("green", "bid 2")
    assert game.now["green"]["stations"][-1:] != []
    assert game.state.stations[62].owner == "green"


# --- under the hammer -----------------------------------------------------------------------------


def hammered(revision: int = 0) -> Game:
    """Red's station on Oz is auctioned; red has another on Mink."""
    game = Game(
        1,
        options=ADVANCED,
        revision=revision,
        stage="action",
        red={"at": "Oz", "stations": ["Oz", "Mink"], "prestige": 12},
        blue={"hand": ["Superzap"]},
    )
    game.order("red", "petition oz").close("petition")
    return game.order("blue", "play superzap down")


@pytest.mark.parametrize("thing", ["station at oz", "permission at oz", "station at oz and a card"])
def test_a_station_under_the_hammer_is_dealt_with_by_nobody(thing):
    """ST-IMPERIAL-22: neither offered, asked for, nor accepted of an offer made before."""
    game = hammered()
    assert game.pending.name == "auction"
    assert "ST-IMPERIAL-22" in no_deal(game, "red", thing, "blue", "9 stellors")
    assert "ST-IMPERIAL-22" in no_deal(game, "blue", "9 stellors", "red", thing)
    with pytest.raises(Refusal) as refused:
        ENGINE.exchange(game.state, Terms("red", "blue", thing, "9 stellors"))
    assert "ST-IMPERIAL-22" in refused.value.rules


def test_another_station_is_dealt_with_meanwhile_and_this_one_when_the_bids_are_opened():
    """ST-IMPERIAL-22"""
    game = deal(hammered(), "red", "station at mink", "blue", "9 stellors")
    for seat in ("red", "blue", "green"):
        game.order(seat, "bid 6" if seat == "green" else "no bid")
    deal(game, "green", "station at oz", "blue", "9 stellors")
    assert sorted(game.now["blue"]["stations"])[:2] == ["Mink", "Oz"]


def test_in_games_of_the_first_revision_it_is_sold_and_lost():
    """PR-RECORD-01"""
    deal(hammered(1), "red", "station at oz", "blue", "9 stellors")
