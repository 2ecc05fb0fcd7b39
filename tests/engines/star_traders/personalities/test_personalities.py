"""The seven Personalities of the original game."""

import pytest

from tests.engines.star_traders.game import Game
from traders.engines.star_traders.holdings import stations

ALL = {"personalities": "all"}
ORIGINAL = {"personalities": "original"}
VIOLET = [["Mink", "Oz", "violet"]]


def navigator(*chance, **more):
    red = {"at": "Mink", "stations": [], "personality": "The Navigator", **more}
    return Game(*chance, options=ORIGINAL, lines=VIOLET, red=red, blue={"hand": ["Zap"]})


@pytest.mark.parametrize(
    ("said", "at"), [((), "Oz"), (("add 0",), "Mink"), (("add 0", "add 1"), "Oz")]
)
def test_the_navigator_adds_one_unless_he_declines(said, at):
    """(ST-PERSON-03)"""
    game = navigator(3).order("red", "jump oz").close("quarantine")
    for line in said:
        game.order("red", line)
    game.close_all()
    assert game.now["red"]["at"] == at


def test_only_the_navigator_adds_and_only_to_a_roll():
    """(ST-PERSON-03, ST-PERSON-04)"""
    game = navigator(3)
    assert "ST-PERSON-03" in game.refused("red", "add 0")
    game.order("red", "jump oz").close("quarantine")
    assert "ST-PERSON-03" in game.refused("blue", "add 0")
    assert "ST-PERSON-03" in game.refused("red", "add 2")
    random = navigator(3, 4).order("red", "jump random").close("quarantine")
    assert "ST-PERSON-04" in random.refused("red", "add 1")


def test_the_navigator_s_ways_are_shown_as_easy_as_they_are():
    """(ST-PERSON-03)"""
    from traders.engines.star_traders import ENGINE

    text = ENGINE.board_text(ENGINE.view(navigator().state, "red"))
    assert "- Oz: 3+ (violet)" in text
    assert "The Navigator: May add 1" in text


def test_what_the_psychic_sees_nobody_else_does():
    """(ST-PERSON-05 to 07)"""
    from traders.engines.star_traders import ENGINE

    game = Game(
        options=ORIGINAL,
        red={"personality": "The Psychic"},
        blue={"personality": "The Hero"},
        contract_deck=["Fur to Hench", "Hive to Verne", "Robots to Jaxin"],
    )
    assert ENGINE.view(game.state, "red")["own"]["ahead"] == ["Fur to Hench"]
    for seat in ("blue", "green", None):
        assert "Fur to Hench" not in ENGINE.board_text(ENGINE.view(game.state, seat))
        assert "Fur to Hench" not in str(ENGINE.view(game.state, seat))


def lou(*hand, **more):
    red = {"personality": "Lucky Lou", "hand": list(hand), **more}
    return Game(
        options=ORIGINAL, red=red, luck_deck=["Superzap", "Takeover", "Quarantine"], stage="draw"
    )


@pytest.mark.parametrize(
    ("hand", "drawn"),
    [([], 2), (["Zap"], 2), (["Zap", "Gotcha"], 1), (["Zap", "Gotcha", "Piracy"], 0)],
)
def test_lou_draws_two_as_far_as_three_go(hand, drawn):
    """(ST-PERSON-08, ST-PERSON-10)"""
    game = lou(*hand)
    if not drawn:
        assert "ST-LUCK-04" in game.refused("red", "draw")
        assert len(game.order("red", "end").state.traders["red"].hand) == 3
        return
    game.order("red", "draw")
    assert game.now["red"]["hand"] == hand + ["Superzap", "Takeover"][:drawn]


def test_lou_keeps_one_card_or_two():
    """(ST-PERSON-11)"""
    assert lou("Zap", "Gotcha", "Piracy").order("red", "keep piracy").now["red"]["hand"] == [
        "Piracy",
        "Superzap",
        "Takeover",
    ]
    assert lou("Zap", "Gotcha").order("red", "keep zap").now["red"]["hand"] == [
        "Zap",
        "Superzap",
        "Takeover",
    ]
    assert "ST-PERSON-11" in lou("Zap").refused("red", "draw discarding zap")
    assert "ST-PERSON-11" in lou("Zap", "Gotcha").refused("red", "keep piracy")
    offered = lou("Zap", "Gotcha", "Piracy").offered("red")
    assert "draw discarding gotcha and zap" in offered
    assert "draw discarding gotcha and piracy and zap" not in offered


def test_only_lou_keeps():
    """(ST-PERSON-11)"""
    game = Game(
        options=ORIGINAL, red={"personality": "The Hero", "hand": ["Zap", "Gotcha"]}, stage="draw"
    )
    assert game.refused("red", "keep zap") == ("ST-PERSON-11",)


def test_the_engineer_takes_the_sixth_engine_at_kluge():
    """(ST-PERSON-21, ST-PERSON-17)"""
    game = Game(
        5,
        options=ORIGINAL,
        lines=[["Lambard", "Kluge", "orange"]],
        contracts=["Robots to Jaxin", "Gremlins to Kluge"],
        red={
            "at": "Lambard",
            "stations": [],
            "personality": "The Engineer",
            "engines": 5,
            "cargo": ["Gremlins"],
        },
    )
    game.order("red", "jump kluge").order("red", "choose engine")
    assert game.now["red"]["engines"] == 6
    assert "ST-ENGINE-03" in game.order("red", "end").order("blue", "end").order(
        "green", "end"
    ).refused("red", "engine")


def test_capital_given_away_is_a_station_like_any():
    """(ST-PERSON-25, ST-PERSON-26)"""
    game = Game(
        options=ORIGINAL,
        red={"at": "Capital", "stations": [], "hand": ["Takeover"]},
        blue={"stations": ["Capital"], "personality": "The Insider"},
    )
    assert "ST-PERSON-23" in game.refused("red", "play takeover")
    stations.hand_over(game.state, 66, "green")
    game.order("red", "play takeover").close_all()
    assert game.now["red"]["stations"] == ["Capital"]


def test_the_hero_s_avoid_calamity_answers_a_quarantine_too():
    """(ST-PERSON-29)"""
    game = Game(
        options=ORIGINAL,
        red={"hand": ["Quarantine"]},
        blue={"hand": ["Avoid Calamity"], "personality": "The Hero"},
    )
    game.order("red", "play quarantine at oz").order("blue", "avoid")
    assert game.now["blue"]["prestige"] == 2
