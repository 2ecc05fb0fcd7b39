"""Taking a free seat; a game whose last seat is taken begins."""

from __future__ import annotations

from traders.domain.calendar import clock
from traders.domain.play import door
from traders.domain.play.commands import leaving
from traders.domain.timeline import timeline
from traders.engines.kernel.refusal import Refusal
from traders.models import Game, Phase, Player, Seat


def sit_down(game: Game, colour: str, reader: Player, *, seated: bool = False) -> None:
    """Seat the player, and begin the game if nobody is missing any more. Raises `Refusal` where the
    seat is not free. `seated`: an organizer of the club seats them.
    """
    with timeline.in_order(game.pk, clock.exact()):
        leaving.take(game.pk, colour, reader, seated=seated)
    seats = Seat.objects.filter(game=game)
    if game.phase == Phase.GATHERING and not any(leaving.is_free(seat) for seat in seats):
        try:
            door.begin(game.pk)
        except Refusal as refusal:
            # somebody else sat down in the same moment, and that began it
            if refusal.kind != "stale":
                raise
