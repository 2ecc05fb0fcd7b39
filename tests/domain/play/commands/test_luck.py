"""`luck`: words for the dice, in bounds, read as an order where these are mixed, and nowhere else
(PR-CHANCE-03).
"""

from __future__ import annotations

import pytest

from tests import seated
from tests.domain.history.test_mixture import mixed_game
from traders.domain.history import mixture
from traders.domain.history.mixture import fingerprint
from traders.domain.play import door
from traders.domain.play.commands.luck import MOST
from traders.domain.post.incoming.order_recognition import (
    Reading,
    recognition,
    recognition_with_manners,
)
from traders.models import Seat

pytestmark = pytest.mark.django_db


def test_where_players_may_not_write_their_words_are_told_by_a_fingerprint() -> None:
    game = mixed_game(press="none")
    line = door.orders(game.pk, "red", "luck: meet me at Verne").lines[0]
    game.refresh_from_db()
    assert mixture.read(game.mixture).came == (("red", fingerprint("meet me at Verne")),)
    assert fingerprint("meet me at Verne") in line.words


def test_words_have_bounds() -> None:
    game = mixed_game()
    for words in ("x" * 61, " "):
        assert door.orders(game.pk, "red", f"luck: {words}").lines[0].answer == "refused"
    for number in range(MOST + 3):
        assert door.orders(game.pk, "red", f"luck: {number}").lines[0].answer == "noted"
    game.refresh_from_db()
    assert len(mixture.read(game.mixture).came) == MOST


@pytest.mark.parametrize(
    "line", ["luck be with me today, my dear friend", "Luck was on your side!", "luck: seven"]
)
def test_any_words_are_read_where_dice_are_mixed_and_prose_where_not(line: str) -> None:
    mixed = mixed_game()
    promised = door.create("traders-luck", ["red", "blue"])
    seated.begin(promised.pk)
    for game, known in ((mixed, True), (promised, False)):
        place = Seat.objects.select_related("game").get(game=game, colour="red")
        place.game.refresh_from_db()
        reads = recognition_with_manners(place, recognition(place))
        assert (reads(line) in (Reading.ORDER, Reading.WORDS)) == (known or ":" in line)
