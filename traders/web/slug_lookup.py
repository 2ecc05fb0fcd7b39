"""A game, a club or a season by its name in an address, for a reader who may see it: 404 for all
others, who do not even learn that there is one. And the reader as an organizer: 403 for others.
"""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from traders.domain.people import club_roles, visibility
from traders.domain.read_models.game_for_reader import game_of
from traders.models import Club, Game, Player, Season, SeasonPhase


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
    club = club_called(slug, _reader(request))
    return club, organizer(request, club)


def organizer(request: HttpRequest, club: Club) -> Player:
    """The reader, who must run the club (PR-CLUB-01)."""
    reader = request.user
    if not isinstance(reader, Player) or not club_roles.organizes(reader, club):
        raise PermissionDenied(f"Only organizers of {club.name} can do this.")
    return reader


def season_called(request: HttpRequest, club: str, slug: str) -> Season:
    """The season of that address; a draft is seen by the club's organizers alone."""
    there = club_called(club, _reader(request))
    found = get_object_or_404(Season.objects.select_related("club"), club=there, slug=slug)
    if found.phase == SeasonPhase.DRAFT and not runs(request, found.club):
        raise Http404("There is no such season.")
    return found


def runs(request: HttpRequest, club: Club) -> bool:
    """Whether the reader runs the club."""
    return club_roles.organizes(_reader(request), club)


def _reader(request: HttpRequest) -> Player | None:
    return request.user if isinstance(request.user, Player) else None
