"""No seat floods another's mailbox, whatever it says again and again: what others are told of has a
quota, and leaving the seat makes none anew.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.domain.playing import game_of_bots
from tests.examples import drawn
from tests.seated import begin
from traders.domain.play import door
from traders.domain.play.commands import registry
from traders.models import Game, Letter, Press

pytestmark = pytest.mark.django_db

MOST, ROUNDS = 3, 8
SAID = {
    "offer ": "offer blue: {n} stellors for nothing",
    "withdraw": "offer blue: {n} stellors for nothing",
    "claim": "claim conduct: rude {n}",
    "withdraw claim": "claim conduct: rude {n}",
    "answer": "answer 1: not so {n}",
    "propose ": "propose {n}h more for blue",
}
"""What is said each time, where a command's example is taken once only."""
AGAIN = ("yes", "withdraw {n}", "withdraw claim {m}", "back")
"""What is said after it, so that it can be said again."""


@pytest.fixture
def game(settings: Any) -> Game:
    settings.QUOTA_PRESS = settings.QUOTA_PROPOSALS = MOST
    made = game_of_bots()
    begin(made.pk)
    door.orders(made.pk, "green", "claim conduct: he is slow")
    return made


def letters(game: Game) -> int:
    return Letter.objects.filter(game=game, seat="blue").count()


@pytest.mark.examples("floods")
@pytest.mark.parametrize(
    "prefix", drawn("floods", sorted({one.prefix for one in registry.declared()} | set(SAID)))
)
def test_what_is_said_again_and_again_is_few_letters_to_another(game: Game, prefix: str) -> None:
    example = next(one.example for one in registry.declared() if one.prefix == prefix)
    before = letters(game)
    for n in range(1, ROUNDS + 1):
        for line in (SAID.get(prefix, example), *AGAIN):
            door.orders(game.pk, "red", line.format(n=n, m=n + 1))
    assert letters(game) - before <= 2 * MOST + 1


def test_who_leaves_the_seat_and_takes_it_again_has_no_quota_anew(game: Game) -> None:
    for _ in range(2):
        door.orders(game.pk, "red", "\n".join(["say: hear me"] * MOST))
        for line in ("resign", "yes", "back"):
            door.orders(game.pk, "red", line)
    assert Press.objects.filter(game=game, seat="red").count() == MOST


def test_messages_under_masks_of_one_letter_are_counted_too(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(settings={**game.settings, "press": "anonymous"})
    told = door.orders(game.pk, "red", "\n".join(["say: hear me"] * (MOST + 1))).lines
    assert [line.answer for line in told] == ["noted"] * MOST + ["refused"]
