"""Who sits where, and who ever sat there: each sitting is a row, only added to (PR-SEAT-04).

Everybody who sits down or gets up does so through this module. `Seat.player` says who has a seat
now.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db.models import F, Q, QuerySet
from django.db.models.signals import pre_delete
from django.dispatch import receiver

from traders.domain.calendar import clock
from traders.domain.people import mailboxes
from traders.engines.kernel.seats import Seat as Colour
from traders.models import Game, Letter, LetterStatus, Phase, Player, Seat, Sitting, SittingCause
from traders.models.evident import linking

_UNSENT = (LetterStatus.WRITTEN, LetterStatus.HELD, LetterStatus.PREPARED)
ASKED_AFTER = 2
"""Turns in a row, ended by the clock, after which a seat is absent (PR-SEAT-05)."""
NOT_THEIRS = "its reader does not have the seat any more"


def sit(place: Seat, player: Player | None, at: datetime, cause: SittingCause) -> None:
    """Seat a player, who has the seat from now on; whoever had it has it no more, and gets no
    letter of it any more.
    """
    seat_all({place: player}, at, cause)


def seat_all(seated: Mapping[Seat, Player | None], at: datetime, cause: SittingCause) -> None:
    """Seat several players at once; the places given are changed too. Call it with the games' rows
    locked, or before the games begin.
    """
    with linking(*{place.game_id for place in seated}):
        _end([place for place in seated if place.player is not None], at, SittingCause.REPLACED)
        Sitting.objects.bulk_create(
            [
                Sitting(seat=place, player=player, since=at, began=cause)
                for place, player in seated.items()
            ]
        )
        for place, player in seated.items():
            if place.player is not None and place.player != player:
                unsent = Letter.objects.filter(
                    game=place.game_id, seat=place.colour, status__in=_UNSENT
                )
                unsent.exclude(player=player).update(
                    status=LetterStatus.STALE, problem=NOT_THEIRS, next_try=None
                )
            place.player, place.left, place.offered, place.timeouts = player, None, None, 0
            place.save(update_fields=["player", "left", "offered", "timeouts", "bot"])


def get_up(place: Seat, at: datetime, cause: SittingCause) -> None:
    """The player leaves the seat, or is removed: it is free for a substitute (PR-SEAT-02)."""
    _end([place], at, cause)
    place.left, place.offered = at, None
    place.save(update_fields=["left", "offered"])


def give_back(place: Seat, at: datetime) -> None:
    """The player gives back a seat of a game that has not begun: it is as free as before."""
    _end([place], at, SittingCause.LEFT)
    place.player = place.left = place.offered = None
    place.save(update_fields=["player", "left", "offered"])


def _end(places: list[Seat], at: datetime, cause: SittingCause) -> None:
    if places:
        Sitting.objects.filter(seat__in=places, until=None).update(until=at, ended=cause)


def names_of(places: Iterable[Seat]) -> dict[str, Colour]:
    """The names that a game keeps, each with its seat."""
    return {place.name: place.colour for place in places if place.name}


def is_absent(place: Seat) -> bool:
    """Whether the seat does not count in votes: it was left, or its last turns were ended by the
    clock (PR-SEAT-05).
    """
    return place.left is not None or place.timeouts >= ASKED_AFTER


def in_this_sitting(place: Seat, time: str) -> Q:
    """Of rows of the seat, those whose `time` lies in its present sitting: what came before was
    whoever sat there's (PR-SEAT-01).
    """
    since = place.sittings.filter(until=None).values_list("since", flat=True).first()
    return Q() if since is None else Q(**{f"{time}__gte": since})


# --- who ever sat ---------------------------------------------------------------------------------


def sittings(game: Game) -> QuerySet[Sitting]:
    """Those that count: who got up before the game began has seen nothing of it."""
    return Sitting.objects.filter(
        Q(until=None) | Q(until__gt=F("seat__game__started")), seat__game=game
    )


def sitters(game: Game) -> Q:
    """Of players: those who sit in the game or ever sat in it."""
    return Q(pk__in=sittings(game).exclude(player=None).values("player")) | Q(
        pk__in=Seat.objects.filter(game=game, player__isnull=False).values("player")
    )


def ever_sat(player: Player, game: Game) -> bool:
    """Whether the player sits in the game or ever sat in it, with whatever account."""
    return bool(accounts_in(game, player))


def accounts_in(game: Game, player: Player) -> set[int]:
    """The ids of the player's accounts that sit in the game or ever sat in it: one mailbox is one
    person (PR-SEAT-01).
    """
    sat = Player.objects.filter(sitters(game)).values_list("pk", "email")
    return {pk for pk, email in sat if pk == player.pk or mailboxes.same(email, player.email)}


def games_of(player_id: int | None) -> QuerySet[Game]:
    """Games in which the player sits or ever sat."""
    counts = Q(until=None) | Q(until__gt=F("seat__game__started"))
    once = Sitting.objects.filter(counts, player=player_id).values("seat__game")
    return Game.objects.filter(Q(pk__in=once) | Q(seats__player=player_id))


def sat_elsewhere(player: Player, place: Seat) -> bool:
    """Whether the player sits or ever sat in another seat of the place's game."""
    others = sittings(place.game).filter(player=player).exclude(seat=place)
    return (
        others.exists()
        or Seat.objects.filter(game=place.game, player=player).exclude(pk=place.pk).exists()
    )


def removed(place: Seat) -> bool:
    """Whether the player of a seat that was left was removed from it by a ruling (PR-REMEDY-07)."""
    if place.left is None:
        return False
    last = Sitting.objects.filter(seat=place, player=place.player_id).last()
    return last is not None and last.ended == SittingCause.REMOVED


def was_removed(player: Player, place: Seat) -> bool:
    """Whether a ruling once removed the player from the seat."""
    return Sitting.objects.filter(seat=place, player=player, ended=SittingCause.REMOVED).exists()


# --- accounts that are removed --------------------------------------------------------------------


@receiver(pre_delete, sender=Player, dispatch_uid="sittings of a removed account")
def _erased(sender: Any, instance: Player, **kwargs: Any) -> None:
    """An account is removed: its seats are free for substitutes, and the record says from when to
    when somebody sat there.
    """
    at = clock.whole(clock.now())
    for place in Seat.objects.filter(player=instance).exclude(game__phase=Phase.OVER):
        if place.left is None:
            get_up(place, at, SittingCause.ERASED)
    Sitting.objects.filter(player=instance).update(player=None)
