"""The letter at the end of whole games of bots tells the result once, then who came where, then
what can be done next.
"""

from __future__ import annotations

from typing import Any

import pytest

from tools.specimens.play_letters import AT
from traders.bots.registry import bots
from traders.domain.history.dice import SeededDice
from traders.domain.letters.letter_facts import Facts, Happening
from traders.domain.letters.letter_recipient import Reader
from traders.domain.letters.plain_text_layout import zone_of
from traders.domain.letters.render import SIGNED, render
from traders.domain.play.commands.interpreter import Speech
from traders.domain.table import game_progression
from traders.domain.table.change_set import Line
from traders.domain.table.table import Table
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.contract.contract import Over, Turn
from traders.engines.registry import engine

SEATS = ("red", "blue", "green")
RESULTS = {
    "traders-luck": "ended with",
    "imperial-trader": "reached 1",
    "star-traders": "delivered the Imperial Cargo",
    "stratastar": "had colonies on",
}
OPTIONS: dict[str, dict[str, Any]] = {"traders-luck": {"days": 12}, "stratastar": {"worlds": 3}}


def played(system: str) -> tuple[Table, int, str, list[Line]]:
    """A whole game: the table, its moves before the last order, and whose that was, with lines."""
    rules = engine(system)
    state = rules.setup(SEATS, OPTIONS.get(system, {}))
    table = Table(rules, state, chance=SeededDice(b"1").throw, timing="sealed", number=1)
    game_progression.go_on(table)
    seat, before, lines, spoken = "", 0, list[Line](), 0
    while not isinstance(pending := table.pending(), Over):
        seat, before = table.waiting()[0], len(table.moves)
        spoken += 1
        view = rules.view(table.state, seat)
        order = bots(rules.name).bot(view, pending, table.menu(seat), spoken, Level.PLAYER)
        closing = "" if isinstance(pending, Turn) else "\npass"
        lines = Speech(table, seat).speak(f"{order}{closing}")
    return table, before, seat, lines


@pytest.mark.parametrize("system", RESULTS)
def test_the_end_is_told_once(system: str) -> None:
    table, before, last, lines = played(system)
    over = table.pending()
    assert isinstance(over, Over)
    for seat in SEATS:
        told = tuple(
            Happening.of(number, event)
            for number, move in enumerate(table.moves[before:], before + 2)
            for event in move.events
            if event.heard_by(seat)
        )
        facts = Facts(
            at=AT,
            number=87,
            events=told,
            lines=tuple(lines) if seat == last else (),
            view=table.engine.view(table.state, seat),
            ended=over.text,
            winners=over.winners,
        )
        reader = Reader("Ann", zone_of("UTC"), "every", seat, "First game", "first-game", system)
        text = " ".join(render("over", facts, reader).text.partition(SIGNED)[0].split())
        assert text.startswith(
            "Well played, Ann. You" if seat in over.winners else f"{over.winners[0].capitalize()} "
        )
        assert text.count("won First game") == 1
        assert text.count(RESULTS[system]) == 1
        assert "wins" not in text
        result, _, after = text.partition("WHO CAME WHERE 1. ")
        assert "won First game" in result
        assert after.endswith("/games/first-game/end")
