"""What the mind reckons with: the court, races, cards and deals."""

from __future__ import annotations

from itertools import product

from tests.bots.star_traders.test_best_order import does, position
from traders.bots.registry import bots
from traders.bots.star_traders import bargain
from traders.bots.star_traders.plan_and_valuations import Mind
from traders.bots.star_traders.turns_to_mission import (
    COIN,
    Means,
    outcomes_of,
    prospects,
)
from traders.bots.star_traders.withheld_cards import harm
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.registry import engine as engine_named
from traders.engines.star_traders.edition import edition

ENGINE = engine_named("star-traders")
BOTS = bots(ENGINE.name)
SHORT = prospects(Means(edition().digest, 3, 0.97))


def master(state, seat: str = "red", seed: int = 3) -> str:
    return BOTS.bot(
        ENGINE.view(state, seat),
        ENGINE.pending(state),
        ENGINE.offers(state, seat),
        seed,
        Level.MASTER,
    )


def test_more_never_takes_longer():
    for prestige, stellors in product(range(31), range(0, 125, 5)):
        turns = SHORT.turns(prestige, stellors)
        assert 1.0 <= turns + 1e-9 < 40
        assert SHORT.turns(prestige, stellors + 5) <= turns + 1e-6
        plain = SHORT.petition(prestige, stellors)
        assert SHORT.petition(prestige, stellors, zap=1) >= plain - 1e-9


def test_an_engine_more_shortens_the_way():
    more = prospects(Means(edition().digest, 4, 0.97))
    assert all(more.turns(p, s) < SHORT.turns(p, s) for p in range(20) for s in (0, 20, 40))


def test_it_stops_where_a_station_can_be_built_rather_than_jump_for_nothing():
    state = position(contracts=[], red={"at": "Niven", "stellors": 40, "stations": ["Mink"]})
    assert master(state) == "build"


def test_a_superzap_in_the_hand_brings_the_petition_forward():
    asks = [
        Mind(
            ENGINE.view(position(red={"prestige": 16, "stellors": 25, "hand": [card]}), "red"), 1
        ).wants_petition()
        for card in ("Superzap", "Takeover")
    ]
    assert asks == [True, False]


def test_a_weapon_is_not_sold_to_who_would_turn_it_on_the_seller():
    state = position(red={"prestige": 20, "hand": ["Court Scandal", "Zap"]})
    mind = Mind(ENGINE.view(state, "red"), 1)
    assert harm(mind, "card court scandal", "blue") > 50
    assert harm(mind, "card superjump", "blue") < 1
    assert harm(mind, "card zap", "blue") > 50


def test_a_card_is_missed_less_where_the_next_would_find_no_room():
    free, full = (
        Mind(ENGINE.view(position(red={"hand": hand}), "red"), 1)
        for hand in (["Zap"], ["Zap", "Superjump", "Takeover", "Piracy", "Gotcha"])
    )
    assert (free.crowded, full.crowded) == (False, True)
    assert free.spent("Zap") == free.keep("Zap")
    assert 0 <= full.spent("Zap") < full.keep("Zap")


def test_who_leads_pays_more():
    state = position(blue={"prestige": 25, "at": "Oz", "hand": [], "stations": []})
    mind = Mind(ENGINE.view(state, "red"), 1)
    assert harm(mind, "permission at mink", "blue") > harm(mind, "permission at mink", "green")


def test_a_stop_stands_whatever_the_hand_holds():
    said = [
        BOTS.bot_words(ENGINE.view(position(red={"hand": hand}), "red"), 1, Level.MASTER)
        for hand in (["Zap", "Superzap"], ["Avoid Calamity"], [])
    ]
    stops = [tuple(line for line in lines if "stop" in line) for lines in said]
    assert len(set(stops)) == 1
    assert stops[0]


def test_a_race_that_is_lost_is_not_run():
    """The rival is there with the cargo before the ship could load it (ST-CARGO-01)."""
    contracts = ["Pheromones to Helix"]
    lines = [["Mink", "Niven", "orange"], ["Niven", "Helix", "orange"], ["Endor", "Mink", "red"]]
    alone = position(contracts=contracts, lines=lines)
    raced = position(
        contracts=contracts,
        lines=lines,
        blue={"at": "Niven", "hand": [], "stations": [], "cargo": ["Pheromones"]},
    )
    worth = [
        Mind(ENGINE.view(state, "red"), 1).expected(ENGINE.view(state, "red")["contracts"][0], 4.0)
        for state in (alone, raced)
    ]
    assert worth[1] < worth[0]
    does(alone, "red", "load pheromones")
    assert master(alone) == "jump niven"


