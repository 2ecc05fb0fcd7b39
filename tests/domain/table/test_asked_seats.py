"""What a seat that a window does not ask is told of a deed that could win (PR-INTERVAL-10)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.domain.letters.real import START, begun, made, say
from tests.domain.letters.test_reading import text_of

pytestmark = pytest.mark.django_db

WINNING: dict[str, Any] = START | {
    "red": {
        "at": "Niven",
        "mission": {"from": "Asimov", "to": "Jaxin"},
        "cargo": ["Imperial Cargo (red)"],
    },
    "blue": {"at": "Niven", "hand": []},
    "green": {"at": "Jaxin", "hand": ["Zap", "Quarantine"]},
}


def test_who_can_win_is_named_and_told_once_for_all_windows_of_the_deed() -> None:
    """Blue, who holds nothing, is told when the first window opens, and not at the next."""
    game = begun(WINNING)
    say(game, "red", "jump jaxin regular", "t1", 10)
    say(game, "green", "pass", "", 20)
    (told,) = [one for one in made(seat="blue", kind="happened") if one.raw]
    assert told.subject == "Red can win now · Spiral Arm"
    words = " ".join(text_of(told).split())
    assert "Red can win now: arriving at Jaxin with the Imperial Cargo wins the game." in words
