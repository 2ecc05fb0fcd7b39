"""Petitioning the Emperor for a mission (ST-PETITION)."""

import pytest

from tests.engines.star_traders.game import Game
from traders.engines.kernel.contract.contract import Choice
from traders.engines.star_traders import ENGINE

HIVE = {"contract_deck": ["Hive to Verne"]}
MISSION = {"from": "Swarm", "to": "Verne"}


def trader(at="Oz", **more):
    return {"at": at, "stations": [], **more}


def petitioner(*chance, cards=(), **red):
    """Red in the Action stage; blue holds the cards."""
    return Game(
        *chance, red=trader(**red), blue=trader("Wells", hand=list(cards)), stage="action", **HIVE
    )


def test_who_may_petition_when():
    """ST-PETITION-02, ST-PETITION-03, ST-PETITION-05, ST-MISSION-12, ST-TURN-06"""
    assert petitioner(prestige=14).refused("red", "petition") == ("ST-PETITION-02",)
    assert petitioner(prestige=15).offered("red").count("petition") == 1
    assert "ST-PETITION-03" in petitioner(prestige=15).refused("blue", "petition")
    assert petitioner(prestige=20, mission=MISSION).refused("red", "petition") == ("ST-MISSION-12",)
    assert petitioner(prestige=20, envoy="Telzey").refused("red", "petition")[0] == "ST-CARD-10"
    assert petitioner(prestige=20).refused("red", "petition oz")[0] == "ST-TURN-06"
    assert "ST-PETITION-03" in petitioner(prestige=20, action="used").refused("red", "petition")
    late = Game(red=trader(prestige=20), stage="closing")
    assert "ST-TURN-21" in late.refused("red", "petition")


def test_announcing_ends_movement():
    """ST-TURN-18, ST-PETITION-03"""
    game = Game(
        2, lines=[["Oz", "Endor", "orange"]], red=trader(prestige=15, stellors=31), **HIVE
    ).order("red", "petition")
    assert (game.now["stage"], game.now["red"]["stellors"], game.now["red"]["action"]) == (
        "action",
        21,
        "used",
    )
    assert "ST-TURN-18" in game.refused("red", "jump endor")


@pytest.mark.parametrize(
    ("die", "before", "after", "granted"),
    [
        (1, (45, 15), (25, 10), False),
        (1, (12, 3 + 15), (0, 13), False),
        (2, (31, 18), (21, 18), False),
        (3, (60, 15), (0, 15), True),
        (4, (41, 16), (1, 16), True),
        (5, (20, 15), (0, 15), True),
        (6, (10, 15), (0, 15), True),
    ],
)
def test_the_table(die, before, after, granted):
    """ST-PETITION-04, ST-PETITION-14 to ST-PETITION-19, ST-PETITION-21, ST-MONEY-07"""
    red = (
        petitioner(die, stellors=before[0], prestige=before[1]).order("red", "petition").now["red"]
    )
    assert ((red["stellors"], red["prestige"]), red["mission"]) == (
        after,
        MISSION if granted else "",
    )


@pytest.mark.parametrize(
    ("die", "held", "lost"),
    [(3, 59, (10, 10)), (4, 39, (10, 10)), (5, 19, (0, 10)), (6, 9, (0, 10))],
)
def test_a_price_that_is_not_there_waits_and_may_be_refused(die, held, lost):
    """ST-PETITION-16 to ST-PETITION-19, ST-PETITION-22"""
    game = petitioner(die, stellors=held, prestige=15).order("red", "petition")
    assert game.now["waiting"] == ["red"]
    assert game.refused("red", "pay")[0] == f"ST-PETITION-{13 + die}"
    assert [offer for offer in game.offered("red") if offer in ("pay", "refuse")] == ["refuse"]
    now = game.order("red", "refuse").now
    assert (now["red"]["stellors"], now["red"]["prestige"], now["red"]["mission"]) == (
        held - lost[0],
        15 - lost[1],
        "",
    )
    assert now["contract_deck"] == ["Hive to Verne"]


def test_money_that_comes_in_time_is_paid():
    """ST-PETITION-22"""
    game = petitioner(3, stellors=50, prestige=15).order("red", "petition")
    game.state.traders["red"].stellors += 10
    assert "pay" in game.offered("red")
    assert game.order("red", "pay").now["red"]["mission"] == MISSION
    assert game.now["red"]["stellors"] == 0


