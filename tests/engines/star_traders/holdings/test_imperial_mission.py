"""The Imperial Mission (ST-MISSION)."""

from tests.engines.star_traders.game import Game
from traders.engines.kernel.contract.contract import Over

MINK = {"from": "Shower", "to": "Mink"}
CARGO = "Imperial Cargo (red)"


def trader(at="Oz", **more):
    return {"at": at, "stations": [], **more}


def granted(deck, discard=()):
    """Red's petition is granted for 10 Stellors."""
    start = {
        "contracts": ["Robots to Jaxin"],
        "contract_deck": list(deck),
        "contract_discard": list(discard),
    }
    return Game(6, red=trader(prestige=15), stage="action", **start).order("red", "petition").now


def test_cards_are_turned_up_until_one_is_large_enough():
    """ST-MISSION-01, ST-MISSION-02, ST-MISSION-03, ST-MISSION-09"""
    now = granted(
        [
            "Dragon Eggs to Lambard",
            "Dream Machines to Hexworld",
            "Fuzzie-Wuzzies to Endor",
            "Hive to Verne",
        ]
    )
    assert now["red"]["mission"]["to"] == "Endor"
    assert now["contract_discard"] == ["Dragon Eggs to Lambard", "Dream Machines to Hexworld"]
    assert (now["contracts"], now["contract_deck"], now["red"]["stations"]) == (
        ["Robots to Jaxin"],
        ["Hive to Verne"],
        [],
    )


def test_a_jackpot_card_counts_by_its_average():
    """ST-MISSION-04"""
    now = granted(["Psionic Shields to Jackpot", "Tourists to Jackpot"])
    assert (now["red"]["mission"], now["contract_discard"]) == (
        {"from": "Terra", "to": "Jackpot"},
        ["Psionic Shields to Jackpot"],
    )


def test_the_draw_goes_on_through_the_end_of_the_deck():
    """ST-MISSION-19"""
    now = granted(["Fur to Hench"], ["Robots to Awwad", "Autodocs to Hospital"])
    assert (now["red"]["mission"]["to"], now["contract_deck"]) == ("Hospital", ["Fur to Hench"])


def test_where_no_card_is_large_enough_there_is_no_mission():
    """ST-MISSION-02"""
    assert granted(["Fur to Hench"], ["Robots to Awwad"])["red"]["mission"] == ""


def test_imperial_cargo_is_loaded_by_its_trader_alone_and_once():
    """ST-MISSION-05, ST-MISSION-06, ST-MISSION-08, ST-MISSION-17"""
    game = Game(
        red=trader("Shower", mission=MINK),
        blue=trader("Shower"),
        contracts=["Fur to Hench"],
        stage="closing",
    )
    assert game.refused("red", "load fungus")[:2] == ("ST-CARGO-05", "ST-MISSION-05")
    assert "load imperial cargo (red)" in game.offered("red")
    assert game.refused("red", "load imperial cargo x2")[0] == "ST-MISSION-08"
    game.order("red", "load imperial cargo")
    assert game.now["red"]["cargo"] == [CARGO]
    assert game.refused("red", "load imperial cargo")[0] == "ST-MISSION-08"
    assert "load imperial cargo (red)" not in game.offered("red")
    game.order("red", "end")
    assert "ST-MISSION-06" in game.refused("blue", "load imperial cargo")
    assert game.refused("blue", "load imperial cargo (red)")[0] == "ST-MISSION-06"


def test_imperial_cargo_needs_its_world_and_room():
    """ST-MISSION-17, ST-CARGO-09"""
    assert (
        Game(red=trader("Oz", mission=MINK)).refused("red", "load imperial cargo")[0]
        == "ST-MISSION-17"
    )
    full = Game(
        red=trader("Shower", mission=MINK, cargo=["Fur", "Fur"]), contracts=["Fur to Hench"]
    )
    assert {"ST-CARGO-09", "ST-MISSION-17"} <= set(full.refused("red", "load imperial cargo"))


def test_it_may_be_loaded_in_the_turn_of_the_grant():
    """ST-MISSION-17"""
    start = {"contract_deck": ["Fungus to Mink"], "stage": "action"}
    game = (
        Game(6, red=trader("Shower", prestige=15), **start)
        .order("red", "petition")
        .order("red", "load imperial cargo")
    )
    assert game.now["red"]["cargo"] == [CARGO]


