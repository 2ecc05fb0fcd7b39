"""A player's account: name, zone, cadence; and times told in the reader's zone."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connections
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from traders.domain.calendar import clock
from traders.domain.letters.addresses import reply_address
from traders.domain.people import zone_changes
from traders.domain.play import door
from traders.domain.post.incoming import intake
from traders.domain.timeline import timeline
from traders.models import Arrival, Game, Mailbox, Player, Seat, Sitting


def keep(client: Client, **told: str) -> str:
    return client.post(
        "/account",
        {"display_name": "First", "zone": "Europe/Berlin", "cadence": "every", **told},
        follow=True,
    ).content.decode()


def test_an_account_is_kept(red_client: Client, red: Player) -> None:
    assert "Saved." in keep(
        red_client, display_name="  Long   Sailor ", zone="Asia/Tokyo", cadence="daily"
    )
    red.refresh_from_db()
    assert (red.display_name, red.zone, red.cadence) == ("Long Sailor", "Asia/Tokyo", "daily")
    assert [zone for _, zone in red.zones_before] == ["Europe/Berlin"]


def test_a_zone_that_changes_all_the_time_stays(red_client: Client, red: Player) -> None:
    red.zones_before = [[clock.now().isoformat(), "UTC"]] * zone_changes.MOST
    red.save()
    assert "now it stays" in keep(red_client, zone="Asia/Tokyo")
    red.refresh_from_db()
    assert red.zone == "Europe/Berlin"


def test_hints_are_switched_off_and_on(red_client: Client, red: Player) -> None:
    kept = []
    for told in ({}, {"hints": "on"}):
        keep(red_client, **told)
        red.refresh_from_db()
        kept.append(red.hints)
    assert kept == [False, True]


@pytest.mark.parametrize("name", [
    "red", "Pass", "x", "a" * 41, "<b>bold</b>", "two\nlines: x", "-dash", "Second", "Niven", "zap",
    "dragon eggs",
])  # fmt: skip
def test_a_name_that_an_order_could_mean_otherwise_is_not_given_out(
    red_client: Client, red: Player, blue: Player, name: str
) -> None:
    keep(red_client, display_name=name)
    red.refresh_from_db()
    assert red.display_name == "First"


@pytest.mark.parametrize("zone", ["Mars/Olympus", "../../etc/passwd", "", "europe/berlin\0"])
def test_a_zone_that_is_none_is_refused(red_client: Client, red: Player, zone: str) -> None:
    keep(red_client, zone=zone)
    red.refresh_from_db()
    assert red.zone == "Europe/Berlin"


def test_times_are_told_in_the_readers_zone(red_client: Client, blue: Player, game: Game) -> None:
    door.orders(game.pk, "red", "end")
    assert (
        "CET" in red_client.get(f"/games/{game.slug}/").content.decode()
        or "CEST" in red_client.get(f"/games/{game.slug}/").content.decode()
    )
    other = Client()
    other.cookies["zone"] = "Asia%2FTokyo"
    assert "JST" in other.get(f"/games/{game.slug}/").content.decode()
    other.cookies["zone"] = "../../../etc/passwd"
    assert "UTC" in other.get(f"/games/{game.slug}/").content.decode()


@pytest.mark.parametrize("outcome", ["set-aside", "unreadable"])
def test_a_letter_that_could_not_be_read_is_listed_as_such(
    red_client: Client, game: Game, outcome: str
) -> None:
    seat = Seat.objects.get(game=game, colour="red")
    intake.take(
        b"From: red@example.org\r\n\r\nend\r\n",
        envelope_to=reply_address(seat.pk, ""),
        channel="smtp",
    )
    Arrival.objects.update(
        status="set-aside" if outcome == "set-aside" else "read", outcome=outcome
    )
    assert (
        "It could not be read: send its orders again, as plain text."
        in red_client.get("/account").content.decode()
    )


def test_letters_that_were_not_carried_out_and_further_mailboxes_are_listed(
    red_client: Client, blue: Player, red: Player, game: Game
) -> None:
    """(PR-RECEIPT-03, PR-RECEIPT-06)"""
    seat = Seat.objects.get(game=game, colour="red")
    for sender, text in (("red@work.test", "end"), (red.email, "good day to all of you")):
        raw = f"From: {sender}\r\n\r\n{text}\r\n".encode()
        timeline.read(intake.take(raw, envelope_to=reply_address(seat.pk, ""), channel="smtp").pk)
    other = Mailbox.objects.create(player=blue, address="blue@work.test", confirmed=clock.now())
    mine = Mailbox.objects.create(player=red, address="red@home.test", confirmed=clock.now())
    page = red_client.get("/account").content.decode()
    assert "confirm 1" in page
    assert "It holds no order" in page
    assert "red@home.test" in page
    assert "blue@work.test" not in page
    for remove in (str(other.pk), "x", "-1", "٣", "9" * 40):
        assert red_client.post("/account", {"remove": remove}).status_code == 302
    assert Mailbox.objects.count() == 2
    red_client.post("/account", {"remove": str(mine.pk)})
    assert list(Mailbox.objects.all()) == [other]


@pytest.mark.postgres
def test_the_account_takes_ten_statements_however_much_is_kept(
    red_client: Client,
    red: Player,
    game: Game,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    """Seats, mailboxes, letters, browsers and the web hook go in one; turns are weighed in five."""
    for place in Seat.objects.filter(game=game):
        sat = {"since": game.created - timedelta(minutes=1), "began": "gathered"}
        Sitting.objects.create(seat=place, player=place.player, **sat)
    for number in range(4):
        Mailbox.objects.create(player=red, address=f"{number}@home.test", confirmed=clock.now())
    seat = Seat.objects.get(game=game, colour="red")
    for text in ("good day", "good evening"):
        raw = f"From: {red.email}\r\n\r\n{text} to all of you\r\n".encode()
        timeline.read(intake.take(raw, envelope_to=reply_address(seat.pk, ""), channel="smtp").pk)
    with django_assert_max_num_queries(10):
        page = red_client.get("/account").content.decode()
    assert "3@home.test" in page
    assert page.count("It holds no order") == 2
    assert "Going away?" in page


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_players_who_choose_one_name_at_once_one_gets_it() -> None:
    players = [
        Player.objects.create_user(f"p{n}@example.org", display_name=f"Player number {n}")
        for n in range(6)
    ]
    clients = [Client() for _ in players]
    for client, player in zip(clients, players, strict=True):
        client.force_login(player)
    together = Barrier(len(players))

    def choose(client: Client) -> int:
        together.wait()
        try:
            return client.post(
                "/account",
                {"display_name": "Ann Long", "zone": "Europe/Berlin", "cadence": "every"},
            ).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(players)) as threads:
        statuses = sorted(threads.map(choose, clients))
    assert statuses == [200] * 5 + [302]
    assert Player.objects.filter(display_name="Ann Long").count() == 1


def test_of_games_that_moved_at_once_the_newest_stands_first(
    red_client: Client, red: Player
) -> None:
    """Rows that are equal in what they are sorted by come in an order that changes with whatever
    is written to them: it would tell that somebody kept something secret.
    """
    now = clock.now()
    for number in range(4):
        game = Game.objects.create(
            title=f"Twin {number}", slug=f"twin-{number}", system="stratastar", moved=now
        )
        Seat.objects.create(game=game, colour="red", place=0, player=red)

    told = re.findall(r'href="/games/(twin-\d)/"', red_client.get("/account").content.decode())
    assert told == [f"twin-{number}" for number in (3, 2, 1, 0)]
