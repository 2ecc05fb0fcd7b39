"""A knock-out is drawn by rating where its organizer wants that."""

from __future__ import annotations

import pytest

from tests.club.seasons.league import called, drawn_by_hand, olga, person, registered, season_of
from tests.domain.playing import bots_play
from tests.services.copied_rows import copied
from traders.club.seasons import (
    registration,
    result_approval,
    round_start,
    season_draw,
    season_ratings,
)
from traders.club.seasons.draft_draw import Draft, draft_of
from traders.domain.people import club_roles
from traders.engines.kernel.refusal import Refusal
from traders.models import Season, SeasonKind, SeasonTable

pytestmark = pytest.mark.django_db
FOUR = ("Ann", "Bob", "Cat", "Dan")
NEW = ("Eve", "Fay")


@pytest.fixture
def cup() -> Season:
    return made()


@copied
def made() -> Season:
    """A knock-out of four who have played a rated round, and two who have not."""
    league = registered(FOUR, 4, table_size=2)
    club, by = league.club, olga(league.club)
    drawn_by_hand(league, d1=[[("Ann", "Bob"), ("Cat", "Dan")]])
    round_start.begin(league.pk, by)
    for table in SeasonTable.objects.all():
        bots_play(table.game)
    result_approval.approve(league.pk, 1, by)
    for name in NEW:
        club_roles.admit(club, person(name))
    cup = season_of(club, (6,), kind=SeasonKind.KNOCKOUT, table_size=2, name="Cup")
    for name in (*NEW, *FOUR):
        registration.register(cup.pk, called(name))
        registration.confirm(cup.pk, called(name))
    return cup


def drawn(cup: Season, seed: int = 1) -> Draft:
    """A draw by rating."""
    season_draw.ask(cup.pk, olga(cup.club), seed=seed, by_rating=True)
    cup.refresh_from_db()
    found = draft_of(cup)
    assert found is not None
    return found


def test_who_is_rated_stands_by_rating_and_the_others_behind_by_lot(cup: Season) -> None:
    order = season_ratings.rated_at("traders-luck", "public").order
    by_rating = [next(name for name in FOUR if str(called(name).pk) == one) for one in order]
    seedings = {drawn(cup, seed).seeding for seed in range(1, 9)}
    assert {found[:4] for found in seedings} == {tuple(by_rating)}
    assert {found[4:] for found in seedings} == {NEW, NEW[::-1]}
    draft = drawn(cup)
    (draw,) = draft.drawn.values()
    assert draft.state == "ready" and "seeded by rating" in draw.notes[0]
    season_draw.bind(cup.pk, olga(cup.club), draft.seed)
    seeds = cup.entrants.exclude(seed=None).order_by("seed")
    assert tuple(one.name for one in seeds) == draft.seeding


def test_who_are_kept_apart_are_not_brought_together_by_rating(cup: Season) -> None:
    last = drawn(cup).drawn
    (draw,) = last.values()
    names = drawn(cup).people[next(iter(last))]
    one, other = (names[name] for name in draw.rounds[0].tables[0])
    cup.kept_apart.create(one_id=one, other_id=other)
    drafts = [drawn(cup, seed) for seed in range(1, 4)]
    for draft in drafts:
        tables = [set(table) for found in draft.drawn.values() for table in found.rounds[0].tables]
        assert draft.state == "impossible" or set(draw.rounds[0].tables[0]) not in tables


def test_a_league_is_not_drawn_by_rating(cup: Season) -> None:
    league = season_of(cup.club, (4,), name="League")
    registration.register(league.pk, called("Ann"))
    with pytest.raises(Refusal, match="Only a knock-out"):
        season_draw.ask(league.pk, olga(cup.club), by_rating=True)
