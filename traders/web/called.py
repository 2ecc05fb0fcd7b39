"""A game or a club by its name in an address, for a reader who may see it: 404 for all others, who
do not even learn that there is one.
"""

from __future__ import annotations

from django.http import Http404

from traders.domain.people import visibility
from traders.models import Club, Game, Player
from traders.web.game_page import with_deadline
from traders.web.talk import with_talk


def game_called(slug: str, reader: Player | None) -> Game:
    """The game with its club and deadline; 404 where there is none that the reader may see."""
    games = with_talk(with_deadline(Game.objects.select_related("club"))).filter(slug=slug)
    game = visibility.games_seen(games, reader).first()
    if game is None and reader is not None:
        hidden = games.first()
        game = hidden if hidden is not None and visibility.may_see(reader, hidden) else None
    if game is None:
        raise Http404("There is no such game.")
    return game


def club_called(slug: str, reader: Player | None) -> Club:
    """The club; 404 where there is none that the reader may see."""
    club = visibility.clubs_seen(reader).filter(slug=slug).first()
    if club is None:
        raise Http404("There is no such club.")
    return club
