"""Rules of Imperial Trader that the acceptance scenarios leave open, each under its id."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engines.imperial_trader.game import Game
from traders.engines.imperial_trader import ENGINE
from traders.engines.imperial_trader.sub_sector import chart
from traders.engines.kernel.refusal import Refusal

ORE = "Heavy ore to Port Meridian"
GRAIN = "Grain to Ferrum Vale"
SHIFTING = {"shifting_imperium": True}


def own(**changed: Any) -> dict[str, Any]:
    planets = [("Ash", "forge", "Slag"), ("Birch", "agri", "Timber"), ("Cliff", "shrine", "Relics")]
    return {
        "planets": [
            dict(zip(("name", "class", "export"), planet, strict=True)) for planet in planets
        ],
        "lanes": [
            {"between": ["Ash", "Birch"], "spaces": 2},
            {"between": ["Birch", "Cliff"], "spaces": 3},
        ],
        "orders": ["Slag to Cliff", "Timber to Ash", "Relics to Birch", "Slag to Birch"],
        **changed,
    }


class TestCharts:
    """IT-MAP, IT-ORD: what a chart of the players' own may be."""

    def refused(self, **changed: Any) -> tuple[str, ...]:
        with pytest.raises(Refusal) as refused:
            ENGINE.setup(("red", "blue"), {"chart": own(**changed)})
        return refused.value.rules

    def test_it_map_01_fewer_than_three_planets(self):
        assert self.refused(planets=own()["planets"][:2]) == ("IT-MAP-01",)

    def test_it_map_01_a_remark_outside_five_to_seven(self):
        assert (
            "5 to 7 are recommended" in Game(stage="setup", options={"chart": own()}).pending.cause
        )
        assert "recommended" not in Game(stage="setup").pending.cause

    @pytest.mark.parametrize(
        "said",
        ["nowhere", 7, {"planets": []}, {**own(), "moons": 1}, own(planets=[{"name": "<b>"}])],
    )
    def test_it_map_01_what_is_no_chart(self, said):
        with pytest.raises(Refusal) as refused:
            ENGINE.setup(("red", "blue"), {"chart": said})
        assert refused.value.rules == ("IT-MAP-01",)

    def test_it_map_04_every_export_its_own(self):
        planets = [{**planet, "export": "Slag"} for planet in own()["planets"]]
        assert self.refused(planets=planets) == ("IT-MAP-04",)

    def test_it_map_05_one_lane_between_two(self):
        assert self.refused(
            lanes=[*own()["lanes"], {"between": ["Birch", "Ash"], "spaces": 4}]
        ) == ("IT-MAP-05",)

    @pytest.mark.parametrize("order", ["Slag to Ash", "Gold to Ash", "Slag"])
    def test_it_ord_01_an_export_to_another_planet(self, order):
        assert self.refused(orders=[*own()["orders"], order]) == ("IT-ORD-01",)

    def test_it_map_07_the_default_chart(self):
        known = chart.harrow(4, 1)
        assert (len(known.planets), len(known.lanes), len(known.orders)) == (6, 7, 12)
        assert (
            max(
                n
                for one in known.planets
                for n in chart.lane_counts(known.lanes, one.name).values()
            )
            == 3
        )

    def test_it_obj_03_six_on_the_default_chart_and_no_seventh(self):
        seats = ("red", "blue", "green", "yellow", "purple", "orange", "white")
        assert len(Game(seats=seats[:6]).now["deck"]) == 12
        with pytest.raises(Refusal) as refused:
            ENGINE.setup(seats, {})
        assert refused.value.rules == ("IT-OBJ-03",)

    def test_it_dea_04_a_higher_limit_plays_with_all_orders(self):
        assert len(Game(options={"order_limit": 2}).now["deck"]) == 12


