"""Who sat where, from when to when, is on record, and what rests on it (PR-SEAT-01, PR-SEAT-04)."""

from __future__ import annotations

import pytest

from tests.domain.tollbooth import SEATS, Booth
from traders.domain.calendar import clock
from traders.domain.history.audit import audit
from traders.domain.people import club_roles, seating
from traders.domain.play import door
from traders.domain.play.commands import leaving_and_taking_seats
from traders.domain.play.game_session import open_session
from traders.engines.kernel.refusal import Refusal
from traders.models import Game, Letter, Phase, Player, Seat, Sitting, SittingCause, Source

pytestmark = pytest.mark.usefixtures("toll")


def person(name: str) -> Player:
    return Player.objects.create_user(f"{name}@example.org", display_name=name.capitalize())


def place(game: Game, colour: str) -> Seat:
    return Seat.objects.select_related("player", "game").get(game=game, colour=colour)


def record(game: Game, colour: str) -> list[tuple[str, str, str]]:
    rows = Sitting.objects.filter(seat__game=game, seat__colour=colour).select_related("player")
    return [(row.player.display_name if row.player else "", row.began, row.ended) for row in rows]


def gone(booth: Booth, colour: str) -> Player:
    """The seat is left for good; who left it."""
    player = place(booth.game, colour).player
    assert player is not None
    booth.says(colour, "resign\nyes")
    return player


def test_every_sitting_is_on_record_with_why_it_began_and_ended():  # PR-SEAT-04
    booth = Booth(seated=True)
    gone(booth, "blue")
    booth.says("blue", "back")
    gone(booth, "blue")
    leaving_and_taking_seats.take(booth.id, "blue", person("kim"))
    Seat.objects.filter(game_id=booth.id, colour="blue").update(offered=clock.now())
    leaving_and_taking_seats.take(booth.id, "blue", person("lee"))
    Player.objects.get(display_name="Lee").delete()
    assert record(booth.game, "blue") == [
        ("Player of blue", "gathered", "left"),
        ("Player of blue", "returned", "left"),
        ("Kim", "substitute", "replaced"),
        ("", "substitute", "erased"),
    ]
    assert leaving_and_taking_seats.is_free(place(booth.game, "blue"))


def test_bots_and_who_takes_a_seat_before_the_game_are_on_record():  # PR-SEAT-04
    game = door.create("toll", SEATS)
    leaving_and_taking_seats.give_to_bots(game, ["blue"])
    leaving_and_taking_seats.take(game.pk, "red", person("kim"))
    assert record(game, "blue") == [("Oak", "gathered", "")]
    assert record(game, "red") == [("Kim", "gathered", "")]
    assert place(game, "blue").bot


def test_the_end_of_a_sitting_is_set_once():  # PR-SEAT-04
    booth = Booth(seated=True)
    gone(booth, "blue")
    first = Sitting.objects.get(seat__game=booth.id, seat__colour="blue")
    leaving_and_taking_seats.take(booth.id, "blue", person("kim"))
    again = Sitting.objects.get(pk=first.pk)
    assert (again.until, again.ended, again.player) == (first.until, "left", first.player)


# PR-SEAT-04
def test_who_sat_here_once_takes_no_other_seat_and_the_own_one_only_while_it_is_free():
    booth = Booth(seated=True)
    once = gone(booth, "blue")
    gone(booth, "green")
    with pytest.raises(Refusal) as other:
        leaving_and_taking_seats.take(booth.id, "green", once)
    assert other.value.rules == ("PR-SEAT-04",)
    leaving_and_taking_seats.take(booth.id, "blue", person("kim"))
    with pytest.raises(Refusal) as replaced:
        leaving_and_taking_seats.take(booth.id, "blue", once)
    assert replaced.value.rules == ("PR-SEAT-01",)
    gone(booth, "blue")
    leaving_and_taking_seats.take(booth.id, "blue", once)
    assert record(booth.game, "blue")[-1] == ("Player of blue", "substitute", "")


def test_who_got_up_before_the_game_began_has_seen_nothing_of_it():  # PR-SEAT-04
    game = door.create("toll", SEATS)
    kim = person("kim")
    leaving_and_taking_seats.take(game.pk, "red", kim)
    seating.get_up(place(game, "red"), clock.now(), SittingCause.LEFT)
    leaving_and_taking_seats.take(game.pk, "red", person("lee"))
    leaving_and_taking_seats.take(game.pk, "blue", kim)
    assert seating.ever_sat(kim, game)
    assert not seating.sat_elsewhere(kim, place(game, "blue"))


def test_players_exchanged_behind_the_record_are_noticed():  # PR-SEAT-04
    booth = Booth(seated=True)
    assert audit(booth.game) is None
    red, blue = place(booth.game, "red"), place(booth.game, "blue")
    Seat.objects.filter(pk=red.pk).update(player=blue.player)
    Seat.objects.filter(pk=blue.pk).update(player=red.player)
    fault = audit(booth.game)
    assert fault is not None
    assert "PR-SEAT-04" in fault.text


def test_a_substitute_is_told_what_play_waits_for_and_the_table_who_it_is():  # PR-SEAT-01
    booth = Booth(seated=True)
    once = gone(booth, "red")
    kim = person("kim")
    leaving_and_taking_seats.take(booth.id, "red", kim)
    letter = Letter.objects.get(game=booth.id, player=kim)
    assert (letter.seat, letter.kind, letter.asks, letter.moment) == ("red", "turn", True, "t1")
    told = Letter.objects.filter(game=booth.id, seat="blue").latest("pk")
    assert "Kim has taken the seat Red" in told.facts
    assert "You play Red no more" in Letter.objects.get(game=booth.id, seat="", player=once).facts


def test_the_organizer_is_told_of_a_seat_that_was_left():  # PR-SEAT-05
    booth = Booth(seated=True)
    otto = person("otto")
    Game.objects.filter(pk=booth.id).update(club=club_roles.found("Spiral", "spiral", otto))
    gone(booth, "blue")
    assert "waits for a substitute" in Letter.objects.get(game=booth.id, player=otto).facts


def test_a_ruling_after_the_end_states_the_result_and_resumes_nothing():  # PR-SEAT-07, PR-REMEDY-05
    booth = Booth(seated=True)
    for seat in ("green", "blue"):
        door.leave(booth.id, seat)
    assert booth.game.winners == ["red"]
    state = booth.state
    state.gone = ["green", "red"]
    with open_session(booth.id) as session:
        session.put_right(state, "blue had stayed", Source.REFEREE)
    game = booth.game
    assert (game.phase, game.winners, booth.entries()[-1]) == (
        Phase.OVER,
        ["blue"],
        ("put-right", ""),
    )
    assert audit(game) is None


def test_no_seat_is_taken_when_the_game_is_over():  # PR-SEAT-07
    booth = Booth(seated=True)
    gone(booth, "green")
    for seat in ("red", "blue"):
        door.leave(booth.id, seat)
    assert booth.game.phase == Phase.OVER
    with pytest.raises(Refusal) as refused:
        leaving_and_taking_seats.take(booth.id, "green", person("kim"))
    assert refused.value.rules == ("PR-SEAT-07",)
