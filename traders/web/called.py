"""A game or a club by its name in an address, for a reader who may see it: 404 for all others, who
do not even learn that there is one.
"""

from __future__ import annotations

from django.http import Http404

from traders.domain.people import visibility
from traders.domain.seen.game_seen import game_of
from traders.models import Club, Game, Player


def game_called(slug: str, reader: Player | None) -> Game:
    """The game with its club and deadline; 404 where there is none that the reader may see."""
    game = game_of(slug, reader)
    if game is None:
        raise Http404("There is no such game.")
    return game


def club_called(slug: str, reader: Player | None) -> Club:
    """The club; 404 where there is none that the reader may see."""
    club = visibility.clubs_seen(reader).filter(slug=slug).first()
    if club is None:
        raise Http404("There is no such club.")
    return club
