"""Ratings: winning raises them, order and shares count, bots leave no trace."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from tests.examples import property_of
from traders.club.competition.ratings import Rating, ratings
from traders.club.competition.result_types import Finish, GameResult, Share, plain

PEOPLE = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")


@st.composite
def tables(box: st.DrawFn):
    order = box(st.permutations(PEOPLE))[: box(st.integers(2, 6))]
    return (tuple(order[:2]), *order[2:]) if box(st.booleans()) else tuple(order)


games_played = st.lists(tables(), min_size=1, max_size=5).map(
    lambda orders: [plain(str(number), *order) for number, order in enumerate(orders)]
)


@property_of("club-competition-ratings")
@given(games_played)
def test_ratings_are_those_of_openskill_game_by_game(games):
    model = PlackettLuce()
    known = {name: model.rating() for name in PEOPLE}
    for game in games:
        names = [finish.people[0].person for finish in game.finishes]
        ranks = [float(finish.place) for finish in game.finishes]
        rated = model.rate([[known[name]] for name in names], ranks=ranks)
        known |= {name: one for name, (one,) in zip(names, rated, strict=True)}
    found = ratings(games)
    assert found == ratings(games)
    for name, rating in found.now.items():
        assert rating.mu == pytest.approx(known[name].mu)
        assert rating.sigma == pytest.approx(known[name].sigma)
        assert rating.games == len(found.of(name))
        assert found.of(name)[-1].after == rating


@property_of("club-competition-ratings")
@given(games_played, st.permutations(PEOPLE))
def test_who_they_are_changes_nothing(games, other):
    name = dict(zip(PEOPLE, other, strict=True))
    renamed = [
        msgspec.structs.replace(
            game,
            finishes=tuple(
                Finish(finish.place, (Share(name[finish.people[0].person]),))
                for finish in game.finishes
            ),
        )
        for game in games
    ]
    found = ratings(games).now
    assert ratings(renamed).now == {name[one]: rating for one, rating in found.items()}


def test_winning_raises_and_games_make_sure():
    games = [plain(str(number), *PEOPLE[:4]) for number in range(12)]
    first, last = ratings(games[:1]), ratings(games)
    assert last.order == PEOPLE[:4]
    assert first.now["Ann"].mu > Rating().mu > first.now["Dan"].mu
    assert last.now["Ann"].give_or_take < first.now["Ann"].give_or_take < Rating().give_or_take
    assert (Rating().how_sure(), Rating(25, 4.5).how_sure()) == ("a first guess", "roughly known")
    assert Rating(25, 3).how_sure() == "well known"
    assert Rating(24, 3, 7).words() == "1,480 ± 120, after 7 games"
    assert Rating().words() == "1,500 ± 333, after 0 games"


def test_replaced_people_move_by_their_share():
    """Bob had a quarter of the winning seat, Eve three quarters: both newcomers, so the seat moves
    as a newcomer's, Bob by a quarter of it.
    """
    others = plain("1", "X", "Ann", "Cleo").finishes[1:]
    seat = Finish(1, (Share("Bob", 10), Share("Eve", 30)))
    shared = ratings([GameResult("1", (seat, *others), approved=True)]).now
    alone = ratings([plain("1", "Bob", "Ann", "Cleo")]).now["Bob"].mu - 25
    assert shared["Bob"].mu - 25 == pytest.approx(alone / 4)
    assert shared["Eve"].mu - 25 == pytest.approx(alone * 3 / 4)
    assert shared["Eve"].sigma < shared["Bob"].sigma < Rating().sigma


def test_bots_are_left_out():
    with_bot = [plain("1", "Ann", "bot", "Bob")]
    assert ratings(with_bot, bots=["bot"]).now == ratings([plain("1", "Ann", "Bob")]).now
    alone = ratings([plain("1", "Ann", "bot")], bots=["bot"])
    assert (alone.now, alone.history) == ({}, ())


def test_only_what_is_approved_counts():
    assert ratings([plain("1", "Ann", "Bob", approved=False)]).now == {}
