"""Seats that say nothing are asked, then offered (PR-SEAT-05), and whatever the club chose, no game
stands or plays on unnoticed (PR-TURN-04).
"""

from __future__ import annotations

from itertools import product

import pytest
from django.contrib.auth.models import Permission

from tests import seated
from tests.domain.deadlines.table import START, Table
from tests.examples import drawn
from traders.domain.calendar import clock
from traders.domain.deadlines.absent_seats_and_vacation_days import is_absent
from traders.domain.people import club_roles, seating
from traders.domain.play import door
from traders.domain.play.commands import leaving_and_taking_seats
from traders.models import (
    Cadence,
    Game,
    Letter,
    LetterStatus,
    Phase,
    Player,
    Seat,
    SittingCause,
)


@pytest.fixture
def referee(db) -> Player:
    referee = Player.objects.create_user("bench@example.org", display_name="Bench", is_staff=True)
    referee.user_permissions.add(Permission.objects.get(codename="add_ruling"))
    return referee


def club_game(organizer: Player, **settings: object) -> Table:
    """A game of people whose turns have 24 hours and nothing more, in a club with an organizer."""
    return peopled(
        Table(**{"turn_time": "24h", "grace": "0h", "bank_limit": "0h"} | settings), organizer
    )


def peopled(table: Table, organizer: Player) -> Table:
    """The game is one of the organizer's club, and a player who wants few letters sits in each
    seat.
    """
    Game.objects.filter(pk=table.id).update(club=club_roles.found("Spiral", "spiral", organizer))
    for place in Seat.objects.filter(game=table.id):
        player = Player.objects.create_user(
            f"{place.colour}@example.org",
            display_name=f"Player of {place.colour}",
            cadence=Cadence.WAITING,
        )
        seating.sit(place, player, clock.now(), SittingCause.GATHERED)
    return table


def told(table: Table, who: Player | str) -> list[str]:
    """What a player, or a seat, was written."""
    mine = (
        Letter.objects.filter(game=table.id, seat=who)
        if isinstance(who, str)
        else Letter.objects.filter(game=table.id, player=who, seat="")
    )
    return list(mine.order_by("pk").values_list("facts", flat=True))


def silent(table: Table, times: int) -> Table:
    """So often the clock ends red's turn, and blue and green end theirs at once: red is to move
    again.
    """
    for _ in range(times):
        hours, seconds = divmod(int((clock.now() - START).total_seconds()) + 24 * 3_600 + 1, 3_600)
        table.at(f"{hours}h{seconds}s")
        for seat in ("blue", "green"):
            table.says(seat, "end")
    return table


def test_after_two_turns_it_is_asked_at_once_and_the_organizer_is_told(organizer):  # PR-SEAT-05
    table = silent(club_game(organizer), 1)
    assert not any("still there" in letter for letter in told(table, "red"))
    assert told(table, organizer) == []
    silent(table, 1)
    asked = Letter.objects.filter(
        game=table.id, seat="red", facts__contains="still there"
    ).earliest("pk")
    assert asked.status == LetterStatus.WRITTEN  # whatever letters it wants
    assert "may be gone" in told(table, organizer)[0]
    assert f"Red is {table.seat('red').called}." in told(table, organizer)[0]
    assert any("does not count in votes" in letter for letter in told(table, "blue"))


def test_its_vote_is_not_waited_for_and_counts_again_with_its_first_word(organizer):
    """PR-SEAT-05, PR-SEAT-03"""
    table = silent(club_game(organizer), 2)
    table.says("blue", "propose 5h more for green")
    table.says("green", "vote yes")
    assert table.game.proposals.get().outcome == "passed"
    assert table.line("red", "yes").answer == "noted"
    table.says("blue", "propose end\nyes")
    table.says("green", "vote yes")
    assert table.game.phase == Phase.PLAYING


def test_a_vote_passes_when_who_was_waited_for_is_absent(organizer):  # PR-SEAT-05
    table = silent(club_game(organizer), 1)
    table.says("blue", "propose end\nyes")
    table.says("green", "vote yes")
    assert table.game.phase == Phase.PLAYING
    hours, seconds = divmod(int((clock.now() - START).total_seconds()) + 24 * 3_600 + 1, 3_600)
    assert table.at(f"{hours}h{seconds}s").game.phase == Phase.OVER


@pytest.mark.sampled
@pytest.mark.parametrize("word", ["end", "stop at tow", "say: here I am", "nonsense", "status"])
def test_any_word_of_its_own_ends_its_absence_and_nobody_is_told_when_it_wrote(organizer, word):
    """PR-SEAT-05, PR-INTERVAL-05"""
    table = silent(club_game(organizer), 2)
    assert is_absent(table.seat("red"), table.game)
    before = told(table, organizer), told(table, "blue"), table.game.number
    table.says("red", word)
    assert not is_absent(table.seat("red"), table.game)
    assert (
        word in ("end", "say: here I am")
        or (told(table, organizer), told(table, "blue"), table.game.number) == before
    )


def test_after_the_limit_it_is_offered_and_a_word_keeps_it(organizer):  # PR-SEAT-05
    table = silent(club_game(organizer, absent_limit=3), 2)
    assert not leaving_and_taking_seats.is_free(table.seat("red"))
    red = silent(table, 1).seat("red")
    assert (leaving_and_taking_seats.is_free(red), red.left, red.player is not None) == (
        True,
        None,
        True,
    )
    for who in (organizer, "green", "red"):
        assert any("offered to a substitute" in letter for letter in told(table, who))
    table.says("red", "say: here I am")
    assert not leaving_and_taking_seats.is_free(table.seat("red"))


