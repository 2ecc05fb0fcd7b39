"""What is said of a window that another one is open in (PR-INTERVAL-03, PR-INTERVAL-10)."""

from __future__ import annotations

import pytest

from tests import seated
from traders.domain.calendar import clock
from traders.domain.people import seating
from traders.domain.play import door
from traders.models import Game, Letter, Player, Seat, SittingCause

SEATS = ("red", "blue", "green")
START = {
    "lines": [["Kluge", "Verne", "red"]],
    "red": {"at": "Kluge", "stations": [], "hand": ["Avoid Calamity"]},
    "blue": {"at": "Oz", "stations": [], "hand": ["Quarantine"]},
    "green": {"at": "Oz", "stations": [], "hand": ["Quarantine"]},
}


@pytest.fixture
def game(db: None) -> Game:
    """Red jumps, Blue and Green are asked, and Blue's Quarantine may be avoided by Red alone."""
    made = door.create("star-traders", SEATS, {}, {"timing": "table"}, start=START)
    for place in Seat.objects.filter(game=made):
        player = Player.objects.create_user(f"{place.colour}@example.org")
        seating.sit(place, player, clock.whole(clock.now()), SittingCause.GATHERED)
    seated.begin(made.pk, stops=False)
    for seat, text in (
        ("red", "jump verne regular"),
        ("blue", "play quarantine at verne"),
        ("green", "pass"),
        ("red", "pass"),
    ):
        door.orders(made.pk, seat, text)
    return made


def test_a_pass_in_the_outer_window_sends_nobody_to_a_letter_that_has_not_come(game):
    outer, inner = "i7", "i8"
    told = {}
    for seat in SEATS:
        words = door.orders(game.pk, seat, "pass", moment=outer).lines[0].words
        assert words.startswith("The Calamity window is open inside the one that you answer")
        told[seat] = words.endswith("answer its letter.")
        assert told[seat] != words.endswith("you are not asked in it.")
        asked = Letter.objects.filter(game=game, seat=seat, moment=inner, asks=True)
        assert told[seat] == asked.exists()
    assert (told["red"], told["blue"]) == (True, False)
