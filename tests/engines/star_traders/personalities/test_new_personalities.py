"""The five further Personalities."""

import pytest

from tests.engines.star_traders.game import Game
from traders.engines.kernel.refusal import Refusal
from traders.engines.star_traders import ENGINE
from traders.engines.star_traders.jump.personality_jumps import Take

ALL = {"personalities": "all"}


def alone(*chance, personality, at="Mink", **more):
    red = {"at": at, "stations": [], "personality": personality, **more.pop("red", {})}
    return Game(*chance, options=ALL, red=red, **more)


def test_an_awesome_jump_offers_three_ordered_pairs():
    """(ST-NEWPERSON-02 to 04)"""
    game = alone(2, 5, 4, personality="Awesome Andi").order("red", "jump awesome")
    assert len(game.pending.things) == 3
    taken = [ENGINE.read(game.state, "red", thing) for thing in game.pending.things]
    worlds = {order.world for order in taken if isinstance(order, Take)}
    assert worlds == {25, 54, 42}
    game.order("red", "take 54")
    assert game.now["stage"] == "movement"
    assert game.now["red"]["jumps_left"] == 2
    assert game.refused("red", "jump awesome") == ("ST-NEWPERSON-02",)


def test_an_aborted_awesome_jump_may_be_made_again():
    """(ST-NEWPERSON-02, ST-TIMING-10)"""
    game = alone(personality="Awesome Andi", quarantines=[{"world": "Mink", "by": "blue"}])
    game.order("red", "jump awesome")
    assert game.now["red"]["jumps_left"] == 3
    assert "jump awesome" in game.offered("red")


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("jump awesome", "ST-NEWPERSON-02"),
        ("jump psychic", "ST-NEWPERSON-06"),
        ("stay", "ST-NEWPERSON-08"),
    ],
)
def test_jumps_of_others_are_refused(line, rule):
    """(ST-NEWPERSON-02, ST-NEWPERSON-06, ST-NEWPERSON-08)"""
    assert rule in alone(personality="The Banker").refused("red", line)


def test_the_seer_rolls_again_for_a_card_before_choosing():
    """(ST-NEWPERSON-07, ST-LUCK-09)"""
    game = alone(
        1, 6, personality="The Seer", red={"hand": ["Zap"]}, lines=[["Mink", "Oz", "green"]]
    )
    game.order("red", "jump psychic").close("quarantine").order("red", "reroll with zap")
    assert set(game.pending.things) == {"stay", "take oz"}
    assert game.pending.silence == "stay"
    assert game.order("red", "take oz").now["red"]["at"] == "Oz"


def test_velma_keeps_a_first_die_that_shows_another_arm():
    """(ST-NEWPERSON-10)"""
    game = alone(2, 3, personality="Verdant Velma", at="Asimov").order("red", "jump random")
    assert game.state.traders["red"].at == 23


def test_velma_leaves_the_arm_that_the_jump_began_in_when_she_is_lost():
    """(ST-NEWPERSON-10)"""
    game = alone(
        4,
        3,
        1,
        personality="Verdant Velma",
        at="Asimov",
        lines=[["Asimov", "Oz", "orange"]],
        red={"stations": ["Oz"]},
        blue={"hand": ["You Are Lost"]},
    )
    game.order("red", "jump oz").close("quarantine").order("blue", "play you are lost on red")
    game.close("calamity") if game.now["interval"] == "calamity" else None
    assert game.now["interval"] == "zap"
    game.order("red", "reroll").close_all()
    assert game.state.traders["red"].at == 31


@pytest.mark.parametrize(("engines", "rules"), [(1, ("ST-NEWPERSON-13", "ST-CARD-04")), (2, ())])
def test_no_envoy_for_a_banker_with_one_engine(engines, rules):
    """(ST-NEWPERSON-13)"""
    game = Game(
        options=ALL,
        red={"hand": ["Imperial Envoy (Telzey)"]},
        blue={"at": "Oz", "personality": "The Banker", "engines": engines},
    )
    if rules:
        assert game.refused("red", "play imperial envoy (telzey) on blue") == rules
    else:
        assert (
            game.order("red", "play imperial envoy (telzey) on blue")
            .close_all()
            .now["blue"]["envoy"]
            == "Telzey"
        )


def test_the_banker_has_nothing_of_own_payments_or_of_losses():
    """(ST-NEWPERSON-12)"""
    game = Game(
        1,
        options=ALL,
        red={"at": "Mink", "stations": [], "prestige": 15, "stellors": 30},
        blue={"personality": "The Banker"},
    )
    game.order("red", "petition").order("red", "add 0") if game.state.book.zone(
        15
    ).bonus else game.order("red", "petition")
    assert game.now["blue"]["stellors"] == 40
    game = Game(options=ALL, red={"at": "Mink", "stations": [], "personality": "The Banker"}).order(
        "red", "build"
    )
    assert game.now["red"]["stellors"] == 35


