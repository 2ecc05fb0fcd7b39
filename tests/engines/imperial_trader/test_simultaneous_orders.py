"""Rounds that all order at once (IT-PBM-03): sealed, carried out in turn order, with the time of a
turn.
"""

from __future__ import annotations

from datetime import timedelta
from itertools import cycle

import pytest

from tests import seated
from tests.engines.imperial_trader.game import Game
from traders.domain.play import door
from traders.engines.imperial_trader import ENGINE
from traders.engines.kernel.contract.contract import Interval, Turn
from traders.engines.kernel.refusal import Refusal
from traders.models import Deadline, DeadlineKind

AT_ONCE = {"rounds_at_once": True}


def sealed(*chance: int, **start: object) -> Game:
    return Game(*chance, options=AT_ONCE, **start)


def test_what_is_ordered_is_read_by_nobody_before_it_is_carried_out():
    game = sealed(red={"at": "Greenholt"})
    order = ENGINE.read(game.state, "red", "round: fly cinderfall; deal")
    assert "cinderfall" not in ENGINE.public(order)
    assert ENGINE.gathers(game.state, "red", order)
    game.order("red", "round: deal").order("blue", "round: deal; fly cinderfall")
    for seat in ("red", None):
        assert "cinderfall" not in str(ENGINE.view(game.state, seat)["waiting"])


def test_a_seat_that_drops_out_is_asked_no_more_and_its_orders_are_gone():
    game = sealed(seats=("red", "blue", "green"), blue={"orders": ["Grain to Ferrum Vale"]})
    game.order("blue", "round: deal")
    game.events += ENGINE.leave(game.state, "blue")
    game.go_on()
    assert isinstance(game.pending, Interval)
    assert game.pending.seats == ("red", "green")
    game.close()
    assert game.now["round"] == 2
    assert not any("Blue draws" in event.text for event in game.events)


def test_when_a_captain_wins_what_the_others_ordered_is_not_done():
    start = {
        "credits": 90,
        "at": "Greenholt",
        "orders": ["Machine parts to Greenholt"],
        "cargo": ["Machine parts to Greenholt"],
    }
    game = sealed(4, red=start)
    game.order("blue", "round: deal").order(
        "red", "round: offload machine parts to greenholt"
    ).close()
    assert game.now["winner"] == "red"
    assert game.now["blue"]["orders"] == []


def test_an_order_that_has_become_impossible_ends_the_turn_and_all_are_told_why():
    game = sealed(2, red={"at": "Harrowgate"})
    game.order("red", "round: fly ferrum vale; deal").close()
    (told,) = [event for event in game.events if "cannot be carried out" in event.text]
    assert told.to is None
    assert told.rule == "IT-PBM-03"
    assert game.now["red"]["actions"] == 1


def test_set_up_leads_to_a_round_that_all_order():
    state, faces = ENGINE.setup(("red", "blue"), AT_ONCE), cycle((1, 2))
    while (
        not isinstance(pending := ENGINE.pending(state), (Interval, Turn))
        or getattr(pending, "name", "") != "orders"
    ):
        assert not isinstance(pending, Turn)
        if isinstance(pending, Interval):
            ENGINE.close(state)
        else:
            ENGINE.happen(
                state,
                list(range(1, pending.sides + 1)) if pending.kind == "shuffle" else next(faces),
            )
    assert pending.seats[0] == state.first


@pytest.mark.django_db
def test_the_question_has_the_time_of_a_turn():  # PR-TURN-01
    settings = {"turn_time": "72h", "interval_time": "12h"}
    game = door.create(
        "imperial-trader", ["red", "blue"], AT_ONCE, settings, start={"red": {"at": "Greenholt"}}
    )
    begun = seated.begin(game.pk).at
    row = Deadline.objects.get(game=game, kind=DeadlineKind.INTERVAL, done_at=None)
    assert row.due is not None
    assert timedelta(hours=71) < row.due - begun < timedelta(hours=73)


