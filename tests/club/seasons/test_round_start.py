"""From the draw to the first letters: drawn, looked at, bound, begun."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest

from tests.club.seasons.league import called, drawn_by_hand, olga, registered, taken
from traders.club.desk import announcing
from traders.club.seasons import registration, round_start, season_draw
from traders.club.seasons.draft_draw import Draft, draft_of
from traders.domain.calendar import clock
from traders.domain.feeds.calendar_entry import entries_of
from traders.domain.letters.letter_facts import decode
from traders.domain.letters.subjects import composed
from traders.engines.kernel.refusal import Refusal
from traders.models import (
    Entrant,
    Game,
    Letter,
    LetterKind,
    Phase,
    Season,
    SeasonPlace,
    SeasonTable,
    Starting,
)

pytestmark = pytest.mark.django_db
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")


def drawn(season: Season, seed: int = 1) -> Draft:
    """Ask, and let the worker draw."""
    season_draw.ask(season.pk, olga(season.club), seed=seed)
    season_draw.work(season.pk)
    season.refresh_from_db()
    draft = draft_of(season)
    assert draft is not None
    return draft


def test_a_draw_binds_when_it_was_looked_at_and_then_its_games_begin() -> None:
    """(PR-SEASON-03)"""
    season = registered(NAMES, 4, 2, rounds=2, table_size=2, starting=Starting.READY)
    by = olga(season.club)
    assert season_draw.waiting() == []
    draft = drawn(season)
    assert (draft.state, draft.percent, season_draw.waiting()) == ("ready", 100, [])
    assert not SeasonTable.objects.exists()
    again = drawn(season, 2)
    with pytest.raises(Refusal, match="not the latest draw"):
        season_draw.bind(season.pk, by, draft.seed)
    season_draw.bind(season.pk, by, again.seed)
    # four people meet in two of three ways, two people meet twice
    met = [
        frozenset(table.places.values_list("entrant", flat=True))
        for table in SeasonTable.objects.filter(division__order=1)
    ]
    assert len(set(met)) == 4
    assert round_start.sweep() == 1
    season.refresh_from_db()
    assert (season.phase, round_start.coming(season).number, round_start.sweep()) == (
        "running",
        2,
        0,
    )
    assert [game.phase for game in Game.objects.all()] == [Phase.PLAYING] * 3
    for place in SeasonPlace.objects.filter(table__round__number=1).select_related("table"):
        seat = place.table.game.seats.get(place=place.seat)
        assert seat.player == place.entrant.player
    assert Letter.objects.filter(kind=LetterKind.WELCOME).count() == 6


def test_who_goes_between_draw_and_round_is_named_and_the_rest_drawn_anew() -> None:
    """(PR-SEASON-03)"""
    season = registered(NAMES[:5], 5, rounds=2, table_size=2)
    by = olga(season.club)
    season_draw.bind(season.pk, by, drawn(season).seed)
    round_start.begin(season.pk, by)
    played = set(SeasonTable.objects.exclude(game=None).values_list("pk", flat=True))
    registration.withdraw(season.pk, called("Cat"))
    registration.withdraw(season.pk, called("Dan"))
    with pytest.raises(Refusal, match=r"withdrawn or left the club: draw the coming rounds anew"):
        round_start.begin(season.pk, by)
    draft = drawn(season)
    assert draft.first == 2
    season_draw.bind(season.pk, by, draft.seed)
    assert played <= set(SeasonTable.objects.values_list("pk", flat=True))
    round_start.begin(season.pk, by)
    with pytest.raises(Refusal, match="have begun"):
        round_start.begin(season.pk, by)


def test_a_letter_s_subject_tells_rounds_apart() -> None:
    season = registered(NAMES[:6], 4, 2, rounds=2, table_size=2, name="Winter League 2026")
    by = olga(season.club)
    season_draw.bind(season.pk, by, drawn(season).seed)
    for number in (1, 2):
        round_start.begin(season.pk, by, number)
    titles = [
        game.title for game in Game.objects.filter(seats__player=called("Ann")).order_by("pk")
    ]
    assert [re.sub("table [12]", "table", title) for title in titles] == [
        "Round 1, Winter League 2026, table, division 1",
        "Round 2, Winter League 2026, table, division 1",
    ]
    subjects = [composed(["Your turn"], "Wed 19:56", title) for title in titles]
    assert subjects == [
        "Your turn · Wed 19:56 · Round 1",
        "Your turn · Wed 19:56 · Round 2",
    ]


def test_a_draw_that_is_none_any_more_does_not_bind_and_nobody_is_told() -> None:
    season = registered(NAMES, 6, rounds=2, table_size=3)
    by = olga(season.club)
    draft = drawn(season)
    ((division, names),) = draft.people.items()
    told = Letter.objects.count()
    first = draft.drawn[division].rounds[0].tables[0]
    pair = (names[first[0]], names[first[1]])
    registration.keep_apart(season.pk, *pair, by)
    with pytest.raises(Refusal, match=r"In round 1 \w+ and \w+ meet, who are kept apart"):
        season_draw.bind(season.pk, by, draft.seed)
    season.kept_apart.all().delete()
    kept = season.draft["drawn"][division]["rounds"][1]["tables"]
    lost = kept[0].pop()
    season.save(update_fields=["draft"])
    with pytest.raises(Refusal, match=f"In round 2 {lost} neither sits nor has a bye"):
        season_draw.bind(season.pk, by, draft.seed)
    assert not SeasonTable.objects.exists()
    assert Letter.objects.count() == told
    kept[0].append(lost)
    season.save(update_fields=["draft"])
    season_draw.bind(season.pk, by, draft.seed)


def test_a_draw_that_cannot_be_had_says_which_wish_is_in_the_way() -> None:
    """(PR-SEASON-03)"""
    season = registered(NAMES[:4], 4)
    by = olga(season.club)
    ann, bob, *_ = season.entrants.all()
    registration.keep_apart(season.pk, ann.pk, bob.pk, by)
    draft = drawn(season)
    assert draft.state == "impossible"
    assert "Ann" in draft.words and "Bob" in draft.words


def test_a_league_of_one_is_refused_and_one_of_five_at_tables_of_four_says_what_can_be_had() -> (
    None
):
    """(PR-SEASON-03)"""
    season = registered(NAMES[:5], 5)
    draft = drawn(season)
    assert draft.state == "ready"
    (drawn_,) = draft.drawn.values()
    assert drawn_.notes
    for name in NAMES[1:5]:
        registration.withdraw(season.pk, called(name))
    with pytest.raises(Refusal, match=r"The season has only Ann: .* needed. Wait until more"):
        season_draw.ask(season.pk, olga(season.club))


def test_rounds_with_a_date_begin_on_it_and_stand_in_calendars() -> None:
    first = datetime(2027, 3, 1, 8, tzinfo=UTC)
    season = registered(
        NAMES[:4], 4, rounds=2, table_size=2, starting=Starting.ON_DATE, begins=first, every=7
    )
    pairs = [("Ann", "Bob"), ("Cat", "Dan")]
    drawn_by_hand(season, d1=[pairs, pairs])
    assert round_start.sweep() == 0
    with clock.at(first - timedelta(minutes=1)):
        assert round_start.sweep() == 0
        shown = entries_of(called("Ann"), clock.now())
        assert [(one.title, one.begins) for one in shown] == [
            ("Round 1 · Spring", first),
            ("Round 2 · Spring", first + timedelta(days=7)),
        ]
        assert entries_of(olga(season.club), clock.now()) == []
        Entrant.objects.filter(player=called("Dan")).update(confirmed=None)
        registration.ask_to_confirm(season.pk, olga(season.club))
        taken(Letter.objects.get(player=called("Dan"), kind=LetterKind.ASKED), "withdraw")
    with clock.at(first):
        assert round_start.sweep() == 0  # what was written before is read first
        registration.enter(season.pk, called("Dan"), olga(season.club))
        assert (round_start.sweep(), round_start.sweep()) == (1, 0)


def test_an_organizer_writes_to_a_season_or_a_division() -> None:
    season = registered(NAMES[:5], 2, 2, table_size=2)
    by, club = olga(season.club), season.club
    drawn_by_hand(season, d1=[[("Ann", "Bob")]], d2=[[("Cat", "Dan")]])

    def told(rest: str) -> set[str]:
        Letter.objects.filter(game=None).delete()
        announcing.announce(club, by, announcing.audience(rest), rest, "we begin on Monday")
        return {one.player.display_name for one in Letter.objects.filter(game=None)}

    assert told("season") == {"Olga", *NAMES[:5]}
    with clock.at(clock.now()):
        for words in ("One.", "Two.", "Two."):
            announcing.announce(club, by, "season", "season", words)
    letters = Letter.objects.filter(game=None, player=called("Ann")).order_by("pk")
    said = [decode(one.facts).extra for one in letters]
    assert [one["told"][0] for one in said] == ["“we begin on Monday”", "“One.”", "“Two.”"]
    assert {one["subject"] for one in said} == {"A word to all of Spring"}
    assert told("division 2") == told("division 2 of spring") == {"Olga", "Cat", "Dan"}
    for wrong in ("division 9", "season autumn"):
        with pytest.raises(Refusal, match=r"no division 9|no such season"):
            told(wrong)