@pytest.mark.parametrize(
    ("card", "line"),
    [
        ("Codebreaker", "play piracy as codebreaker"),
        ("Gotcha", "play piracy on blue as gotcha"),
        ("Lose a Cargo", "play piracy on blue as lose a cargo"),
        ("Lose a Station", "play piracy on blue as lose a station"),
        ("Stressed Engines", "play piracy on blue as stressed engines"),
        ("Takeover", "play piracy on blue as takeover"),
    ],
)
def test_piracy_is_many_cards_for_pete_alone(card, line):
    """(ST-NEWPERSON-14)"""
    start = {"at": "Mink", "stations": [], "hand": ["Piracy"]}
    blue = {"at": "Oz", "stations": ["Mink"], "cargo": ["Fur"], "prestige": 5}
    assert "ST-NEWPERSON-14" in Game(
        options=ALL, red=start | {"personality": "The Hero"}, blue=blue
    ).refused("red", line)
    game = Game(options=ALL, red=start | {"personality": "Pirate Pete"}, blue=blue)
    assert line in game.offered("red")
    game.order("red", line).close_all()
    assert any(f"Piracy as {card}" in event.text for event in game.events)
    assert game.now["red"]["hand"] == []


def test_piracy_that_lay_there_as_stressed_engines_is_discarded_as_piracy():
    """(ST-NEWPERSON-14, ST-LUCK-14)"""
    game = Game(
        options=ALL,
        red={"personality": "Pirate Pete", "hand": ["Piracy"]},
        blue={},
        luck_discard=[],
    )
    game.order("red", "play piracy on blue as stressed engines").close_all()
    assert game.now["blue"]["stressed"]
    assert game.now["luck_discard"] == []
    game.order("blue", "repair")
    assert game.now["luck_discard"] == ["Piracy"]


def test_piracy_is_played_as_avoid_calamity_by_either_order():
    """(ST-NEWPERSON-14)"""
    for line in ("avoid with piracy", "play piracy as avoid calamity"):
        game = Game(
            options=ALL,
            red={"hand": ["Gotcha"]},
            blue={"personality": "Pirate Pete", "hand": ["Piracy"], "prestige": 4},
        )
        game.order("red", "play gotcha on blue").order("blue", line).close_all()
        assert game.now["blue"]["prestige"] == 4
        assert game.now["blue"]["hand"] == []


def raiders(*chance, **blue):
    return Game(
        *chance,
        options=ALL,
        red={"at": "Oz", "stations": [], "personality": "Pirate Pete", "prestige": 3},
        blue={"at": "Oz", "stations": [], **blue},
    )


def test_a_raid_may_fail():
    """(ST-NEWPERSON-15, ST-NEWPERSON-16)"""
    game = raiders(4).order("red", "raid blue")
    assert "Red pays 3 Prestige and has" in game.told
    assert game.now["blue"]["engines"] == 3
    assert game.now["red"]["prestige"] == 0
    assert game.now["red"]["action"] == "used"
    assert "ST-NEWPERSON-15" in game.refused("red", "raid blue")


def test_a_raid_s_die_may_be_changed_and_its_victim_answers():
    """(ST-NEWPERSON-16, ST-CARD-54)"""
    game = raiders(4, hand=["Avoid Calamity"]).order("red", "raid blue")
    assert ENGINE.meets(game.state, "blue", "attacked")
    game = raiders(5, hand=["Avoid Calamity"]).order("red", "raid blue").close("die")
    assert game.now["waiting"] == ["blue"]
    assert game.refused("red", "avoid")[0] in ("ST-CALAMITY-07", "ST-NEWPERSON-16")
    game.order("blue", "avoid")
    assert game.now["blue"]["engines"] == 3
    assert game.now["interval"] == "none"


def test_a_raid_needs_three_prestige_and_the_action():
    """(ST-NEWPERSON-15)"""
    game = raiders(4)
    game.state.traders["red"].prestige = 2
    assert "ST-NEWPERSON-15" in game.refused("red", "raid blue")
    assert "raid blue" not in game.offered("red")
    assert "ST-NEWPERSON-15" in Game(
        options=ALL, red={"personality": "The Hero", "prestige": 9}
    ).refused("red", "raid blue")


def test_what_is_not_in_this_game_is_not_dealt():
    """(ST-NEWPERSON-01)"""
    state = ENGINE.setup(("red", "blue"), {"personalities": "original"})
    ENGINE.happen(state, 1)
    assert ENGINE.pending(state).sides == 7
    state = ENGINE.setup(("red", "blue"), {"personalities": "all"})
    ENGINE.happen(state, 1)
    assert ENGINE.pending(state).sides == 12
    with pytest.raises(Refusal) as refused:
        ENGINE.setup(("red", "blue"), {"personalities": "some"})
    assert refused.value.rules == ("ST-NEWPERSON-01",)
