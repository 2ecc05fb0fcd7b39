"""What a captain is advised to order: the way, the odds, the pay, and the action behind."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest

from tests.engines.imperial_trader.game import Game
from traders.bots.registry import bots
from traders.engines.imperial_trader import ENGINE
from traders.engines.kernel.contract.contract import Turn
from traders.engines.kernel.contract.suggestion import Suggestion

BOTS = bots(ENGINE.name)

GRAIN = "Grain to Ferrum Vale"
WEAR = "A 1 (17 %) costs 1 to 3 of your 4 damage points."
PAYS = "Offloading works on 2 or more (83 %) and pays 20 credits, 45 in all."


def advice(rounds: int = 40, now: int = 1, **red: Any) -> Suggestion | None:
    start = {"turn": "red", "round": now, "red": {"damage": 4, **red}}
    state = ENGINE.position(("red", "blue"), {"rounds": rounds}, start)
    pending = ENGINE.pending(state)
    assert isinstance(pending, Turn)
    return BOTS.suggestion(ENGINE.view(state, "red"), pending, ENGINE.offers(state, "red"))


def test_what_is_near_is_delivered_in_the_same_turn():
    start = {"at": "Cinderfall>Ferrum Vale:2", "orders": [GRAIN], "cargo": [GRAIN]}
    assert advice(**start) == Suggestion(
        ("fly ferrum vale", "if arrived: offload grain to ferrum vale", "end"),
        f"Ferrum Vale is 1 space away, so any roll arrives. {WEAR} {PAYS}",
    )


def test_what_may_not_arrive_flies_on():
    assert advice(at="Cinderfall", orders=[GRAIN], cargo=[GRAIN]) == Suggestion(
        (
            "fly ferrum vale",
            "if arrived: offload grain to ferrum vale",
            "otherwise: fly ferrum vale",
            "end",
        ),
        f"Ferrum Vale is 3 spaces away: you arrive on 3 or more, 67 %. {WEAR} {PAYS}",
    )


def test_a_ship_that_may_be_lost_is_told_of():
    found = advice(at="Cinderfall", orders=[GRAIN], cargo=[GRAIN], damage=3, credits=80)
    assert found is not None
    assert found.words.startswith(
        "Offloading works on 2 or more (83 %) and pays 20 credits: you win."
    )
    assert found.words.endswith("If your ship is lost, the lines below come back to you.")


def test_what_is_loaded_goes_on_its_way():
    assert advice(at="Greenholt", orders=[GRAIN]) == Suggestion(
        ("load grain to ferrum vale", "fly ferrum vale", "end"),
        "Loading needs no die. Ferrum Vale pays 20 credits for it. Ferrum Vale is 7 spaces away: "
        f"2 rolls at least. {WEAR}",
    )


def test_what_is_bought_is_followed_by_what_it_is_for():
    found = advice(at="Ferrum Vale", orders=["Heavy ore to Port Meridian"], damage=5)
    assert found is not None
    assert found.orders == (
        "buy spirits",
        "fly cinderfall",
        "end",
    )
    assert "A 1 past your machine spirits (8 %) costs 1 to 3" in found.words


def test_nothing_is_bought_that_is_not_earned_back_before_the_richest_wins():
    """IT-PBM-05"""

    def bought(rounds: int, now: int, **red: Any) -> list[str]:
        held = {"at": "Ferrum Vale", "orders": ["Heavy ore to Port Meridian"], **red}
        found = advice(rounds, now, **held)
        assert found is not None
        return [line for line in found.orders if line.startswith(("buy", "repair"))]

    ship = {"damage": 5}
    assert bought(40, 1, **ship) == bought(0, 1, **ship) == ["buy spirits"]
    assert bought(6, 1, **ship) == []
    worn = {"damage": 3, "credits": 10, "upgrades": ["spirits"]}
    assert bought(40, 1, **worn) == bought(0, 1, **worn) == ["repair 2"]
    assert bought(6, 5, **worn) == []
    rich = {"damage": 1, "credits": 60, "cargo": ["Heavy ore to Port Meridian"]}
    assert bought(6, 3, **rich) != [], "the ship carries more than the repair costs"


def test_what_is_offloaded_is_tried_again_or_followed_by_a_new_order():
    cargo = {"at": "Ferrum Vale", "orders": [GRAIN], "cargo": [GRAIN], "damage": 6}
    offload = "offload grain to ferrum vale"
    found = advice(**cargo)
    assert found is not None
    assert found.orders == (offload, "if delivered: deal", f"otherwise: {offload}", "end")
    won = advice(**cargo, credits=80)
    assert won is not None
    assert won.orders == (offload, offload, "end")
    assert won.words.endswith("and pays 20 credits: you win. After an accident you try again.")


def test_what_a_card_decides_is_not_foreseen():
    assert advice(at="Greenholt", damage=6) == Suggestion(
        ("deal",),
        "You draw a new order, which tells what to fetch. The second action depends on what "
        "comes of it.",
    )


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (("fly cinderfall",), "Cinderfall is 3 spaces away: you arrive on 3 or more, 67 %."),
        (("fly cinderfall", "otherwise: fly cinderfall"), "Cinderfall is 3 spaces away"),
        (("round: load ore; fly greenholt",), "Greenholt is "),
        (("offload grain to cinderfall",), "Offloading works on 2 or more (83 %) and pays "),
        (("deal", "end"), ""),
        (("fly no planet",), ""),
    ],
)
def test_what_is_only_tried_is_told_its_odds(lines: tuple[str, ...], told: str):
    grain = ["Grain to Cinderfall"]
    start = {"red": {"at": "Ferrum Vale", "orders": grain, "cargo": grain}}
    state = ENGINE.position(("red", "blue"), {}, start)
    found = BOTS.odds(ENGINE.view(state, "red"), lines)
    assert found.startswith(told)
    assert bool(found) == bool(told)
    assert BOTS.odds(ENGINE.view(state, None), lines) == ""


def test_a_letter_tells_the_actions_left_and_the_upgrades_owned():
    game = Game(turn="red", red={"at": "Ferrum Vale", "credits": 40})
    assert "action" not in ENGINE.brief(ENGINE.view(game.state, "red"))
    told = ENGINE.brief(ENGINE.view(game.order("red", "buy spirits").state, "red"))
    assert told.startswith(
        "YOU: at Ferrum Vale; 1 action left.\nUpgrades: Resilient Machine Spirits.\n"
    )
    told = ENGINE.brief(ENGINE.view(game.order("red", "buy hull").state, "red"))
    assert told.startswith("YOU: at Ferrum Vale; both actions used.\n")
    assert "used" not in ENGINE.brief(ENGINE.view(game.order("red", "end").state, "red"))


def last_round(options: dict[str, Any] | None = None, **red: Any) -> Suggestion | None:
    """What is advised where the richest wins after this round."""
    start = {"turn": "red", "round": 12, "red": {"damage": 4, "credits": 40, **red}}
    state = ENGINE.position(("red", "blue"), {"rounds": 12, **(options or {})}, start)
    pending = ENGINE.pending(state)
    assert isinstance(pending, Turn)
    return BOTS.suggestion(ENGINE.view(state, "red"), pending, ENGINE.offers(state, "red"))


def test_in_the_last_round_nothing_is_begun_that_cannot_be_paid():
    """IT-PBM-05"""
    ends = Suggestion(("end",), "It is the last round, and no action pays in it.")
    assert last_round(at="Port Meridian", orders=[]) == ends
    assert last_round(at="Port Meridian", orders=[], actions=1) == ends
    assert last_round(at="Greenholt", orders=[GRAIN]) == ends
    far = {"at": "Greenholt", "orders": [GRAIN], "cargo": [GRAIN]}
    assert last_round(**far) == ends


def test_in_the_last_round_what_is_near_is_delivered():
    """IT-PBM-05"""
    found = last_round(at="Cinderfall", orders=[GRAIN], cargo=[GRAIN])
    assert found is not None
    assert found.orders[:2] == ("fly ferrum vale", "if arrived: offload grain to ferrum vale")
    found = last_round(at="Ferrum Vale", orders=[GRAIN], cargo=[GRAIN])
    assert found is not None
    assert found.orders[0] == "offload grain to ferrum vale"


def test_an_errand_goes_on_by_itself_where_rounds_are_ordered_at_once():
    """IT-PBM-04: two more rounds, as long as the ship is sound."""

    def round_of(damage: int) -> tuple[str, ...]:
        red = {"at": "Greenholt", "orders": [GRAIN], "cargo": [GRAIN], "damage": damage}
        start = {"turn": "red", "red": red}
        state = ENGINE.position(("red", "blue"), {"rounds_at_once": True}, start)
        pending, offers = ENGINE.pending(state), ENGINE.offers(state, "red")
        found = BOTS.suggestion(ENGINE.view(state, "red"), pending, offers)
        assert found is not None
        return found.orders

    first, *plan = round_of(6)
    assert first.startswith("round: fly ")
    assert plan[0] == "plan"
    assert plan[-1] == "end plan"
    assert set(plan[1:-1]) == {"round: auto; auto if damage 4 or more"}
    assert len(round_of(3)) == 1


def test_of_a_card_too_many_a_round_says_what_is_kept_and_nobody_waits():
    """IT-DEA-03: whichever is drawn, what is advised keeps what is worth more."""
    deck = ["Grain to Ferrum Vale", "Machine parts to Greenholt", "Heavy ore to Port Meridian"]
    red = {"at": "Greenholt", "orders": ["Fine manufactures to Harrowgate"], "credits": 10}
    drawn = dict[str, list[str]]()
    for top in deck:
        order = [top, *(one for one in deck if one != top)]
        game = Game(options={"rounds_at_once": True}, red=red, deck=order)
        view, offers = ENGINE.view(game.state, "red"), ENGINE.offers(game.state, "red")
        found = BOTS.suggestion(view, game.pending, offers)
        assert found is not None
        assert found.orders[0].startswith("round: deal; ")
        assert "unless it is one of these" in found.words
        line = re.sub("otherwise: [^;]*", "otherwise: end", found.orders[0])
        game.chance = [6, 6]
        game.order("blue", "round: end").order("red", line).close()
        assert game.now["round"] == 2
        drawn[top] = game.now["red"]["orders"]
        kept = line.rpartition("; keep ")[2].split(", ")
        assert (drawn[top] == [top]) is (top.casefold() in kept)
    assert drawn["Grain to Ferrum Vale"] == ["Grain to Ferrum Vale"]


def test_an_order_that_goes_back_is_set_beside_the_one_that_is_kept():
    """IT-DEA-03"""
    workers, parts = (
        "Indentured workers' passages to Cinderfall",
        "Machine parts to Greenholt",
    )
    game = Game(
        turn="red",
        red={"at": "Greenholt", "orders": [workers], "credits": 45},
        deck=[parts, "Grain to Ferrum Vale"],
    ).order("red", "deal")
    pending, offers = ENGINE.pending(game.state), ENGINE.offers(game.state, "red")
    found = BOTS.suggestion(ENGINE.view(game.state, "red"), pending, offers)
    assert found is not None
    paid, kept = found.words.split("; ")
    assert paid.startswith("It pays ")
    assert kept.startswith("the one that you keep: ")
    pays = {
        one["order"].casefold(): f"{one['pay']} credits for "
        for one in ENGINE.view(game.state, "red")["seats"][0]["orders"]
    }
    goes = found.orders[0].removeprefix("discard ")
    assert pays.pop(goes) in paid
    assert pays.popitem()[1] in kept


def round_advice(**red: Any) -> Suggestion:
    """What is advised where all order a round at once."""
    start = {"turn": "red", "red": {"damage": 6, **red}}
    state = ENGINE.position(("red", "blue"), {"rounds_at_once": True}, start)
    found = BOTS.suggestion(
        ENGINE.view(state, "red"), ENGINE.pending(state), ENGINE.offers(state, "red")
    )
    assert found is not None
    assert found.orders[0].startswith("round: ")
    return found


REASONS = {
    "deal": ("You draw", "you draw"),
    "buy": ("Resilient Machine Spirits", "Advanced Armored Hull", "Autoloaders"),
    "repair": ("damage point",),
    "offload": ("Offloading works on",),
    "load": ("Loading needs no die", "is "),
    "fly": ("away",),
    "end": ("",),
}


def test_a_round_tells_why_each_of_its_actions_stands_in_it():
    """IT-PBM-03: buying, and dealing again, too; nothing of what is not ordered, and no credits
    below none.
    """
    planets = ("Ferrum Vale", "Harrowgate", "Cinderfall", "Greenholt")
    held = (["Heavy ore to Port Meridian"], ["Machine parts to Greenholt"], [])
    seen = set()
    for at, orders, damage, credits in product(planets, held, (2, 6), (15, 25, 40)):
        aboard = [{}, {"cargo": orders}] if orders else [{}]
        for more in aboard:
            found = round_advice(at=at, orders=orders, damage=damage, credits=credits, **more)
            actions = found.orders[0].removeprefix("round: ").split("; ")
            verbs = [
                line.rpartition(": ")[2].partition(" ")[0]
                for line in actions
                if not line.startswith("keep ")
            ]
            for verb in verbs:
                assert any(one in found.words for one in REASONS[verb]), (found, verb)
            assert verbs.count("deal") < 2 or "second deal" in found.words
            assert "offload" in verbs or "Offloading works" not in found.words
            assert "-" not in found.words
            seen |= {(n, verb) for n, verb in enumerate(verbs)}
    assert {(0, "buy"), (1, "buy"), (0, "deal"), (1, "deal"), (1, "repair")} <= seen


def test_the_turn_ends_behind_the_order_that_goes_back_where_both_actions_are_done():
    """A turn is one letter (IT-TRN-01)."""
    for orders, behind in ((["Grain to Ferrum Vale"], ()), ([], ("end",))):
        deck = ["Machine parts to Greenholt", "Indentured workers' passages to Cinderfall"]
        game = Game(turn="red", red={"at": "Greenholt", "orders": orders}, deck=deck)
        for _ in range(2 - len(orders)):
            game.order("red", "deal")
        pending, offers = ENGINE.pending(game.state), ENGINE.offers(game.state, "red")
        found = BOTS.suggestion(ENGINE.view(game.state, "red"), pending, offers)
        assert found is not None
        assert found.orders[0].startswith("discard ")
        assert found.orders[1:] == behind
