"""People in the free seats of a game of the tests: no game begins without them (PR-SEAT-13)."""

from __future__ import annotations

from typing import Any

from traders.domain.calendar import clock
from traders.domain.people import seating
from traders.domain.play import door
from traders.domain.table.change_set import ChangeSet
from traders.models import Player, Seat, SittingCause


def everybody(game_id: int) -> None:
    """Seat somebody new in each free seat."""
    free = list(Seat.objects.filter(game=game_id, player=None, bot=False).select_related("game"))
    people = Player.objects.bulk_create(
        Player(
            email=f"{seat.colour}.{game_id}@seats.test",
            display_name=f"Player of {seat.colour}",
            password="!",
        )
        for seat in free
    )
    seated: dict[Seat, Player | None] = dict(zip(free, people, strict=True))
    seating.seat_all(seated, clock.whole(clock.now()), SittingCause.GATHERED)


def begin(game_id: int, **of: Any) -> ChangeSet:
    """Seat somebody in each free seat, and begin the game: as `door.begin`."""
    everybody(game_id)
    return door.begin(game_id, **of)