@pytest.mark.parametrize(
    ("drawn", "cargo", "at"),
    [
        ("Grain to Ferrum Vale", ["Grain to Ferrum Vale"], "Greenholt"),
        ("Heavy ore to Port Meridian", [], "Cinderfall"),
        ("Pilgrims to Cinderfall", [], "Greenholt"),
    ],
)
def test_a_second_action_may_be_ordered_by_the_card_that_is_drawn(
    drawn: str, cargo: list[str], at: str
):
    start = {"deck": [drawn, "Fine manufactures to Harrowgate"], "red": {"at": "Greenholt"}}
    game = sealed(*[4] * (at == "Cinderfall"), **start)
    game.order("blue", "round: end").order(
        "red",
        "round: deal; if drew grain to ferrum vale: load grain to ferrum vale; "
        "if drew heavy ore to port meridian: fly cinderfall; otherwise: end",
    ).close()
    assert (game.now["red"]["cargo"], game.now["red"]["at"]) == (cargo, at)
    assert game.now["red"]["orders"] == [drawn]
    assert not any("cannot be carried out" in event.text for event in game.events)


ORE, GRAIN, PILGRIMS = (
    "Heavy ore to Port Meridian",
    "Grain to Ferrum Vale",
    "Pilgrims to Cinderfall",
)


@pytest.mark.parametrize(
    ("drawn", "cargo", "kept"),
    [(ORE, [], ORE), (PILGRIMS, [], GRAIN), (ORE, [GRAIN], ORE), (PILGRIMS, [GRAIN], GRAIN)],
)
def test_what_is_kept_of_a_card_too_many_is_ordered_ahead(drawn: str, cargo: list[str], kept: str):
    """IT-DEA-03, IT-PBM-02"""
    red = {"at": "Greenholt", "orders": [GRAIN], "cargo": cargo}
    game = sealed(4, red=red, deck=[drawn])
    game.order("blue", "round: end")
    game.order("red", f"round: deal; fly cinderfall; keep {ORE} and machine parts to greenholt")
    game.close()
    assert game.now["round"] == 2, "nobody was asked which card goes"
    assert game.now["red"]["orders"] == [kept]
    assert game.now["red"]["cargo"] == [one for one in cargo if one == kept]
    assert game.now["red"]["at"] == "Cinderfall"
    assert game.now["deck"] == [one for one in (drawn, GRAIN) if one != kept]


@pytest.mark.parametrize("deck", [[ORE, PILGRIMS], [PILGRIMS, ORE]])
def test_what_is_kept_counts_for_each_card_drawn_in_the_round_and_what_is_named_first(
    deck: list[str],
):
    """IT-DEA-03"""
    game = sealed(red={"at": "Greenholt", "orders": [GRAIN]}, deck=deck)
    game.order("blue", "round: end").order("red", f"round: deal; deal; keep {ORE} and {PILGRIMS}")
    game.close()
    assert game.now["red"]["orders"] == [ORE]
    assert set(game.now["deck"]) == {GRAIN, PILGRIMS}


def test_where_no_card_is_too_many_there_is_nothing_to_keep():
    """IT-DEA-03"""
    game = sealed(4, red={"at": "Greenholt", "orders": []}, deck=[PILGRIMS])
    game.order("blue", "round: end").order("red", f"round: deal; fly cinderfall; keep {ORE}")
    game.close()
    assert game.now["red"]["orders"] == [PILGRIMS]
    assert game.now["red"]["at"] == "Cinderfall"
    with pytest.raises(Refusal) as refused:
        game.order("red", f"round: keep {ORE}; deal")
    assert refused.value.rules == ("IT-DEA-02",)


@pytest.mark.parametrize("behind", ["", "; fly cinderfall"])
def test_where_nothing_is_said_of_it_who_draws_is_asked_which_card_goes(behind: str):
    """IT-DEA-03"""
    game = sealed(4, red={"at": "Greenholt", "orders": [GRAIN]}, deck=[ORE])
    game.order("blue", "round: end").order("red", f"round: deal{behind}").close()
    assert isinstance(game.pending, Turn)
    assert game.pending.seats == ("red",)
    assert game.order("red", f"keep {ORE}").now["red"]["orders"] == [ORE]


