"""Leaving a seat, and taking one that was left (PR-SEAT-01, PR-SEAT-02)."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import transaction

from traders.domain import clock, deadlines, waiting_orders, words
from traders.domain.passage import Line
from traders.engines.contract import Refusal, Seat
from traders.models import Game, Phase, Player
from traders.models import Seat as Place

if TYPE_CHECKING:
    from traders.domain.desk import Desk


def resign(desk: Desk, seat: Seat, rest: str, raw: str) -> Line | None:
    """`resign`: the seat is free for a substitute for the substitution time; then the game's own rule applies (PR-SEAT-02)."""
    if rest:
        return None
    place = next(s for s in desk.seats if s.colour == seat)
    if place.left:
        raise Refusal("You have left this seat already.", "PR-SEAT-02", kind="stale")
    place.left = desk.now
    place.save(update_fields=["left"])
    waiting_orders.stop_plan(desk.course, seat, "you left the seat")
    desk.passage.notices.append(f"{seat} has left; the seat is free for a substitute.")
    return Line(raw, "done", "You have left the seat. Write 'back' while it is still free to take it again.")


MAY_SIT: list[Callable[[Game, Player], None]] = []
"""What layers above have against a player's sitting down in a game: each raises a `Refusal` where there is something."""


def take(game_id: int, seat: Seat, player: Player) -> Place:
    """Seat a player: on a free place before the game, or as a substitute who takes the seat as it is (PR-SEAT-01)."""
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game_id)
        place = Place.objects.select_for_update().get(game=game, colour=seat)
        if game.phase == Phase.OVER:
            raise Refusal("The game is over.", kind="stale")
        if Place.objects.filter(game=game, player=player, left=None).exclude(pk=place.pk).exists():
            raise Refusal("You sit in this game already.", "PR-SEAT-01")
        for may_sit in MAY_SIT:
            may_sit(game, player)
        if place.dropped or (place.player is not None and not place.left) or place.bot:
            raise Refusal(f"The seat {seat} is not free.", "PR-SEAT-01")
        place.player, place.left = player, None
        place.save(update_fields=["player", "left"])
        deadlines.seat_taken(game, seat, clock.now())
    return place


def give_to_bots(game: Game, seats: Collection[Seat]) -> None:
    """Players of wood sit on these free places of a game that has not begun: each with a mailbox of its own in this house."""
    for place in Place.objects.filter(game=game, colour__in=seats, player=None, game__phase=Phase.GATHERING):
        address = f"{place.colour}.{game.slug}@wood.{settings.POST_DOMAIN}"
        place.player = Player.objects.create_user(address, display_name=f"Wooden {place.colour.capitalize()}")
        place.bot = True
        place.save(update_fields=["player", "bot"])


def is_free(place: Place) -> bool:
    """Whether somebody may sit down there."""
    return not place.bot and not place.dropped and (place.player_id is None or place.left is not None)


words.enter("resign", resign)
