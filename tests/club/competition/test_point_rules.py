"""Points: what a place is worth, and who gets it when places or seats are shared."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from traders.club.competition.point_rules import (
    USUAL,
    PointRules,
    Replaced,
    Ties,
    scores,
    seat_points,
    words,
)
from traders.club.competition.result_types import (
    Correction,
    Finish,
    GameResult,
    SeasonResults,
    Share,
    plain,
)


@st.composite
def finishes(box: st.DrawFn) -> tuple[Finish, ...]:
    """A table of two to six with ties and replaced players."""
    ranks = box(st.lists(st.integers(1, 6), min_size=2, max_size=6))
    names = iter("ABCDEFGHIJKLMNOPQR")
    return tuple(
        Finish(
            1 + sum(other < rank for other in ranks),
            tuple(
                Share(next(names), played)
                for played in box(st.lists(st.integers(0, 20), min_size=1, max_size=3))
            ),
        )
        for rank in ranks
    )


@given(finishes(), st.sampled_from(Replaced))
def test_ties_and_shares_lose_no_points(table, replaced):
    rules = PointRules(replaced=replaced)
    season = SeasonResults((), (GameResult("1", table, approved=True),))
    assert sum(score.points for score in scores(rules, season)) == sum(USUAL[len(table)])


@given(finishes(), st.sampled_from(Ties))
def test_a_better_place_is_never_worth_less(table, ties):
    points = seat_points(PointRules(ties=ties), table)
    for one, here in zip(table, points, strict=True):
        for other, there in zip(table, points, strict=True):
            assert (one.place > other.place) or here >= there


def points(rules: PointRules, game: GameResult) -> list[str]:
    return [words(each) for each in seat_points(rules, game.settled)]


def test_points_by_hand():
    tied = plain("1", "Ann", ("Bob", "Cleo"), "Dan")
    assert points(PointRules(), tied) == ["4", "1.5", "1.5", "0"]
    assert points(PointRules(ties=Ties.HIGHER), tied) == ["4", "2", "2", "0"]
    assert points(PointRules(ties=Ties.LOWER), tied) == ["4", "1", "1", "0"]
    drawn = plain("1", ("Ann", "Bob", "Cleo"))
    assert points(PointRules(), drawn) == ["1.33"] * 3
    assert points(PointRules(draw=1), drawn) == ["1"] * 3
    forfeited = GameResult(
        "1", (Finish(1, (Share("Ann"),)), Finish(2, (Share("Bob"),), forfeit=True))
    )
    assert points(PointRules(forfeit=-1), forfeited) == ["2", "-1"]


def test_a_replaced_player_has_a_share():
    """Bob played 10 turns, Eve 30: of the 4 points for the win Bob gets 1, Eve 3."""
    seat = Finish(1, (Share("Bob", 10), Share("Eve", 30)))
    others = plain("1", "X", "Ann", "Cleo", "Dan").finishes[1:]
    season = SeasonResults((), (GameResult("1", (seat, *others), approved=True),))
    found = {score.person: score.points for score in scores(PointRules(), season)}
    assert (found["Bob"], found["Eve"]) == (Fraction(1), Fraction(3))
    last = scores(PointRules(replaced=Replaced.LAST), season)
    assert [(one.person, words(one.points)) for one in last if one.place == 1] == [("Eve", "4")]


def test_a_director_corrects_with_a_reason():
    game = plain("7", "Ann", "Bob", "Cleo")

    def corrected(places, reason="A move was counted twice."):
        finishes, correction = game.finishes, Correction(places, reason)
        return GameResult("7", finishes, approved=True, correction=correction).settled

    assert [finish.place for finish in corrected((2, 1, 3))] == [2, 1, 3]
    assert [finish.place for finish in corrected((1, 1, 3))] == [1, 1, 3]
    for places, reason, why in (
        ((2, 1, 3), " ", "Game 7: a corrected result needs a reason."),
        ((2, 1), "So.", "Game 7: 3 seats need as many places."),
        ((1, 1, 2), "So.", "Game 7: there is no place 2 here."),
    ):
        with pytest.raises(ValueError, match=why):
            corrected(places, reason)


def test_points_that_make_no_sense_are_told():
    for places, why in (({3: (3, 1)}, "needs points for 3"), ({2: (0, 2)}, "has more points")):
        with pytest.raises(ValueError, match=why):
            PointRules(places=places).checked()
    with pytest.raises(ValueError, match="no points for tables of 2"):
        seat_points(PointRules(places={3: (3, 1, 0)}), plain("1", "Ann", "Bob").finishes)


def test_the_rules_are_told():
    told = PointRules(places={2: (2, 0)}, draw=1, bye_average=True).sentences()
    assert told == (
        "Tables of 2: 2, 0 points for places 1 to 2.",
        "Who share a place share the points of the places they take.",
        "A draw of all gives each 1.",
        "A bye gives what the person gets a game on average, a forfeited seat 0.",
        "Who had a seat one after another share its points by the time they played.",
    )
