"""What a seat may not see reaches none of its letters: not their bytes, not their number, not their
hours.
"""

from __future__ import annotations

import pytest
from django.db import transaction

from tests.digests import without_digests
from tests.domain.letters.real import START, made, say, table
from tests.domain.letters.table import NOON
from traders.domain.play import door

pytestmark = pytest.mark.django_db


def letters_to(seats, start, blue):
    """All that these seats were sent, in a game from that start in which Blue wrote so; the
    database is then as it was.
    """
    with transaction.atomic():
        game = table(start)
        door.begin(game.pk, at=NOON)
        say(game, "red", "jump niven", "t1", 10)
        moment = made(seat="blue")[-1].moment
        for minutes, line in enumerate(blue, 20):
            say(game, "blue", line, moment, minutes)
        found = [
            (
                letter.written,
                letter.due,
                letter.recipient,
                without_digests(bytes(letter.raw or b"")),
                letter.picture and letter.picture.digest,
            )
            for letter in made(seat__in=seats)
        ]
        transaction.set_rollback(True)
    return found


def with_blue(**changes):
    return START | {"blue": START["blue"] | changes}


PAIRS = {
    "hands": (with_blue(hand=["Gotcha", "Zap"]), with_blue(hand=["Superjump", "Piracy"])),
    "money": (with_blue(stellors=3), with_blue(stellors=88)),
    "decks": (START | {"luck_deck": ["Zap", "Gotcha"]}, START | {"luck_deck": ["Gotcha", "Zap"]}),
}


OTHERS = ["red", "green"]


@pytest.mark.sampled
@pytest.mark.parametrize("what", PAIRS)
def test_what_lies_hidden_changes_no_letter_of_the_others(what):
    one, other = PAIRS[what]
    found = letters_to(OTHERS, one, [])
    assert len(found) >= 4
    assert found == letters_to(OTHERS, other, [])


@pytest.mark.sampled
@pytest.mark.parametrize(
    "line", ["pass", "hold", "stop at zap", "when red jumps: pass", "play quarantine at mink"]
)
def test_what_is_said_unseen_changes_no_letter_of_the_others(line):
    start = with_blue(hand=["Quarantine"])
    said, silent = letters_to(OTHERS, start, [line]), letters_to(OTHERS, start, [])
    if line == "hold":  # that somebody asked for time is public with the deadline that it moves
        said, silent = [row[3:] for row in said], [row[3:] for row in silent]
    assert said == silent


def test_its_owner_sees_the_difference():
    one, other = PAIRS["hands"]
    assert letters_to(["blue"], one, []) != letters_to(["blue"], other, [])
