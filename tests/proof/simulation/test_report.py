"""What the report tells of simulated games."""

from __future__ import annotations

from collections import Counter

from tools.simulation import delays, report
from tools.simulation.game import Simulation
from tools.simulation.results import GameResult
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.registry import engine
from traders.engines.star_traders.edition import edition


def won(*winners: str, **personalities: str) -> GameResult:
    held = {seat: (name,) for seat, name in personalities.items()}
    return GameResult(1, winners=winners, personalities=held)


def test_wins_are_counted_by_personality_and_shared_ones_in_part():
    games = [won("red", red="Hero", blue="Seer"), won("red", "blue", red="Hero", blue="Seer")]
    assert report.wins_by_personality(games) == {"Hero": (1.5, 2), "Seer": (0.5, 2)}
    assert report.wins_by_personality([GameResult(1, winners=("red",))]) == {}


def test_each_seat_is_known_by_its_personality():
    """And the lines tell the share that each has won (ST-PERSON-01)."""
    options = {"personalities": "all"}
    seats = ("red", "blue", "green")
    delay = delays.read("median 6h, p90 30h")
    game = Simulation(engine("star-traders"), seats, options, "stops", delay, 3).play()
    names = [name for held in game.personalities.values() for name in held]
    assert set(game.personalities) == set(seats)
    assert set(names) <= set(edition().personalities)
    told = [line for line in report.played([game]) if line.endswith("of 1 won")]
    assert len(told) == len(names) == 3
    assert sum("100% of 1 won" in line for line in told) == len(game.winners) == 1


def test_games_that_were_deserted_on_purpose_are_named_with_their_ends():
    played = [
        GameResult(22, ending="default", deserted=True),
        GameResult(23, ending="mission", winners=("red",)),
        GameResult(45, ending="mission", deserted=True),
    ]
    for game in played:
        game.turns, game.sent, game.asking_nothing = 2, {"red": Counter()}, {"red": 0}
        game.turn_hours, game.turn_hours_without = [1.0, 2.0], [1.0, 2.0]
        game.levels = {"red": Level.PLAYER}
    told = "\n".join(report.lines(played, "stops"))
    assert "2 of them on purpose, seat after seat, ended: seed 22 by default, seed 45" in told
    assert report.as_json(played)["deserted"] == [22, 45]
    assert "on purpose" not in "\n".join(report.lines(played[1:2], "stops"))
