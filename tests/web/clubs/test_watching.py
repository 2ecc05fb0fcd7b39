"""A watcher who is behind learns nothing of what happened since, by no page and no answer
(PR-RECORD-05).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.test import Client

from traders.domain.calendar import clock
from traders.domain.people import club_roles
from traders.domain.play import door
from traders.domain.play.commands import leaving_and_taking_seats
from traders.domain.settings import game_settings
from traders.models import Club, Entry, Game, Player, Seat


@pytest.fixture
def watched(game: Game, red: Player) -> Iterator[Game]:
    """A game of a club that is a day behind for watchers."""
    club: Club = club_roles.found("Lantern", "lantern", red)
    settings = game.settings | {"watch_delay": "24h"}
    Game.objects.filter(pk=game.pk).update(settings=settings, club=club)
    game.refresh_from_db()
    with clock.at(game.started + timedelta(hours=1)):
        yield game


def pages(client: Client, game: Game) -> dict[str, tuple[int, str]]:
    of_it, api = f"/games/{game.slug}/", f"/api/games/{game.slug}"
    found = {}
    for page in (
        "/games/", "/", "/clubs/lantern/", of_it, f"{of_it}history", f"{of_it}history.json",
        *(f"{of_it}?at={number}" for number in range(1, 6)), f"{of_it}proof", f"{of_it}end",
        *(f"{of_it}live?after={number}" for number in range(1, 6)), f"{of_it}history?at=2",
        f"{api}", f"{api}/history", f"{api}/press", "/api/games?which=watched",
        f"{of_it}settings", f"{of_it}take/red", f"{of_it}claims",
    ):  # fmt: skip
        answer = client.get(page)
        html = re.sub(r'value="\w{64}"', "", answer.getvalue().decode())
        found[page] = answer.status_code, html
    return found


def test_the_order_of_games_tells_nothing_of_moves_that_are_not_seen_yet(watched: Game) -> None:
    other = door.create("toll", ["red", "blue"], title="Second road", club=watched.club)
    leaving_and_taking_seats.give_to_bots(other, ["red", "blue"])
    late = watched.settings | {"watch_delay": "36h"}
    begun = watched.started + timedelta(minutes=1)
    Game.objects.filter(pk=other.pk).update(
        settings=late, phase="playing", number=1, started=begun, moved=begun
    )
    client, lists = Client(), ("/games/", "/clubs/lantern/")
    before = [places(client, page) for page in lists]
    door.orders(watched.pk, "red", "roll")
    assert [places(client, page) for page in lists] == before
    Game.objects.update(settings=watched.settings | {"watch_delay": "0h"})
    assert all(places(client, page) == [watched.slug, other.slug] for page in lists)


def places(client: Client, page: str) -> list[str]:
    """The games of a list, from the top."""
    return re.findall(r'class="name" href="/games/([-\w]+)/"', client.get(page).content.decode())


@pytest.mark.sampled
@pytest.mark.parametrize("who", ["nobody", "stranger"])
def test_a_watcher_learns_nothing_of_what_came_since(watched: Game, who: str) -> None:
    """(PR-RECORD-05)"""
    client = Client()
    if who == "stranger":
        client.force_login(Player.objects.create_user("kim@example.org", display_name="Kim"))
    before = pages(client, watched)
    door.orders(watched.pk, "red", "say: heard by the table alone\nroll")
    door.orders(watched.pk, "blue", "pass")
    assert Entry.objects.filter(game=watched).count() > 1
    after = pages(client, watched)
    assert [page for page in before if before[page] != after[page]] == []
    # a day later they see it
    clock.set_to(watched.started + timedelta(hours=26))
    late = pages(client, watched)
    assert late[f"/games/{watched.slug}/?at=2"][0] == 200
    assert "heard by the table alone" in late[f"/games/{watched.slug}/"][1]


def test_who_plays_sees_it_as_it_is(watched: Game, red_client: Client) -> None:
    """(PR-RECORD-05)"""
    door.orders(watched.pk, "red", "say: heard at once\nroll")
    number = Game.objects.get(pk=watched.pk).number
    html = red_client.get(f"/games/{watched.slug}/").content.decode()
    assert "heard at once" in html and f"move {number}" in html
    assert red_client.get(f"/games/{watched.slug}/live?after={number}").status_code == 204
    assert game_settings.of(watched).watch_delay == timedelta(days=1)


def test_of_a_seat_that_is_left_a_watcher_learns_at_once_that_it_is_free_and_no_more(
    watched: Game,
) -> None:
    """(PR-RECORD-05)"""
    client, of_it = Client(), f"/games/{watched.slug}/"
    before = pages(client, watched)
    door.orders(watched.pk, "red", "say: farewell\nresign")
    door.orders(watched.pk, "red", "yes")
    assert Seat.objects.get(game=watched, colour="red").left is not None
    after = pages(client, watched)
    changed = {page for page in before if before[page] != after[page]}
    assert {"/games/", f"{of_it}take/red"} <= changed
    assert not [page for page in changed if "history" in page or "at=" in page or "live" in page]
    for page in changed:
        assert "farewell" not in after[page][1] and "resign" not in after[page][1]
