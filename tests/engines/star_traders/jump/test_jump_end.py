"""Whatever way a jump ends, the same is done at its end."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.engines.star_traders.game import Game
from traders.engines.kernel.contract.contract import Turn
from traders.engines.star_traders.position.state import Station

ENVOY = "Imperial Envoy (Helix)"
LINES = [["Helix", "Oz", "violet"]]


def jumper(at: str, personality: str = "", revision: int = 0, *chance: int) -> Game:
    return Game(
        *chance,
        seats=("red", "blue"),
        options={"personalities": "all"},
        revision=revision,
        lines=LINES,
        red={"at": at, "stations": [], "personality": personality},
        blue={"at": "Wells", "stations": [], "personality": "", "hand": [ENVOY, "Quarantine"]},
    )


def visited(game: Game) -> Game:
    """The Envoy comes aboard in the interval that is open, and all that are open close."""
    return game.order("blue", f"play {ENVOY} on red".lower()).close_all()


def failed(revision: int = 0) -> Game:
    game = jumper("Helix", "", revision, 1).order("red", "jump oz regular").close("quarantine")
    return visited(game)


def stayed(revision: int = 0) -> Game:
    """No line is open to the Seer."""
    game = jumper("Helix", "The Seer", revision, 2).order("red", "jump psychic")
    return visited(game.close("quarantine"))


def stayed_of_free_will(revision: int = 0) -> Game:
    game = jumper("Helix", "The Seer", revision, 6).order("red", "jump psychic")
    return visited(game.close("quarantine")).order("red", "stay")


def aborted(revision: int = 0) -> Game:
    game = jumper("Helix", "", revision).order("red", "jump oz regular")
    return visited(game.order("blue", "play quarantine at helix"))


def arrived(revision: int = 0) -> Game:
    game = jumper("Oz", "", revision, 6).order("red", "jump helix regular")
    return visited(game.close("quarantine"))


def come_by_chance(revision: int = 0) -> Game:
    game = jumper("Mink", "", revision, 5, 4).order("red", "jump random").close("quarantine")
    return visited(game)


@pytest.mark.parametrize(
    "end", [failed, stayed, stayed_of_free_will, aborted, arrived, come_by_chance]
)
def test_an_envoy_for_the_world_where_a_jump_ends_leaves(end: Callable[[], Game]):
    """ST-CARD-05, ST-CARD-13, ST-NEWPERSON-08"""
    game = end()
    assert game.now["red"]["at"] == "Helix"
    assert game.now["red"]["envoy"] == ""
    assert ENVOY in game.now["luck_discard"]
    assert (game.state.jump, game.state.die) == (None, None)
    assert isinstance(game.pending, Turn)


def test_of_games_of_the_first_revision_the_envoy_stays_where_the_seer_does():
    """PR-RECORD-01"""
    assert stayed(1).now["red"]["envoy"] == "Helix"
    assert failed(1).now["red"]["envoy"] == ""


def seer(*deeds: str, revision: int = 0) -> list[str]:
    """What is offered to the Seer after a 2, where blue, whose station is the goal, did these deeds
    before the jump and in step 4.
    """
    game = jumper("Helix", "The Seer", revision, 2)
    game.state.stations[62] = Station("blue")
    before, after = deeds
    game.order("blue", *filter(None, [before])).order("red", "jump psychic").close("quarantine")
    return game.order("blue", *filter(None, [after])).close_all().offered("red")


def test_permission_counts_to_the_seer_as_it_stood_at_the_end_of_step_2():
    """ST-NEWPERSON-07, ST-TIMING-11"""
    assert "take oz" in seer("permit red", "")
    assert "take oz" in seer("permit red", "forbid red")
    assert "take oz" not in seer("", "permit red")
    assert "take oz" not in seer("", "")
    assert "take oz" not in seer("permit red", "forbid red", revision=1)
