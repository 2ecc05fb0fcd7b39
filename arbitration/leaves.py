"""The organizer's leave for one more claim of a seat whose claims were found groundless (PR-CLAIM-05)."""

from __future__ import annotations

from arbitration import conflict
from arbitration.models import Leave
from traders.domain import clock
from traders.domain.desk import at_desk
from traders.engines.contract import Refusal, Seat
from traders.models import Game, Player


def give(game: Game, organizer: Player, seat: Seat) -> Leave:
    """Let the seat make one claim more; refused to anybody but the club's organizer, and to one who sits in the game."""
    if game.club is None or game.club.organizer_id != organizer.pk:
        raise Refusal("The club's organizer alone gives leave.", "PR-CLAIM-05")
    conflict.may_judge(organizer, game)
    if not game.seats.filter(colour=seat).exists():
        raise Refusal("There is no such seat in this game.", "PR-CLAIM-05", kind="stale")
    with at_desk(game.pk) as desk:  # under the game's lock: one leave at a time
        if Leave.objects.filter(game=game, seat=seat, claim=None).exists():
            raise Refusal(f"{seat.capitalize()} has leave already.", "PR-CLAIM-05", kind="stale")
        made = Leave.objects.create(game=game, seat=seat, given=clock.whole(clock.now()))
        desk.passage.notices.append(f"The organizer has given {seat} leave for one claim more (PR-CLAIM-05).")
    return made