def test_results_outside_the_die():
    """ST-PETITION-08, ST-PETITION-12, ST-PETITION-13, ST-PETITION-20, ST-CARD-51"""
    below = (
        petitioner(1, prestige=18, cards=["Superzap"])
        .order("red", "petition")
        .close("petition")
        .order("blue", "play superzap down")
        .close_all()
    )
    assert (
        below.now["red"]["prestige"],
        below.now["red"]["skip"],
        below.now["red"]["stellors"],
    ) == (3, 1, 40)
    nought = (
        petitioner(1, prestige=16, stellors=12, cards=["Zap"])
        .order("red", "petition")
        .close("petition")
        .order("blue", "play zap down")
        .close_all()
    )
    assert (
        nought.now["red"]["prestige"],
        nought.now["red"]["stellors"],
        nought.now["red"]["skip"],
    ) == (6, 0, 0)
    above = (
        petitioner(6, prestige=15, stellors=0, cards=["Zap"])
        .order("red", "petition")
        .close("petition")
        .order("blue", "play zap up")
        .close_all()
    )
    assert above.now["red"]["mission"] == MISSION


def test_the_turn_lost_is_the_next_one():
    """ST-PETITION-12, ST-TURN-20"""
    game = Game(
        1,
        seats=("red", "blue"),
        red=trader(prestige=18),
        blue=trader("Wells", hand=["Superzap"]),
        stage="action",
        luck_deck=["Zap"] * 5,
    )
    game.order("red", "petition").close("petition").order("blue", "play superzap down").close_all()
    game.order("red", "end").order("blue", "end").close_all()
    assert (game.now["turn"], game.now["red"]["skip"]) == ("blue", 0)


def test_prestige_brought_under_fifteen_before_the_roll():
    """ST-PETITION-06, ST-PETITION-07"""
    game = (
        petitioner(prestige=16, cards=["Court Scandal"])
        .order("red", "petition")
        .order("blue", "play court scandal on red")
        .close_all()
    )
    now = game.now
    assert (now["red"]["action"], now["red"]["prestige"], now["stage"], now["die"]) == (
        "unused",
        14,
        "action",
        None,
    )
    assert "ST-TURN-18" in game.refused("red", "jump random")
    assert game.order("red", "build").now["red"]["prestige"] == 16


@pytest.mark.parametrize(("prestige", "most"), [(19, 0), (20, 1), (24, 1), (25, 2), (30, 2)])
def test_what_the_zone_lets_the_petitioner_add(prestige, most):
    """ST-PETITION-10, ST-PETITION-11, ST-PRESTIGE-11"""
    game = petitioner(6, prestige=prestige, stellors=10).order("red", "petition")
    asked = [offer for offer in game.offered("red") if offer.startswith("add")]
    assert sorted(asked) == ([f"add {n}" for n in range(most + 1)] if most else [])
    if most:
        assert f"ST-PETITION-{9 + most}" in game.refused("red", f"add {most + 1}")
        assert game.now["die"] == 6
        assert game.order("red", f"add {most}").now["red"]["stellors"] == 10  # free
    assert game.now["red"]["mission"] == MISSION


def test_the_zone_is_looked_at_last():
    """ST-PETITION-09, ST-PETITION-24"""
    game = (
        petitioner(5, prestige=21, stellors=20, cards=["Disgrace at Court"])
        .order("red", "petition")
        .close("petition")
    )
    game.order("blue", "play disgrace at court on red").close_all()
    assert (
        game.now["red"]["prestige"],
        game.now["red"]["stellors"],
        game.now["red"]["mission"],
    ) == (17, 0, MISSION)
    under = (
        petitioner(6, prestige=16, stellors=10, cards=["Disgrace at Court"])
        .order("red", "petition")
        .close("petition")
    )
    under.order("blue", "play disgrace at court on red").close_all()
    assert (under.now["red"]["prestige"], under.now["red"]["mission"]) == (12, MISSION)


def test_a_failed_petition_may_be_made_again_in_a_later_turn():
    """ST-PETITION-23, ST-PETITION-03"""
    game = Game(
        2,
        6,
        seats=("red", "blue"),
        red=trader(prestige=16),
        stage="action",
        luck_deck=["Zap"],
        **HIVE,
    ).order("red", "petition")
    assert "ST-PETITION-03" in game.refused("red", "petition")
    game.state.luck_deck.clear()
    game.order("red", "end").order("blue", "end").order("red", "petition")
    assert game.now["red"]["mission"] == MISSION


def test_silence_refuses_a_price_that_is_not_there():
    """PR-TURN-08"""
    assert petitioner(3, prestige=15).order("red", "petition").pending.silence == "refuse"


@pytest.mark.parametrize(
    ("die", "prestige", "stellors", "ordered"),
    [
        (4, 25, 60, (2, 1, 0)),  # the cheapest grant
        (4, 20, 20, (1, 0)),  # the only one that can be paid
        (2, 20, 30, (0, 1)),  # neither: not heard costs least
        (1, 25, 30, (1, 2, 0)),
        (3, 20, 30, (1, 0)),  # alike: what is raised more easily
    ],
)
def test_what_may_be_added_stands_best_first_and_silence_adds_nothing(
    die: int, prestige: int, stellors: int, ordered: tuple[int, ...]
):
    """ST-PETITION-10, ST-PETITION-11"""
    game = petitioner(die, prestige=prestige, stellors=stellors).order("red", "petition")
    assert game.pending.things == tuple(f"add {n}" for n in ordered)
    assert game.pending.silence == "add 0"


