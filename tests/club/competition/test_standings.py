"""Standings: a total order, of which every step is explained."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import property_of
from traders.club.competition.point_rules import PointRules, words
from traders.club.competition.result_types import Bye, Correction, SeasonResults, plain
from traders.club.competition.standings import example, standings
from traders.club.competition.tiebreaks import EXAMPLES, TIE_BREAKS, USUAL

PEOPLE = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")


@st.composite
def seasons(box: st.DrawFn) -> SeasonResults:
    games = []
    for number in range(box(st.integers(0, 6))):
        table = box(st.permutations(PEOPLE))[: box(st.integers(2, 5))]
        tied = box(st.booleans())
        order = (tuple(table[:2]), *table[2:]) if tied else tuple(table)
        games.append(plain(str(number), *order, approved=box(st.booleans())))
    byes = box(st.lists(st.builds(Bye, st.sampled_from(PEOPLE), st.integers(1, 3)), max_size=2))
    return SeasonResults(PEOPLE, tuple(games), tuple(byes))


@property_of("club-competition-standings")
@given(seasons(), st.permutations(USUAL), st.booleans())
def test_each_two_neighbours_are_parted_by_the_first_that_differs(season, order, provisional):
    table = standings(season, PointRules(bye=1), order, provisional)
    assert sorted(table.order) == sorted(PEOPLE)
    assert [line.rank for line in table.lines] == [1, 2, 3, 4, 5, 6]
    for one, other in zip(table.lines, table.lines[1:], strict=False):
        differing = next(name for name in order if one.values[name] != other.values[name])
        assert one.decided == differing
        better = one.values[differing] > other.values[differing]
        assert better != TIE_BREAKS[differing].lower
    assert table.lines[-1].decided == ""


@property_of("club-competition-standings")
@given(seasons(), st.permutations(PEOPLE), st.permutations(range(6)))
def test_names_and_the_order_of_games_change_nothing(season, other, places):
    table = standings(season, tie_breaks=USUAL)
    name = dict(zip(PEOPLE, other, strict=True))
    text = msgspec.json.encode(season).decode()
    for one in PEOPLE:
        text = text.replace(f'"{one}"', f'"<{name[one]}>"')
    renamed = msgspec.json.decode(text.replace("<", "").replace(">", ""), type=SeasonResults)
    shuffled = [renamed.games[at] for at in places if at < len(renamed.games)]
    anew = standings(msgspec.structs.replace(renamed, games=tuple(shuffled)), tie_breaks=USUAL)
    assert anew.order == tuple(name[one] for one in table.order)


@property_of("club-competition-standings")
@given(seasons())
def test_nothing_counts_before_it_is_approved(season):
    approved = tuple(game for game in season.games if game.approved)
    table = standings(season)
    assert table.lines == standings(msgspec.structs.replace(season, games=approved)).lines
    assert len(table.waiting) == len(season.games) - len(approved)
    everything = tuple(msgspec.structs.replace(game, approved=True) for game in season.games)
    assert (
        standings(season, provisional=True).lines
        == standings(msgspec.structs.replace(season, games=everything)).lines
    )


def test_a_season_by_hand():
    """Seven points a game. Ann 4+1 = 5, Bob 2+4 = 6, Cleo 1+2 = 3, Dan 0+0 = 0; the third game
    is not approved. A director then puts Ann before Bob in the second: Ann 4+4 = 8, Bob 2+1 = 3,
    and Cleo is level with Bob: both have no win and one second place; in both games Bob was before
    Cleo once, behind once; their opponents' points a game: Ann 4, Dan 0, and each other 1.5, twice.
    As many games: the entry decides, and Cleo entered before Bob.
    """
    games = (
        plain("1", "Ann", "Bob", "Cleo", "Dan"),
        plain("2", "Bob", "Cleo", "Ann", "Dan"),
        plain("3", "Dan", "Cleo", "Bob", "Ann", approved=False),
    )
    season = SeasonResults(("Dan", "Cleo", "Bob", "Ann"), games)
    table = standings(season)
    told = [(line.person, words(line.points), line.decided) for line in table.lines]
    assert told == [
        ("Bob", "6", "points"), ("Ann", "5", "points"), ("Cleo", "3", "points"), ("Dan", "0", ""),
    ]  # fmt: skip
    assert table.waiting == ("3",)
    change = Correction((3, 2, 1, 4), "Ann's last move was not counted.")
    right = msgspec.structs.replace(games[1], correction=change)
    after = standings(msgspec.structs.replace(season, games=(games[0], right)))
    told = [(line.person, words(line.points), line.decided) for line in after.lines]
    assert told == [
        ("Ann", "8", "points"), ("Cleo", "3", "entry"), ("Bob", "3", "points"), ("Dan", "0", ""),
    ]  # fmt: skip
    assert after.corrections == {"2": change}


def test_a_bye_may_be_worth_the_average():
    games = (plain("1", "Ann", "Bob", "Cleo"), plain("2", "Bob", "Ann", "Cleo"))
    season = SeasonResults(("Ann", "Bob", "Cleo"), games, (Bye("Ann", 3),))
    by_name = {line.person: line.points for line in standings(season).lines}
    assert by_name["Ann"] == 4
    average = standings(season, PointRules(bye_average=True))
    assert {line.person: line.points for line in average.lines}["Ann"] == Fraction(6)


@pytest.mark.parametrize("name", TIE_BREAKS)
def test_each_tie_break_has_an_example_that_it_decides(name):
    table = standings(EXAMPLES[name], tie_breaks=tuple(dict.fromkeys(("points", name))))
    lines = {line.person: line for line in table.lines}
    ann, bob = lines["Ann"], lines["Bob"]
    assert ann.rank < bob.rank
    assert ann.values[name] != bob.values[name]
    assert name == "points" or ann.points == bob.points
    assert example(name).endswith("So Ann stands before Bob.")


def test_an_example_reads_well():
    assert example("fewest-games") == (
        "Game 1: 1 Ann, 2 Cleo. Game 2: 1 Bob, 2 Cleo. Game 3: 1 Dan, 2 Bob. Ann and Bob have 2 "
        "points each. Games: Ann 1, Bob 2. So Ann stands before Bob."
    )


def test_a_season_of_nobody_and_unknown_tie_breaks():
    assert standings(SeasonResults(())).lines == ()
    with pytest.raises(ValueError, match=r"luck is no tie-break\. There are: points, wins,"):
        standings(SeasonResults(()), tie_breaks=("luck",))
    with pytest.raises(ValueError, match="wins is named twice"):
        standings(SeasonResults(()), tie_breaks=("wins", "wins"))
