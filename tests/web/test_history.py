"""A history by turns: what its headlines tell, the ways through it, and what was missed since."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from itertools import pairwise

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from tests import seated
from tests.domain.playing import bots_play, game_of_bots
from traders.domain.calendar import clock
from traders.domain.history import recording_and_replay
from traders.domain.history.entries_in_words import StoryEntry, tell
from traders.domain.history.played_turns import PlayedTurn, turns
from traders.domain.people import seating
from traders.domain.play import door
from traders.engines.kernel.contract.seat_statistics import standing
from traders.engines.registry import engine
from traders.models import Entry, Game, Player, Seat, SittingCause
from traders.web.history_by_turns import headline
from traders.web.seat_statistics_curves import APART, curves

BEGUN = datetime(2026, 3, 2, 9, tzinfo=UTC)


def page(client: Client, game: Game, query: str = "") -> str:
    answer = client.get(reverse("history", args=[game.slug]) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def are_whole(game: Game) -> tuple[PlayedTurn, ...]:
    """The turns of a game: every entry is in exactly one, and each tells what stood at its end."""
    found = turns(game)
    assert (found[0].first, found[-1].last) == (1, game.number)
    assert all(before.last + 1 == after.first for before, after in pairwise(found))
    assert [turn.number for turn in found] == list(range(len(found)))
    rules = engine(game.system)
    for turn in (found[0], found[len(found) // 2], found[-1]):
        if recording_and_replay.in_play(game, turn.last):
            position = recording_and_replay.replayed(game, turn.last)
            assert turn.figures == rules.figures(rules.view(position, None))
    return found


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("system", "options", "whose"),
    [
        ("star-traders", {}, {"red", "blue", "green"}),
        ("stratastar", {}, {"red", "blue", "green"}),
        ("imperial-trader", {"rounds_at_once": True}, {""}),
    ],
)
def test_every_entry_is_in_one_turn(
    db: None, system: str, options: dict[str, bool], whose: set[str]
) -> None:
    game = door.create(system, ("red", "blue", "green"), options, {"timing": "sealed"})
    game = bots_play(game, entries=60, seed=5)
    found = are_whole(game)
    assert {turn.seat for turn in found[1:]} == whose
    assert len(found) > 3


def test_what_play_backed_out_of_stays_in_the_turn_in_which_it_was_undone(game: Game) -> None:
    for _ in range(2):
        door.orders(game.pk, "red", "end")
        door.orders(game.pk, "blue", "end")
    before = len(are_whole(Game.objects.get(pk=game.pk)))
    door.back_up(game.pk, 2, "the table agrees")
    game.refresh_from_db()
    assert len(are_whole(game)) < before
    door.orders(game.pk, "blue", "end")
    game.refresh_from_db()
    are_whole(game)


def test_a_headline_tells_what_mattered_and_the_steps_stand_behind_it(
    red_client: Client, game: Game
) -> None:
    door.orders(game.pk, "red", "roll")
    for seat in ("red", "blue"):
        door.orders(game.pk, seat, "pass")
    game.refresh_from_db()
    html = page(red_client, game)
    points = turns(game)[1].figures["points"]["red"]
    assert f'<span class="headline">red has {points} points.</span>' in html
    assert f"Red points +{points}" in html
    assert html.count('<details class="turn"') == len(turns(game))
    assert len(re.findall(r'class="entry[ "]', html)) == game.number


def test_a_headline_keeps_the_order_in_which_things_happened() -> None:
    sentences = (("Blue arrives.", "A-1"), ("Blue has 3.", "A-3"), ("Blue delivers.", "A-2"))
    step = StoryEntry(4, "order", "blue", "go", "", BEGUN, sentences)
    assert headline([step], ("A-2", "A-1")) == "Blue arrives. Blue delivers."


def test_what_a_colony_costs_is_not_what_a_headline_tells() -> None:
    rules = engine("stratastar")
    red = {"hand": {"build": 2}, "fleets": {"d4": 1}}
    state = rules.position(
        ("red", "blue"), {}, {"stage": "build", "red": red, "map": {"d4": "world"}}
    )
    events = rules.play(state, "red", rules.read(state, "red", "colonize d4"))
    sentences = tuple((event.text, event.rule) for event in events)
    step = StoryEntry(4, "order", "red", "colonize d4", "", BEGUN, sentences)
    assert headline([step], rules.telling()) == "Red builds a colony at D4."


def test_every_step_is_reached_by_its_links(red_client: Client, game: Game) -> None:
    """Backwards from now, then forwards to the newest."""
    for _ in range(3):
        door.orders(game.pk, "red", "end")
        door.orders(game.pk, "blue", "end")
    for relation, began in (("prev", ""), ("next", "1")):
        at, seen = began, []
        while True:
            html = page(red_client, game, f"?only=step&at={at}" if at else "?only=step")
            link = re.search(rf'<a href="\?at=(\d+)"[^>]*rel="{relation}"', html)
            if link is None:
                break
            at = link[1]
            seen.append(int(at))
        told = [n for n in range(2, 8) if Entry.objects.filter(game=game, number=n).exists()]
        assert set(seen) >= set(told) - {int(began or 7)}


def test_what_is_no_step_is_said_in_words(red_client: Client, game: Game) -> None:
    for query, status in (("?at=99", 404), ("?at=x", 404), ("?at=0", 404), ("?page=77", 200)):
        address = reverse("history", args=[game.slug]) + query
        assert red_client.get(address).status_code == status, query


def test_a_long_history_takes_no_more_statements(
    red_client: Client, red: Player, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    game = game_of_bots()
    seat = Seat.objects.get(game=game, colour="red")
    seating.sit(seat, red, clock.now(), SittingCause.GATHERED)
    game = bots_play(game, entries=100, seed=2)
    for query in ("", "?at=70", "?at=70&only=step"):
        page(red_client, game, query)
        with django_assert_max_num_queries(8):
            page(red_client, game, query)


# --- what was missed ------------------------------------------------------------------------------


def test_what_others_did_since_the_last_look_is_offered(red_client: Client, game: Game) -> None:
    address = reverse("game", args=[game.slug])
    assert b'id="since"' not in red_client.get(address).content  # never looked before
    door.orders(game.pk, "red", "end")
    assert b'id="since"' not in red_client.get(address).content  # red's own move
    looked = Game.objects.get(pk=game.pk).number
    door.orders(game.pk, "blue", "end")
    html = red_client.get(address).content.decode()
    assert "1 move since you last looked." in html
    assert f"?at={looked + 1}&amp;until={looked + 1}&amp;play=1" in html
    assert b'id="since"' not in red_client.get(address).content  # told once


def test_a_substitute_missed_nothing_of_a_predecessors(
    red_client: Client, client: Client, blue: Player, game: Game
) -> None:
    address = reverse("game", args=[game.slug])
    red_client.get(address)
    other = Player.objects.create_user("third@example.org", display_name="Third")
    seat = Seat.objects.get(game=game, colour="red")
    seating.sit(seat, other, clock.now(), SittingCause.SUBSTITUTE)
    door.orders(game.pk, "red", "end")
    door.orders(game.pk, "blue", "end")
    client.force_login(other)
    assert b'id="since"' not in client.get(address).content


# --- curves and places ----------------------------------------------------------------------------

COUNTS = st.dictionaries(st.sampled_from(("red", "blue", "green", "white")), st.integers(0, 999))


@given(st.lists(COUNTS, min_size=3, max_size=12))
def test_names_at_the_ends_of_curves_never_cover_each_other(counts: list[dict[str, int]]) -> None:
    played = [PlayedTurn(n, n, n, "", {"points": one}) for n, one in enumerate(counts)]
    for curve in curves(played, dict.fromkeys(("red", "blue", "green", "white"))):
        placed = [float(y) for y in re.findall(r'class="name"[^>]* y="([\d.-]+)"', curve.svg)]
        assert all(below - above >= APART - 0.2 for above, below in pairwise(placed))
        assert all(0 < y <= 230 for y in placed)
        assert "NaN" not in curve.svg


@given(COUNTS, st.sets(st.sampled_from(("red", "blue", "green", "white"))))
def test_places_keep_the_order_of_counts_behind_the_winners(
    counts: dict[str, int], winners: set[str]
) -> None:
    seats = ("red", "blue", "green", "white")
    found = standing({"points": counts}, seats, winners)
    assert {one.seat for one in found} == set(seats)
    assert all((one.place == 1) == (one.seat in winners) for one in found) or not winners
    rest = [(one.place, counts.get(one.seat, 0)) for one in found if one.seat not in winners]
    for (place, count), (next_place, next_count) in pairwise(rest):
        assert count >= next_count
        assert (place == next_place) == (count == next_count)


def test_a_shuffle_that_nobody_sees_is_told_in_words(red: Player, blue: Player) -> None:
    game = door.create("imperial-trader", ["red", "blue"])
    for player in (red, blue):
        Seat.objects.filter(game=game, colour=player.email.partition("@")[0]).update(player=player)
    seated.begin(game.pk)
    told = [entry.rest for entry in tell(Entry.objects.filter(game=game, kind="chance"), None)]
    assert told == ["Shuffled: the order deck."]
