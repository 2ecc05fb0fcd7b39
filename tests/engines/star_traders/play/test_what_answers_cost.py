"""A choice says what each of its answers does, with the rule that says so, where its question does
not.
"""

import pytest

from tests.engines.star_traders.court.test_petition import petitioner
from tests.engines.star_traders.game import Game
from traders.engines.star_traders import ENGINE


def told(game: Game, seat: str = "red") -> dict[str, tuple[str, str]]:
    """The possible orders, each with its words and its rule."""
    return {offer.order: (offer.words, offer.rule) for offer in ENGINE.offers(game.state, seat)}


@pytest.mark.parametrize(
    ("die", "stellors", "prestige", "loss"),
    [
        (3, 59, 15, "you lose 10 Stellors and 10 Prestige"),
        (3, 1, 15, "you lose 1 Stellor and 10 Prestige"),
        (6, 9, 15, "you lose 10 Prestige"),
    ],
)
def test_a_mission_that_is_refused(die: int, stellors: int, prestige: int, loss: str):
    """ST-PETITION-16, ST-PETITION-19, ST-PETITION-22, ST-MONEY-07"""
    game = petitioner(die, stellors=stellors, prestige=prestige).order("red", "petition")
    assert told(game)["refuse"] == (loss, "ST-PETITION-22")
    before = game.now["red"]["stellors"], game.now["red"]["prestige"]
    now = game.order("red", "refuse").now["red"]
    lost = before[0] - now["stellors"], before[1] - now["prestige"]
    assert all(str(one) in loss for one in lost if one)


def test_what_is_added_to_a_petition():
    """ST-PETITION-11, ST-PETITION-18, ST-PETITION-20"""
    game = petitioner(4, prestige=25, stellors=60).order("red", "petition")
    assert [told(game)[f"add {n}"][0] for n in range(3)] == [
        "result 4: granted for 40 Stellors",
        "result 5: granted for 20 Stellors",
        "result 6: granted for 10 Stellors",
    ]
    denied = petitioner(1, prestige=20, stellors=60).order("red", "petition")
    assert told(denied)["add 0"][0] == "result 1: denied, you lose 20 Stellors and 5 Prestige"
