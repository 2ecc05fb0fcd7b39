"""What standing orders and stops may wait for, looked at through the steps of events."""

import pytest

from tests.engines.star_traders.game import Game
from traders.engines.kernel.refusal import Refusal
from traders.engines.star_traders import ENGINE

LINE = [["Mink", "Niven", "orange"]]


def trader(at="Oz", **more):
    return {"at": at, "stations": [], **more}


def holds(game, seat, text):
    return ENGINE.meets(game.state, seat, ENGINE.condition(game.state, text))


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("Red jumps", "red jumps"),
        ("red jumps from 14 to niven.", "red jumps from mink to niven"),
        ("red rolls 5 or better", "red rolls 5 or better"),
        ("red plays envoy (telzey) on me", "red plays imperial envoy (telzey) on me"),
        ("attacked", "attacked"),
        ("I am attacked", "attacked"),
        (
            "at niven and not blue petitions or prestige 15 or more",
            "at niven and not blue petitions or prestige 15 or more",
        ),
        ("blue delivers fur", "blue delivers fur"),
        ("my jump fails", "my jump fails"),
    ],
)
def test_conditions_are_read_and_written_back(text, canonical):
    state = Game().state
    assert ENGINE.condition(state, text) == canonical
    assert ENGINE.condition(state, canonical) == canonical


@pytest.mark.parametrize(
    "text", ["", "red", "black jumps", "red jumps over niven", "red rolls 5", "when red jumps"]
)
def test_conditions_that_cannot_be_read(text):
    with pytest.raises(Refusal) as refused:
        ENGINE.condition(Game().state, text)
    assert refused.value.kind == "unreadable"


def test_a_jump_counts_until_its_last_step():
    game = Game(3, 4, lines=LINE, red=trader("Mink"), blue=trader(hand=["Zap"]))
    assert not holds(game, "blue", "red jumps")
    game.order("red", "jump niven")
    first = holds(game, "blue", "red jumps from mink to niven")
    assert first
    assert not holds(game, "blue", "red jumps from niven")
    assert not holds(game, "blue", "red jumps to mink")
    assert not holds(game, "blue", "blue jumps")
    game.close("quarantine")
    assert holds(game, "blue", "red jumps") == first
    game.close("zap")
    assert holds(game, "blue", "red jumps") == first
    assert not holds(game, "red", "at niven")  # the ship is in hyperspace
    game.close("lost")
    assert not holds(game, "blue", "red jumps")
    assert holds(game, "red", "at niven")
    arrived = holds(game, "blue", "red arrives at niven")
    assert arrived
    game.order("red", "jump mink")
    assert holds(game, "blue", "red jumps") not in ("", first)
    assert not holds(game, "blue", "red arrives at niven")


def test_a_roll_counts_while_the_die_is_in_question():
    game = Game(2, 1, lines=LINE, red=trader("Mink"), blue=trader(hand=["Zap", "Gotcha"])).order(
        "red", "jump niven"
    )
    assert not holds(game, "blue", "red rolls 1 or better")
    game.close("quarantine")
    assert holds(game, "blue", "red rolls 2 or better")
    assert holds(game, "blue", "red rolls 2 or worse")
    assert not holds(game, "blue", "red rolls 3 or better")
    assert not holds(game, "blue", "blue rolls 2 or better")
    assert not holds(game, "red", "my jump fails")
    game.order("blue", "play zap down")
    assert holds(game, "red", "my jump fails")
    assert not holds(game, "blue", "my jump fails")
    assert holds(game, "red", "me rolls 1 or worse")


def test_a_failed_jump_is_known_until_the_next_order():
    game = Game(1, lines=LINE, red=trader("Mink")).order("red", "jump niven")
    assert holds(game, "red", "my jump fails")
    assert not holds(game, "blue", "my jump fails")
    game.order("red", "halt")
    assert not holds(game, "red", "my jump fails")


def test_attacked_is_the_victim_of_the_calamity_under_way():
    game = Game(red=trader(hand=["Stressed Engines"]), blue=trader(hand=["Avoid Calamity"]))
    assert not holds(game, "blue", "attacked")
    game.order("red", "play stressed engines on blue")
    assert holds(game, "blue", "attacked")
    assert not holds(game, "red", "attacked")
    assert not holds(game, "green", "attacked")
    assert holds(game, "green", "red plays stressed engines on blue")
    assert holds(game, "blue", "red plays stressed engines on me")
    assert not holds(game, "green", "red plays stressed engines on me")
    assert holds(game, "green", "red plays stressed engines") == holds(
        game, "blue", "red plays stressed engines on me"
    )
    game.close_all()
    assert not holds(game, "blue", "attacked")


def test_a_quarantine_attacks_nobody():
    game = Game(red=trader(hand=["Quarantine"]), blue=trader("Mink", hand=["Zap"])).order(
        "red", "play quarantine at mink"
    )
    assert game.now["interval"] == "calamity"
    assert not holds(game, "blue", "attacked")


def test_a_choice_that_a_calamity_leaves_belongs_to_it():
    game = (
        Game(red=trader(hand=["Lose a Cargo"]), blue=trader(cargo=["Fur", "Hive"]))
        .order("red", "play lose a cargo on blue")
        .close_all()
    )
    assert holds(game, "blue", "attacked")
    assert not holds(game.order("blue", "choose fur"), "blue", "attacked")


def test_petitions_deliveries_and_prestige():
    start = {
        "contract_deck": ["Hive to Verne", "Fur to Hench"],
        "contracts": ["Robots to Jaxin", "Fur to Frygia"],
    }
    game = Game(
        3,
        5,
        lines=[["Endor", "Frygia", "orange"]],
        red=trader("Endor", cargo=["Fur"], prestige=21),
        blue=trader(hand=["Zap"]),
        **start,
    )
    assert holds(game, "red", "prestige 21 or more")
    assert not holds(game, "red", "prestige 22 or more")
    assert not holds(game, "blue", "prestige 15 or more")
    game.order("red", "jump frygia").close_all()
    assert holds(game, "blue", "red delivers fur")
    assert not holds(game, "blue", "red delivers hive")
    game.order("red", "petition")
    assert not holds(game, "blue", "red delivers fur")
    occasion = holds(game, "blue", "red petitions")
    assert occasion
    game.close_all()
    assert game.now["waiting"] == ["red"]
    assert holds(game, "blue", "red petitions") == occasion
    game.order("red", "add 0")
    assert not holds(game, "blue", "red petitions")
