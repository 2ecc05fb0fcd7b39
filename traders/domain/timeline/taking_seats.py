"""Making a game with bots and its maker in their seats, and taking a free seat; a game whose last
seat is taken begins.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from traders.domain.calendar import clock
from traders.domain.play import door
from traders.domain.play.commands import leaving
from traders.domain.timeline import timeline
from traders.engines.kernel.level import Level
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import COLOURS
from traders.models import Club, Game, Phase, Player, Seat


@transaction.atomic
def make_game(
    system: str,
    seats: int,
    options: Mapping[str, Any],
    settings: Mapping[str, Any],
    *,
    maker: Player,
    title: str = "",
    club: Club | None = None,
    edition: str = "",
    bots: int = 0,
    level: Level = Level.PLAYER,
    sits: bool = True,
) -> Game:
    """A new game of so many seats: bots have the last ones, its maker the first if `sits`. Nothing
    is made where a `Refusal` is raised.
    """
    colours = COLOURS[:seats]
    game = door.create(
        system,
        colours,
        options,
        settings,
        title=" ".join(title.split()),
        club=club,
        edition=edition,
        maker=maker,
    )
    leaving.give_to_bots(game, colours[seats - bots :], level=level)
    if sits:
        sit_down(game, colours[0], maker)
    return game


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
