"""Nobody floods the others: letters, messages, proposals and games have quotas, and what goes
beyond one is refused in words.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from tests.domain.letters.table import NOON
from traders.domain.calendar import clock
from traders.domain.play import door
from traders.domain.timeline import timeline
from traders.engines.kernel.refusal import Refusal
from traders.models import Arrival, ArrivalOutcome, Game, Letter, Press, Proposal, Seat

Take = Callable[..., Arrival]


def read(arrival: Arrival) -> str:
    outcome = timeline.read(arrival.pk)
    arrival.refresh_from_db()
    return outcome


def test_a_seats_letters_of_an_hour(take: Take, game: Game, settings) -> None:
    settings.QUOTA_LETTERS = 3
    assert {read(take("blue", f"say: {number}", minutes=10 + number)) for number in range(3)} == {
        ArrivalOutcome.ORDERS
    }
    first = take("blue", "say: 4", minutes=20)
    assert read(first) == ArrivalOutcome.TOO_MANY
    second = take("blue", "say: 5", minutes=21)
    assert read(second) == ArrivalOutcome.TOO_MANY
    assert first.answered_by is not None
    assert "3 letters with orders within an hour" in first.answered_by.facts
    assert second.answered_by is None  # a flood is answered once
    assert [press.words for press in Press.objects.filter(game=game)] == ["0", "1", "2"]
    assert read(take("red", "say: mine", minutes=22)) == ArrivalOutcome.ORDERS
    assert read(take("blue", "say: 6", minutes=71)) == ArrivalOutcome.ORDERS


def test_a_letter_beyond_the_quota_may_be_sent_again_as_it_was(
    take: Take, game: Game, settings
) -> None:
    settings.QUOTA_LETTERS = 1
    read(take("blue", "say: 1", minutes=10))
    assert (
        read(take("blue", "say: 2", minutes=11, name="<two@example.org>"))
        == ArrivalOutcome.TOO_MANY
    )
    assert (
        read(take("blue", "say: 2", minutes=80, name="<two@example.org>")) == ArrivalOutcome.ORDERS
    )


def said(game: Game, text: str, minutes: int) -> list[tuple[str, str]]:
    lines = door.orders(game.pk, "blue", text, at=NOON + timedelta(minutes=minutes)).lines
    return [(line.answer, line.words) for line in lines]


def test_messages_of_an_hour(game: Game, settings) -> None:
    settings.QUOTA_PRESS = 2
    told = said(game, "say: one\nto red: two\nsay: three", 11)
    assert [answer for answer, _ in told] == ["noted", "noted", "refused"]
    assert "You have sent 2 messages within an hour" in told[2][1]
    assert f"{NOON + timedelta(minutes=71):%H:%M}" in told[2][1]
    assert said(game, "say: three", 72)[0][0] == "noted"
    assert Press.objects.filter(game=game).count() == 3


def test_proposals_of_a_day(game: Game, settings) -> None:
    settings.QUOTA_PROPOSALS = 2
    told = said(
        game, "propose 1h more for red\npropose 2h more for red\npropose 3h more for red", 11
    )
    assert [answer for answer, _ in told] == ["noted", "noted", "refused"]
    assert "2 proposals within a day" in told[2][1]
    assert said(game, "propose end", 12)[0][0] == "refused"
    assert Proposal.objects.filter(game=game).count() == 2


def test_games_of_a_day(game: Game, settings) -> None:
    settings.QUOTA_GAMES = 2
    clock.set_to(None)
    maker, other = (Seat.objects.get(game=game, colour=colour).player for colour in ("red", "blue"))
    for _ in range(2):
        door.create("traders-luck", ["red", "blue"], maker=maker)
    with pytest.raises(Refusal, match="You have made 2 games within a day"):
        door.create("traders-luck", ["red", "blue"], maker=maker)
    door.create("traders-luck", ["red", "blue"], maker=other)


def test_fifty_letters_of_one_message_are_no_fifty_letters_to_each_rival(
    take: Take, game: Game
) -> None:
    before = Letter.objects.filter(game=game).exclude(seat="blue").count()
    for number in range(50):
        read(take("blue", "say: hello", minutes=10 + number / 60))
    assert Letter.objects.filter(game=game).exclude(seat="blue").count() - before <= 30 * (
        Seat.objects.filter(game=game).count() - 1
    )
