"""A player who is told beside mail by a real server on loopback, which the operator trusts."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests.domain.letters.table import change_set
from traders.domain.calendar import clock
from traders.domain.letters import write
from traders.models import Game, Letter, Player, Seat


@pytest.fixture
def asked(game: Game, seats: list[Seat]) -> list[Letter]:
    """Letters to Red, which is told what happened, and to Blue and Green, which are asked."""
    views: dict[str, Any] = {colour: {} for colour in ("", *(seat.colour for seat in seats))}
    now = clock.now()
    write(game, seats, change_set(game, at=now, due=now + timedelta(hours=12), views=views))
    return list(Letter.objects.order_by("pk"))


@pytest.fixture
def blue(seats: list[Seat]) -> Player:
    player = next(seat.player for seat in seats if seat.colour == "blue")
    assert player is not None
    return player