def test_who_takes_an_offered_seat_has_it_as_it_is_and_who_had_it_is_told(organizer):
    """PR-SEAT-01, PR-SEAT-05"""
    table = silent(club_game(organizer, absent_limit=2), 2)
    before, due = table.seat("red").player, table.deadline
    kim = Player.objects.create_user("kim@example.org", display_name="Kim")
    club_roles.admit(table.game.club, kim)
    leaving_and_taking_seats.take(table.id, "red", kim)
    red = table.seat("red")
    assert (red.player, red.offered, red.timeouts, table.deadline) == (kim, None, 0, due)
    assert "was yours" in told(table, before)[0]
    assert not any("was yours" in letter for letter in told(table, kim))


def test_the_referee_and_the_organizer_are_told_at_once_and_reminded_and_then_the_turn_is_ended(
    organizer, referee
):  # PR-TURN-04
    table = club_game(organizer, out_of_time="referee", ruling_time="48h")
    table.at("24h1s")
    for who in (organizer, referee):
        assert len(told(table, who)) == 1
        assert "out of time" in told(table, who)[0]
    assert "out of time" in told(table, "blue")[-1]
    table.at("48h")
    assert len(told(table, referee)) == 1
    table.at("48h1s")
    assert (len(told(table, referee)), len(told(table, organizer)), table.waits) == (2, 2, "red")
    assert table.at("72h").waits == "red"
    assert table.at("72h1s").waits == "blue"


def test_the_ruling_time_runs_through_nights_and_absences(organizer, referee):
    """PR-TURN-04, PR-TURN-07"""
    table = club_game(organizer, out_of_time="referee", ruling_time="48h", weekends=False)
    table.at("96h").says("blue", "status")  # Friday, 9 o'clock: red's turn was over on Tuesday
    assert table.waits == "blue"
    assert table.at("120h").waits == "blue"


def test_a_claim_stops_the_referees_time_too(organizer, referee):  # PR-CLAIM-03
    table = club_game(organizer, out_of_time="referee", ruling_time="48h")
    table.at("30h").says("blue", "propose pause\nyes")
    for seat in ("red", "green"):
        table.says(seat, "vote yes")
    assert table.game.frozen
    assert table.at("200h").waits == "red"
    for seat in ("blue", "red", "green"):
        table.says(seat, "propose pause\nyes" if seat == "blue" else "vote yes")
    assert table.at("241h").waits == "red"
    assert table.at("243h").waits == "blue"


def test_a_substitute_is_looked_for_and_everybody_is_told(organizer):  # PR-TURN-04
    table = club_game(organizer, out_of_time="substitute", substitution_time="24h")
    table.at("24h1s")
    assert leaving_and_taking_seats.is_free(table.seat("red"))
    for who in ("blue", "green", organizer):
        assert "offered to a substitute" in told(table, who)[-1]
    kim = Player.objects.create_user("kim@example.org", display_name="Kim")
    club_roles.admit(table.game.club, kim)
    leaving_and_taking_seats.take(table.id, "red", kim)
    assert (table.waits, table.seat("red").offered, table.deadline) == ("red", None, "48h1s")


def test_who_is_out_of_time_may_still_end_the_turn_while_a_substitute_is_looked_for(organizer):
    """PR-TURN-04"""
    table = club_game(organizer, out_of_time="substitute", substitution_time="24h")
    table.at("30h").says("red", "end")
    assert not leaving_and_taking_seats.is_free(table.seat("red"))
    assert not table.at("50h").seat("red").dropped


def test_a_word_of_who_is_out_of_time_is_no_turn(organizer):  # PR-TURN-04
    table = club_game(organizer, out_of_time="substitute", substitution_time="24h")
    table.at("30h").says("red", "say: still here")
    assert leaving_and_taking_seats.is_free(table.seat("red"))


class Sailed(Table):
    """A game of a real system in which nobody says anything."""

    def __init__(self, system: str, **settings: object) -> None:
        clock.set_to(START)
        self.id = door.create(system, ("red", "blue"), settings=settings).pk
        seated.begin(self.id)


@pytest.mark.examples("silent-tables")
@pytest.mark.parametrize(
    ("system", "chosen"),
    drawn(
        "silent-tables",
        list(
            product(
                ["star-traders", "traders-luck", "imperial-trader", "stratastar"],
                ["end-turn", "substitute", "referee"],
            )
        ),
    ),
)
def test_with_everybody_gone_no_game_stands_still_or_plays_on_unnoticed(organizer, system, chosen):
    """PR-TURN-04, PR-SEAT-05"""
    table = peopled(
        Sailed(system, out_of_time=chosen, turn_time="24h", ruling_time="24h"), organizer
    )
    before = table.at("15d").game
    game = table.at("30d").game
    letters = told(table, organizer)
    assert game.phase == Phase.OVER or game.moved > before.moved, "it stands still"
    assert letters, "nobody knows"
    if game.phase != Phase.OVER:
        assert all(
            leaving_and_taking_seats.is_free(place) for place in Seat.objects.filter(game=game)
        )
        assert any("Nobody writes in this game any more" in letter for letter in letters)
