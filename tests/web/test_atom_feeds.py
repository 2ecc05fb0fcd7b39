"""Atom feeds are valid (RFC 4287), stay the same until something happens, and tell what everybody
may know.
"""

from __future__ import annotations

import re
from datetime import datetime
from xml.etree import ElementTree as Xml

import pytest
from django.test import Client
from django.urls import reverse

from tests.domain.playing import bots_play
from traders.club.desk import organizer_lines
from traders.domain.calendar import clock
from traders.domain.people import club_roles
from traders.domain.play import door
from traders.models import Club, Game, Player, Season, SeasonPhase

ATOM = "{http://www.w3.org/2005/Atom}"


def read(client: Client, path: str) -> Xml.Element:
    """The feed, which has all that a feed and its entries must have, each with an id of its own."""
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    feed = Xml.fromstring(answer.content)
    assert feed.tag == f"{ATOM}feed"
    entries = feed.findall(f"{ATOM}entry")
    ids = []
    for one in (feed, *entries):
        for name in ("id", "title", "updated"):
            assert len(one.findall(f"{ATOM}{name}")) == 1, name
        ids.append(one.findtext(f"{ATOM}id", ""))
        assert datetime.fromisoformat(one.findtext(f"{ATOM}updated", "")).tzinfo is not None
    assert all(re.fullmatch(r"tag:[a-z0-9.-]+,\d{4}-\d\d-\d\d:\S+", one) for one in ids), ids
    assert len(set(ids)) == len(ids)
    links = {link.get("rel"): link.get("href", "") for link in feed.findall(f"{ATOM}link")}
    assert links["self"].endswith(path)
    assert feed.find(f"{ATOM}author") is not None
    again = client.get(path, headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    return feed


def told(feed: Xml.Element) -> dict[str, str]:
    """What each entry tells, by its id, the newest first."""
    return {
        entry.findtext(f"{ATOM}id", ""): entry.findtext(f"{ATOM}summary", "")
        for entry in feed.findall(f"{ATOM}entry")
    }


def test_a_games_feed_tells_its_turns_as_everybody_is_told_them(
    client: Client, red: Player, game: Game
) -> None:
    path = reverse("game-feed", args=[game.slug])
    page = client.get(reverse("game", args=[game.slug])).content.decode()
    assert f'type="application/atom+xml" title="Turns of {game.title}" href="{path}"' in page
    before = told(read(client, path))
    door.orders(game.pk, "red", "to blue: between us\nroll\nend")
    door.orders(game.pk, "blue", "when red rolls: shove up")
    after = told(read(client, path))
    assert len(after) > len(before)
    assert set(before) < set(after)
    seated = Client()
    seated.force_login(red)
    assert seated.get(path).content == client.get(path).content
    text = " ".join(after.values())
    assert "red rolls" in text
    assert "between us" not in text
    assert "shove up" not in text


def test_a_game_that_waits_for_players_or_has_an_odd_name_has_a_feed(
    client: Client, gathering: Game
) -> None:
    Game.objects.filter(pk=gathering.pk).update(title="<b>&\x07 \ud7ff]]>")
    path = reverse("game-feed", args=[gathering.slug])
    assert told(read(client, path)) == {}
    assert client.get(path).content == client.get(path).content
    assert client.get(reverse("game-feed", args=["none"])).status_code == 404
    assert client.post(path).status_code == 405


def test_a_clubs_feed_tells_what_began_and_ended(
    client: Client, game: Game, gathering: Game, red: Player
) -> None:
    club = club_roles.found("Harbour & Co.", "harbour", red)
    path = reverse("club-feed", args=["harbour"])
    assert told(read(client, path)) == {}
    Game.objects.update(club=club)
    waiting = door.create("toll", ["red", "blue"], title="Not yet")
    Game.objects.filter(pk=waiting.pk).update(club=club)
    assert [one.rsplit("/", 1)[1] for one in told(read(client, path))] == ["begun"]
    door.orders(game.pk, "blue", "propose concession to red")
    door.orders(game.pk, "red", "vote yes")
    feed = told(read(client, path))
    assert [one.rsplit("/", 1)[1] for one in feed] == ["over", "begun"]
    assert "Red won (First)." in feed[next(iter(feed))]
    page = client.get(reverse("game", args=[game.slug])).content.decode()
    assert f'title="News of Harbour &amp; Co." href="{path}"' in page


def test_a_clubs_feed_tells_announcements_and_seasons_as_its_page_does(
    client: Client, red: Player
) -> None:
    club = club_roles.found("Harbour", "harbour", red)
    for number in range(4):
        organizer_lines.speak(club, red, f"tell club: Word <b>{number}</b>\u202e.")
    season = Season.objects.create(
        club=club, name="Spring", slug="spring", made=clock.now(), phase=SeasonPhase.DRAFT
    )
    path = reverse("club-feed", args=["harbour"])
    feed = told(read(client, path))
    assert [one.rsplit("/", 2)[1] for one in feed] == ["announcements"] * 4
    assert "Word &lt;b&gt;3" in next(iter(feed.values()))
    season.phase, season.opened = SeasonPhase.REGISTERING, clock.now()
    season.save()
    opened = f"clubs/harbour/seasons/{season.pk}/open"
    assert any(one.endswith(opened) for one in told(read(client, path)))
    page = client.get("/clubs/harbour/").content.decode()
    assert "Word &lt;b&gt;3&lt;/b&gt;" in page
    assert "Word &lt;b&gt;0" not in page
    Club.objects.update(public=False)
    assert client.get(path).status_code == 404


@pytest.mark.sampled
@pytest.mark.parametrize("watched", ["everyone", "club", "seats"])
@pytest.mark.parametrize("public", [True, False])
def test_a_page_names_only_feeds_that_answer(
    client: Client, red: Player, *, public: bool, watched: str
) -> None:
    club = club_roles.found("Harbour", "harbour", red)
    Club.objects.update(public=public)
    club.refresh_from_db()
    game = bots_play(door.create("toll", ["red", "blue"], {}, {"watched": watched}, club=club))
    client.force_login(red)
    for path in ("game", "history"):
        page = client.get(reverse(path, args=[game.slug])).content.decode()
        feeds = set(re.findall(r'href="([^"]*feed\.atom)"', page))
        assert (reverse("game-feed", args=[game.slug]) in feeds) == (
            public and watched == "everyone"
        )
        assert all(Client().get(feed).status_code == 200 for feed in feeds)


def test_turns_of_a_long_game_keep_their_ids(client: Client, db: None) -> None:
    game = bots_play(door.create("toll", ["red", "blue"]), entries=20)
    path = reverse("game-feed", args=[game.slug])
    before = told(read(client, path))
    newest = next(iter(before))
    who = "red" if game.turn == "red" else "blue"
    door.orders(game.pk, who, "roll\nend")
    after = told(read(client, path))
    kept = set(before) & set(after)
    assert len(kept) >= len(before) - 2
    assert all(before[one] == after[one] for one in kept - {newest})
