"""The desk's pure core: what is named as trouble, in which order, and what a reader who sits in a
game is not told.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from tests.examples import property_of
from traders.club.desk.game_facts import Case, Clock, Fate, GameFacts, SeatFacts
from traders.club.desk.game_list_by_trouble import lines
from traders.club.desk.game_troubles import NEEDS_YOU, Trouble, troubles

NOW = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)
DAY = timedelta(days=1)
COLOURS = ("red", "blue", "green")

times = st.integers(-20, 20).map(lambda days: NOW + days * DAY)
fates = st.builds(
    Fate,
    status=st.sampled_from(["written", "accepted", "delivered", "deferred", "bounced"]),
    at=times,
)


def seats(colour: str) -> st.SearchStrategy[SeatFacts]:
    return st.builds(
        SeatFacts,
        colour=st.just(colour),
        bot=st.booleans(),
        free=st.booleans(),
        offered=st.booleans(),
        dropped=st.booleans(),
        timeouts=st.integers(0, 4),
        mailbox_dead=st.booleans(),
        away_until=st.none() | times,
        fate=st.none() | fates,
    )


clocks = st.builds(
    Clock,
    kind=st.sampled_from(["turn", "interval", "choice"]),
    seat=st.sampled_from([*COLOURS, ""]),
    since=times,
    due=st.none() | times,
    told=st.none() | times,
    step=st.sampled_from(["", "turn", "bank", "grace", "substitute", "referee"]),
)
games = st.builds(
    GameFacts,
    slug=st.just("g"),
    title=st.text("abc", min_size=1, max_size=3),
    system=st.just("skiff"),
    made=times,
    begun=st.none() | times,
    moved=st.none() | times,
    waits=st.just("reactions: zap"),
    seats=st.tuples(*map(seats, COLOURS)),
    clocks=st.lists(clocks, max_size=2).map(tuple),
    turns=st.integers(0, 9),
    paused_until=st.none() | times,
    stands=st.booleans(),
    case=st.none() | st.builds(Case, words=st.just("Claim 1 waits for Ida"), due=times),
    own=st.booleans(),
)


@property_of("club-desk-game-lines")
@given(st.lists(games, max_size=5))
def test_the_desk_is_sorted_by_trouble_and_nothing_is_lost(found):
    order = list(Trouble)
    desk = lines(found, NOW)
    assert len(desk) == len(found)
    ranks = [order.index(line.grave.trouble) if line.grave else len(order) for line in desk]
    assert ranks == sorted(ranks)
    for line in desk:
        inside = [order.index(one.trouble) for one in line.found]
        assert inside == sorted(inside)
        assert line.needs_you == bool({one.trouble for one in line.found} & NEEDS_YOU)


@given(games)
def test_who_sits_in_a_game_reads_of_it_what_the_gallery_does(game):
    """Silence, mailboxes, letters' fates, absences and steps of the clock change nothing there."""
    bare = [
        replace(seat, timeouts=0, mailbox_dead=False, away_until=None, fate=None)
        for seat in game.seats
    ]
    plain = replace(
        game,
        own=True,
        seats=tuple(bare),
        clocks=tuple(replace(clock, step="", due=clock.told) for clock in game.clocks),
    )
    (mine,), (other,) = lines([replace(game, own=True)], NOW), lines([plain], NOW)
    assert mine == other
    hidden = {Trouble.UNDECIDED, Trouble.BOUNCED, Trouble.SILENT, Trouble.LATE}
    assert not {one.trouble for one in mine.found} & hidden


def game(**more: object) -> GameFacts:
    """A game that goes well: it is Red's turn."""
    facts: dict[str, object] = {
        "slug": "first-voyage",
        "title": "First voyage",
        "system": "skiff",
        "made": NOW - 30 * DAY,
        "begun": NOW - 20 * DAY,
        "moved": NOW - DAY,
        "waits": "Red: to sail",
        "turns": 10,
        "seats": tuple(SeatFacts(colour=colour) for colour in COLOURS),
        "clocks": (
            Clock(kind="turn", seat="red", since=NOW - DAY, due=NOW, told=NOW, step="turn"),
        ),
    }
    return GameFacts(**facts | more)  # type: ignore[arg-type]


def red(**more: object) -> GameFacts:
    found = game()
    changed = SeatFacts(colour="red", **more)  # type: ignore[arg-type]
    return replace(found, seats=(changed, *found.seats[1:]))


def words(facts: GameFacts) -> list[str]:
    return [found.words for found in troubles(facts, NOW)]


def test_each_trouble_has_its_words():
    clock = game().clocks[0]
    assert words(game()) == []
    assert words(red(timeouts=1)) == ["The clock ended Red's last turn"]
    assert words(red(timeouts=2, offered=True)) == [
        "Red has been silent for 2 turns",
        "Red is offered to substitutes",
    ]
    assert words(red(free=True)) == ["Nobody plays Red"]
    assert words(red(free=True, dropped=True)) == words(red(bot=True, timeouts=3)) == []
    assert words(red(mailbox_dead=True)) == ["Mail to Red bounces"]
    for status, told in (
        ("bounced", ["The letter to Red bounced"]),
        ("deferred", ["The letter to Red is held up on its way"]),
        ("written", ["The letter to Red has not been sent yet"]),
        ("accepted", []),
        ("delivered", []),
    ):
        assert words(red(fate=Fate(status=status, at=NOW - DAY))) == told
    assert words(red(fate=Fate(status="written", at=NOW))) == []
    assert words(red(away_until=NOW + DAY)) == ["Red is away"]
    assert words(game(clocks=(replace(clock, step="grace"),))) == ["Red's extra time runs"]
    assert words(game(clocks=(replace(clock, step="referee"),))) == [
        "Red is out of time; play waits for a referee or you"
    ]
    assert words(game(moved=NOW - 9 * DAY)) == ["Nothing has happened for 9 days"]
    quick = game(moved=NOW - timedelta(hours=9), patience=timedelta(hours=8))
    assert words(quick) == ["Nothing has happened for 9 hours"]
    assert words(game(moved=NOW - 9 * DAY, paused_until=NOW)) == ["Paused by an organizer"]
    assert words(game(stands=True)) == ["Paused by the table"]
    case = Case(words="Claim 1 waits for Ida", due=NOW)
    assert words(game(stands=True, case=case)) == ["Claim 1 waits for Ida"]
    open_seats = tuple(SeatFacts(colour=colour, free=True) for colour in COLOURS)
    assert words(game(begun=None, seats=open_seats)) == ["3 seats free for 30 days"]
    assert words(game(begun=None, made=NOW, seats=open_seats)) == []


def test_a_line_tells_what_play_waits_for():
    (line,) = lines([red(fate=Fate(status="delivered", at=NOW), away_until=NOW + DAY)], NOW)
    assert (line.whom, line.step, line.pace) == ("Red", "turn", "2.0 days a turn")
    assert (line.fate.status, line.away_until) == ("delivered", NOW + DAY)
    clocks = [replace(line.game.clocks[0], seat=one) for one in COLOURS]
    assert replace(line, game=game(clocks=tuple(clocks))).whom == "Red, Blue and Green"
    window = Clock(kind="interval", seat="", since=NOW, due=NOW, told=NOW)
    (line,) = lines([game(clocks=(window,), waits="reactions: zap", turns=0)], NOW)
    assert (line.whom, line.fate, line.pace) == ("this: reactions: zap", None, "no turn yet")
    for since, words in ((NOW, "less than an hour a turn"), (NOW - DAY, "6 h a turn")):
        (line,) = lines([game(begun=since, turns=4)], NOW)
        assert line.pace == words
