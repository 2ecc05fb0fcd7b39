"""A question of several answers: a seat is in when all are given; all of them are opened in one entry, whoever sent how many (PR-SEALED-01)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from traders.domain import history, last_words, play
from traders.engines.contract import Interval
from traders.engines.registry import engine
from traders.models import Entry, Game, Letter, Player, Seat

pytestmark = pytest.mark.django_db

SEATS = ("red", "blue")
TWO = {"c4": 2, "g7": 2}
START: dict[str, Any] = {
    "stage": "movement",
    "red": {"fleets": TWO, "hand": {"attack": 3, "move": 1}, "abilities": ["spying"]},
    "blue": {"fleets": TWO, "hand": {"attack": 2}},
}


def contested() -> Game:
    """Red and blue face each other at C4 and G7, and nobody has said anything."""
    game = play.create("stratastar", SEATS, {}, {"timing": "sealed"}, start=START)
    for seat in SEATS:
        player = Player.objects.create(email=f"{seat}@example.org", display_name=f"Player of {seat}")
        Seat.objects.filter(game=game, colour=seat).update(player=player)
    play.begin(game.pk)
    play.orders(game.pk, "red", "next")
    return game


def says(game: Game, seat: str, *lines: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(line.answer, line.rules) for line in play.orders(game.pk, seat, "\n".join(lines)).lines]


def key(game: Game) -> int:
    game.refresh_from_db()
    pending = engine("stratastar").pending(history.position_now(game))
    return pending.key if isinstance(pending, Interval) else 0


def entries(game: Game) -> list[tuple[str, str, str]]:
    return [(e.kind, e.seat, json.loads(e.public).get("text", "")) for e in Entry.objects.filter(game=game).order_by("number")][2:]


@pytest.mark.parametrize(
    "lines",
    [
        ["commit nothing at c4", "commit nothing at g7"],
        ["fight at c4", "peace at c4", "commit 2 attack at c4", "commit 1 attack at c4", "commit 2 attack at g7"],
        ["pass"],
    ],
    ids=["two lines", "five lines", "a pass"],
)
def test_the_history_has_one_entry_whatever_was_sent(lines):
    game = contested()
    assert {answer for answer, _ in says(game, "red", *lines)} <= {"kept", "noted"}
    assert entries(game) == []
    says(game, "blue", "commit nothing at c4", "commit nothing at g7")
    assert entries(game) == [("close", "", "close commit")]
    last = Entry.objects.filter(game=game).latest("number")
    assert [event[0] for event in json.loads(last.public)["told"]] == ["Nobody fights at C4.", "Nobody fights at G7."]
    assert last.secret
    game.refresh_from_db()
    rules = engine("stratastar")
    assert rules.encode(history.replayed(game, game.head)) == rules.encode(history.position_now(game))


def test_a_seat_is_in_with_an_answer_for_each_space():
    """(SS-BAT-08); taken back, it is not any more (PR-BACKUP-03)."""
    game = contested()
    at = key(game)
    for lines, is_in in (
        (["fight at c4"], False),
        (["commit 1 attack at c4"], False),
        (["commit nothing at g7"], True),
        (["undo"], False),
        (["commit 1 attack at g7"], True),
    ):
        says(game, "red", *lines)
        assert last_words.said(game, "red", at) is is_in, lines
        assert Letter.objects.filter(game=game, seat="red").latest("pk").asks is not is_in, lines
    written = Letter.objects.filter(game=game, seat="blue").count()
    says(game, "red", "peace at g7")
    assert Letter.objects.filter(game=game, seat="blue").count() == written
    says(game, "blue", "pass")
    assert not key(game)


def test_what_is_sealed_already_counts():
    """No card is sealed twice (SS-PBM-05), nobody spies once in (SS-SPY-03); what is said anew replaces what was said (PR-SEALED-02)."""
    game = contested()
    assert says(game, "red", "commit 2 attack at c4", "commit 2 attack at g7")[1] == ("refused", ("SS-PBM-05", "SS-BAT-10"))
    assert says(game, "red", "spy on blue") == [("refused", ("SS-SPY-03",))]
    assert says(game, "red", "commit 1 attack at c4", "commit 2 attack at g7", "fight at g7") == [("kept", ())] * 3
    says(game, "blue", "commit nothing at c4", "commit nothing at g7")
    last = json.loads(Entry.objects.filter(game=game).latest("number").public)
    told = [event[0] for event in last["told"]]
    assert told[:2] == ["Nobody fights at C4.", "Red at G7: 2 attack; force 4."]


def test_what_was_opened_unseen_is_not_undone():
    """That nobody wants to fight has been revealed (PR-BACKUP-03)."""
    game = contested()
    says(game, "red", "pass")
    says(game, "blue", "pass")
    assert says(game, "red", "undo") == [("refused", ("PR-BACKUP-03",))]
