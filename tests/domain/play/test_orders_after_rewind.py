"""What seats had said when play backs up: what counts again, and what is asked again (PR-BACKUP,
PR-REMEDY-03).
"""

from __future__ import annotations

import pytest

from tests import seated
from tests.domain.tollbooth import SEATS, Booth
from traders.domain.letters.letter_facts import decode
from traders.domain.play import door
from traders.models import Game, Letter, Sealed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toll")]


def open_again(*said: tuple[str, str]) -> Booth:
    """An interval in which that was said until it closed, and into which play then backed up."""
    booth = Booth(shoves=1)
    booth.says("red", "roll")
    opened = booth.game.head
    for seat, words in said:
        booth.says(seat, words)
    door.fall_due(booth.id, "interval", 1)
    door.back_up(booth.id, opened, "the table agrees")
    return booth


def waits(booth: Booth) -> bool:
    """Whether the interval is open for all its seats, and nobody's pass counts in it."""
    open_passes = Sealed.objects.filter(
        game_id=booth.id, kind__in=["pass", "standing-pass"], used=None
    )
    return (
        booth.state is not None
        and "may react" in booth.game.waiting_for
        and not open_passes.exists()
    )


def test_who_had_passed_is_asked_again_where_play_backs_up_into_the_interval():  # PR-REMEDY-03
    booth = open_again(*((seat, "pass") for seat in SEATS))
    assert waits(booth)
    for seat in SEATS:
        assert "may react" in booth.game.waiting_for
        booth.says(seat, "pass")
    assert "may react" not in booth.game.waiting_for


def test_a_pass_that_answers_what_was_asked_before_play_backed_up_closes_nothing():  # PR-RECORD-02
    booth = open_again(*((seat, "pass") for seat in SEATS))
    for seat in SEATS:
        assert booth.line(seat, "pass", "i1").rules == ("PR-RECORD-02",)
    assert waits(booth)
    for seat in SEATS:
        assert booth.line(seat, "pass", "i1b1").answer == "noted"
    assert "may react" not in booth.game.waiting_for


def test_a_standing_pass_said_after_the_point_does_not_pass_there():  # PR-REMEDY-03
    booth = Booth(shoves=1)
    booth.says("red", "roll")
    opened = booth.game.head
    for seat in SEATS:
        booth.says(seat, "pass")
    assert booth.game.head > opened
    booth.says("blue", "pass until my turn")
    door.back_up(booth.id, opened, "the table agrees")
    assert waits(booth)


@pytest.mark.parametrize(
    ("seat", "wish"),
    [
        ("green", "when my turn: roll"),
        ("green", "pass until my turn"),
        ("green", "pass through"),
        ("blue", "when my turn: roll"),  # done at once
    ],
)
def test_whose_standing_order_goes_with_play_that_is_undone_is_told_once(seat, wish):
    """And nobody else (PR-BACKUP-04, PR-STANDING-05)."""
    booth = Booth(shoves=1, seated=True)
    booth.says("red", "roll")
    opened = booth.game.head
    for one in SEATS:
        booth.says(one, "pass")
    booth.says(seat, wish)
    for _ in range(2):
        door.back_up(booth.id, opened, "the table agrees")
    told = f"Your `{wish}` was written in play that is undone; it is dropped."
    letters = Letter.objects.filter(game_id=booth.id).order_by("pk")
    heard = [
        (letter.seat, event.text)
        for letter in letters
        for event in decode(letter.facts).events
        if "dropped" in event.text
    ]
    assert heard == [(seat, told)]


def test_what_was_gathered_there_counts_again_and_does_not_close_it():  # PR-BACKUP-04
    booth = open_again(("blue", "shove up\npass"), ("green", "pass"))
    assert waits(booth)
    assert [
        row.text for row in Sealed.objects.filter(game_id=booth.id, kind="reaction", used=None)
    ] == ["shove up"]


# PR-TURN-04, PR-REMEDY-03
def test_a_turn_into_which_play_backs_up_is_its_player_s_again_though_its_clock_had_run_out():
    hunters = {"red": {"piracy": 1}, "blue": {"missiles": 1}}
    game = door.create(
        "traders-luck", ["red", "blue"], {"bounty_hunters": True, "attack_slack": 1}, start=hunters
    )
    seated.begin(game.pk, stops=False)
    begun = Game.objects.get(pk=game.pk).head
    door.orders(game.pk, "red", "travel small")
    door.fall_due(game.pk, "turn", 1, ["red"])
    assert Game.objects.get(pk=game.pk).asked == 0b10
    door.back_up(game.pk, begun, "the table agrees")
    door.orders(game.pk, "red", "travel small")
    assert Game.objects.get(pk=game.pk).waiting_for == "It is Red's turn: roll."


def test_who_has_ordered_nothing_is_told_that_and_of_nothing_since():  # PR-BACKUP-03
    booth = Booth()
    booth.says("red", "roll")
    none = "There is no order of yours to take back."
    assert booth.line("blue", "undo").words.startswith(none)
    assert not booth.line("red", "undo").words.startswith(none)
