"""The master: what it reckons with is what the engine does, more is never worth less, and a plan is
worth what its best step is.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.engines.imperial_trader.game import Game
from tests.engines.table import thrown
from tests.examples import drawn
from traders.bots.imperial_trader import action_choice
from traders.bots.imperial_trader.action_outcomes import comes, possible, value
from traders.bots.imperial_trader.flight_outcomes import PACE, flight
from traders.bots.imperial_trader.situation import Sector
from traders.bots.imperial_trader.win_chance_by_situation import Contest
from traders.bots.registry import bots
from traders.engines.imperial_trader import ENGINE
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.contract.contract import Chance, Interval, Over

BOTS = bots(ENGINE.name)

SEATS = ("red", "blue", "green")
ORE = "Heavy ore to Port Meridian"
SEEN_AHEAD = ("fly", "load", "offload", "repair", "buy")


class Watched:
    """A game of masters, in which each order is looked at before and after."""

    def __init__(self, options: dict[str, Any], seed: int) -> None:
        self.box, self.state = Random(seed), ENGINE.setup(SEATS, options)
        self.seen = dict.fromkeys(SEEN_AHEAD, 0)

    def sector(self, seat: str) -> Sector:
        offered = {offer.order for offer in ENGINE.offers(self.state, seat)}
        return Sector(ENGINE.view(self.state, seat), offered)

    def throw(self) -> None:
        while isinstance(chance := ENGINE.pending(self.state), Chance):
            ENGINE.happen(self.state, thrown(chance, self.box))

    def order(self, seat: str) -> None:
        """The engine refuses nothing of what a master orders."""
        view, offers = ENGINE.view(self.state, seat), ENGINE.offers(self.state, seat)
        pending, seed = ENGINE.pending(self.state), self.box.getrandbits(30)
        line = BOTS.bot(view, pending, offers, seed, Level.MASTER)
        expected = self.expected(seat, line) if view["stage"] == "actions" else []
        ENGINE.play(self.state, seat, ENGINE.read(self.state, seat, line))
        self.throw()
        after = ENGINE.view(self.state, seat)
        if expected and not after["over"]:
            now = Sector(after).mine()
            lost = after["stage"] == "wreck" and not all(one.damage for one in expected)
            assert lost or now in expected, line

    def expected(self, seat: str, line: str) -> list[Any]:
        sector = self.sector(seat)
        race, now = Contest(sector), sector.mine()
        for deed in possible(sector, now):
            if deed.written() == line and deed.verb in SEEN_AHEAD:
                self.seen[deed.verb] += 1
                return [came.now for came in comes(race, now, deed)]
        return []

    def play(self, rounds: int = 60) -> None:
        for _ in range(rounds * 8):
            self.throw()
            pending = ENGINE.pending(self.state)
            if isinstance(pending, Over):
                return
            for seat in pending.seats if isinstance(pending, Interval) else pending.seats[:1]:
                self.order(seat)
            if ENGINE.pending(self.state) == pending and isinstance(pending, Interval):
                ENGINE.close(self.state)


@pytest.mark.examples("masters-reckoning")
@pytest.mark.parametrize(
    "options",
    drawn("masters-reckoning", [{}, {"order_limit": 3}, {"shifting_imperium": True}]),
    ids=str,
)
def test_what_a_master_reckons_with_is_what_happens(options: dict[str, Any]):
    game = Watched(options, 3)
    game.play()
    assert isinstance(ENGINE.pending(game.state), Over)
    assert all(game.seen[verb] for verb in ("fly", "load", "offload"))


@pytest.mark.examples("masters-rounds")
@pytest.mark.parametrize(
    "options", drawn("masters-rounds", [{}, {"shifting_imperium": True, "order_limit": 2}]), ids=str
)
def test_nothing_that_a_master_orders_for_a_round_is_refused(options: dict[str, Any]):
    game = Watched({**options, "rounds_at_once": True}, 5)
    game.play()
    assert isinstance(ENGINE.pending(game.state), Over)


def standing(**red: Any) -> Contest:
    start = {"turn": "red", "red": {"at": "Ferrum Vale", "credits": 45, "damage": 4, **red}}
    state = ENGINE.position(SEATS, {}, start)
    return Contest(Sector(ENGINE.view(state, "red")))


def test_more_credits_damage_points_and_cargo_aboard_are_never_worth_less():
    race = standing(orders=[ORE])
    now = race.sector.mine()
    for damage in range(1, 6):
        for credits in range(0, 95, 5):
            poor = now._replace(damage=damage, credits=credits)
            worth = race.worth(poor)
            assert 0 < worth < 1
            assert worth <= race.worth(poor._replace(damage=damage + 1)) + 1e-9
            assert worth <= race.worth(poor._replace(credits=credits + 5)) + 1e-9
            assert worth <= race.worth(poor._replace(upgrades=frozenset({"spirits"}))) + 1e-9
            aboard = poor.hand[0]._replace(aboard=True)
            assert worth <= race.worth(poor._replace(hand=(aboard,))) + 1e-9


@pytest.mark.parametrize("place", ["Ferrum Vale", "Saint Ovane", "Cinderfall>Greenholt:2"])
@pytest.mark.parametrize("cargo", [[], [ORE]])
def test_a_plan_is_worth_what_the_best_step_of_it_is(place: str, cargo: list[str]):
    for damage in range(1, 7):
        race = standing(at=place, damage=damage, orders=[ORE], cargo=cargo)
        now = race.sector.mine()
        best = max(value(race, now, deed) for deed in possible(race.sector, now))
        assert race.worth(now) == pytest.approx(PACE * best, rel=0.06)


def test_a_way_ends_somehow():
    for spaces in range(1, 12):
        for damage in range(1, 9):
            left, lost = flight(spaces, damage, spirits=False, pace=1.0)
            assert sum(odds for _, odds in left) + lost == pytest.approx(1.0)
            saved = flight(spaces, damage, spirits=True, pace=1.0)
            assert saved.lost < lost or not lost


WORKERS = "Indentured workers' passages to Saint Ovane"
PARTS = "Machine parts to Greenholt"


def advised(game: Game) -> str:
    view, offers = ENGINE.view(game.state, "red"), ENGINE.offers(game.state, "red")
    return action_choice.order(view, offers, 1, action_choice.Depth.ROUND)


def test_no_card_is_advised_that_likely_goes_back(monkeypatch: pytest.MonkeyPatch):
    game = Game(
        seats=SEATS,
        turn="red",
        red={"at": "Greenholt", "orders": [WORKERS], "credits": 45},
        blue={"orders": [PARTS]},
        green={"orders": [ORE]},
    )
    assert advised(game) == "fly harrowgate"
    monkeypatch.setattr(action_choice, "promising", lambda race, now: True)
    assert advised(game) == "deal"


def test_no_card_is_advised_after_one_that_went_back_in_the_same_turn():
    start: dict[str, Any] = {
        "seats": SEATS,
        "turn": "red",
        "red": {"at": "Greenholt", "orders": [WORKERS], "credits": 45},
        "blue": {"orders": ["Pilgrims to Cinderfall"]},
        "green": {"orders": ["Fine manufactures to Harrowgate"]},
        "deck": [PARTS, ORE, "Grain to Ferrum Vale"],
    }
    game = Game(**start)
    assert advised(game) == "deal"
    game.order("red", "deal")
    assert advised(game) == f"discard {PARTS.casefold()}"
    game.order("red", f"discard {PARTS.casefold()}")
    assert ENGINE.view(game.state, "red")["given_back"] == PARTS
    assert advised(game) == "fly harrowgate"
    kept = Game(**start).order("red", "deal", f"discard {WORKERS.casefold()}")
    assert not ENGINE.view(kept.state, "red")["given_back"]


def at_a_round(**red: Any) -> dict[str, Any]:
    """What red sees where rounds are ordered at once."""
    there = {"at": "Greenholt", "orders": [ORE], "cargo": [ORE], **red}
    state = ENGINE.position(SEATS, {"rounds_at_once": True}, {"turn": "red", "red": there})
    return {"view": ENGINE.view(state, "red"), "offers": ENGINE.offers(state, "red")}


def test_a_player_thinks_of_one_action_and_stumbles_more_seldom_than_a_learner():
    """IT-PBM-04"""
    seen, thoughtless = at_a_round(damage=6), dict[Level, int]()
    state = ENGINE.position(SEATS, {"rounds_at_once": True}, {"turn": "red"})
    for level in (Level.LEARNER, Level.PLAYER):
        said = [
            BOTS.bot(pending=ENGINE.pending(state), seed=n, level=level, **seen) for n in range(90)
        ]
        wise = "round: fly port meridian; auto"
        thoughtless[level] = sum(line != wise for line in said)
    assert 0 < thoughtless[Level.PLAYER] < thoughtless[Level.LEARNER] < 90


def test_all_but_a_master_order_an_errand_ahead_as_long_as_the_ship_is_sound():
    """IT-PBM-04"""
    held, sound = f"me holds {ORE.casefold()}", "damage 4 or more"
    (plan,) = BOTS.bot_words(at_a_round(damage=6)["view"], 1, Level.PLAYER)
    assert set(plan.splitlines()[1:-1]) == {f"round: auto; auto if {held} and {sound}"}
    assert not BOTS.bot_words(at_a_round(damage=3)["view"], 1, Level.PLAYER)
    assert not BOTS.bot_words(at_a_round(damage=6, orders=[], cargo=[])["view"], 1, Level.PLAYER)
    assert not BOTS.bot_words(at_a_round(damage=6)["view"], 1, Level.MASTER)
