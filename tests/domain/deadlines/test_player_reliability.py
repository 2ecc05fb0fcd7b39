"""How reliable a player is follows from what is stored: it fades, it excuses, it tells how sure it
is, and costs a few statements for a whole list.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.domain.deadlines.table import Table
from tests.domain.deadlines.test_silent_seats import club_game, silent
from traders.domain.calendar import clock
from traders.domain.deadlines import player_reliability
from traders.domain.deadlines.player_reliability import HALF_LIFE, weighed
from traders.domain.people import club_roles
from traders.domain.play import door
from traders.domain.play.commands import leaving_and_taking_seats
from traders.engines.kernel.refusal import Refusal
from traders.models import Heartbeat, Player

NOW = datetime(2026, 11, 23, 9, 0, tzinfo=UTC)
TURNS = st.lists(
    st.tuples(st.integers(0, 900).map(lambda days: NOW - timedelta(days=days)), st.booleans()),
    max_size=60,
)


@given(TURNS, st.integers(0, 300))
def test_a_turn_answered_never_harms_and_one_missed_never_helps(turns, days):
    known, at = weighed(turns, NOW), NOW - timedelta(days=days)
    better, worse = weighed([*turns, (at, True)], NOW), weighed([*turns, (at, False)], NOW)
    assert worse.share <= known.share + 1e-9 or not turns
    assert known.share <= better.share + 1e-9
    assert better.weight > known.weight
    for one in (known, better, worse):
        least, most = one.within
        assert 0 <= least <= one.share <= most <= 1
        assert one.known == (one.weight >= player_reliability.LEAST_KNOWN)


@given(TURNS.filter(bool))
def test_what_is_older_weighs_less_and_more_turns_are_surer(turns):
    known, later = weighed(turns, NOW), weighed(turns, NOW + HALF_LIFE)
    assert later.weight == pytest.approx(known.weight / 2)
    assert later.share == pytest.approx(known.share)
    more = weighed([*turns, *turns], NOW)
    assert more.within[0] >= known.within[0] - 1e-9
    assert more.within[1] <= known.within[1] + 1e-9


def test_an_old_fault_is_outweighed_by_few_new_turns():
    old = [(NOW - 3 * HALF_LIFE, False)] * 10
    assert weighed([*old, *[(NOW, True)] * 10], NOW).share > 0.88


def of(table: Table, seat: str) -> player_reliability.Reliability:
    player = table.seat(seat).player
    assert player is not None
    return player_reliability.of(player)


def test_turns_ended_by_the_clock_and_by_their_player_are_told_apart(organizer):
    table = silent(club_game(organizer, absent_limit=9), 3)
    assert (of(table, "red").answered, of(table, "red").missed) == (0, 3)
    assert (of(table, "blue").answered, of(table, "blue").missed) == (3, 0)
    table.says("red", "end")
    assert (of(table, "red").answered, of(table, "red").missed) == (1, 3)
    assert "little is known yet: 4 turns" in of(table, "red").words


def test_a_seat_left_is_told_until_its_player_comes_back_and_who_stood_in(organizer):
    table = club_game(organizer)
    red = table.seat("red").player
    table.at("1h").says("red", "resign\nyes")
    assert player_reliability.of(red).left == 1
    table.says("red", "back")
    assert player_reliability.of(red).left == 0
    kim = Player.objects.create_user("kim@example.org", display_name="Kim")
    table.says("red", "resign\nyes")
    club_roles.admit(table.game.club, kim)
    leaving_and_taking_seats.take(table.id, "red", kim)
    assert (player_reliability.of(red).left, player_reliability.of(kim).stood_in) == (1, 1)
    told = "little is known yet: 0 turns; 0 games finished, stood in 1 time"
    assert player_reliability.of(kim).words == told
    table.says("blue", "propose end\nyes")
    for seat in ("red", "green"):
        table.says(seat, "vote yes")
    assert (player_reliability.of(kim).finished, player_reliability.of(red).finished) == (1, 0)


def test_days_off_and_outages_are_excused(organizer):
    table = club_game(organizer, absent_limit=9)
    table.says("red", "away from 2 march to 4 march play on")
    silent(table, 1)
    assert (of(table, "red").answered, of(table, "red").missed) == (0, 0)
    table.at("200h")
    before = of(table, "blue").missed
    assert before > 0
    span = {"since": clock.now() - timedelta(days=30), "until": clock.now() - timedelta(days=20)}
    Heartbeat.objects.create(**span)
    Heartbeat.objects.create(since=clock.now(), until=clock.now(), before=span["until"])
    assert of(table, "blue").missed == 0


def test_a_list_takes_as_many_statements_as_one(organizer, django_assert_num_queries):
    table = silent(club_game(organizer), 1)
    players = [table.seat(seat).player_id or 0 for seat in ("red", "blue", "green")]
    for some in (players[:1], players):
        with django_assert_num_queries(5):
            player_reliability.of_all(some)


def test_games_against_bots_alone_do_not_count(organizer):
    table = silent(club_game(organizer), 1)
    for seat in ("blue", "green"):
        place = table.seat(seat)
        place.bot = True
        place.save()
    assert of(table, "red").missed == 0


def test_a_club_may_ask_for_reliable_players_and_newcomers_may_sit(organizer):
    table = silent(club_game(organizer, absent_limit=9), 6)
    lazy, busy = table.seat("red").player, table.seat("blue").player
    settings = {"least_reliability": 80}
    game = door.create("skiff", ("red", "blue", "green"), settings=settings)
    assert lazy is not None
    assert busy is not None
    with pytest.raises(Refusal, match=r"at least 80 of 100 turns\. You answer 0"):
        leaving_and_taking_seats.take(game.pk, "red", lazy)
    leaving_and_taking_seats.take(game.pk, "red", busy)
    leaving_and_taking_seats.take(game.pk, "blue", organizer)
    with pytest.raises(Refusal, match="0 to 100"):
        door.create("skiff", ("red", "blue"), settings={"least_reliability": 101})
