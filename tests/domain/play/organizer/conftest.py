"""A game of Skiff in a club with an organizer, and nobody's time left behind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.domain.deadlines.table import Table
from traders.domain.calendar import clock
from traders.domain.people import club_roles, seating
from traders.engines import registry
from traders.models import Game, Player, Seat, SittingCause


@pytest.fixture(autouse=True)
def _skiff(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(registry.ENGINES, "skiff", "tests.domain.deadlines.skiff")
    yield
    clock.set_to(None)


@pytest.fixture
def otto(db: None) -> Player:
    """The organizer, who sits nowhere."""
    otto = Player.objects.create_user("otto@example.org", display_name="Otto")
    club_roles.found("Spiral", "spiral", otto)
    return otto


@pytest.fixture
def table(otto: Player) -> Table:
    """A game of the club: turns of 24 hours, nothing beyond; a person in each seat."""
    table = Table(turn_time="24h", grace="0h", bank_limit="0h", interval_time="12h")
    Game.objects.filter(pk=table.id).update(club=otto.memberships.get().club)
    for place in Seat.objects.filter(game=table.id):
        player = Player.objects.create_user(
            f"{place.colour}@example.org", display_name=f"Player of {place.colour}"
        )
        seating.sit(place, player, clock.now(), SittingCause.GATHERED)
    return table
