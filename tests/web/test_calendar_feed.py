"""A calendar's secret address: who has it reads the calendar, until it is changed or the account is
removed.
"""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from icalendar import Calendar

from tests import seated
from traders.domain.accounts import account_erasure
from traders.domain.calendar import clock
from traders.domain.feeds import calendar_file
from traders.domain.letters.addresses import calendar_name
from traders.domain.people import seating
from traders.domain.play import door
from traders.domain.play.commands import leaving_and_taking_seats
from traders.models import Game, Player, Seat, SittingCause


def address(client: Client) -> str:
    """The path that the account page names."""
    html = client.get("/account").content.decode()
    link = r'<link rel="alternate" type="text/calendar"[^>]* href="https?://[^/]+(.+?)">'
    found = re.search(link, html)
    assert found is not None
    return found[1]


def test_whoever_has_the_address_reads_the_calendar_and_asks_cheaply_again(
    red_client: Client, game: Game
) -> None:
    path = address(red_client)
    answer = Client().get(path)
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert answer["Cache-Control"] == "private, no-cache"
    assert not answer.cookies
    (event,) = Calendar.from_ical(answer.content).walk("VEVENT")
    assert event["summary"] == f"Your turn · {game.title}"
    assert str(event["url"]).endswith(reverse("game", args=[game.slug]))
    for header, value in (
        ("If-None-Match", answer["ETag"]),
        ("If-Modified-Since", answer["Last-Modified"]),
    ):
        again = Client().get(path, headers={header: value})
        assert (again.status_code, again.content) == (304, b"")
    door.orders(game.pk, "red", "roll\nend")
    assert Client().get(path, headers={"If-None-Match": answer["ETag"]}).status_code == 200
    assert Client().post(path).status_code == 405


def test_many_games_are_read_in_as_few_statements_as_one(
    red_client: Client, red: Player, game: Game
) -> None:
    path, asked, events = address(red_client), [], []
    for more in (0, 4):
        for _ in range(more):
            made = door.create("toll", ["red", "blue"])
            leaving_and_taking_seats.give_to_bots(made, ["blue"])
            leaving_and_taking_seats.take(made.pk, "red", red)
            seated.begin(made.pk, stops=False)
        door.orders(Game.objects.latest("pk").pk, "red", "resign")
        with CaptureQueriesContext(connection) as statements:
            answer = Client().get(path)
        asked.append(len(statements))
        events.append(sorted(str(e["summary"]) for e in Calendar.from_ical(answer.content).events))
    assert asked[0] == asked[1]
    assert [sum(one.startswith("Confirm") for one in told) for told in events] == [1, 2]
    seat = Seat.objects.get(game=made, colour="red")
    seating.sit(seat, red, clock.now() + timedelta(hours=1), SittingCause.RETURNED)
    left = Calendar.from_ical(Client().get(path).content).events
    assert [str(one["summary"]) for one in left if one["summary"].startswith("Confirm")] == [
        f"Confirm with yes · {game.title}"
    ]


def test_an_address_that_was_changed_or_whose_account_is_gone_leads_nowhere(
    red_client: Client, red: Player, game: Game
) -> None:
    old = address(red_client)
    assert red_client.get("/account/calendar").status_code == 405
    page = red_client.post("/account/calendar", follow=True).content.decode()
    assert "Your calendar has a new address." in page
    new = address(red_client)
    assert Client().get(old).status_code == 404
    assert Client().get(new).status_code == 200
    account_erasure.erase(red)
    assert Client().get(new).status_code == 404


def test_nobody_else_finds_or_makes_an_address(
    red_client: Client, red: Player, blue: Player
) -> None:
    path = address(red_client)
    other = Client()
    other.force_login(blue)
    assert path not in other.get("/account").content.decode()
    number, tag = calendar_name(red.pk, red.calendar).split(".")
    stranger = calendar_name(blue.pk, blue.calendar).split(".")
    unknown = calendar_name(10**12, "")
    for name in (
        f"{number}.{stranger[1]}", f"{stranger[0]}.{tag}", f"{number}.{tag[:-1]}", unknown,
        f"{'z' * 13}.{tag}", "x", f"{number}.{tag}.", f"{number}.{tag}\n", f"٣.{tag}", "a" * 4_000,
    ):  # fmt: skip
        assert calendar_file.owner_of(name) is None, name
    assert Client().get(f"/calendar/{number}.{stranger[1]}.ics").status_code == 404


@pytest.mark.parametrize("kept", [True, False])
def test_a_new_key_of_the_server_gives_new_addresses_and_an_old_one_lasts_while_it_is_kept(
    red: Player, settings, kept: bool
) -> None:
    name = calendar_name(red.pk, red.calendar)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY] if kept else []
    settings.SECRET_KEY = "another"
    assert calendar_name(red.pk, red.calendar) != name
    assert calendar_file.owner_of(name) == (red if kept else None)