def test_a_price_that_is_not_there_says_so():
    """ST-PETITION-16, ST-PETITION-22"""
    game = petitioner(3, stellors=56, prestige=20).order("red", "petition")
    words = {offer.order: offer.words for offer in ENGINE.offers(game.state, "red")}
    assert words["add 0"] == (
        "result 3: granted for 60 Stellors, and you have 56; without a deal you lose 10 Stellors "
        "and 10 Prestige"
    )
    assert words["add 1"] == "result 4: granted for 40 Stellors"
    assert game.order("red", "add 0").pending.question == (
        "The mission costs 60 Stellors and you have 56. Raise 4 by a deal and `pay`, or `refuse`?"
    )


@pytest.mark.parametrize(
    ("die", "prestige", "told"),
    [
        (4, 15, "Red's petition: the die shows 4; if nothing changes it, granted for 40 Stellors."),
        (2, 15, "Red's petition: the die shows 2; if nothing changes it, not granted."),
        (
            2,
            20,
            "Red's petition: the die shows 2; if nothing changes it, with the best bonus "
            "granted for 60 Stellors.",
        ),
    ],
)
def test_the_window_after_the_die_says_what_it_comes_to(die: int, prestige: int, told: str):
    """ST-PETITION-08"""
    game = petitioner(die, prestige=prestige, cards=["Zap", "Superzap"]).order("red", "petition")
    assert (game.pending.cause, game.pending.stakes) == (
        "Red petitions the Emperor.",
        "An Imperial Mission is at stake: delivering it wins the game.",
    )
    assert game.close("petition").pending.cause == told


def test_a_zap_on_a_petition_says_what_becomes_of_it():
    """ST-CARD-53"""
    game = petitioner(4, prestige=15, cards=["Zap", "Superzap"]).order("red", "petition")
    game.close("petition")
    words = {offer.order: offer.words for offer in ENGINE.offers(game.state, "blue")}
    assert words["play superzap up"] == "the 4 becomes 6: granted for 10 Stellors"
    assert words["play superzap down"] == "the 4 becomes 2: not granted"


# --- once in a turn, and with a contract that fits ------------------------------------------------


def barred_petition(revision: int = 0) -> Game:
    """Blue's Gotcha brings red under 15 before the die; red's own Favor raises it again."""
    red = {"at": "Capital", "stations": [], "prestige": 15, "hand": ["Imperial Favor"]}
    game = Game(6, revision=revision, red=red, blue={"hand": ["Gotcha"]}, contract_discard=[])
    game.order("red", "petition").order("blue", "play gotcha on red").close_all()
    return game.order("red", "play imperial favor on red")


def test_after_a_petition_that_was_not_heard_another_action_but_no_second_petition():
    """ST-PETITION-07"""
    game = barred_petition()
    assert game.now["red"]["prestige"] == 15
    assert "petition" not in game.offered("red")
    assert game.refused("red", "petition")[0] == "ST-PETITION-07"
    assert "engine" in game.offered("red")
    game.order("red", "end").order("blue", "end").order("green", "end")
    assert "petition" in game.offered("red")
    assert "petition" in barred_petition(1).offered("red")


@pytest.mark.parametrize("stellors", [100, 3])
@pytest.mark.parametrize("result", [3, 4, 5, 6])
def test_without_a_contract_that_fits_nothing_is_paid_or_lost_and_the_action_is_used(
    result: int, stellors: int
):
    """ST-MISSION-03: a price that is not there is not asked for either."""
    red = {"at": "Oz", "stations": [], "prestige": 17, "stellors": stellors}
    decks = {"contract_deck": ["Stasis Cubes to Helix"], "contract_discard": []}
    start = {"red": red, "stage": "action", "contracts": ["Fur to Frygia"], **decks}
    game = Game(result, **start).order("red", "petition").close_all()
    now = game.now["red"]
    assert (now["stellors"], now["prestige"], now["mission"]) == (stellors, 17, "")
    assert now["action"] == "used"
    assert "No contract is left" in game.told
    assert game.now["turn"] == "red"
    before = Game(result, revision=1, **start).order("red", "petition").close_all()
    assert before.now["red"]["stellors"] < stellors or isinstance(before.pending, Choice)


def test_a_contract_among_the_discards_fits_too():
    """ST-MISSION-03, ST-MISSION-19"""
    red = {"at": "Oz", "stations": [], "prestige": 17}
    decks = {"contract_deck": [], "contract_discard": ["Stasis Cubes to Mink"]}
    game = Game(6, red=red, stage="action", contracts=["Fur to Frygia"], **decks)
    game.order("red", "petition").close_all()
    assert game.now["red"]["mission"]["to"] == "Mink"
    assert game.now["red"]["stellors"] == 30