def test_which_card_is_kept_may_be_the_answer_too():
    """IT-DEA-03: of several that are held, what pays least goes for the one that is kept."""
    held = ["Fine manufactures to Harrowgate", GRAIN]
    for line, goes in ((f"keep {ORE}", held[0]), (f"keep {' and '.join(held)}", ORE)):
        red = {"at": "Greenholt", "orders": held}
        game = Game(options={"order_limit": 2}, turn="red", red=red, deck=[ORE])
        game.order("red", "deal").order("red", line)
        assert game.now["deck"] == [goes]


# --- a ship that is lost --------------------------------------------------------------------------

PARTS = "Machine parts to Greenholt"


def lost(order: str) -> Game:
    """Red's last damage point goes with the first action, and the new ship starts at a port."""
    red = {"at": "Harrowgate", "damage": 1, "orders": [PARTS]}
    game = sealed(1, 2, red=red, deck=["Heavy ore to Port Meridian"])
    game.order("blue", "round: end").order("red", f"round: fly ferrum vale; {order}").close()
    return game.order("red", "start at saint ovane")


@pytest.mark.parametrize(
    ("order", "drawn"),
    [
        ("if wrecked: deal; otherwise: fly ferrum vale", True),
        ("if arrived: end; if wrecked: deal", True),
        ("if wrecked: deal; if arrived: end; otherwise: end", True),
        ("if damage below 1: end; otherwise: deal", True),
        ("if arrived: deal; otherwise: end", False),
    ],
)
def test_what_the_new_ship_does_is_ordered_with_the_round(order: str, drawn: bool):
    """IT-DMG-05, IT-PBM-02"""
    assert (lost(order).now["red"]["orders"] != []) is drawn


def test_a_ship_that_is_not_lost_does_not_do_it():
    game = sealed(4, red={"at": "Harrowgate", "orders": []}, deck=["Heavy ore to Port Meridian"])
    game.order("blue", "round: end")
    game.order("red", "round: fly ferrum vale; if wrecked: deal; otherwise: end").close()
    assert game.now["red"]["orders"] == []


def test_it_is_ordered_one_after_another_too():
    game = Game(1, 2, red={"at": "Harrowgate", "damage": 1}, deck=["Heavy ore to Port Meridian"])
    game.order("red", "fly ferrum vale", "start at saint ovane", "if wrecked: deal")
    assert game.now["red"]["orders"] != []


@pytest.mark.parametrize("word", ["wreck", "wrecks", "wreked", "destroyed", "ship lost", "lost"])
def test_a_near_miss_is_refused_with_the_word_that_is_meant(word: str):
    game = Game()
    with pytest.raises(Refusal) as refused:
        ENGINE.read(game.state, "red", f"if {word}: deal")
    assert refused.value.kind == "unreadable"
    assert "Did you mean wrecked?" in refused.value.text


def test_what_was_ordered_for_the_lost_ship_is_told_as_that():
    game = lost("if arrived: end; otherwise: offload machine parts to greenholt")
    words = "Red's lost ship had orders left, which nobody carries out: offload machine parts to "
    assert f"{words}greenholt. The turn is over." in game.told
    assert "cannot be carried out" not in game.told


def test_what_the_new_ship_cannot_do_is_told_with_its_reason():
    game = lost("if wrecked: offload machine parts to greenholt")
    words = "Red ordered offload machine parts to greenholt, which cannot be carried out: You do "
    assert words in game.told


def test_in_a_round_a_ship_starts_no_more():  # IT-SET-01, IT-PBM-03
    game = Game(options={"rounds_at_once": True})
    assert not any("start at" in one.order for one in ENGINE.offers(game.state, "red"))
    with pytest.raises(Refusal, match="ships have started, and all order the round at once"):
        ENGINE.check(game.state, "red", ENGINE.read(game.state, "red", "start at greenholt"))


@pytest.mark.parametrize("line", ["round: deal; end", "start at greenholt"])
def test_in_a_turn_of_its_own_a_ship_is_told_how_it_orders(line):  # IT-SET-01
    state = Game().state
    pending = ENGINE.pending(state)
    assert isinstance(pending, Turn)
    with pytest.raises(Refusal, match="has started, and the turn is yours alone"):
        ENGINE.check(state, pending.seats[0], ENGINE.read(state, pending.seats[0], line))