class TestOrdersAhead:
    """IT-PBM-02: results of the first action."""

    def test_if_without_a_first_action(self):
        assert Game().refused("red", "if arrived: deal") == ("IT-PBM-02",)
        assert Game().refused("red", "otherwise: deal") == ("IT-PBM-02",)

    def test_delivered_else_work_again(self):
        game = Game(1, 1, 4, red={"at": "Port Meridian", "orders": [ORE], "cargo": [ORE]})
        game.order("red", f"offload {ORE}", "if delivered: deal", f"otherwise: offload {ORE}")
        assert game.now["red"]["credits"] == 55

    def test_damage_below(self):
        game = Game(4, red={"damage": 3}).order(
            "red", "fly ferrum vale", "if damage below 4: repair 1", "otherwise: deal"
        )
        assert (game.now["red"]["damage"], game.now["red"]["orders"]) == (4, [])

    def test_drew_and_what_cannot_be_done_is_refused(self):
        game = Game(red={"at": "Cinderfall"}, deck=[GRAIN]).order("red", "deal")
        assert game.refused("red", f"if drew: load {GRAIN}") == ("IT-WRK-02",)
        assert game.order("red", "if loaded: end").now["turn"] == "red"


class TestFlight:
    """IT-FLY, IT-PBM-01."""

    def test_it_fly_05_no_reversing_within_one_action(self):
        assert Game().refused("red", "fly cinderfall via port meridian and harrowgate") == (
            "IT-FLY-05",
        )
        game = Game(6, 6, red={"at": "Harrowgate>Greenholt:2"}).order("red", "fly harrowgate")
        assert game.now["red"]["at"] == "Harrowgate"

    def test_it_pbm_01_spaces_ordered_and_the_planet_where_one_is(self):
        game = Game(6).order("red", "fly greenholt 2")
        assert game.now["red"]["at"] == ("Harrowgate>Greenholt:2", "Greenholt>Harrowgate:3")
        assert game.refused("blue", "fly greenholt")[0] == "IT-SET-06"
        assert "IT-FLY-01" in Game().refused("red", "fly harrowgate")

    def test_it_shf_09_a_hidden_world_cannot_be_reached(self):
        assert "IT-SHF-09" in Game(options=SHIFTING).refused("red", "fly vesper hold")


class TestWrecks:
    """IT-DMG, and the options that bear on it."""

    def test_it_dmg_03_nothing_else_before_a_new_ship(self):
        game = Game(1, 3, red={"damage": 1}).order("red", "fly greenholt")
        assert game.refused("red", "end") == ("IT-DMG-03",)
        assert game.pending.silence == "start at harrowgate"

    def test_it_dmg_04_kept_by_agreement(self):
        game = Game(1, 3, options={"keep_upgrades": True}, red={"damage": 1, "upgrades": ["hull"]})
        game.order("red", "fly greenholt", "start at cinderfall")
        assert (game.now["red"]["upgrades"], game.now["red"]["damage"]) == (["hull"], 8)

    def test_it_shp_09_hulls_by_agreement(self):
        game = Game(options={"hull_stacks": True}, red={"credits": 60}).order(
            "red", "buy hull and hull"
        )
        assert (game.now["red"]["damage"], game.now["red"]["credits"]) == (10, 30)

    def test_it_shf_10_the_licence_survives(self):
        game = Game(1, 3, options=SHIFTING, red={"damage": 1, "licence": True}).order(
            "red", "fly greenholt", "start at harrowgate"
        )
        assert game.now["red"]["licence"] is True


