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
from traders.engines.kernel.contract import Interval, Turn
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
