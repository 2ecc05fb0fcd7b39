"""Trader's Luck: hands, draws, exchange, reshuffle, Jubilee (ST-LUCK, ST-CARD-14 to 18)."""

from tests.engines.star_traders.game import Game
from traders.engines.kernel.contract.contract import Choice
from traders.engines.kernel.steps.agenda import put
from traders.engines.star_traders import ENGINE
from traders.engines.star_traders.play.step_handlers import PROCEDURES
from traders.engines.star_traders.position.agenda_steps import ShedCards

JUBILEE = "Emperor Proclaims Jubilee"


def test_below_the_limit_one_card_is_drawn_and_only_one():
    """ST-LUCK-06, ST-TURN-08"""
    game = Game(red={"hand": []}, luck_deck=["Zap", "Gotcha"]).order("red", "draw")
    assert (game.now["red"]["hand"], game.now["stage"]) == (["Zap"], "closing")
    assert {"ST-LUCK-06", "ST-TURN-01"} <= set(game.refused("red", "draw"))


def test_a_full_hand_draws_only_in_exchange():
    """ST-LUCK-04, ST-LUCK-07"""
    game = Game(red={"hand": ["Zap", "Gotcha"]}, luck_deck=["Piracy"])
    assert "ST-LUCK-07" in game.refused("red", "draw")
    assert "ST-LUCK-07" in game.refused("red", "draw discarding zap and gotcha")
    assert "ST-LUCK-07" in game.refused("red", "draw discarding piracy")
    assert [order for order in game.offered("red") if order.startswith("draw")] == [
        "draw discarding zap",
        "draw discarding gotcha",
    ]
    game.order("red", "draw discarding zap")
    assert (game.now["red"]["hand"], game.now["luck_discard"]) == (["Gotcha", "Piracy"], ["Zap"])
    assert "ST-LUCK-07" in Game(red={"hand": ["Zap"]}).refused("red", "draw discarding zap")


def test_ending_the_turn_makes_the_draw_that_is_due():
    """ST-LUCK-06, ST-TURN-16"""
    game = Game(red={"hand": ["Zap"]}, luck_deck=["Piracy", "Gotcha"]).order("red", "end")
    assert (game.now["red"]["hand"], game.now["turn"]) == (["Zap", "Piracy"], "blue")
    game = Game(red={"hand": ["Zap", "Zap"]}, luck_deck=["Piracy"]).order("red", "end")
    assert game.now["luck_deck"] == ["Piracy"]
    game = (
        Game(red={"hand": []}, luck_deck=["Piracy", "Zap"]).order("red", "draw").order("red", "end")
    )
    assert game.now["red"]["hand"] == ["Piracy"]


def test_an_empty_deck_is_made_anew_from_the_discards():
    """ST-LUCK-08"""
    game = Game(luck_deck=[], luck_discard=["Zap", "Gotcha"]).order("red", "draw")
    assert (game.now["red"]["hand"], game.now["luck_deck"], game.now["luck_discard"]) == (
        ["Zap"],
        ["Gotcha"],
        [],
    )
    assert next(event for event in game.events if "shuffled" in event.text)
    game = Game(luck_deck=[], luck_discard=[]).order("red", "draw")
    assert (game.now["red"]["hand"], game.now["stage"]) == ([], "closing")


def test_the_shuffle_is_nobodys_to_see():
    game = Game(luck_deck=[], luck_discard=["Zap", "Gotcha"])
    ENGINE.play(game.state, "red", ENGINE.read(game.state, "red", "draw"))
    assert (game.pending.kind, game.pending.secret, game.pending.sides) == ("shuffle", True, 2)


def test_a_card_drawn_is_told_to_its_seat_alone():
    """ST-LUCK-02"""
    game = Game(luck_deck=["Piracy"]).order("red", "draw")
    heard = {
        seat: " ".join(event.text for event in game.events if event.heard_by(seat))
        for seat in ("red", "blue", None)
    }
    assert "Piracy" in heard["red"]
    assert "Piracy" not in heard["blue"]
    assert "Piracy" not in heard[None]
    assert "draws a card" in heard["blue"]


def test_jubilee_taxes_every_station_and_is_not_replaced():
    """ST-CARD-14, ST-CARD-15, ST-CARD-16, ST-CARD-18"""
    game = Game(
        red={"stations": ["Oz", "Wells", "Kluge", "Mink"], "stellors": 5},
        blue={"stations": ["Niven", "Jaxin", "Verne"], "stellors": 10},
        green={"stations": []},
        luck_deck=[JUBILEE, "Zap"],
    )
    game.order("red", "draw")
    assert [game.now[seat]["stellors"] for seat in ("red", "blue", "green")] == [0, 4, 40]
    assert (game.now["red"]["hand"], game.now["luck_deck"], game.now["luck_discard"]) == (
        [],
        ["Zap"],
        [JUBILEE],
    )
    assert game.now["interval"] == "none"


def test_over_the_limit_the_holder_discards_before_anything_else():
    """ST-LUCK-05"""
    game = Game(red={"hand": ["Zap", "Gotcha", "Piracy"]})
    put(game.state, [ShedCards("red")])
    PROCEDURES.run(game.state, [])
    assert isinstance(game.pending, Choice)
    assert game.refused("red", "end")[0] == "ST-LUCK-05"
    assert game.refused("blue", "play zap up")[0] in {"ST-LUCK-05", "ST-LUCK-03"}
    game.order("red", "discard gotcha")
    assert (game.now["red"]["hand"], game.now["luck_discard"]) == (["Zap", "Piracy"], ["Gotcha"])


def test_two_over_the_limit_go_in_one_order_or_one_by_one():
    """ST-LUCK-05"""
    for orders in (["discard zap and gotcha"], ["discard zap", "discard gotcha"]):
        game = Game(red={"hand": ["Zap", "Gotcha", "Piracy", "Takeover"]})
        put(game.state, [ShedCards("red")])
        PROCEDURES.run(game.state, [])
        assert game.pending.silence.count(" and ") == 1
        for order in orders:
            game.order("red", order)
        assert game.now["red"]["hand"] == ["Piracy", "Takeover"]
        assert game.now["waiting"] == ["red"]
        assert game.now["stage"] == "movement"
