"""Results settle themselves when games end; they are final once approved, and corrected with a
reason.
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tests.club.seasons.league import called, club_of, drawn_by_hand, olga, registered, season_of
from tests.domain.playing import bots_play
from tests.services.copied_rows import copied
from traders.club.seasons import (
    closing,
    conflict_of_interest,
    league_tables,
    organizer_checklist,
    result_approval,
    round_start,
)
from traders.club.seasons.table_results import result_of, results, results_of
from traders.domain.calendar import clock
from traders.domain.letters.letter_facts import decode
from traders.domain.people import club_roles
from traders.domain.play.commands import leaving_and_taking_seats
from traders.domain.play.game_session import open_session
from traders.engines.kernel.refusal import Refusal
from traders.models import Game, Letter, Player, Round, Season, SeasonTable, Seat, SittingCause

pytestmark = pytest.mark.django_db
NAMES = ("Ann", "Bob", "Cat", "Dan")


@pytest.fixture
def season(db: None) -> Season:
    return begun()


@copied
def begun() -> Season:
    """A round of two tables for two people each, begun."""
    season = registered(NAMES, 2, 2, table_size=2)
    drawn_by_hand(season, d1=[[("Ann", "Bob")]], d2=[[("Cat", "Dan")]])
    round_start.begin(season.pk, olga(season.club))
    return season


def stated(table: SeasonTable, *order: str) -> dict[int, int]:
    """Ranks in this order of names."""
    by_name = {place.entrant.name: place.entrant_id for place in table.places.all()}
    return {by_name[name]: rank for rank, name in enumerate(order, 1)}


def test_one_button_ends_the_games_that_have_a_result(season: Season) -> None:
    """(PR-SEASON-04, PR-SEAT-10)"""
    by = olga(season.club)
    _, second = SeasonTable.objects.all()
    assert not any(
        deed.name == "finish" for step in organizer_checklist.steps(season) for deed in step.deeds
    )
    result_approval.correct(season.pk, second.pk, stated(second, "Dan", "Cat"), "Cat is ill", by)
    decided = result_approval.in_words(result_of(second.pk))
    assert any(
        deed.name == "finish" for step in organizer_checklist.steps(season) for deed in step.deeds
    )
    assert closing.end_games(season.pk, by) == (1, 0)
    phases = [one.game.phase for one in SeasonTable.objects.all() if one.game]
    assert phases == ["playing", "over"], "a game without a result goes on"
    assert result_approval.in_words(result_of(second.pk)) == decided, "what was stated counts"
    assert closing.end_games(season.pk, by) == (0, 0)


def test_a_result_settles_itself_and_is_final_once_approved(season: Season) -> None:
    """(PR-SEASON-04)"""
    by = olga(season.club)
    first, second = SeasonTable.objects.all()
    with pytest.raises(Refusal, match="2 tables of round 1 have no result yet"):
        result_approval.approve(season.pk, 1, by)
    game = bots_play(first.game)
    found = result_of(first.pk)
    assert found.settled and not found.final
    winners = {game.seats.get(colour=colour).player for colour in game.winners}
    assert {one.place.entrant.player for one in found.places if one.rank == 1} == winners
    # the other game does not come to an end: a result is stated
    result_approval.correct(season.pk, second.pk, stated(second, "Dan", "Cat"), "Cat is ill", by)
    result_approval.approve(season.pk, 1, by)
    with pytest.raises(Refusal, match="approved already"):
        result_approval.approve(season.pk, 1, by)
    before = result_approval.in_words(result_of(first.pk))
    Game.objects.filter(pk=game.pk).update(winners=["red", "blue"], digest="other")
    assert result_approval.in_words(result_of(first.pk)) == before
    result_approval.reopen(season.pk, 1, by)
    assert {one.rank for one in result_of(first.pk).places} == {1}
    assert result_approval.in_words(result_of(second.pk)) == "1. Dan, 2. Cat"


def test_a_final_result_is_corrected_with_a_reason_that_the_division_reads(season: Season) -> None:
    """(PR-SEASON-04)"""
    by, ann = olga(season.club), called("Ann")
    first, second = SeasonTable.objects.all()
    for table, order in ((first, ("Ann", "Bob")), (second, ("Cat", "Dan"))):
        result_approval.correct(season.pk, table.pk, stated(table, *order), "stuck", by)
        letter = Letter.objects.filter(game=None).latest("pk")
        assert ": a result changed" in letter.facts and "Before" not in letter.facts
        assert " entered a result by hand" in letter.facts
    (played,) = [one for one in organizer_checklist.steps(season) if one.title == "Round 1"]
    assert played.words.startswith("Every table has a result.")
    result_approval.approve(season.pk, 1, by)
    Letter.objects.filter(game=None).delete()
    ranks = stated(first, "Bob", "Ann")
    with pytest.raises(Refusal, match="Say why"):
        result_approval.correct(season.pk, first.pk, ranks, "  ", by)
    with pytest.raises(Refusal, match="Only an organizer"):
        result_approval.correct(season.pk, first.pk, ranks, "me", ann)
    with pytest.raises(Refusal, match="Give a place to everybody"):
        result_approval.correct(season.pk, first.pk, {}, "who?", by)
    for wrong in ((2, 2), (1, 3), (0, 1)):
        with pytest.raises(Refusal, match="do not fit together"):
            result_approval.correct(
                season.pk, first.pk, dict(zip(ranks, wrong, strict=True)), "what?", by
            )
    gone = [place.entrant_id for place in first.places.all() if place.entrant.name == "Ann"]
    result_approval.correct(season.pk, first.pk, ranks, "Ann never came", by, gone)
    found = result_of(first.pk)
    assert found.final
    assert found.by_organizer
    assert result_approval.in_words(found) == "1. Bob, 2. Ann (forfeit)"
    letters = Letter.objects.filter(game=None)
    assert {letter.player.display_name for letter in letters} == {"Ann", "Bob", "Olga"}
    assert all(": a result changed" in letter.facts for letter in letters)
    for words in ("The result was final. Why: “Ann never came.”", "Before: 1. Ann, 2. Bob."):
        assert all(words in letter.facts for letter in letters)
    for letter in letters:
        own = letter.player == by  # who did it does not read of it as of somebody else
        assert ("You corrected the result" in letter.facts) is own
        assert ("Olga corrected the result" in letter.facts) is not own


def test_the_share_of_a_replaced_player_is_the_time_that_they_sat(season: Season) -> None:
    first, second = SeasonTable.objects.all()
    game, seat = first.game, first.game.seats.get(colour="red")
    begun = game.started
    kim = Player.objects.create_user("kim@example.org", display_name="Kim")
    club_roles.admit(season.club, kim)
    with open_session(game.pk, begun + timedelta(days=1)) as session:
        leaving_and_taking_seats.leave(session, session.place("red"), SittingCause.LEFT)
    with clock.at(begun + timedelta(days=2)):
        leaving_and_taking_seats.take(game.pk, "red", kim)
    Game.objects.filter(pk=game.pk).update(
        phase="over", ended=begun + timedelta(days=4), winners=["red"]
    )
    found = {one.place.seat: one for one in result_of(first.pk).places}
    red = seat.game.seats.get(colour="red").place
    day = 24 * 60 * 60
    first_sat = str(first.places.get(seat=red).entrant.player_id)
    assert [(one.person, round(one.played / day)) for one in found[red].sat] == [
        (first_sat, 1),
        ("nobody", 1),
        (str(kim.pk), 2),
    ]
    assert len(found[1 - red].sat) == 1
    assert found[seat.place].rank == 1
    assert all(len(one.sat) == 1 for one in result_of(second.pk).places)


def test_void_games_count_for_nothing_and_rivals_do_not_judge(season: Season) -> None:
    first, _ = SeasonTable.objects.all()
    Game.objects.filter(pk=first.game.pk).update(phase="over", ending="void", number=3)
    assert not result_of(first.pk).settled
    assert [one.table for one in results_of(called("Ann"))] == [first]
    assert len(results(season)) == 2
    rivals = Player.objects.filter(conflict_of_interest.same_division(first.game))
    assert {player.display_name for player in rivals} == {"Ann", "Bob"}
    assert not Seat.objects.filter(game=first.game, player=called("Cat")).exists()


def test_nobody_goes_up_or_down_before_a_result_counts(db: None) -> None:
    """(PR-SEASON-04)"""
    season = registered(NAMES, 2, 2, table_size=2, moving=1)
    drawn_by_hand(season, d1=[[("Ann", "Bob")]], d2=[[("Cat", "Dan")]])
    round_start.begin(season.pk, olga(season.club))

    def moves() -> list[list[str]]:
        return [
            [row.moves for row in one.rows] for one in league_tables.tables(season, results(season))
        ]

    assert moves() == [["", ""], ["", ""]]
    first = SeasonTable.objects.order_by("pk")[0]
    result_approval.correct(
        season.pk, first.pk, stated(first, "Bob", "Ann"), "Ill", olga(season.club)
    )
    assert moves() == [["", "down"], ["", ""]]


def test_one_table_has_a_result_where_several_have(season: Season) -> None:
    def words() -> list[str]:
        return [
            step.words for step in organizer_checklist.steps(season) if "a result" in step.words
        ]

    assert words() == ["0 of 2 tables have a result. State one where a game does not end."]
    SeasonTable.objects.order_by("pk")[1].delete()
    assert words() == ["0 of 1 table has a result. State one where a game does not end."]


def test_a_game_that_ended_without_a_result_is_not_said_to_wait_for_approval(
    season: Season, client: Client
) -> None:
    first, second = SeasonTable.objects.order_by("pk")
    bots_play(second.game)
    Game.objects.filter(pk=first.game.pk).update(phase="over", ending="void", number=3)
    told = "1 of 2 tables has a result. State one where a game ended without one."
    assert [
        step.words for step in organizer_checklist.steps(season) if "a result" in step.words
    ] == [told]
    assert not any(
        deed.name == "approve" for step in organizer_checklist.steps(season) for deed in step.deeds
    )
    client.force_login(olga(season.club))
    page = reverse("season", args=[season.club.slug, season.slug])
    assert "ended without a result" in client.get(page).content.decode()
    table = reverse("season-table", args=[season.club.slug, season.slug, first.pk])
    assert "This game ended without a result." in client.get(table).content.decode()
    round_start.sweep()
    letter = Letter.objects.filter(key__contains=f"played.{first.round.pk}").last()
    assert "1 game ended without a result: state one." in decode(letter.facts).extra["told"][0]


@pytest.mark.parametrize(("sizes", "called"), [((8,), ""), ((4, 4), "Division 2, ")])
def test_a_table_is_called_by_its_division_only_where_there_are_several(
    db: None, sizes: tuple[int, ...], called: str
) -> None:
    season = season_of(club_of([]), sizes)
    round_ = Round(season=season, number=1)
    division = season.divisions.last()
    assert division is not None
    table = SeasonTable(round=round_, division=division, number=3)
    assert str(table) == f"{called}round 1, table 3"
