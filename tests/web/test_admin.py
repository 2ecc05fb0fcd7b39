"""The operator's pages: they answer, show nothing hidden, and cannot change a history."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib import admin
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from tests.services.smtp import Sink
from traders.domain import play, post, vault
from traders.domain.inbox import edge
from traders.models import Arrival, Entry, Game, Letter, Player


@pytest.fixture
def operator(client: Client, db: None) -> Client:
    client.force_login(Player.objects.create_superuser("operator@example.org", display_name="Operator"))
    return client


def rows(game: Game) -> list[Any]:
    return [game, game.seats.first(), Entry.objects.filter(game=game).order_by("number").first(), Letter.objects.filter(game=game).first()]


@pytest.mark.parametrize("model", [model for model in admin.site._registry if model._meta.app_label in ("traders", "arbitration")])
def test_every_list_answers(operator: Client, game: Game, model: type[Model]) -> None:
    assert operator.get(reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")).status_code == 200


def test_the_first_page_answers(operator: Client) -> None:
    assert operator.get("/admin/").status_code == 200


def test_nothing_hidden_is_shown(operator: Client, game: Game, smtp_sink: Sink) -> None:
    play.orders(game.pk, "blue", "stop at shove")
    post.prepare_and_send(list(Letter.objects.values_list("pk", flat=True)))
    hidden = [vault.unlock(game.secret).hex(), bytes(game.secret).decode(), "Shove", "stop at shove"]
    hidden += [entry.salt for entry in Entry.objects.filter(game=game) if entry.salt]
    for row in rows(game):
        html = operator.get(reverse(f"admin:traders_{row._meta.model_name}_change", args=[row.pk])).content.decode()
        assert not [one for one in hidden if one in html]


def test_a_history_cannot_be_edited(operator: Client, game: Game) -> None:
    for row in rows(game):
        name = row._meta.model_name
        assert operator.post(reverse(f"admin:traders_{name}_change", args=[row.pk]), {"kind": "order"}).status_code == 403
        assert operator.post(reverse(f"admin:traders_{name}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
        assert operator.get(reverse(f"admin:traders_{name}_add")).status_code == 403


def test_letters_set_aside_are_read_again(operator: Client, game: Game) -> None:
    arrival = edge.take(
        b"From: red@example.org\r\nSubject: x\r\n\r\nroll\r\n",
        envelope_to="nobody@post.test",
        envelope_from="red@example.org",
        channel="smtp",
    )
    Arrival.objects.update(status="set-aside", outcome="set-aside", attempts=3)
    told = {"action": "read_again", "_selected_action": [Arrival.objects.get().pk]}
    assert operator.post(reverse("admin:traders_arrival_changelist"), told).status_code == 302
    assert Arrival.objects.get().status == "read"
    assert arrival is not None


def test_a_player_is_no_operator(red_client: Client) -> None:
    assert red_client.get("/admin/").status_code == 302


def test_health_tells_what_is_late(client: Client, game: Game) -> None:
    from datetime import timedelta

    from traders.models import Deadline

    assert client.get("/health").json()["ok"]
    Deadline.objects.filter(game=game, kind="turn").update(due=game.created - timedelta(hours=1))
    answer = client.get("/health")
    assert answer.status_code == 503
    assert "overdue" in answer.json()["problems"][0]
