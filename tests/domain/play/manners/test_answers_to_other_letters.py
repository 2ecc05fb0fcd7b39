"""Answers to letters of ladders and seasons, written in a game's letter (PR-RECEIPT-09)."""

from __future__ import annotations

import pytest

from tests.seated import begin
from traders.domain.calendar import clock
from traders.domain.people import club_roles
from traders.domain.play import door
from traders.models import Game, Ladder, Player, Seat


@pytest.fixture
def game(db: None) -> Game:
    made = door.create("imperial-trader", ("red", "blue"), {}, {"timing": "table"})
    ann = Player.objects.create_user("ann@example.org", display_name="Ann")
    Seat.objects.filter(game=made, colour="red").update(player=ann)
    begin(made.pk, stops=False)
    return made


def told(game: Game, text: str) -> list[str]:
    [line] = door.orders(game.pk, "red", text).lines
    assert line.answer == "told"
    return line.words.split("\n")


@pytest.mark.parametrize(
    ("text", "order", "kind"),
    [
        ("Could I please challenge Bertil?", "challenge bertil", "ladder"),
        ("Challenge Bertil please!", "challenge bertil", "ladder"),
        ("I'd like to challenge Bertil", "challenge bertil", "ladder"),
        ("Can I join the ladder?", "join the ladder", "ladder"),
        ("Accept the challenge.", "accept the challenge", "ladder"),
        ("How do I register?", "register", "season"),
    ],
)
def test_what_answers_another_letter_is_told_its_place_in_two_lines(
    game: Game, text: str, order: str, kind: str
) -> None:
    has = {"ladder": "has a ladder", "season": "has a season now"}[kind]
    assert told(game, text) == [
        f"`{order}` is no order of a game: it answers a letter of a club's {kind}.",
        f"No club of yours {has}.",
    ]


def test_where_a_ladder_is_its_page_is_told(game: Game) -> None:
    """Of the reader's clubs alone, and while it is open."""
    ann, bert = (
        Player.objects.get(display_name="Ann"),
        Player.objects.create_user("bert@example.org"),
    )
    for name, by, closed in (("Lantern", ann, None), ("Harbour", bert, None), ("Quay", ann, 1)):
        Ladder.objects.create(
            club=club_roles.found(name, name.lower(), by),
            system="stratastar",
            made=clock.now(),
            closed=clock.now() if closed else None,
        )
    _, *where = told(game, "Could I please challenge Bertil?")
    assert [line.partition(": ")[0] for line in where] == ["Stratastar ladder of Lantern"]
    assert where[0].endswith("/clubs/lantern/ladders/stratastar/")


def test_it_turns_nothing_beside_it_and_is_no_order_of_a_game(game: Game) -> None:
    done, elsewhere = door.orders(game.pk, "red", "start at cinderfall\nChallenge Bertil").lines
    assert (done.answer, elsewhere.answer) == ("kept", "told")
    ruling = door.orders(game.pk, "red", "Can I challenge the ruling?").lines[0].words
    assert "`appeal 1" in ruling
    assert "ladder" not in ruling
    assert door.orders(game.pk, "red", "accept").lines[0].answer == "refused"
