"""Questions about what commands of every game do find these commands (PR-RECEIPT-09)."""

from __future__ import annotations

import pytest

from traders.domain.play.commands import registry
from traders.domain.play.manners import looked_up, vocabulary
from traders.engines.registry import engine

ASKED = (
    ("how do i go on holiday", "away from"),
    ("how do i take a week off", "away from"),
    ("can i pause the game", "propose pause"),
    ("can we agree on a draw", "propose draw"),
    ("how can i give up", "resign"),
    ("how do i write to blue", "to blue: "),
    ("how do i trade with blue", "offer blue: "),
    ("how do i take back my last order", "undo"),
    ("i think blue cheats, what can i do", "claim late"),
    ("how can i complain about a ruling", "appeal 1: "),
    ("how do i stop getting asked about zaps", "no stop at zap"),
    ("could i have more time", "hold"),
)


@pytest.mark.parametrize(("question", "command"), ASKED)
def test_what_a_question_asks_of_is_told(question, command):
    known = registry.known_in(engine("star-traders"))
    told = looked_up.commands_about(question, known)
    assert any(line.startswith(f"`{command}") for line in told), told


def test_each_line_that_is_asked_for_is_a_command():
    known = {command.prefix.strip(" :") for command in registry.known_in(engine("star-traders"))}
    lines = vocabulary.words().asked
    assert [line for line in lines if not {line, line.partition(" ")[0]} & known] == []
