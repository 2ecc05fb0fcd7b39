"""Set-up (ST-SETUP)."""

import pytest

from tests.engines.star_traders.game import Game
from traders.engines.kernel.contract.contract import Chance, Turn
from traders.engines.kernel.refusal import Refusal
from traders.engines.star_traders import ENGINE

COLOURS = ("red", "blue", "green", "yellow", "purple", "orange", "white")
JUBILEE = "Emperor Proclaims Jubilee"


@pytest.mark.parametrize(("count", "contracts"), [(2, 2), (3, 2), (4, 3), (5, 4), (6, 5)])
def test_set_up_by_players(count, contracts):
    """ST-SETUP-02, ST-SETUP-05 to 07, ST-SETUP-15, ST-SETUP-17, ST-SETUP-19, ST-SETUP-21,
    ST-SETUP-24, ST-STATION-02
    """
    seats = COLOURS[:count]
    throws = [1] * (1 + min(count, 5) - (count > 4))
    game = Game(*throws, seats=seats, setup=True, luck_deck=["Zap"] * 20)
    assert isinstance(game.pending, Turn)
    assert not game.chance
    now = game.now
    worlds = [now[seat]["at"] for seat in seats]
    assert len(set(worlds)) == count
    assert worlds[-1] == "Capital" if count == 6 else "Capital" not in worlds
    for seat in seats:
        trader = now[seat]
        assert (trader["stellors"], trader["engines"], trader["prestige"], trader["hand"]) == (
            40,
            3,
            1,
            ["Zap", "Zap"],
        )
        assert trader["stations"] == [trader["at"]]
    assert len(now["contracts"]) == contracts
    assert len(now["contracts"]) + len(now["contract_deck"]) == 72
    assert (now["completed"], now["turn"], now["stage"], now["round"]) == (
        [],
        seats[0],
        "movement",
        1,
    )


@pytest.mark.parametrize(
    ("seats", "rule"),
    [(("red",), "ST-SETUP-02"), (COLOURS, "ST-SETUP-02"), (("red", "red"), "ST-SETUP-04")],
)
def test_who_can_be_seated(seats, rule):
    with pytest.raises(Refusal) as refused:
        ENGINE.setup(seats, {})
    assert refused.value.rules == (rule,)


def test_the_first_player_and_the_arms_are_by_lot():
    """ST-SETUP-09, ST-SETUP-10, ST-SETUP-13, ST-SETUP-16"""
    game = Game(2, 5, 1, 1, setup=True, luck_deck=["Zap"] * 9)
    assert game.now["turn"] == "blue"
    assert [game.now[seat]["at"] for seat in ("blue", "green", "red")] == [
        "Hexworld",
        "Niven",
        "Telzey",
    ]
    for expected in ("blue", "green", "red", "blue"):
        assert game.now["turn"] == expected
        game.order(expected, "end")


def test_the_order_of_set_up():
    """ST-SETUP-27"""
    state = ENGINE.setup(("red", "blue"), {})
    purposes = []
    while isinstance(chance := ENGINE.pending(state), Chance):
        purposes.append((chance.kind, chance.sides, chance.secret))
        ENGINE.happen(state, list(range(1, chance.sides + 1)) if chance.kind == "shuffle" else 1)
    assert purposes == [
        ("pick", 2, False),
        ("pick", 5, False),
        ("pick", 4, False),
        ("shuffle", 65, True),
        ("shuffle", 72, True),
    ]


def test_a_jubilee_dealt_is_played_before_the_first_turn():
    """ST-SETUP-20, ST-CARD-14, ST-CARD-15, ST-CARD-17"""
    game = Game(
        1,
        1,
        1,
        1,
        setup=True,
        luck_deck=[JUBILEE, "Zap", JUBILEE, "Gotcha", "Zap", "Zap", "Piracy"],
    )
    assert [game.now[seat]["stellors"] for seat in ("red", "blue", "green")] == [36, 36, 36]
    assert [len(game.now[seat]["hand"]) for seat in ("red", "blue", "green")] == [1, 1, 2]
    assert game.now["luck_discard"] == [JUBILEE, JUBILEE]
    assert game.now["luck_deck"] == ["Piracy"]


def test_options_are_known_ones():
    with pytest.raises(Refusal):
        ENGINE.setup(("red", "blue"), {"colour": "red"})
    with pytest.raises(Refusal) as refused:
        ENGINE.setup(("red", "blue"), {"game": "chess"})
    assert refused.value.rules == ("ST-ADV-01",)


@pytest.mark.parametrize(
    "start",
    [
        {"sun": 1},
        {"red": {"sun": 1}},
        {"red": {"at": "Xyzzy"}},
        {"red": {"hand": ["Xyzzy"]}},
        {"red": {"cargo": ["Xyzzy"]}},
        {"red": {"rights": ["Fur"]}},
        {"contracts": ["Fur to Xyzzy"]},
        {"lines": [["Mink", "Niven", "pink"]]},
        {"red": {"stations": ["Oz"]}, "blue": {"stations": ["Oz"]}},
        {"red": {"mission": {"from": "Oz", "to": "Oz"}}},
    ],
)
def test_a_start_that_means_nothing_is_an_error(start):
    with pytest.raises(ValueError, match=r"."):
        ENGINE.position(("red", "blue"), {}, start)


def test_the_standard_position():
    """Set-up's places, no contract, whole decks."""
    now = ENGINE.written(ENGINE.position(COLOURS[:6], {}, {}))
    assert [now[seat]["at"] for seat in COLOURS[:6]] == [
        "Niven",
        "Telzey",
        "Bradbury",
        "Snell",
        "Hexworld",
        "Capital",
    ]
    assert (
        len(now["luck_deck"]),
        len(now["contract_deck"]),
        now["contracts"],
        now["red"]["hand"],
    ) == (65, 72, [], [])
    start = {
        "red": {"hand": ["Zap"], "envoy": "Helix", "stressed": True},
        "quarantines": [{"world": "Oz", "by": "red"}],
        "luck_discard": ["Gotcha"],
    }
    assert len(ENGINE.written(ENGINE.position(COLOURS[:2], {}, start))["luck_deck"]) == 60
