"""Each example that the registry tells is possible somewhere: a scenario plays it, and it is not
refused there; or, of a command, it is said here.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests import seated
from tests.engines.optional_parts import systems_in_scenarios
from traders.domain.play import door
from traders.domain.play.commands import registry
from traders.domain.play.commands.command import Command
from traders.engines.kernel.seats import COLOURS
from traders.engines.kernel.words import fold
from traders.engines.registry import engine
from traders.models import Game, Player, Seat

OF_MAIL = {
    "confirm": "tests/domain/post/incoming/test_answers.py",
    "appeal": "tests/arbitration/test_browser.py",
}
"""What needs a held letter or a ruling before it, and where it is said."""
BEFORE = {
    "undo": [("red", "halt")],
    "nudge": [("red", "end")],
    "forget ": [("red", "when red jumps: play zap down")],
    "accept": [("blue", "offer red: 5 stellors for nothing")],
    "decline": [("blue", "offer red: 5 stellors for nothing")],
    "withdraw": [("red", "offer blue: 5 stellors for nothing")],
    "vote ": [("blue", "propose back up to 1")],
    "yes": [("red", "resign")],
    "no": [("red", "resign")],
    "back": [("red", "away from 24 december to 2 january")],
    "answer": [("blue", "claim conduct: that was rude")],
    "withdraw claim": [("red", "claim conduct: that was rude")],
    "otherwise ": [("red", "plan\nhalt")],
    "if failed:": [("red", "plan\njump niven")],
}
"""What was said before by whom."""


@cache
def played() -> dict[str, frozenset[str]]:
    """The lines that scenarios play without a refusal, by system; folded."""
    found = defaultdict(set)
    for file in Path(__file__).parent.glob("*.toml"):
        whole = tomllib.loads(file.read_text("utf-8"))
        for scenario in whole.get("scenario", ()):
            system = scenario.get("system", whole.get("system", ""))
            found[system].update(_lines(scenario.get("play", ())))
    return {system: frozenset(lines) for system, lines in found.items()}


def _lines(play: list[dict[str, object]]) -> Iterator[str]:
    for step in play:
        for seat in COLOURS if "refused" not in step else ():
            yield from map(fold, str(step.get(seat, "")).splitlines())


@pytest.mark.parametrize("system", systems_in_scenarios())
def test_each_example_of_a_game_is_played_in_a_scenario(system: str) -> None:
    examples = {fold(row.example) for row in engine(system).orders()}
    assert examples - played()[system] == set()


@pytest.fixture
def stars(db: None) -> Game:
    start = {
        "lines": [["Mink", "Niven", "orange"]],
        "red": {"at": "Mink", "hand": ["Gotcha"]},
        "blue": {"hand": ["Zap"]},
    }
    settings = {"timing": "table", "dice": "mixed"}
    game = door.create("star-traders", ["red", "blue"], {}, settings, start=start)
    for colour in ("red", "blue"):
        player = Player.objects.create_user(f"{colour}@example.org", display_name=f"P of {colour}")
        Seat.objects.filter(game=game, colour=colour).update(player=player)
    seated.begin(game.pk)
    return game


@pytest.mark.parametrize("command", registry.declared(), ids=lambda command: command.prefix.strip())
def test_each_example_of_a_command_is_possible_somewhere(stars: Game, command: Command) -> None:
    if place := OF_MAIL.get(command.prefix):
        assert f"{command.prefix} 1" in (Path(__file__).parents[2] / place).read_text("utf-8")
        return
    if fold(command.example) in frozenset().union(*played().values()):
        return
    for seat, said in BEFORE.get(command.prefix, ()):
        door.orders(stars.pk, seat, said)
    above = BEFORE.get(command.prefix, [("", "")])[-1][1]
    text = f"{above}\n{command.example}" if above.startswith("plan") else command.example
    (*_, line) = door.orders(stars.pk, "red", text).lines
    assert line.answer != "refused", line.words
