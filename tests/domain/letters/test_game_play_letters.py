"""Which seat gets which letter: one a session and seat, cadence, folding, secrecy."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from tests.domain.letters.table import NOON, change_set
from tests.domain.letters.test_reading import text_of
from traders.domain.letters import write
from traders.domain.letters.letter_facts import decode
from traders.domain.play import door
from traders.domain.post import delivery
from traders.domain.table.change_set import Line
from traders.engines.kernel.contract.contract import Turn
from traders.models import Cadence, Letter, LetterKind, LetterStatus, Player


def told(letter: Letter) -> list[str]:
    return [event.text for event in decode(letter.facts).events]


def by_seat(game):
    return {letter.seat: letter for letter in Letter.objects.filter(game=game)}


def test_each_seat_gets_one_letter_about_what_it_is_asked(game, seats):
    ids = write(
        game,
        seats,
        change_set(
            game, sender="red", lines=[Line("jump niven", "done", "You try to jump to Niven.")]
        ),
    )
    letters = by_seat(game)
    assert {seat: letter.kind for seat, letter in letters.items()} == {
        "red": "receipt",
        "blue": "interval",
        "green": "interval",
    }
    assert sorted(ids) == sorted(letter.pk for letter in letters.values())
    assert decode(letters["blue"].facts).lines == ()


def test_the_same_passage_is_written_once(game, seats):
    write(game, seats, change_set(game))
    with pytest.raises(IntegrityError), transaction.atomic():
        write(game, seats, change_set(game))
    assert Letter.objects.count() == 3


def test_facts_hold_only_what_the_seat_heard(game, seats):
    write(game, seats, change_set(game))
    letters = by_seat(game)
    assert "You draw Zap." in told(letters["red"])
    assert "Zap" not in letters["blue"].facts
    assert "Red draws a card." in told(letters["green"])


def test_a_refused_letter_without_entries_answers_its_sender_alone_and_each_time(game, seats):
    refused = change_set(
        game,
        first=7,
        last=6,
        told=[],
        sender="blue",
        lines=[Line("jmp", "refused", "Not read.", kind="unreadable")],
    )
    refused.before = refused.after
    assert len(write(game, seats, refused)) == 1
    assert len(write(game, seats, refused)) == 1
    assert set(Letter.objects.values_list("seat", "key")) == {("blue", "n6.1"), ("blue", "n6.2")}


def test_who_has_passed_is_not_asked_again_and_nobody_else_is_told(game, seats):
    write(game, seats, replace(change_set(game), answered=frozenset({"blue"})))
    letters = by_seat(game)
    assert (letters["blue"].kind, letters["blue"].asks) == ("happened", False)
    assert (letters["green"].kind, letters["green"].asks) == ("interval", True)


def test_cadence_governs_only_what_asks_nothing(game, seats):
    for seat in seats:
        seat.player.cadence = Cadence.WAITING
    ids = write(game, seats, change_set(game))
    letters = by_seat(game)
    assert letters["red"].status == LetterStatus.HELD
    assert set(ids) == {letters["blue"].pk, letters["green"].pk}


def test_what_was_held_is_told_in_the_next_letter_that_goes(game, seats):
    seats[0].player.cadence = Cadence.WAITING
    write(game, seats, change_set(game))
    later = change_set(game, first=7, last=7, at=NOON + timedelta(hours=12), told=[])
    later.before, later.after, later.moment = (
        later.after,
        Turn(("red",), "movement", "ST-TURN-01"),
        "t1",
    )
    write(game, seats, later)
    held, letter = Letter.objects.filter(seat="red").order_by("id")
    assert letter.kind == LetterKind.TURN
    assert (held.status, held.told_in) == (LetterStatus.FOLDED, letter)
    assert [event.text for event in decode(letter.facts).earlier[0].events][1] == "You draw Zap."


def test_names_of_letters_follow_from_game_seat_and_entry(game, seats):
    write(game, seats, change_set(game))
    first = dict(Letter.objects.values_list("seat", "message_id"))
    Letter.objects.all().delete()
    write(game, seats, change_set(game))
    assert dict(Letter.objects.values_list("seat", "message_id")) == first
    assert len(set(first.values())) == 3


@pytest.mark.parametrize("seats", [("red", "blue", "green"), ("green", "blue", "red")])
def test_the_welcome_lists_the_table_in_the_turn_order_that_set_up_gave(db, seats):
    """SS-SET-03: who places the last Homeworld plays first, whatever the order in which the seats
    were taken; the order of placing is said beside.
    """
    game = door.create("stratastar", seats)
    for place in game.seats.all():
        place.player = Player.objects.create_user(
            f"{place.colour}@example.org", display_name=place.colour
        )
        place.save()
    after = door.begin(game.pk).after
    placing = []
    while isinstance(after, Turn) and after.stage == "placing":
        placing += after.seats
        after = door.orders(
            game.pk, after.seats[0], f"homeworld {('a1', 'j10', 'j1')[len(placing) - 1]}"
        ).after
    delivery.prepare(list(Letter.objects.filter(game=game).values_list("pk", flat=True)))
    for letter in Letter.objects.filter(game=game, kind=LetterKind.WELCOME):
        assert [chair.seat for chair in decode(letter.facts).table] == placing[::-1]
        told = f"in the opposite order: {', then '.join(map(str.capitalize, placing))}."
        assert told in " ".join(text_of(letter).split())
    assert Letter.objects.filter(game=game, kind=LetterKind.WELCOME).count() == 3
