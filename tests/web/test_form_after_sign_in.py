"""A form that is sent by whoever is signed out by then: they come back to its page, and the orders
that they typed stand in the box.
"""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from traders.models import Game, Player


def sent_signed_out(client: Client, game: Game, seat: str = "red") -> str:
    """Where the browser is sent that posts orders without a session."""
    page = reverse("game", args=[game.slug])
    answer = client.post(
        reverse("order", args=[game.slug]),
        {"orders": "jump niven\nsay: well met", "seat": seat},
        headers={"referer": f"http://testserver{page}#order-box"},
    )
    return answer["Location"]


def test_orders_stand_in_the_box_again(client: Client, game: Game, red: Player) -> None:
    page = reverse("game", args=[game.slug])
    assert sent_signed_out(client, game) == f"{reverse('account_login')}?next={page}"
    client.force_login(red)
    html = client.get(page).content.decode()
    assert "jump niven\nsay: well met</textarea>" in html
    assert "Nothing was sent: you had been signed out" in html
    assert "well met" not in client.get(page).content.decode()


def test_nobody_else_reads_them(client: Client, game: Game, blue: Player) -> None:
    page = reverse("game", args=[game.slug])
    sent_signed_out(client, game)
    client.force_login(blue)
    assert "well met" not in client.get(page).content.decode()


def test_another_sites_page_is_not_come_back_to(client: Client, game: Game) -> None:
    order = reverse("order", args=[game.slug])
    answer = client.post(order, {"orders": "end"}, headers={"referer": "https://evil.example/x"})
    assert answer["Location"] == f"{reverse('account_login')}?next={order}"
    for address in (reverse("account"), reverse("claims", args=[game.slug])):
        answer = client.post(address, {}, headers={"referer": "http://testserver/account?x=1"})
        assert answer["Location"].endswith("?next=/account%3Fx%3D1")


def test_a_form_from_before_signing_in_anew_is_not_lost(game: Game, red: Player) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(red)
    page, order = reverse("game", args=[game.slug]), reverse("order", args=[game.slug])
    form = {"orders": "jump niven", "seat": "red", "csrfmiddlewaretoken": "0" * 64}
    client.get(page)
    answer = client.post(order, form, headers={"referer": f"http://testserver{page}"})
    assert answer["Location"] == f"{page}#order-box"
    html = client.get(page).content.decode()
    assert "Nothing was sent" in html
    assert "jump niven</textarea>" in html
    for elsewhere in ("https://evil.example/x", ""):
        assert client.post(order, form, headers={"referer": elsewhere}).status_code == 403


@pytest.mark.parametrize(
    "sender",
    ["http://testserver//evil.example/x", "http://testserver/\\evil.example", "order", "?x=1"],
)
def test_no_page_of_another_server_is_led_to(game: Game, red: Player, sender: str) -> None:
    order, form = reverse("order", args=[game.slug]), {"orders": "end", "seat": "red"}
    sent = Client().post(order, form, headers={"referer": sender})
    assert sent["Location"] == f"{reverse('account_login')}?next={order}"
    stale = Client(enforce_csrf_checks=True)
    stale.force_login(red)
    assert stale.post(order, form, headers={"referer": sender}).status_code == 403


def test_what_a_button_says_is_not_told_to_stand_in_the_box(game: Game, red: Player) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(red)
    page, order = reverse("game", args=[game.slug]), reverse("order", args=[game.slug])
    answer = client.post(
        order, {"orders": "resign"}, headers={"referer": f"http://testserver{page}"}
    )
    assert answer["Location"] == f"{page}#order-box"
    html = client.get(page).content.decode()
    assert "Nothing was sent" in html
    assert "send it again" in html
    assert "send them again" not in html
    assert "resign</textarea>" not in html


def test_a_stale_form_of_who_is_signed_out_leads_to_signing_in(game: Game, red: Player) -> None:
    client = Client(enforce_csrf_checks=True)
    page, order = reverse("game", args=[game.slug]), reverse("order", args=[game.slug])
    form = {"orders": "jump niven", "seat": "red"}
    answer = client.post(order, form, headers={"referer": f"http://testserver{page}"})
    assert answer["Location"] == f"{reverse('account_login')}?next={page}"
    client.force_login(red)
    html = client.get(page).content.decode()
    assert "jump niven</textarea>" in html
    assert "Nothing was sent: you had been signed out" in html
