"""A whole season of two divisions, with games of bots to their ends, into the next season.

Worked out by hand, with 3, 1, 0 points at tables of three, as the director states the results:

    Division 1   round 1   round 2   round 3   points            Division 2   1   2   3   points
    Ann          1st, 3    2nd, 1    2nd, ½    4½                Dan          0   3   3   6
    Bob          2nd, 1    1st, 3    2nd, ½    4½                Fay          3   0   0   3
    Cat          3rd, 0    3rd, 0    1st, 3    3                 Eve          1   1   1   3

Ann and Bob are level in all: a win each, one and a half second places, each finished before the
other once, met the same people in as many games. Ann entered first. Fay stands before Eve by a win.
One goes up and one down, so that Dan changes places with Cat.

Ratings: all begin at μ = 25, σ = 25/3, β = 25/6. At a table of three new people Plackett–Luce has
c = √(3(σ² + β²)) = 16.14, so σ²/c = 4.303. The first gains (1 − 1/3) · 4.303 = 2.869, the second
(1 − 1/3 − 1/2) · 4.303 = 0.717, the third loses (1/3 + 1/2) · 4.303 = 3.586. Shown as 1000 + 20 μ:
1,557, 1,514 and 1,428.
"""

from __future__ import annotations

import pytest

from tests.club.seasons.league import called, drawn_by_hand, olga, registered
from tests.domain.playing import bots_play
from traders.club.demonstration_club import SHORT_GALAXY, SHORT_LUCK
from traders.club.seasons import (
    closing,
    league_tables,
    next_season,
    result_approval,
    round_start,
    season_ratings,
)
from traders.club.seasons.participants_and_waiting_list import entries
from traders.club.seasons.table_results import result_of, results
from traders.engines.kernel.refusal import Refusal
from traders.models import Club, Game, Letter, Season, SeasonTable, Starting

pytestmark = pytest.mark.django_db
FIRST, SECOND = ("Ann", "Bob", "Cat"), ("Dan", "Eve", "Fay")
GAMES = [
    {"system": "traders-luck", "options": SHORT_LUCK},
    {"system": "imperial-trader", "options": {"rounds": 3}},
    {"system": "stratastar", "options": SHORT_GALAXY},
]
STATED = (
    ({"Ann": 1, "Bob": 2, "Cat": 3}, {"Fay": 1, "Eve": 2, "Dan": 3}),
    ({"Bob": 1, "Ann": 2, "Cat": 3}, {"Dan": 1, "Eve": 2, "Fay": 3}),
    ({"Cat": 1, "Ann": 2, "Bob": 2}, {"Dan": 1, "Eve": 2, "Fay": 3}),
)
"""Of each round the places at the tables of both divisions."""


def tables(season: Season) -> list[tuple[list[tuple[str, ...]], bool]]:
    """The league tables in words: names, points and what decided."""
    return [
        (
            [(row.entrant.name, row.values[1], row.decided, row.moves) for row in one.rows],
            one.final,
        )
        for one in league_tables.tables(season, results(season))
    ]


def play(season: Season, number: int) -> None:
    """Bots play all games of a round; each settles its own result."""
    for table in SeasonTable.objects.filter(round__number=number):
        game = bots_play(table.game)
        (found,) = [one for one in results(season) if one.table == table]
        first = {one.place.entrant.player for one in found.places if one.rank == 1}
        assert first == {game.seats.get(colour=colour).player for colour in game.winners}


def state(season: Season, number: int) -> None:
    """The director states what the round's results are."""
    by = olga(season.club)
    for table, places in zip(
        SeasonTable.objects.filter(round__number=number), STATED[number - 1], strict=True
    ):
        ranks = {place.entrant_id: places[place.entrant.name] for place in table.places.all()}
        stands = {one.place.entrant_id: one.rank for one in result_of(table.pk).places}
        if ranks == stands:
            with pytest.raises(Refusal, match="the result already"):
                result_approval.correct(season.pk, table.pk, ranks, "The same", by)
        else:
            result_approval.correct(season.pk, table.pk, ranks, "So that the sums come out", by)


@pytest.mark.long
def test_a_season_from_its_first_round_to_the_next_season() -> None:
    """Long: six people play three rounds."""
    season = registered(
        (*FIRST, *SECOND), 3, 3, rounds=3, table_size=3, games=GAMES, moving=1,
        name="Autumn 2026", starting=Starting.READY,
    )  # fmt: skip
    by = olga(season.club)
    drawn_by_hand(season, d1=[[FIRST]] * 3, d2=[[SECOND]] * 3)
    for number in (1, 2, 3):
        assert (round_start.sweep(), round_start.sweep()) == (1, 0)
        with pytest.raises(Refusal, match=f"2 tables of round {number} have no result yet"):
            result_approval.approve(season.pk, number, by)
        play(season, number)
        state(season, number)
        assert [final for _, final in tables(season)] == [False, False]
        if number < 3:
            result_approval.approve(season.pk, number, by)
    season.refresh_from_db()
    with pytest.raises(Refusal, match="Round 3 is not approved yet"):
        closing.end(season.pk, by)
    assert (round_start.sweep(), round_start.sweep()) == (0, 0)
    played = Letter.objects.get(game=None, key__contains=".played.")
    assert played.player == by and "All games of round 3 of Autumn 2026 are over" in played.facts
    result_approval.approve(season.pk, 3, by)
    assert tables(season) == [
        (
            [("Ann", "4.5", "entry", ""), ("Bob", "4.5", "points", ""), ("Cat", "3", "", "down")],
            True,
        ),
        ([("Dan", "6", "points", "up"), ("Fay", "3", "wins", ""), ("Eve", "3", "", "")], True),
    ]
    closing.end(season.pk, by)
    letters = Letter.objects.filter(game=None, key__endswith=".end.2")
    assert {letter.player.display_name for letter in letters} == {*SECOND, "Olga"}
    assert all("1. Dan (up)" in letter.facts for letter in letters)
    _rated()
    _followed(season)
    _rated_once()


def _rated() -> None:
    """Everybody's ratings, each of one game a system."""
    found = {name: season_ratings.ratings_of(called(name), Club.objects.all()) for name in FIRST}
    assert {name: len(some) for name, some in found.items()} == dict.fromkeys(FIRST, 3)
    luck = {name: one.words for name, some in found.items() for one in some if "Luck" in one.title}
    shown = {name: words.partition(" ")[0] for name, words in luck.items()}
    assert shown == {"Ann": "1,557", "Bob": "1,514", "Cat": "1,428"}
    assert all(words.endswith("after 1 game") for words in luck.values())


def _rated_once() -> None:
    """Who played one game several times has one rating of it."""
    Game.objects.filter(season_table__isnull=False).update(system="traders-luck")
    assert len(season_ratings.ratings_of(called("Ann"), Club.objects.all())) == 1


def _followed(season: Season) -> None:
    """The next season has the divisions that follow."""
    by = olga(season.club)
    new = next_season.next_season(season.pk, by)
    assert (new.name, new.previous, new.phase) == ("Autumn 2027", season, "draft")
    divisions = [
        [one.name for one in league_tables.entrants_of(division)]
        for division in new.divisions.all()
    ]
    assert divisions == [["Ann", "Bob", "Dan"], ["Cat", "Fay", "Eve"]]
    assert len(entries(new).unconfirmed) == 6
    with pytest.raises(Refusal, match="prepared already"):
        next_season.next_season(season.pk, by)
