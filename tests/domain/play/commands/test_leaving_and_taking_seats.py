"""Leaving a seat, and taking one that was left (PR-SEAT-01, PR-SEAT-02)."""

from __future__ import annotations

import pytest

from tests.domain.tollbooth import SEATS, Booth
from traders.domain.people import seating
from traders.domain.play import door
from traders.domain.play.commands import leaving_and_taking_seats
from traders.engines.kernel.refusal import Refusal
from traders.models import Phase, Player, Seat

RESIGN = "resign\nyes"
pytestmark = pytest.mark.usefixtures("toll")


def place(booth: Booth, colour: str) -> Seat:
    return Seat.objects.get(game_id=booth.id, colour=colour)


@pytest.fixture
def newcomer() -> Player:
    return Player.objects.create_user("newcomer@example.org", display_name="Newcomer")


def test_a_seat_that_is_left_is_free_and_all_are_told():  # PR-SEAT-02
    booth = Booth(seated=True)
    change_set = booth.says("blue", RESIGN)
    assert change_set.notices == ["Blue has left; the seat is free for a substitute."]
    assert leaving_and_taking_seats.is_free(place(booth, "blue"))
    assert booth.line("blue", "resign").rules == ("PR-SEAT-02",)


def test_its_plan_stops():  # PR-SEAT-02
    booth = Booth(seated=True)
    booth.says("blue", "plan\nend\nend plan")
    booth.says("blue", RESIGN)
    booth.says("red", "end")
    assert booth.entries() == [("start", ""), ("order", "red")]


def test_a_substitute_takes_the_seat_as_it_is(newcomer):  # PR-SEAT-01
    booth = Booth(seated=True, shoves=1)
    booth.says("blue", RESIGN)
    before = booth.state
    leaving_and_taking_seats.take(booth.id, "blue", newcomer)
    taken = place(booth, "blue")
    assert (taken.player, taken.left) == (newcomer, None)
    assert booth.state == before
    assert not leaving_and_taking_seats.is_free(taken)


def test_a_seat_that_is_held_is_not_taken(newcomer):  # PR-SEAT-01
    booth = Booth(seated=True)
    with pytest.raises(Refusal) as refused:
        leaving_and_taking_seats.take(booth.id, "blue", newcomer)
    assert refused.value.rules == ("PR-SEAT-01",)
    assert place(booth, "blue").player.display_name == "Player of blue"


def test_nobody_holds_two_seats_of_a_game():  # PR-SEAT-01
    booth = Booth(seated=True)
    booth.says("blue", RESIGN)
    with pytest.raises(Refusal, match="already"):
        leaving_and_taking_seats.take(booth.id, "blue", place(booth, "red").player)


def test_one_mailbox_holds_one_seat_whatever_its_spelling():  # PR-SEAT-01
    booth = Booth(seated=True)
    booth.says("red", RESIGN)
    blue = place(booth, "blue").player
    assert blue is not None
    again = Player.objects.create_user(blue.email.replace("@", "+x@"), display_name="Nobody else")
    with pytest.raises(Refusal, match="one person has one seat") as refused:
        leaving_and_taking_seats.take(booth.id, "red", again)
    assert refused.value.rules == ("PR-SEAT-01", "PR-SEAT-04")
    assert seating.ever_sat(again, booth.game)


def test_a_seat_that_dropped_out_is_not_taken(newcomer):  # PR-SEAT-02
    booth = Booth(seated=True)
    door.leave(booth.id, "blue")
    with pytest.raises(Refusal, match="not free"):
        leaving_and_taking_seats.take(booth.id, "blue", newcomer)


def test_dropping_out_is_by_the_games_own_rule_and_an_entry():  # PR-SEAT-02
    booth = Booth()
    door.leave(booth.id, "red")
    assert booth.entries() == [("start", ""), ("leave", "red")]
    assert (place(booth, "red").dropped, booth.state.gone, booth.state.turn) == (True, ["red"], 1)


def test_the_last_who_stays_wins():
    booth = Booth()
    for seat in ("red", "blue"):
        door.leave(booth.id, seat)
    assert (booth.game.phase, booth.game.winners) == (Phase.OVER, ["green"])


def test_a_removed_account_comes_back_to_no_seat():  # PR-SEAT-01, PR-RECORD-04
    booth = Booth(seated=True)
    booth.says("blue", RESIGN)
    Player.objects.filter(seats__game_id=booth.id, seats__colour="blue").update(is_active=False)
    line = booth.line("blue", "back")
    assert (line.answer, line.rules) == ("refused", ("PR-SEAT-01",))
    assert leaving_and_taking_seats.is_free(place(booth, "blue"))


def test_who_left_comes_back_while_the_seat_is_free():  # PR-SEAT-02
    booth = Booth(seated=True)
    booth.says("blue", RESIGN)
    assert booth.line("blue", "back").answer in ("done", "noted")
    assert not leaving_and_taking_seats.is_free(place(booth, "blue"))


def test_bots_take_free_seats_of_a_game_that_gathers():
    game = door.create("toll", SEATS)
    leaving_and_taking_seats.give_to_bots(game, ["blue"])
    assert list(Seat.objects.filter(game=game, bot=True).values_list("colour", flat=True)) == [
        "blue"
    ]
    booth = Booth()
    leaving_and_taking_seats.give_to_bots(booth.game, ["blue"])
    assert not place(booth, "blue").bot
