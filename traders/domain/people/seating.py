"""Seating: who has which seat, and who ever had it. Each sitting is a row of its own
(PR-SEAT-04).

All changes of seats go through this module. `Seat.player` is the present player.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import takewhile
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from traders.domain.people import mailbox_identity
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat as Colour
from traders.models import (
    Arrival,
    Game,
    Letter,
    LetterStatus,
    Player,
    Seat,
    Sitting,
    SittingCause,
)
from traders.models.evidence_chain import linking

_UNSENT = (LetterStatus.WRITTEN, LetterStatus.HELD, LetterStatus.PREPARED)
NOT_THEIRS = "its reader does not have the seat any more"
"""Why a letter is stale whose reader no longer has the seat."""


def sit(seat: Seat, player: Player | None, at: datetime, cause: SittingCause) -> None:
    """Seat a player. The former player loses the seat and gets no further letter of it."""
    seat_all({seat: player}, at, cause)


def seat_all(seated: Mapping[Seat, Player | None], at: datetime, cause: SittingCause) -> None:
    """Seat several players at once; the rows given are updated too. Call it with the games' rows
    locked, or before the games begin.
    """
    with linking(*{seat.game_id for seat in seated}):
        _end([seat for seat in seated if seat.player is not None], at, SittingCause.REPLACED)
        Sitting.objects.bulk_create(
            [
                Sitting(seat=seat, player=player, since=at, began=cause)
                for seat, player in seated.items()
            ]
        )
        for seat, player in seated.items():
            if seat.player is not None and seat.player != player:
                unsent = Letter.objects.filter(
                    game=seat.game_id, seat=seat.colour, status__in=_UNSENT
                )
                unsent.exclude(player=player).update(
                    status=LetterStatus.STALE, problem=NOT_THEIRS, next_try=None
                )
            if seat.player != player:
                seat.cadence = ""
            seat.player, seat.left, seat.offered, seat.timeouts = player, None, None, 0
            seat.save(
                update_fields=["player", "left", "offered", "timeouts", "bot", "level", "cadence"]
            )


def held(player: Player) -> Player:
    """The account as it is now, held until the transaction ends: who closes or removes it waits.
    Games are locked first, then players; who holds a player locks no game. Raises `Refusal` where
    the account is gone.
    """
    # an order or a letter that names the player waits for nothing: only the key is not held
    found = Player.objects.select_for_update(no_key=True).filter(pk=player.pk).first()
    if found is None:
        raise Refusal("This account was removed.", "PR-SEAT-01", kind="stale")
    return found


def get_up(seat: Seat, at: datetime, cause: SittingCause) -> None:
    """End a player's sitting, by leaving or removal: the seat is free for a substitute
    (PR-SEAT-02).
    """
    _end([seat], at, cause)
    seat.left, seat.offered = at, None
    seat.save(update_fields=["left", "offered"])


def give_back(seat: Seat, at: datetime) -> None:
    """Give back a seat of a game that has not begun: it is free as before."""
    _end([seat], at, SittingCause.LEFT)
    seat.player = seat.left = seat.offered = None
    seat.save(update_fields=["player", "left", "offered"])


def _end(seats: list[Seat], at: datetime, cause: SittingCause) -> None:
    """End the open sittings of these seats."""
    if seats:
        Sitting.objects.filter(seat__in=seats, until=None).update(until=at, ended=cause)


def is_vacant(seat: Seat) -> bool:
    """Whether nobody holds the seat: it never had a player, or its player has left it, and no bot
    plays it. One that is out of the game is held by nobody and vacant no more (PR-SEAT-13).
    """
    return not seat.bot and not seat.dropped and (seat.player_id is None or seat.left is not None)


def of_persons(seats: Iterable[Seat]) -> frozenset[Colour]:
    """The seats that a person has, who gets their letters."""
    held = (one for one in seats if one.player_id is not None and one.left is None)
    return frozenset(one.colour for one in held if not (one.bot or one.dropped))


def had_by(player: Player | None, seats: Iterable[Seat]) -> Seat | None:
    """Of these seats the one that the player has, and has not left."""
    own = (one for one in seats if player is not None and one.player_id == player.pk)
    return next((one for one in own if one.left is None), None)


def names_of(seats: Iterable[Seat]) -> dict[str, Colour]:
    """The seats by the names that their game keeps."""
    return {seat.name: seat.colour for seat in seats if seat.name}


def in_this_sitting(place: Seat, time: str) -> Q:
    """Filter for rows of the seat whose `time` lies in the present player's sittings without
    anybody's between: earlier ones are a predecessor's (PR-SEAT-01).
    """
    rows = place.sittings.order_by("-since", "-pk").values_list("player", "since")
    own = [since for _, since in takewhile(lambda row: row[0] == place.player_id, rows)]
    return Q(**{f"{time}__gte": own[-1]}) if own else Q()


def by_the_same(arrival: Arrival) -> Q:
    """Filter for letters by whom this one is: its seat's since its player took it; of who was asked
    without one, all answers (PR-SEAT-01).
    """
    if arrival.seat is None:
        return Q(asked_by__player=arrival.expected)
    return in_this_sitting(arrival.seat, "taken") & Q(seat=arrival.seat)


def of_a_predecessor() -> Exists:
    """Filter for letters to a seat that came before its present sitting (PR-SEAT-01)."""
    return Exists(
        Sitting.objects.filter(seat=OuterRef("seat"), until=None, since__gt=OuterRef("taken"))
    )


# --- who ever sat ---------------------------------------------------------------------------------


def sittings(game: Game) -> QuerySet[Sitting]:
    """A game's sittings, without those that ended before it began: these players saw nothing of
    it.
    """
    return Sitting.objects.filter(
        Q(until=None) | Q(until__gt=F("seat__game__started")), seat__game=game
    )


def sitters(game: Game) -> Q:
    """Filter for players who have or ever had a seat in the game."""
    return Q(pk__in=sittings(game).exclude(player=None).values("player")) | Q(
        pk__in=Seat.objects.filter(game=game, player__isnull=False).values("player")
    )


def seated_at(game: Game, at: datetime) -> dict[Colour, Player]:
    """Who had which seat at that time: of a seat that changed hands in that second, who had it
    before.
    """
    return by_seat(sittings_at(game, at))


def sittings_at(game: Game, at: datetime) -> QuerySet[Sitting]:
    """The sittings at that time, with those that ended in its second."""
    rows = Sitting.objects.filter(seat__game=game, since__lte=at).exclude(until__lt=at)
    return rows.select_related("seat", "player").order_by("since", "pk")


def by_seat(rows: Iterable[Sitting]) -> dict[Colour, Player]:
    """Who sits where by these sittings, the first of each seat."""
    found: dict[Colour, Player] = {}
    for row in rows:
        if row.player is not None:
            found.setdefault(row.seat.colour, row.player)
    return found


def ever_sat(player: Player, game: Game) -> bool:
    """Whether the player has or ever had a seat in the game, with any account."""
    return bool(accounts_in(game, player))


def accounts_in(game: Game, player: Player) -> set[int]:
    """The ids of the player's accounts that have or ever had a seat in the game: one mailbox is one
    person (PR-SEAT-01).
    """
    sat = Player.objects.filter(sitters(game)).values_list("pk", "email")
    return {
        pk for pk, email in sat if pk == player.pk or mailbox_identity.same(email, player.email)
    }


def games_of(player_id: int | None) -> QuerySet[Game]:
    """Games in which the player has or ever had a seat."""
    return Game.objects.filter(pk__in=numbers_of_games(player_id))


def numbers_of_games(player_id: int | None) -> QuerySet[Any]:
    """The ids of `games_of`, for a query of games: by the player's own rows alone."""
    counts = Q(until=None) | Q(until__gt=F("seat__game__started"))
    once = Sitting.objects.filter(counts, player=player_id).order_by().values("seat__game")
    return once.union(Seat.objects.filter(player=player_id).order_by().values("game"))


def sat_elsewhere(player: Player, seat: Seat) -> bool:
    """Whether the player has or ever had another seat of the same game."""
    others = sittings(seat.game).filter(player=player).exclude(seat=seat)
    return (
        others.exists()
        or Seat.objects.filter(game=seat.game, player=player).exclude(pk=seat.pk).exists()
    )


def removed(seat: Seat) -> bool:
    """Whether a ruling removed the player of a seat that was left (PR-REMEDY-07)."""
    if seat.left is None:
        return False
    last = Sitting.objects.filter(seat=seat, player=seat.player_id).last()
    return last is not None and last.ended == SittingCause.REMOVED


def was_removed(player: Player, seat: Seat) -> bool:
    """Whether a ruling once removed the player from the seat."""
    return Sitting.objects.filter(seat=seat, player=player, ended=SittingCause.REMOVED).exists()