def test_a_lost_one_can_be_fetched_again():
    """ST-MISSION-18"""
    game = Game(red=trader("Shower", mission=MINK, cargo=[CARGO], stellors=5)).order(
        "red", "abandon imperial cargo"
    )
    assert game.order("red", "load imperial cargo").now["red"]["cargo"] == [CARGO]


def test_the_victim_of_a_loss_may_name_it():
    """ST-CARD-60, ST-MISSION-18"""
    game = Game(
        red=trader("Shower", mission=MINK, cargo=[CARGO, "Fur"]),
        blue=trader(hand=["Lose a Cargo"]),
        contracts=["Fur to Hench"],
    )
    game.order("blue", "play lose a cargo on red").close_all().order("red", "choose imperial cargo")
    assert game.now["red"]["cargo"] == ["Fur"]


def test_delivering_it_wins():
    """ST-MISSION-13, ST-MISSION-16, ST-PETITION-01, ST-RACE-07"""
    lines = [["Niven", "Mink", "orange"]]
    rival = trader(
        "Niven", mission={"from": "Shower", "to": "Endor"}, cargo=["Imperial Cargo (blue)"]
    )
    game = Game(2, lines=lines, red=trader("Niven", mission=MINK, cargo=[CARGO]), blue=rival).order(
        "red", "jump mink"
    )
    assert (
        game.now["over"],
        game.now["winner"],
        game.now["red"]["prestige"],
        game.now["red"]["stellors"],
    ) == (True, "red", 1, 40)
    assert isinstance(game.pending, Over)
    assert (game.pending.rule, game.pending.ending) == ("ST-MISSION-13", "mission")
    assert "ST-MISSION-13" in game.refused("blue", "end")


def test_it_wins_before_other_deliveries_that_are_due():
    """ST-MISSION-13"""
    red = trader("Mink", mission=MINK, cargo=[CARGO, "Stasis Cubes"])
    game = Game(
        red=red,
        turn="green",
        stage="closing",
        contracts=["Robots to Jaxin", "Stasis Cubes to Mink"],
    ).order("green", "end")
    assert (game.now["winner"], game.now["red"]["stellors"]) == ("red", 40)


def test_a_goal_at_jackpot_throws_no_die():
    """ST-MISSION-20"""
    red = trader("Jackpot", mission={"from": "Terra", "to": "Jackpot"}, cargo=[CARGO])
    assert Game(red=red, turn="green", stage="closing").order("green", "end").now["winner"] == "red"


def test_only_in_the_own_turn_and_only_by_its_trader():
    """ST-MISSION-06, ST-MISSION-07, ST-DELIVER-17"""
    game = Game(
        blue=trader(
            "Mink", mission={"from": "Shower", "to": "Mink"}, cargo=["Imperial Cargo (blue)"]
        )
    )
    assert not game.now["over"]
    carrier = Game(
        red=trader("Mink", cargo=["Imperial Cargo (blue)"]), blue=trader("Oz", mission=MINK)
    )
    assert not carrier.now["over"]
    assert carrier.refused("red", "deliver imperial cargo") == ("ST-MISSION-07", "ST-MISSION-06")
    own = Game(red=trader("Oz", mission=MINK, cargo=[CARGO]))
    assert own.refused("red", "deliver imperial cargo") == ("ST-MISSION-13",)


def test_it_is_marked_on_no_contract():
    """ST-MISSION-05, ST-CARGO-16"""
    game = Game(red=trader("Oz", mission=MINK, cargo=[CARGO]), contracts=["Fungus to Mink"])
    assert game.now["red"]["markers"] == []
    assert game.refused("red", "assign imperial cargo to 1")[0] == "ST-CARGO-16"


def test_several_may_be_on_missions():
    """ST-MISSION-15, ST-MISSION-14"""
    start = {"contract_deck": ["Hive to Verne"], "stage": "action"}
    game = Game(6, red=trader(prestige=15), blue=trader(mission=MINK), **start).order(
        "red", "petition"
    )
    assert (game.now["red"]["mission"]["to"], game.now["blue"]["mission"]["to"]) == (
        "Verne",
        "Mink",
    )
