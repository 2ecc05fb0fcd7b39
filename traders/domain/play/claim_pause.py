"""A claim holds play: clocks stand still and new orders wait; then it goes on, and what waited is
made if it still fits (PR-CLAIM-03).
"""

from __future__ import annotations

from datetime import datetime
from itertools import groupby

from traders.domain import hooks
from traders.domain.deadlines import deadline_changes
from traders.domain.play import door, pausing
from traders.domain.play.game_session import GameSession
from traders.models import Game, Sealed, SealedKind, SealedOutcome, Source


def ends_by(game: Game) -> datetime | None:
    """When play that is held goes on at the latest; None where it is not held."""
    ends = [end for asked in hooks.ENDS_BY if game.stayed and (end := asked(game.pk)) is not None]
    return max(ends, default=None)


def hold(session: GameSession) -> None:
    """Play is held from now on. Twice is once."""
    game = session.game
    if not game.frozen:
        deadline_changes.freeze(game, session.now)
    game.frozen = game.stayed = True
    session.table.still = True


def release(session: GameSession) -> None:
    """Play may go on, with the clocks as they stood; if the table or the organizer had paused them
    they stay so. The caller carries play on.
    """
    session.game.stayed = False
    session.table.still = False
    pausing.run(session)


def make_what_waited(game_id: int, at: datetime) -> None:
    """The orders that were sent while play was held, letter by letter in the order in which they
    came, each a session of its own.
    """
    rows = Sealed.objects.filter(game_id=game_id, kind=SealedKind.WAITING, used=None).order_by(
        "serial"
    )
    for (seat, moment, source, _), lines in groupby(
        rows, lambda row: (row.seat, row.data.get("moment", ""), row.source, row.at)
    ):
        kept = list(lines)
        number = Game.objects.values_list("number", flat=True).get(pk=game_id)
        Sealed.objects.filter(pk__in=[row.pk for row in kept]).update(
            used=number, outcome=SealedOutcome.DONE
        )
        door.orders(
            game_id,
            seat,
            "\n".join(row.text for row in kept),
            source=Source(source),
            moment=moment,
            at=at,
        )
