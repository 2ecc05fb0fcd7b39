"""What an organizer is offered on the page of a game that waits for its players."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from traders.domain.people import club_roles
from traders.models import Game, Phase, Player, Seat


@pytest.mark.parametrize(("sits", "offered"), [("red", True), ("bot", False), ("nobody", False)])
def test_bots_are_offered_the_free_seats_where_that_begins_the_game(
    red_client: Client, gathering: Game, red: Player, sits: str, offered: bool
) -> None:
    """PR-SEAT-13: beside a person alone."""
    club = club_roles.found("Lantern", "lantern", red)
    Game.objects.filter(pk=gathering.pk).update(club=club)
    if sits != "red":
        Seat.objects.filter(game=gathering).update(player=None)
    if sits == "bot":
        Seat.objects.filter(game=gathering, colour="blue").update(player=red, bot=True)
    page = red_client.get(reverse("game", args=[gathering.slug])).content.decode()
    assert "Waiting for players" in page
    fills = reverse("fill-game", args=[gathering.slug])
    assert (f'action="{fills}"' in page) == offered
    red_client.post(fills, {"level": "learner"})
    gathering.refresh_from_db()
    assert (gathering.phase == Phase.PLAYING) == offered
