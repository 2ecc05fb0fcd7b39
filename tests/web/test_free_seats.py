"""A seat of a running game is taken, and what was said is confirmed, on the game's page
(PR-SEAT-01, PR-SEAT-05, PR-SEAT-06).
"""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from traders.domain.calendar import clock
from traders.domain.letters.letter_facts import decode
from traders.domain.play import door
from traders.domain.play.commands import leaving_and_taking_seats
from traders.models import Game, Letter, Player, Seat


def page(client: Client, game: Game) -> str:
    return client.get(reverse("game", args=[game.slug])).content.decode()


def test_a_substitute_takes_a_seat_that_was_left(
    client: Client, red_client: Client, game: Game
) -> None:
    assert "Take this seat" not in page(Client(), game)
    door.orders(game.pk, "blue", "resign\nyes")
    assert "Take this seat" in page(Client(), game)
    assert "Take this seat" not in page(red_client, game)
    kim = Player.objects.create_user("kim@example.org", display_name="Kim")
    other = Client()
    other.force_login(kim)
    assert other.post(reverse("take-seat", args=[game.slug, "blue"])).status_code == 302
    assert Seat.objects.get(game=game, colour="blue").player == kim
    assert "Take this seat" not in page(Client(), game)
    assert "order-box" in page(other, game)


def test_who_may_not_take_a_free_seat_reads_why_and_who_left_it_takes_it_back(
    red_client: Client, game: Game
) -> None:
    """(PR-SEAT-04)"""
    door.orders(game.pk, "red", "resign\nyes")
    door.orders(game.pk, "blue", "resign\nyes")
    shown = page(red_client, game)
    assert "You had another seat of this game" in shown
    assert "Take it back" in shown
    assert "Take this seat" not in shown
    assert page(Client(), game).count("Take this seat") == 2


def test_so_is_one_that_is_offered(game: Game) -> None:
    Seat.objects.filter(game=game, colour="blue").update(offered=clock.now())
    assert "Take this seat" in page(Client(), game)
    assert "Take Blue" in Client().get(reverse("games")).content.decode()


def test_what_is_asked_back_is_answered_by_a_button(red_client: Client, game: Game) -> None:
    assert "Yes, I mean it" not in page(red_client, game)
    red_client.post(reverse("order", args=[game.slug]), {"orders": "resign"})
    assert "Yes, I mean it" in page(red_client, game)
    assert "resign" not in page(Client(), game)
    red_client.post(reverse("order", args=[game.slug]), {"orders": "no"})
    assert "Yes, I mean it" not in page(red_client, game)
    red_client.post(reverse("order", args=[game.slug]), {"orders": "resign"})
    red_client.post(reverse("order", args=[game.slug]), {"orders": "yes"})
    assert Seat.objects.get(game=game, colour="red").left is not None
    assert "You gave up the seat" in page(red_client, game)
    assert "You gave up the seat" not in page(red_client, game)


def test_who_takes_their_own_seat_back_is_back_in_it(red_client: Client, game: Game) -> None:
    red_client.post(reverse("order", args=[game.slug]), {"orders": "resign\nyes"})
    red_client.post(reverse("take-seat", args=[game.slug, "red"]))
    assert Seat.objects.get(game=game, colour="red").left is None
    newest = Letter.objects.filter(game=game, seat="blue").latest("pk")
    assert "Red is back in the seat." in decode(newest.facts).notices


def test_who_is_asked_whether_it_is_still_there_says_so_by_a_button(
    red_client: Client, game: Game
) -> None:
    Seat.objects.filter(game=game, colour="red").update(timeouts=2)
    assert "Yes, I am here" in page(red_client, game)
    red_client.post(reverse("order", args=[game.slug]), {"orders": "yes"})
    assert Seat.objects.get(game=game, colour="red").timeouts == 0
    assert "Yes, I am here" not in page(red_client, game)


def test_who_has_a_seat_is_not_asked_about_free_ones(
    red_client: Client, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    door.orders(game.pk, "blue", "resign\nyes")
    asked: list[Seat] = []
    monkeypatch.setattr(
        leaving_and_taking_seats, "why_not", lambda game, seat, player: asked.append(seat) or ""
    )
    assert "A seat is free" not in page(red_client, game)
    assert not asked
    assert "A seat is free" in page(Client(), game)
    assert [seat.colour for seat in asked] == ["blue"]
