"""An account is erased while others hold games that are not its own any more (PR-RECORD-04)."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction

from traders.domain.accounts import account_erasure
from traders.domain.calendar import clock
from traders.domain.letters import seatless_letters
from traders.domain.play import door, gathering_and_start
from traders.domain.timeline.game_making_and_seat_taking import sit_down
from traders.models import Game, Letter, LetterStatus, Player

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def test_it_waits_for_no_game_whose_seat_was_given_back_before_it_began() -> None:
    """Two who are erased at once, each with the other's game, would wait for each other."""
    kim = Player.objects.create_user("kim@example.org", display_name="Kim")
    game = door.create("star-traders", ("red", "blue"), {}, {})
    sit_down(game, "red", kim)
    seatless_letters.write(kim, game, "told", "A word", ["It waits."], at=clock.now())
    gathering_and_start.leave(game.pk, kim)

    def erased() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '5s'")
        try:
            account_erasure.erase(kim)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as beside, transaction.atomic():
        Game.objects.select_for_update().get(pk=game.pk)
        beside.submit(erased).result()
    letter = Letter.objects.get(player=kim)
    assert (letter.status, letter.recipient) == (LetterStatus.STALE, "")
