"""A game or a club by its name in an address, for a reader who may see it: 404 for all others, who
do not even learn that there is one. And the reader as an organizer: 403 for who is none.
"""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from traders.domain.people import club_roles, visibility
from traders.domain.read_models.game_for_reader import game_of
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


def club_run(request: HttpRequest, slug: str) -> tuple[Club, Player]:
    """The club, and the reader, who must run it."""
    club = club_called(slug, request.user if isinstance(request.user, Player) else None)
    return club, organizer(request, club)


def organizer(request: HttpRequest, club: Club) -> Player:
    """The reader, who must run the club (PR-CLUB-01)."""
    reader = request.user
    if not isinstance(reader, Player) or not club_roles.organizes(reader, club):
        raise PermissionDenied(f"Only organizers of {club.name} can do this.")
    return reader
