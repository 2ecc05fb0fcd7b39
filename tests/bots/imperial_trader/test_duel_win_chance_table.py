"""A master against one rival: what is kept for the printed chart is what its rules come to, and a
round ordered at once says what is done with each number of damage points.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.engines.table import thrown
from tools.duel_win_chance_solver import begun
from traders.bots.imperial_trader.action_outcomes import possible, value
from traders.bots.imperial_trader.duel_win_chance import contest, of_two
from traders.bots.imperial_trader.duel_win_chance_table import STEPS, duel
from traders.bots.imperial_trader.situation import Sector
from traders.bots.imperial_trader.win_chance_by_situation import Contest
from traders.bots.registry import bots
from traders.engines.imperial_trader import ENGINE
from traders.engines.imperial_trader.position.state import Place, Position
from traders.engines.imperial_trader.tables import tables
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.contract.contract import Chance

BOTS = bots(ENGINE.name)

SEATS = ("red", "blue")
ORE = "Heavy ore to Port Meridian"


def standing(red: dict[str, Any], **blue: Any) -> Position:
    there = {"red": {"credits": 45, "orders": [ORE], **red}, "blue": {"at": "Harrowgate", **blue}}
    return ENGINE.position(SEATS, {"rounds_at_once": True}, {"turn": "red", **there})


def against_one(red: dict[str, Any], **blue: Any) -> Contest:
    """The race with an action left after the next one."""
    return contest(Sector(ENGINE.view(standing(red, **blue), "red")), left=1)


def test_one_round_more_changes_nothing_of_what_is_kept():
    known = duel(of_two(against_one({"at": "Ferrum Vale"}).sector))
    assert known, (
        "bot/duel.xz is of other rules or another chart: python -m tools.duel_win_chance_solver"
    )
    reckoned = begun(known)
    reckoned.another_round()
    assert reckoned.another_round() < 2 / STEPS


def test_for_another_goal_nothing_is_kept():
    assert duel(of_two(against_one({"at": "Ferrum Vale"}).sector)._replace(wanted=120)) is None


def test_it_counts_how_near_the_rival_is():
    worths = [
        race.worth(race.sector.mine())
        for credits in (90, 60, 30, 0)
        for race in [against_one({"at": "Ferrum Vale", "damage": 4}, credits=credits, damage=6)]
    ]
    assert worths == sorted(worths)
    assert worths[0] < 0.3 < 0.6 < worths[-1]


@pytest.mark.parametrize("place", ["Ferrum Vale", "Saint Ovane", "Cinderfall"])
def test_an_action_more_is_never_worth_less_and_is_worth_its_best_deed(place: str):
    race = against_one({"at": place}, credits=45, damage=6)
    now = race.sector.mine()._replace(place=Place(place))
    for damage in range(1, 7):
        there = now._replace(damage=damage)
        best = max(value(race.last, there, deed) for deed in possible(race.sector, there))
        assert race.worth(there) >= race.last.worth(there) - 1e-6
        assert race.worth(there) == pytest.approx(best, rel=0.05)


def test_advice_does_not_wait_for_what_is_kept():
    duel.cache_clear()
    state = standing({"at": "Ferrum Vale"})
    BOTS.suggestion(ENGINE.view(state, "red"), ENGINE.pending(state), ENGINE.offers(state, "red"))
    assert not duel.cache_info().currsize


def ordered(state: Position, level: Level) -> str:
    view, offers = ENGINE.view(state, "red"), ENGINE.offers(state, "red")
    return BOTS.bot(view, ENGINE.pending(state), offers, 1, level)


def test_who_loses_the_ship_draws_in_the_same_round():
    state, box = standing({"at": "Saint Ovane", "cargo": [ORE], "damage": 2}), Random(1)
    ENGINE.play(state, "red", ENGINE.read(state, "red", ordered(state, Level.MASTER)))
    ENGINE.play(state, "blue", ENGINE.read(state, "blue", "round: end"))
    ENGINE.close(state)
    while isinstance(chance := ENGINE.pending(state), Chance):
        worst = 1 if chance.sides == tables().game.die else chance.sides
        ENGINE.happen(state, thrown(chance, box) if chance.kind == "shuffle" else worst)
    assert ENGINE.view(state, "red")["stage"] == "wreck"
    ENGINE.play(state, "red", ENGINE.read(state, "red", ordered(state, Level.MASTER)))
    while isinstance(chance := ENGINE.pending(state), Chance):
        ENGINE.happen(state, thrown(chance, box))
    assert ENGINE.view(state, "red")["seats"][0]["orders"]


def test_what_is_done_below_a_number_of_damage_points_is_said_once_the_fewest_first():
    lines = [
        line
        for damage in range(1, 7)
        for credits in (0, 45, 85)
        for at in ("Harrowgate", "Saint Ovane", "Port Meridian")
        for red in [{"at": at, "cargo": [ORE], "damage": damage, "credits": credits}]
        for line in [ordered(standing(red, credits=60), Level.MASTER)]
        if "damage below" in line
    ]
    assert lines
    for line in lines:
        told = [one.partition(": ") for one in line.split("; ") if one.startswith("if damage")]
        assert told == sorted(told), line
        assert len({order for _, _, order in told}) == len(told), line
