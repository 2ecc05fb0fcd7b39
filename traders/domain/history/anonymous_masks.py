"""Masks: numbers under which seats write where messages are anonymous (PR-SEAT-08).

They follow from the game's seed without a roll of its dice: each seat's mask is its place among the
HMACs of `mask:<colour>` under the seed. When the seed is published anybody can work them out.
"""

from __future__ import annotations

import hmac

from traders.domain.history import seed_encryption
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import named
from traders.models import Game, Press


def numbers(game: Game) -> dict[Seat, int]:
    """The mask of each seat, from 1. Told to nobody while the game is played."""
    seed = seed_encryption.unlock(game.secret)
    colours = game.seats.values_list("colour", flat=True)
    drawn = sorted(
        colours, key=lambda colour: hmac.digest(seed, f"mask:{colour}".encode(), "sha256")
    )
    return {colour: place for place, colour in enumerate(drawn, 1)}


def opened(game: Game) -> list[str]:
    """What all are told when the game is over: who was behind each mask; nothing where none was
    worn.
    """
    if not Press.objects.filter(game=game, masked=True).exists():
        return []
    told = [f"mask {mask} was {named(seat)}" for seat, mask in numbers(game).items()]
    return [f"The masks are off: {', '.join(told)}."]