class TestShiftingImperium:
    """IT-SHF."""

    def test_it_shf_06_the_last_open_port_never_closes(self):
        options = {**SHIFTING, "chart": own()}
        game = Game(2, 1, options=options, round=3, turn="blue").order("blue", "end")
        assert (game.now["fallen"], game.now["round"], game.chance) == ([], 4, [])

    def test_it_shf_10_a_licence_is_offered_while_the_imperium_shifts(self):
        for options in (SHIFTING, {}):
            offers = ENGINE.offers(Game(options=options, red={"credits": 99}).state, "red")
            assert any("licence" in offer.words for offer in offers) is bool(options)

    def test_it_shf_08_war_pay_is_for_cargo_that_was_aboard(self):
        war = [{"at": "Port Meridian", "until": 5}]
        start = {
            "round": 5,
            "turn": "blue",
            "wars": war,
            "red": {"at": "Port Meridian", "orders": [ORE]},
        }
        game = Game(3, options=SHIFTING, **start).order("blue", "end")
        assert ENGINE.view(game.state, "red")["seats"][0]["orders"][0]["pay"] == 30

    def test_it_shf_09_growth_goes_on_to_the_second_world_and_no_further(self):
        game = Game(6, 6, 6, options=SHIFTING, round=3)
        for _ in range(3):
            game.order("red", "end").order("blue", "end")
        assert [one["at"] for one in game.now["frontier"]] == ["Tarn's Landing", "Vesper Hold"]

    def test_it_shf_07_not_at_a_closed_planet_and_not_what_is_open(self):
        start = {"fallen": [{"at": "Port Meridian", "to": "heretics"}]}
        assert Game(
            options=SHIFTING, red={"at": "Port Meridian", "orders": [ORE]}, **start
        ).refused("red", f"discard {ORE}") == ("IT-SHF-07",)
        assert Game(options=SHIFTING, red={"orders": [GRAIN]}, **start).refused(
            "red", f"discard {GRAIN}"
        ) == ("IT-SHF-07",)

    def test_it_shf_11_settlers_count_against_the_limit_and_settle_once(self):
        start = {"frontier": [{"at": "Vesper Hold", "settled": True}]}
        game = Game(options=SHIFTING, red={"licence": True, "orders": [GRAIN]}, blue={}, **start)
        assert "IT-DEA-04" in game.refused("red", "load settlers")
        there = Game(
            options=SHIFTING,
            red={"at": "Vesper Hold", "licence": True, "cargo": ["Settlers"]},
            **start,
        )
        assert there.refused("red", "offload settlers") == ("IT-SHF-11",)

    def test_it_shf_12_heretics_sell_nothing(self):
        game = Game(
            options=SHIFTING,
            red={"at": "Cinderfall", "licence": True},
            fallen=[{"at": "Cinderfall", "to": "heretics"}],
        )
        assert game.refused("red", "load alien goods") == ("IT-SHF-12",)


def test_it_dea_03_silence_keeps_what_is_aboard_else_what_pays_more():
    aboard = Game(red={"at": "Greenholt", "orders": [GRAIN], "cargo": [GRAIN]}, deck=[ORE]).order(
        "red", "deal"
    )
    assert aboard.pending.silence == f"discard {ORE.casefold()}"
    empty = Game(red={"at": "Greenholt", "orders": [GRAIN]}, deck=[ORE]).order("red", "deal")
    assert empty.pending.silence == f"discard {GRAIN.casefold()}"


def test_it_pbm_05_shared():
    game = Game(round=40, turn="blue").order("blue", "end")
    assert game.now["winner"] == ["red", "blue"]


def test_it_dea_05_who_leaves_gives_the_orders_back():
    game = Game(seats=("red", "blue", "green"), red={"orders": [GRAIN]}, deck=[ORE])
    ENGINE.leave(game.state, "red")
    game.go_on()
    assert (game.now["deck"], game.now["turn"]) == ([ORE, GRAIN], "blue")


@pytest.mark.parametrize(
    ("start", "order", "stage"),
    [
        ({"at": "Greenholt", "orders": [GRAIN]}, "deal", "discard"),
        ({"damage": 1}, "fly greenholt", "wreck"),
    ],
)
def test_it_obj_03_the_last_one_left_wins_whatever_was_still_to_be_chosen(start, order, stage):
    """No card is discarded and no ship placed any more (IT-DEA-02, IT-DMG-03)."""
    game = Game(1, 3, red=start).order("red", order)
    assert game.now["stage"] == stage
    ENGINE.leave(game.state, "blue")
    assert game.now["winner"] == "red"
    assert ENGINE.flaws(game.state) == []


def test_war_pay_is_told_with_its_reason():
    """IT-SHF-08"""
    order = "Grain to Ferrum Vale"
    game = Game(4, red={"at": "Ferrum Vale", "orders": [order], "cargo": [order]})
    plain = game.order("red", "offload grain to ferrum vale")
    assert "is paid 20 credits." in plain.told
    game = Game(4, red={"at": "Ferrum Vale", "orders": [order], "cargo": [order]})
    game.state.captains["red"].delayed = [order]
    game.order("red", "offload grain to ferrum vale")
    assert "is paid 30 credits, 10 of them since Ferrum Vale was closed on the way." in game.told
