"""A rematch: the same game once more, with the same people, each of whom is asked by letter."""

from __future__ import annotations

from django.conf import settings
from django.db import transaction
from django.urls import reverse

from traders.domain.calendar import clock
from traders.domain.letters import seatless_letters
from traders.domain.play import door
from traders.domain.play.commands import leaving_and_taking_seats
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import named, whole_number
from traders.models import Game, Phase, Player, Seat

LONGEST = Game._meta.get_field("title").max_length or 80


def seat_in(game: Game, player: Player) -> Seat | None:
    """The seat that the player had when the game ended."""
    return Seat.objects.filter(game=game, player=player, left=None, bot=False).first()


def make(game_id: int, player: Player) -> tuple[Game, bool]:
    """The game's rematch, and whether it is new: of the same system, options, settings and people,
    bots in their seats. One for each game, so that nobody is asked twice. Refused to who had no
    seat at the end.

    The caller seats the player in the same transaction, and then has the others asked (`invite`).
    """
    with transaction.atomic():
        game = Game.objects.select_for_update(of=("self",)).select_related("club").get(pk=game_id)
        if game.phase != Phase.OVER or not game.number:
            raise Refusal("The game is not over yet.", "PR-SEAT-07", kind="stale")
        if seat_in(game, player) is None:
            raise Refusal("A rematch is for who sat in this game.", "PR-SEAT-01")
        if game.rematch is not None:
            return game.rematch, False
        seats = list(Seat.objects.filter(game=game))
        new = door.create(
            game.system,
            [seat.colour for seat in seats],
            game.options,
            {name: value for name, value in game.settings.items() if name != "zones"},
            title=called_again(game.title),
            club=game.club,
            edition=game.edition,
            start=game.start,
            maker=player,
        )
        for seat in seats:
            if seat.bot:
                leaving_and_taking_seats.give_to_bots(new, [seat.colour], level=Level(seat.level))
        Game.objects.filter(pk=game.pk).update(rematch=new)
    return new, True


def called_again(title: str) -> str:
    """The name of a rematch: First voyage 2, First voyage 3 …"""
    name, _, last = title.rpartition(" ")
    number = whole_number(last, 3) if name else 0
    name, number = (name, number) if number else (title, 1)
    return f"{name[: LONGEST - 5]} {number + 1}"


def invite(before: Game, new: Game, player: Player) -> int:
    """Ask everybody else who sat at the end of the game before, by letter: a free seat is taken by
    the page that the letter names, and who does nothing hears no more. Returns how many are asked.
    """
    at = clock.whole(clock.now())
    free = {
        seat.colour
        for seat in Seat.objects.filter(game=new)
        if leaving_and_taking_seats.is_free(seat)
    }
    asked = Seat.objects.filter(game=before, left=None, bot=False, colour__in=free)
    written = 0
    for seat in asked.exclude(player=player).select_related("player"):
        if seat.player is None or not seat.player.is_active:
            continue
        told = [
            f"{player.display_name} asks for a rematch of {before.title}, with the same people and "
            f"the same settings. You would play {named(seat.colour)} again.",
            "To take your seat, open this page and press the button. The game begins when all "
            "seats are taken. If you do nothing, you hear no more of it.",
        ]
        page = reverse("take-seat", args=[new.slug, seat.colour])
        seatless_letters.write(
            seat.player,
            new,
            "rematch",
            f"Play {named(seat.colour)} in a rematch",
            told,
            at=at,
            page=f"{settings.SITE_URL}{page}",
        )
        written += 1
    return written
