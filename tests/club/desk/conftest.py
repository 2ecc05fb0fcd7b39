"""A club with a game whose turns run out, and who runs it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.domain.deadlines.table import Table
from traders.domain.calendar import clock
from traders.domain.people import club_roles, seating
from traders.engines import registry
from traders.models import Game, Player, Seat, SittingCause


@pytest.fixture
def skiff(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The game of ships is there; the clock runs again afterwards."""
    monkeypatch.setitem(registry.ENGINES, "skiff", "tests.domain.deadlines.skiff")
    yield
    clock.set_to(None)


@pytest.fixture
def otto(db: None) -> Player:
    otto = Player.objects.create_user(
        "otto@example.org", display_name="Otto", zone="America/New_York"
    )
    club_roles.found("Spiral", "spiral", otto)
    return otto


@pytest.fixture
def table(otto: Player, skiff: None) -> Table:
    """A game of the club whose turns have a day; it begins on a Monday at nine, UTC."""
    table = Table(turn_time="24h", grace="0h", bank_limit="0h")
    Game.objects.filter(pk=table.id).update(club=otto.memberships.get().club, slug="first-voyage")
    for place in Seat.objects.filter(game=table.id):
        player = Player.objects.create_user(
            f"{place.colour}@example.org", display_name=f"P. {place.colour}"
        )
        seating.sit(place, player, clock.now(), SittingCause.GATHERED)
    return table
