"""Players of a scenario, by name."""

from __future__ import annotations

from traders.models import Game, Player, Sitting


def called(game: Game, name: str) -> Player:
    """The player called `name`: of a seat (`red`), of a seat when the game began (`first red`), or
    else the account of that name, made if missing.
    """
    place = game.seats.select_related("player").filter(colour=name).first()
    if place is not None and place.player is not None:
        return place.player
    first = (
        Sitting.objects.filter(seat__game=game, seat__colour=name.removeprefix("first "))
        .select_related("player")
        .first()
    )
    if name.startswith("first ") and first is not None and first.player is not None:
        return first.player
    return account(name)


def account(name: str) -> Player:
    """The account of that name, made if missing."""
    address = f"{'.'.join(name.lower().split())}@example.org"
    return Player.objects.filter(email=address).first() or Player.objects.create_user(
        address, display_name=name[:40]
    )
