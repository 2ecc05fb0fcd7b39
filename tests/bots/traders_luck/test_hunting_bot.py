"""A master among traders and pirates: it arms itself, robs, and throws goods again."""

from __future__ import annotations

from functools import partial

import pytest

from tools.management.commands.simulate import levels
from tools.simulation import delays, report
from tools.simulation.game import Simulation
from traders.bots.registry import bots
from traders.bots.traders_luck.position_worth import Cargo, Holding, Landing
from traders.bots.traders_luck.ship_encounters import Planet, arrival, faces
from traders.bots.traders_luck.situation import Mind
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.registry import engine
from traders.engines.traders_luck.tables import tables

ENGINE = engine("traders-luck")
BOTS = bots(ENGINE.name)
SEATS = ("red", "blue")
ON = {"bounty_hunters": True}


def said(start: dict[str, object]) -> str:
    """What a master, red, orders."""
    state = ENGINE.position(SEATS, ON, {"turn": "red", **start})
    view, offers = ENGINE.view(state, "red"), ENGINE.offers(state, "red")
    return str(BOTS.bot(view, ENGINE.pending(state), offers, 1, Level.MASTER))


def planet(*dice: str, size: str = "big", **ships: object) -> dict[str, object]:
    return {"planet": {"size": size, "dice": list(dice)}, **ships}


def test_a_master_robs_a_trader_of_what_is_worth_most_where_no_police_are():
    start = planet("luxury", "luxury", "luxury", "food", "food", traders=1)
    armed = {"stage": "combat", "red": {"missiles": 1, "credits": 10}}
    assert said({**start, **armed}) == "attack trader taking luxury"


def test_a_master_spares_a_trader_when_no_days_are_left_to_sell_what_it_has():
    start = planet("luxury", "luxury", "luxury", "food", "food", traders=1)
    armed = {"stage": "combat", "red": {"missiles": 1, "days": 49}}
    assert said({**start, **armed}) == "pass"


def test_a_master_buys_missiles_where_no_goods_are_worth_their_price():
    start = planet("food", "food", "medicine", size="small")
    cargo = [{"good": "luxury", "n": 5, "paid": 12}]
    red = {"credits": 12, "cargo": cargo}
    assert said({**start, "stage": "trade", "red": red}) == "buy 3 missiles"


def test_an_order_keeps_ships_beside_goods():
    assert faces("keep trader and 2 robots") == {"trader": 1, "robots": 2}
    assert faces("keep no police") == {"no police": 1}


@pytest.mark.parametrize("dice", [2, 3])
def test_a_ship_die_to_keep_and_a_trader_to_rob_never_make_a_planet_worse(dice: int):
    landing = Landing(Holding(40, 20), 5)
    plain, armed = Planet(landing, dice, 1, 0.0), Planet(landing, dice, 1, 1.0)
    assert plain.ahead(0, dice, 0) < plain.ahead(0, dice, 1) < plain.ahead(0, dice, 2)
    assert plain.ahead(0, dice, 1) < armed.ahead(0, dice, 1)


def test_a_missile_makes_a_trip_with_an_empty_hold_worth_more_and_no_other():
    """BH-ATK-04"""
    plain, armed = (
        Mind(ENGINE.view(ENGINE.position(SEATS, ON, {"red": {"missiles": n}}), "red"), 1)
        for n in (0, 1)
    )
    empty, laden = Holding(40, 20), Holding(40, 20, (Cargo("food", 2, 3),))
    assert arrival(plain, empty, 5, 2) < arrival(armed, empty, 5, 2)
    assert arrival(plain, laden, 5, 2) == arrival(armed, laden, 5, 2)


def test_one_die_comes_to_the_mean_of_its_faces():
    there = Planet(Landing(Holding(40, 20), 5), 1, 0, 0.0)
    values = [there.settled(8 ** tables().goods.index(one)) for one in tables().faces("goods")]
    assert there.ahead(0, 1, 0) == pytest.approx(sum(values) / len(values))


@pytest.mark.long
def test_a_master_beats_a_player_among_pirates():
    """Long: how strong bots are shows in many games."""
    game = partial(Simulation, ENGINE, SEATS, ON, "stops", delays.read("median 6h, p90 30h"))
    played = [
        game(70 + n, levels=levels(SEATS, n, Level.MASTER, Level.PLAYER)).play() for n in range(10)
    ]
    assert report.wins_by_level(played)[Level.MASTER] >= 0.7
