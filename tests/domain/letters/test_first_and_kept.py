"""What a letter says of its reader's own turn and window, as it is then: a first turn has none
before it, and what was kept is no longer kept once its window has closed.
"""

from __future__ import annotations

import pytest

from tests.domain.letters.real import begun, made, say, table
from tests.domain.letters.table import NOON
from tests.domain.letters.test_reading import text_of
from traders.domain.play import door
from traders.models import Game, Letter

pytestmark = pytest.mark.django_db


def latest(game: Game, seat: str) -> Letter:
    return made(game=game, seat=seat)[-1]


def test_only_news_since_a_turn_of_ones_own_stands_under_that_heading() -> None:
    game = begun()
    say(game, "red", "build\nend", "t1", 10)
    say(game, "blue", "end", "t2", 20)
    first = text_of(made(game=game, seat="blue", kind="turn")[0])
    assert "\nWHAT HAPPENED\nRed built a station" in first
    assert "SINCE YOUR TURN" not in first
    say(game, "green", "end", "t3", 30)
    assert "SINCE YOUR TURN\n" in text_of(latest(game, "red"))


def test_in_a_turn_that_goes_on_nothing_is_new_since_it() -> None:
    game = begun()
    for minutes, (seat, moment) in enumerate((("red", "t1"), ("blue", "t2"), ("green", "t3")), 1):
        say(game, seat, "end", moment, 10 * minutes)
    say(game, "blue", "permit red", "", 40)
    told = text_of(latest(game, "red"))
    assert "it is still your turn" in told
    assert "SINCE YOUR TURN" not in told
    assert "WHAT HAPPENED\nBlue permit" in told


def test_a_reaction_is_kept_until_its_window_closes_and_no_longer() -> None:
    game = table(timing="table")
    door.begin(game.pk, stops=False, at=NOON)
    say(game, "red", "jump niven", "t1", 10)
    say(game, "blue", "play gotcha on red", "", 20)
    kept = latest(game, "blue")
    assert kept.subject == "Kept secret: play gotcha on red"
    assert text_of(kept).startswith("Kept secret until the window closes.")


def test_what_is_opened_at_once_is_done() -> None:
    game = table(timing="table")
    door.begin(game.pk, stops=False, at=NOON)
    say(game, "red", "jump niven", "t1", 10)
    say(game, "green", "pass", "", 20)
    say(game, "blue", "play gotcha on red\npass", "", 30)
    letter = latest(game, "blue")
    told = " ".join(text_of(letter).split())
    assert letter.subject.startswith("You played Gotcha on Red")
    assert "play gotcha on red You played Gotcha on Red." in told
    assert "Kept" not in told


def test_a_reaction_that_no_longer_fits_at_once_is_said_to_be_back() -> None:
    game = table(timing="table")
    door.begin(game.pk, stops=False, at=NOON)
    say(game, "red", "jump niven", "t1", 10)
    say(game, "green", "pass", "", 20)
    say(game, "blue", "play gotcha on red when prestige 9 or more\npass", "", 30)
    letter = latest(game, "blue")
    told = " ".join(text_of(letter).split())
    assert "Not carried out. When the window closed it no longer fitted." in told
    assert "CAME BACK TO YOU, seen by nobody play gotcha on red" in told
    assert "Kept" not in told
