"""After a copy of the database is brought back: letters of the lost hours open no seat, and no
Message-ID of them comes again (PR-RECEIPT-03, PR-RECORD-02).
"""

from __future__ import annotations

from email import message_from_bytes
from email.policy import default

import pytest

from tests.domain.letters import real
from traders.domain.history.audit import audit
from traders.domain.history.moment_labels import label_of
from traders.domain.play import door
from traders.domain.play.after_database_restore import restored
from traders.domain.post import preparing
from traders.models import Entry, Game, Kind, Letter

pytestmark = pytest.mark.django_db


def newest(game: Game, seat: str) -> Letter:
    return Letter.objects.filter(game=game, seat=seat).latest("pk")


def test_a_letter_of_the_lost_hours_opens_no_seat():
    game = real.begun()
    asked = label_of(newest(game, "red"))
    assert restored() == [game.slug]
    late = door.orders(game.pk, "red", "halt", moment=asked)
    assert [line.answer for line in late.lines] == ["refused"]
    anew = newest(game, "red")
    assert anew.asks
    assert label_of(anew) != asked
    done = door.orders(game.pk, "red", "halt", moment=label_of(anew))
    assert [line.answer for line in done.lines] == ["done"]
    assert audit(Game.objects.get(pk=game.pk)) is None


def test_who_is_asked_gets_a_new_letter_and_all_are_told():
    game = real.begun()
    Letter.objects.all().delete()
    restored()
    letters = {letter.seat: letter for letter in Letter.objects.filter(game=game)}
    assert set(letters) == {"red", "blue", "green"}
    assert letters["red"].asks
    preparing.prepare([letter.pk for letter in letters.values()])
    for letter in Letter.objects.filter(game=game):
        sent = message_from_bytes(bytes(letter.raw), policy=default)
        told = " ".join(sent.get_body(("plain",)).get_content().split())
        why, afresh = told.find("All was brought back"), told.find("shuffled afresh")
        assert why >= 0, told
        assert why < afresh or afresh < 0, "what follows from it comes behind"
        assert letter.asks or sent["Subject"].startswith("All was brought back"), told
        assert "played since then is lost" in told


def test_no_message_id_of_the_lost_hours_comes_again():
    game = real.begun()
    known = set(Letter.objects.values_list("message_id", flat=True))
    entries = list(Entry.objects.filter(game=game))
    restored()
    lost = {letter.message_id for letter in Letter.objects.exclude(message_id__in=known)}
    assert lost
    made = Entry.objects.filter(game=game).exclude(pk__in=[entry.pk for entry in entries])
    assert made.filter(kind=Kind.BACK_UP).count() == 1
    token = Game.objects.get(pk=game.pk).restored
    assert len(token) == 16
    restored()
    assert Game.objects.get(pk=game.pk).restored != token


def test_a_game_that_is_over_stays_as_it_is():
    game = real.begun()
    Game.objects.filter(pk=game.pk).update(phase="over")
    assert restored() == []
