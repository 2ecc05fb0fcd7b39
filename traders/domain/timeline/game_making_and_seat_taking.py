"""Making a game with bots and its maker in their seats, and taking a free seat; a game whose last
seat is taken begins.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext

from django.db import transaction

from traders.domain.calendar import clock
from traders.domain.play import door, gathering_and_start
from traders.domain.play.commands import leaving_and_taking_seats
from traders.domain.play.game_session import open_session
from traders.domain.timeline import timeline
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.seats import COLOURS
from traders.models import Club, Game, Player


@transaction.atomic
def make_game(
    system: str,
    seats: int,
    options: Mapping[str, object],
    settings: Mapping[str, object],
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
    leaving_and_taking_seats.give_to_bots(game, colours[seats - bots :], level=level)
    if sits:
        sit_down(game, colours[0], maker)
    return game


def sit_down(game: Game, colour: str, reader: Player, *, by: Player | None = None) -> bool:
    """Seat the player, and begin the game in the same moment if nobody is missing any more
    (PR-SEAT-13); whether it begins. Raises `Refusal` where the seat is not free. `by`: the
    organizer of the club who seats them; they are told.
    """
    with (
        timeline.in_order(game.pk, clock.exact()),
        open_session(game.pk, clock.whole(clock.now())) as session,
        nullcontext() if by is None else gathering_and_start.deciding(session),
    ):
        place = leaving_and_taking_seats.take_within(session, colour, reader, seated=by is not None)
        begins = gathering_and_start.begin_once_full(session)
        if by is not None and by != reader and not begins:
            gathering_and_start.seated(place, by)
    return begins
