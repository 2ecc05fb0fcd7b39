"""Who takes a seat has it as it is on the board, and nothing of what whoever sat there wrote, was
asked or had used up (PR-SEAT-01).
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tests.domain.letters.table import NOON
from tests.domain.post.incoming.test_reading import answer, jumps, read
from traders.domain.calendar import clock
from traders.domain.people import seating
from traders.domain.play import door
from traders.domain.play.commands import leaving_and_taking_seats
from traders.models import Arrival, ArrivalOutcome, Game, Letter, Mailbox, Player, SittingCause
from traders.models import Seat as Place

pytestmark = pytest.mark.django_db


@pytest.fixture
def newcomer(db) -> Player:
    return Player.objects.create_user("dora@example.org", display_name="Dora")


def says(game: Game, text: str, minutes: int) -> list[str]:
    """What a seat is answered on the page, a line each."""
    at = NOON + timedelta(minutes=minutes)
    clock.set_to(at)
    lines = door.orders(game.pk, "red", text, source="page", at=at, on_the_spot=True).lines
    return [f"{line.answer}: {line.words}" for line in lines]


def taken_over(game: Game, newcomer: Player, minutes: int) -> None:
    """The seat is offered, and a substitute takes it."""
    clock.set_to(NOON + timedelta(minutes=minutes))
    Place.objects.filter(game=game, colour="red").update(offered=clock.now())
    leaving_and_taking_seats.take(game.pk, "red", newcomer)


def test_a_letter_held_before_is_not_theirs_to_confirm(take, game, newcomer):
    held = read(take("red", "jump niven\n", sender="red@work.test", minutes=20))
    taken_over(game, newcomer, 30)
    for words in ("confirm", "confirm 1", "confirm 1 for good"):
        assert "no letter to confirm" in says(game, words, 31)[0]
    assert (read(held).outcome, jumps()) == (ArrivalOutcome.UNCONFIRMED, 0)
    assert not Mailbox.objects.exists()
    own = read(take("red", "status\n", sender="dora@work.test", minutes=40))
    read(take("red", f"confirm {own.held_as} for good\n", sender=newcomer.email, minutes=41))
    assert Mailbox.objects.get().player == newcomer


def test_a_letter_of_who_sat_before_is_answered_to_them_alone(take, game, newcomer):
    place = Place.objects.get(game=game, colour="red")
    before = place.player
    seating.sit(place, before, NOON, SittingCause.GATHERED)
    taken_over(game, newcomer, 30)
    late = read(take("red", "jump niven\n", sender=before.email, minutes=40))
    assert (late.outcome, late.held_as, jumps()) == (ArrivalOutcome.FORMER, None, 0)
    told = Letter.objects.filter(key__startswith="former.")
    assert [letter.player for letter in told] == [before]
    assert late.answered_by_id is None
    assert "no letter to confirm" in says(game, "confirm", 41)[0]
    read(take("red", "jump telzey\n", sender=before.email, minutes=50))
    assert told.count() == 1  # once a day


def test_letters_before_are_not_on_their_account_page(take, game, newcomer):
    read(take("red", "jump niven\n", sender="secret@work.test", minutes=20))
    taken_over(game, newcomer, 30)
    read(take("red", "status\n", sender="dora@work.test", minutes=40))
    client = Client()
    client.force_login(newcomer)
    shown = client.get(reverse("account")).content.decode()
    assert "dora@work.test" in shown or "12:40" in shown
    assert "secret@work.test" not in shown
    assert "12:20" not in shown


def test_they_are_asked_about_a_mailbox_that_was_asked_about_before(take, game, newcomer):
    read(take("red", "jump niven\n", sender="red@work.test", minutes=20))
    taken_over(game, newcomer, 30)
    assert "red@work.test" in answer(
        read(take("red", "jump telzey\n", sender="red@work.test", minutes=40))
    )


def test_their_letters_and_words_count_from_nothing(take, game, newcomer, settings):
    settings.QUOTA_LETTERS = settings.QUOTA_PRESS = settings.QUOTA_PROPOSALS = 1
    read(take("red", "status\n", minutes=20))
    says(game, "say: hello", 21)
    says(game, "propose 5h more for blue", 21)
    assert read(take("red", "help\n", minutes=22)).outcome == ArrivalOutcome.TOO_MANY
    taken_over(game, newcomer, 30)
    assert read(take("red", "help\n", minutes=31)).outcome == ArrivalOutcome.ORDERS
    assert says(game, "say: hello", 32)[0].startswith("noted")
    assert says(game, "propose 6h more for blue", 32)[0].startswith("noted")


def test_lines_refused_before_do_not_keep_theirs_unanswered(take, game, newcomer):
    for n in range(3):
        assert answer(read(take("red", "jump nowhere\n", minutes=20 + n)))
    taken_over(game, newcomer, 30)
    assert answer(read(take("red", "jump nowhere\n", minutes=31)))


def test_their_yes_is_no_answer_to_what_was_asked_before(game, newcomer):
    assert says(game, "resign", 20)[0].startswith("asked")
    taken_over(game, newcomer, 21)
    assert not says(game, "yes", 22)[0].startswith("done")
    place = Place.objects.get(game=game, colour="red")
    assert (place.player, place.left) == (newcomer, None)


def test_a_mailbox_longer_than_any_is_confirmed_for_one_letter_alone(take, game):
    long = "x" * 60 + "@" + ".".join(["y" * 60] * 5) + ".test"
    held = read(take("red", "status\n", sender=long, minutes=20))
    assert "Only this letter" in says(game, f"confirm {held.held_as} for good", 21)[0]
    assert not Mailbox.objects.exists()
    assert read(Arrival.objects.get(pk=held.pk)).outcome == ArrivalOutcome.CONFIRMED
