"""The demonstration club of the embedded set-up: games of bots that play by real letters, and a seat that is free for the newcomer."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings

from traders.domain import play
from traders.models import Club, Game, Player, Seat

CLUB = "demonstration"
WOODS = ("Oak", "Elm", "Ash", "Yew")
"""Names of the players of wood."""
GAMES: tuple[tuple[str, str, tuple[str, ...], str], ...] = (
    ("First voyage", "star-traders", ("red", "blue", "green", "yellow"), "red"),
    ("Round of wood", "star-traders", ("red", "blue", "green", "yellow"), ""),
)
"""Title, system, seats, and the seat that is left free."""
MORE: list[Callable[[Club, list[Player]], None]] = []
"""What layers above show in the club: each makes what is not there yet."""
HOURS = {"interval_time": "12h", "turn_time": "72h"}


def make() -> Club:
    """The club with its bots and games; whatever is there already stays as it is. Games with no free seat begin."""
    club, _ = Club.objects.get_or_create(
        slug=CLUB,
        defaults={
            "name": "Demonstration club",
            "about": "Players of wood play here by real letters. One seat is free: take it, and answer your first letter.",
        },
    )
    bots = [_bot(name) for name in WOODS]
    for title, system, colours, free in GAMES:
        if not Game.objects.filter(club=club, title=title).exists():
            game = play.create(system, colours, {}, HOURS, title=title, club=club)
            _seat(game, bots, free)
            if not free:
                play.begin(game.pk)
    for more in MORE:
        more(club, bots)
    return club


def another() -> Game:
    """One voyage more, with bots on all seats but the first: for the newcomer who finds no seat free."""
    club = make()
    title, system, colours, free = GAMES[0]
    number = Game.objects.filter(club=club, title__startswith=title).count() + 1
    game = play.create(system, colours, {}, HOURS, title=f"{title} {number}", club=club)
    _seat(game, [_bot(name) for name in WOODS], free)
    return game


def _bot(name: str) -> Player:
    """A player of wood, whose mailbox is kept by the embedded post office."""
    address = f"{name.lower()}@wood.{settings.POST_DOMAIN}"
    found = Player.objects.filter(email=address).first()
    return found or Player.objects.create_user(address, display_name=name)


def _seat(game: Game, bots: list[Player], free: str) -> None:
    for seat, bot in zip((s for s in Seat.objects.filter(game=game) if s.colour != free), bots, strict=False):
        seat.player, seat.bot = bot, True
        seat.save(update_fields=["player", "bot"])