def test_a_mission_waits_for_room_in_the_hold_that_no_money_can_make():
    """(ST-DELIVER-22)"""
    state = position(
        contracts=["Pheromones to Helix"],
        lines=[["Mink", "Niven", "orange"], ["Niven", "Helix", "orange"]],
        red={
            "mission": {"from": "Asimov", "to": "Jaxin"},
            "at": "Mink",
            "stellors": 2,
            "cargo": ["Pheromones", "Fur"],
        },
    )
    assert Mind(ENGINE.view(state, "red"), 1).goal == "Helix"


def test_it_sells_stations_when_a_petition_is_near_and_not_before():
    stations = ["Mink", "Niven", "Oz", "Wolf", "Terra"]
    late, early = (
        bargain(
            ENGINE.view(
                position(
                    contracts=[],
                    red={"prestige": prestige, "stellors": 20, "stations": stations},
                ),
                "red",
            ),
            3,
            Level.MASTER,
        )
        for prestige in (16, 3)
    )
    assert ": station at " in late
    assert ": station at " not in early


def test_stressed_engines_are_repaired_and_on_a_mission_stations_sold_for_it():
    """(ST-CARD-57)"""
    state = position(red={"stressed": True, "stellors": 12, "stations": ["Mink"]})
    assert master(state) == "repair"
    mission = {"from": "Asimov", "to": "Jaxin"}
    poor = {"stressed": True, "stellors": 3, "stations": ["Mink", "Oz"], "mission": mission}
    offered = bargain(ENGINE.view(position(red=poor), "red"), 3, Level.MASTER)
    assert offered.endswith(": station at mink and station at oz for 7 stellors")


def test_the_zone_may_be_left_unused_where_that_costs_less():
    """A die of 1 at 20 Prestige is better left than raised, and both are reckoned with
    (ST-PETITION-10, ST-PETITION-14, ST-PETITION-15).
    """
    left, raised = outcomes_of(edition(), 20)[0]
    assert left == (-1, 20 // COIN, 5)
    assert raised == (-1, 10 // COIN, 0)
    assert [len(outcomes_of(edition(), prestige)[0]) for prestige in (15, 24, 25)] == [1, 2, 3]
    assert outcomes_of(edition(), 14) == []


def test_ways_of_others_are_not_opened_where_no_jump_can_follow():
    """Codebreaker helps in the turn in which it is played (ST-CARD-61)."""
    lines = [["Mink", "Niven", "green"], ["Niven", "Verne", "violet"], ["Verne", "Helix", "green"]]
    lines.append(["Jaxin", "Mink", "orange"])

    def says(ship: dict[str, object], **more: object) -> str:
        state = position(
            contracts=["Pheromones to Helix"],
            lines=lines,
            red={"cargo": ["Pheromones"], "stellors": 5, "hand": ["Codebreaker"], **ship},
            blue={"at": "Oz", "hand": [], "stations": ["Helix", "Niven"]},
            **more,
        )
        return master(state)

    assert says({}) == "play codebreaker"
    assert says({}, quarantines=[{"world": "Mink", "by": "blue"}]) != "play codebreaker"
    assert says({"jumps_left": 0}) != "play codebreaker"
    assert says({"at": "Jaxin", "engines": 1}) != "play codebreaker", "no station is so near"


def test_a_mission_under_quarantine_tries_to_leave_and_not_for_ever():
    """What holds the ship may not be asked about, and the attempt is still there (ST-CARD-27)."""
    mission = {"mission": {"from": "Asimov", "to": "Jaxin"}, "cargo": ["Imperial Cargo (red)"]}
    state = position(
        red={**mission, "hand": ["Avoid Calamity"]},
        quarantines=[{"world": "Mink", "by": "blue"}],
    )
    tries = [master(state, seed=seed).startswith("jump") for seed in range(60)]
    assert 20 < sum(tries) < 60
