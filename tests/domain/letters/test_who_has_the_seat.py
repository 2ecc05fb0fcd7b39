"""Letters of a seat go to who has it: none to who had it before, and none of the earlier player's
to the new one (PR-SEAT-01).
"""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.domain.tollbooth import Booth
from traders.domain.calendar import clock
from traders.domain.letters import daily_summaries, remind
from traders.domain.letters.letter_facts import decode
from traders.domain.letters.letter_recipient import reader_of
from traders.domain.letters.render import render
from traders.domain.play.commands import leaving_and_taking_seats
from traders.domain.post import delivery
from traders.models import Cadence, Game, Letter, LetterKind, LetterStatus, Player, Seat

pytestmark = pytest.mark.usefixtures("toll")


@pytest.fixture
def booth() -> Booth:
    return Booth(seated=True)


def player_of(booth: Booth, colour: str) -> Player:
    player = Seat.objects.select_related("player").get(game=booth.id, colour=colour).player
    assert player is not None
    return player


def replaced(booth: Booth, colour: str, cadence: str = Cadence.EVERY) -> tuple[Player, Player]:
    """Who had the seat, and who has it now."""
    before = player_of(booth, colour)
    booth.says(colour, "resign\nyes")
    kim = Player.objects.create_user("kim@example.org", display_name="Kim", cadence=cadence)
    leaving_and_taking_seats.take(booth.id, colour, kim)
    return before, kim


def prepared(booth: Booth) -> list[Letter]:
    """All of the game's letters, made ready as far as they may be."""
    delivery.prepare(list(Letter.objects.values_list("pk", flat=True)))
    return list(Letter.objects.filter(game=booth.id).select_related("player").order_by("pk"))


def test_resend_writes_the_notice_anew_for_who_has_the_seat_now(booth):
    before, kim = replaced(booth, "red")
    old = Letter.objects.filter(game=booth.id, player=before, seat="red").count()
    assert booth.line("red", "resend").answer == "done"
    assert Letter.objects.filter(game=booth.id, player=before, seat="red").count() == old
    newest = Letter.objects.filter(game=booth.id, seat="red").latest("pk")
    assert (newest.player, decode(newest.facts).view["seat"]) == (kim, "red")
    Letter.objects.filter(player=kim).delete()
    booth.says("red", "resend")
    anew = Letter.objects.get(game=booth.id, player=kim)
    assert (anew.kind, anew.asks, anew.moment) == (LetterKind.TURN, True, "t1")


def test_a_letter_of_another_player_is_not_found_by_its_move(booth):
    replaced(booth, "red")
    Letter.objects.filter(player=player_of(booth, "red")).delete()
    assert booth.line("red", "resend 1").answer == "refused"


@pytest.mark.parametrize("status", [LetterStatus.WRITTEN, LetterStatus.HELD, LetterStatus.PREPARED])
def test_what_was_on_its_way_to_who_had_the_seat_goes_to_nobody(booth, status):
    Letter.objects.filter(game=booth.id, seat="blue").update(status=status)
    before, kim = replaced(booth, "blue")
    for letter in prepared(booth):
        if letter.seat == "blue" and letter.player == before:
            told = letter.told_in or letter
            assert (told.status, told.next_try) == (LetterStatus.STALE, None)
    booth.says("red", "end")
    news = Letter.objects.filter(game=booth.id, player=kim)
    assert all(decode(letter.facts).earlier == () for letter in news)


def test_a_letter_that_slipped_by_is_stopped_where_it_is_made_ready_and_where_it_is_sent(booth):
    before, _ = replaced(booth, "blue")
    slipped = Letter.objects.filter(game=booth.id, player=before, seat="blue").earliest("pk")
    Letter.objects.filter(pk=slipped.pk).update(status=LetterStatus.WRITTEN, next_try=clock.now())
    delivery.prepare([slipped.pk])
    slipped.refresh_from_db()
    assert (slipped.status, slipped.raw) == (LetterStatus.STALE, None)
    Letter.objects.filter(pk=slipped.pk).update(
        status=LetterStatus.PREPARED, raw=b"x", next_try=None
    )
    assert delivery.send([slipped.pk]) == 0
    slipped.refresh_from_db()
    assert slipped.status == LetterStatus.STALE


def test_a_reminder_is_never_filled_for_who_had_the_seat(booth):
    now = clock.now()
    remind(booth.game, ["red"], "t1", now + timedelta(hours=72), now)
    replaced(booth, "red")
    (reminder,) = [letter for letter in prepared(booth) if letter.kind == LetterKind.REMINDER]
    assert (reminder.status, reminder.raw) == (LetterStatus.STALE, None)


def test_a_digest_leaves_out_games_in_which_its_reader_has_no_seat_any_more(booth):
    Player.objects.filter(pk=player_of(booth, "blue").pk).update(cadence=Cadence.DAILY)
    booth.says("red", "end")
    held = Letter.objects.filter(game=booth.id, seat="blue")
    held.update(status=LetterStatus.HELD, written=clock.now() - timedelta(days=2), asks=False)
    ids = daily_summaries()
    assert len(ids) == 1
    replaced(booth, "blue")
    delivery.prepare(ids)
    letter = Letter.objects.get(pk=ids[0])
    assert (letter.status, letter.raw) == (LetterStatus.STALE, None)


def test_a_substitute_is_told_nothing_that_was_held_for_who_had_the_seat(booth):
    Player.objects.filter(pk=player_of(booth, "green").pk).update(cadence=Cadence.WAITING)
    booth.says("red", "say: a word for the table of before")
    assert Letter.objects.filter(game=booth.id, seat="green", status=LetterStatus.HELD).exists()
    _, kim = replaced(booth, "green", Cadence.WAITING)
    booth.says("red", "end")
    booth.says("blue", "end")
    assert not any(
        "the table of before" in letter.facts for letter in Letter.objects.filter(player=kim)
    )
    assert Game.objects.get(pk=booth.id).turn == "green"


def test_who_has_left_is_asked_nothing_any_more(booth):
    """Neither by the receipt nor by a later letter (PR-SEAT-02)."""
    before = player_of(booth, "red")
    booth.says("red", "resign")
    booth.says("red", "yes")
    receipt = Letter.objects.filter(game=booth.id, seat="red").latest("pk")
    assert (receipt.kind, receipt.asks) == (LetterKind.RECEIPT, False)
    text = render(receipt.kind, decode(receipt.facts), reader_of(receipt)).text
    assert "You gave up the seat" in text
    assert "Answer by" not in text
    assert "your turn" not in text
    asked = Letter.objects.filter(game=booth.id, player=before, asks=True).count()
    booth.says("blue", "say: where is red?")
    assert Letter.objects.filter(game=booth.id, player=before, asks=True).count() == asked
    booth.says("red", "back")
    assert Letter.objects.filter(game=booth.id, seat="red").latest("pk").asks
