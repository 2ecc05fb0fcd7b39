"""A contract in a letter: what its way is likely to take."""

from __future__ import annotations

import pytest

from traders.engines.star_traders.board.text.contracts import attempts
from traders.engines.star_traders.position.routes import UNREACHABLE


@pytest.mark.parametrize(
    ("cost", "words"),
    [
        (1.04, "about 1 attempt"),
        (2.0, "about 2 attempts"),
        (2.46, "about 2.5 attempts"),
        (UNREACHABLE, "no way"),
    ],
)
def test_attempts_are_told_roughly(cost: float, words: str) -> None:
    assert attempts(cost) == words
