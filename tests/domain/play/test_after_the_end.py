"""After the end of a game nothing that is said changes it (PR-SEAT-07), in every game and by every
word.
"""

from __future__ import annotations

import pytest

from tests import seated
from tests.engines.form_lines import filled_with
from tests.services.copied_rows import copied
from traders.domain.play import door
from traders.domain.play.commands import registry
from traders.domain.play.commands.command import Group
from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import fold
from traders.engines.registry import ENGINES, engine
from traders.models import Entry, Game, Phase

pytestmark = pytest.mark.django_db
SEATS = ("red", "blue", "green")
SAMPLES = {
    "seat": "blue", "n": "1", "date": "2030-01-01", "condition": "my turn", "interval": "shove",
    "things": "nothing",
}  # fmt: skip
"""What is written into a blank of that kind; into others a word."""
LINES = ("plan\n{}\nend plan", "test\n{}", "{}", "nonsense")


@pytest.fixture(params=sorted(ENGINES))
def over(request: pytest.FixtureRequest) -> tuple[Game, set[str]]:
    return ended(request.param)


@copied
def ended(system: str) -> tuple[Game, set[str]]:
    """A game that the table has just ended, and all that its menus offered before."""
    game = door.create(system, SEATS)
    seated.begin(game.pk)
    game.refresh_from_db()
    rules = engine(game.system)
    state = rules.decode(bytes(game.position or b""))
    menu = {offer.order for seat in SEATS for offer in rules.offers(state, seat)}
    door.orders(game.pk, "red", "propose concession to blue")
    for seat in ("blue", "green"):
        door.orders(game.pk, seat, "vote yes")
    game.refresh_from_db()
    assert game.phase == Phase.OVER
    return game, menu


def stored(game: Game) -> object:
    """The game's row, but for the number of its links: what was said is evidence."""
    row = Game.objects.filter(pk=game.pk).values().get()
    return row | {"links": 0}, Entry.objects.filter(game=game).count()


def test_no_word_no_wish_and_no_order_makes_an_entry(over: tuple[Game, set[str]]) -> None:
    """PR-SEAT-07"""
    game, menu = over
    before = stored(game)
    order = next(line for line in sorted(menu) if "{" not in line)
    samples = SAMPLES | {"order": order}
    said = {
        filled_with(form, lambda kind: samples.get(kind, "words"))
        for command in registry.declared()
        for form in command.forms
        if "<" in form or command.group is not Group.LINES
    }
    for text in sorted({*said, *(line.format(order) for line in LINES), *menu}):
        for seat in SEATS[:2]:
            lines = door.orders(game.pk, seat, text).lines
            assert stored(game) == before, text
            command = registry.command_of(fold(text))
            if command is None or command.when != When.ALWAYS:
                refused = [line for line in lines if line.answer == "refused"]
                assert refused, text
                unread = text == "nonsense" or "{" in text
                assert unread or refused[0].rules == ("PR-SEAT-07",), text


def test_an_unreadable_line_ends_the_letter_there_too(over: tuple[Game, set[str]]) -> None:
    """PR-RECEIPT-05"""
    game, _ = over
    assert [
        line.answer for line in door.orders(game.pk, "red", "nonsense\nsay: well played").lines
    ] == ["refused", "returned"]


def test_who_asks_is_told_of_no_move_and_of_nobody_waited_for(
    over: tuple[Game, set[str]],
) -> None:
    """PR-SEAT-07: `status` and `orders`, as pages and the API tell it."""
    game, menu = over
    assert menu
    (board,) = door.orders(game.pk, "red", "status").lines
    assert "GAME OVER" in board.words
    assert "The table has conceded the game to Blue." in " ".join(board.words.split())
    assert "waits for" not in board.words
    for seat in SEATS:
        (listed,) = door.orders(game.pk, seat, "orders").lines
        assert listed.words.startswith("The game is over: there is no move any more.")


def test_nor_does_anything_that_is_not_said(over: tuple[Game, set[str]]) -> None:  # PR-SEAT-07
    game, _ = over
    before = stored(game)
    for deed in (
        lambda: door.back_up(game.pk, 1, "by a referee"),
        lambda: door.leave(game.pk, "red"),
        lambda: seated.begin(game.pk),
    ):
        with pytest.raises(Refusal):
            deed()
    assert door.fall_due(game.pk, "turn", 1, ("red",)) is None
    assert door.fall_due(game.pk, "interval", 1) is None
    door.look_again(game.pk)
    assert stored(game) == before


def test_below_the_line_that_ended_the_game_nothing_is_refused():
    start = {
        "map": {"c3": "world", "d4": "world", "e5": "world"},
        "stage": "build",
        "red": {"colonies": {"c3": 1, "d4": 1}, "fleets": {"e5": 1}, "hand": {"build": 2}},
    }
    game = door.create("stratastar", SEATS[:2], {"worlds": 3}, start=start)
    seated.begin(game.pk)
    sent = ("colonize e5", "build fleet", "next", "end")
    lines = door.orders(game.pk, "red", "\n".join(sent)).lines
    game.refresh_from_db()
    assert game.phase == Phase.OVER
    assert [line.answer for line in lines] == ["done"]
    after = door.orders(game.pk, "red", "end").lines
    assert [line.answer for line in after] == ["refused"]


def test_who_wants_what_was_suggested_is_told_that_the_game_is_over(
    over: tuple[Game, set[str]],
) -> None:
    """PR-SEAT-07, PR-RECEIPT-09"""
    [line] = door.orders(over[0].pk, "red", "as you suggest").lines
    assert (line.answer, line.words) == ("refused", "The game is over.")
