"""Retreat and pursuit with any of the ships there (SS-RET-01, SS-RET-02)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engines.game import DirectGame
from traders.engines.kernel.refusal import Refusal
from traders.engines.stratastar import ENGINE


class Table(DirectGame):
    engine = ENGINE


def entered(options: dict[str, Any] | None = None, **more: Any) -> DirectGame:
    """Red has moved three Fleets and a Warfleet to D4, where blue has as many."""
    seats: dict[str, Any] = {
        "red": {"fleets": {"d3": 3}, "warfleets": {"d3": 1}, "hand": {"move": 2}},
        "blue": {"fleets": {"d4": 3}, "warfleets": {"d4": 1}, "hand": {"move": 3}},
    }
    start = {seat: {**said, **more.pop(seat, {})} for seat, said in seats.items()}
    game = Table(
        options={"diplomacy": False, "spying": False, **(options or {})},
        stage="movement",
        **start,
        **more,
    )
    return game.order("red", "move 3 and 1 warfleet from d3 to d4")


def ships(game: DirectGame, seat: str) -> dict[str, tuple[int, int]]:
    """Fleets and Warfleets by space."""
    now = game.now[seat]
    spaces = {ship.at for ship in game.state.empires[seat].ships}
    return {at: (now["fleets"][at], now["warfleets"][at]) for at in sorted(spaces)}


def test_three_ways_for_three_cards():
    game = entered()
    game.order(
        "blue",
        "retreat 1 from d4 to d5",
        "retreat 1 warfleet from d4 to c4",
        "retreat 1 from d4 to e4",
    )
    assert ships(game, "blue") == {"c4": (0, 1), "d4": (1, 0), "d5": (1, 0), "e4": (1, 0)}
    assert game.now["blue"]["hand"]["move"] == 0
    assert "Blue retreats with 1 Warfleet from D4 to C4." in game.told


def test_all_go_where_none_are_named():
    game = entered()
    game.order("blue", "retreat from d4 to d5")
    assert ships(game, "blue") == {"d5": (3, 1)}
    assert "Blue retreats from D4 to D5." in game.told


def test_more_than_are_there_are_refused_and_what_was_sent_before_counts():
    """Beside a line sent before, only the others can go (SS-RET-01)."""
    game = entered()
    assert "SS-RET-01" in game.refused("blue", "retreat 4 from d4 to d5")
    assert "SS-RET-01" in game.refused("blue", "retreat 1 and 2 warfleets from d4 to d5")
    order = ENGINE.read(game.state, "blue", "retreat 2 from d4 to d5")
    sent = [ENGINE.read(game.state, "blue", "retreat 2 from d4 to e4")]
    ENGINE.check(game.state, "blue", order)
    with pytest.raises(Refusal):
        ENGINE.check(game.state, "blue", order, sent)
    ENGINE.check(game.state, "blue", ENGINE.read(game.state, "blue", "retreat from d4 to d5"), sent)


def test_the_menu_offers_all_or_some():
    """So that all that can be said is found there (SS-RET-01)."""
    game = entered()
    to_d5 = [order for order in game.offered("blue") if order.endswith("d5")]
    assert to_d5 == [
        "retreat from d4 to d5",
        "retreat {n} from d4 to d5",
        "retreat {n} warfleet from d4 to d5",
    ]
    game.order("blue", "retreat from d4 to d5")
    assert game.offered("red") == ["pursue", "pursue {n}", "pursue {n} warfleet"]


def test_a_single_fleet_goes_whole():
    game = entered(blue={"fleets": {"d4": 1}, "warfleets": {}})
    assert [order for order in game.offered("blue") if order.endswith("d5")] == [
        "retreat from d4 to d5"
    ]


class TestPursuit:
    """With any of those that moved in, after whom one likes (SS-RET-02)."""

    def two_ways(self) -> DirectGame:
        game = entered(green={"fleets": {"d4": 1}, "hand": {"move": 1}}, red={"hand": {"move": 2}})
        game.order("blue", "retreat from d4 to d5")
        return game.order("green", "retreat from d4 to e4")

    def test_it_is_asked_when_all_retreats_are_known(self):
        game = self.two_ways()
        assert game.pending.cause == "Fleets have retreated: Blue to D5 and Green to E4."
        assert game.offered("red") == [
            "pursue blue",
            "pursue {n} blue",
            "pursue {n} warfleet blue",
            "pursue green",
            "pursue {n} green",
            "pursue {n} warfleet green",
        ]

    def test_after_whom_must_be_said(self):
        game = self.two_ways()
        with pytest.raises(Refusal) as refused:
            game.order("red", "pursue 2")
        assert refused.value.kind == "ambiguous"
        assert refused.value.instead == ("pursue blue", "pursue green")

    def test_those_that_are_left_may_go_after_the_others(self):
        game = self.two_ways()
        game.order("red", "pursue 2 green")
        while game.pending.name != "pursuit":
            game.close()
        assert game.offered("red") == ["pursue", "pursue {n}", "pursue {n} warfleet"]
        game.order("red", "pursue 1 warfleet").close_all()
        assert ships(game, "red") == {"d4": (1, 0), "d5": (0, 1), "e4": (2, 0)}
        assert game.now["red"]["hand"]["move"] == 0

    def test_of_one_seat_in_two_refuges_the_space_is_said(self):
        game = entered()
        game.order("blue", "retreat 1 from d4 to d5", "retreat from d4 to e4")
        with pytest.raises(Refusal) as refused:
            game.order("red", "pursue blue")
        assert refused.value.instead == ("pursue blue to d5", "pursue blue to e4")
        game.order("red", "pursue 1 to e4").close_all()
        assert ships(game, "red") == {"d4": (2, 1), "e4": (1, 0)}

    def test_only_as_many_go_as_moved_in(self):
        """Others that stood there before may follow by a move of their own."""
        game = entered(
            red={"fleets": {"d3": 3, "d4": 2}, "hand": {"move": 1}},
            blue={"fleets": {"d4": 1}, "warfleets": {}},
        )
        game.order("blue", "retreat from d4 to d5")
        assert game.refused("red", "pursue 4") == ("SS-RET-02",)
        game.order("red", "pursue").close_all()
        assert ships(game, "red") == {"d4": (2, 0), "d5": (3, 1)}

    def test_whom_nobody_follows_is_refused(self):
        game = self.two_ways()
        assert game.refused("red", "pursue yellow") == ("SS-RET-02",)
        assert game.refused("red", "pursue 4 blue") == ("SS-RET-02",)
        assert game.refused("red", "pursue to f4") == ("SS-RET-02",)


def test_a_game_of_the_first_revision_is_pursued_in_at_once():
    """It goes on as it began: after each retreat the mover is asked, before the next."""
    state = ENGINE.position(
        ("red", "blue", "green"),
        {"diplomacy": False},
        {
            "stage": "movement",
            "red": {"fleets": {"d3": 1}},
            "blue": {"fleets": {"d4": 1}, "hand": {"move": 1}},
            "green": {"fleets": {"d4": 1}, "hand": {"move": 1}},
        },
        revision=1,
    )
    ENGINE.play(state, "red", ENGINE.read(state, "red", "move 1 from d3 to d4"))
    ENGINE.play(state, "blue", ENGINE.read(state, "blue", "retreat from d4 to d5"))
    assert ENGINE.written(state)["interval"] == "pursuit"
    ENGINE.close(state)
    assert ENGINE.written(state)["interval"] == "retreat"
