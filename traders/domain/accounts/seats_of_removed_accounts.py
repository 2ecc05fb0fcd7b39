"""The seats of an account that is removed: all are left, and nobody gives it another meanwhile."""

from __future__ import annotations

from django.db import transaction
from django.db.models.signals import pre_delete
from django.dispatch import receiver

from traders.domain.calendar import clock
from traders.domain.people import seating
from traders.domain.play.commands import leaving_and_taking_seats
from traders.domain.play.game_session import open_session
from traders.models import Game, Phase, Player, Seat, Sitting, SittingCause
from traders.models.evidence_chain import linking


def games_of(player: Player) -> set[int]:
    """The ids of the games that bear on the account: in which it has or ever had a seat, and those
    that it made.
    """
    made = Game.objects.filter(maker=player).values_list("pk", flat=True)
    return {*seating.games_of(player.pk).values_list("pk", flat=True), *made}


def leave_all(player: Player, *, row_goes: bool = False) -> None:
    """Leave every seat. Games that the player made and that have not begun belong to whoever sits
    in them. Call it with the rows of its games locked, and with the player held. `row_goes`: the
    account's row is removed too, and no letter is written to it.
    """
    Game.objects.filter(maker=player).update(maker=None)
    seats = Seat.objects.filter(player=player).exclude(game__phase=Phase.OVER)
    for seat in seats.order_by("game_id"):
        with open_session(seat.game_id, clock.whole(clock.now())) as session:
            place = session.place(seat.colour)
            if session.game.phase == Phase.GATHERING:
                seating.give_back(place, session.now)
            elif place.left is None:
                leaving_and_taking_seats.leave(session, place, SittingCause.ERASED)
                if row_goes:
                    place.player = None
                    place.save(update_fields=["player"])


@receiver(pre_delete, sender=Player, dispatch_uid="seats of a removed account")
def _deleted(sender: object, instance: Player, **kwargs: object) -> None:
    """An account of which the row itself goes: the record keeps the times of its sittings without
    the player.
    """
    games = games_of(instance)
    if games:
        with transaction.atomic(), linking(*games):
            seating.held(instance)
            leave_all(instance, row_goes=True)
            Sitting.objects.filter(player=instance).update(player=None)
