"""A flood of strangers' letters to a reply address is few questions to its player, and none of them
counts by coming last (PR-RECEIPT-03).
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.domain.post.incoming.test_reading import read
from traders.domain.play import door
from traders.domain.post.incoming.answer_limits import MOST_ASKED
from traders.models import Arrival, ArrivalOutcome, Game

pytestmark = pytest.mark.django_db
Take = Callable[..., Arrival]


def test_letters_from_ever_other_mailboxes_are_few_questions(take: Take) -> None:
    held = [read(take("red", "status", sender=f"s{n}@h{n}.example")) for n in range(MOST_ASKED + 5)]
    assert {one.outcome for one in held} == {ArrivalOutcome.UNCONFIRMED}
    assert [one.answered_by is not None for one in held] == [True] * MOST_ASKED + [False] * 5


def test_confirm_without_a_number_means_the_only_letter_that_was_asked_about(
    take: Take, game: Game
) -> None:
    own = read(take("red", "say: mine", sender="red@work.example"))
    read(take("red", "resign", sender="red@work.example"))  # not asked about: once a day
    [line] = door.orders(game.pk, "red", "confirm").lines
    own.refresh_from_db()
    assert (line.answer, own.outcome) == ("done", ArrivalOutcome.CONFIRMED)
    for host in ("one", "two"):
        read(take("red", "resign", sender=f"mallory@{host}.example"))
    [line] = door.orders(game.pk, "red", "confirm").lines
    assert line.answer == "refused"
    assert line.instead == ("confirm 3", "confirm 4")
