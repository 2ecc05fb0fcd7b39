"""A game, a club or a season by its name in an address, for a reader who may see it: 404 for all
others, who do not even learn that there is one. And the reader: as an organizer, or as who has a
seat, 403 for others.
"""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from traders.domain.people import club_roles, visibility
from traders.domain.read_models.game_for_reader import game_of
from traders.models import Club, Game, Player, Season, SeasonPhase, Seat


def reader_of(request: HttpRequest) -> Player | None:
    """Who looks; None for somebody who is signed out."""
    return request.user if request.user.is_authenticated else None


def signed_in(request: HttpRequest) -> Player:
    """Who looks at a page that asks everybody to sign in."""
    reader = reader_of(request)
    assert reader is not None
    return reader


def game_called(slug: str, reader: Player | None) -> Game:
    """The game with its club and deadline; 404 where there is none that the reader may see."""
    game = game_of(slug, reader)
    if game is None:
        raise Http404("There is no such game.")
    return game


def seat_had(request: HttpRequest, slug: str) -> Seat:
    """The reader's seat in the game of that address; 403 where they have none."""
    game, reader = game_called(slug, reader_of(request)), reader_of(request)
    seat = Seat.objects.filter(game=game, player=reader, left=None).first()
    if seat is None:
        raise PermissionDenied("You have no seat in this game.")
    seat.game = game
    return seat


def club_called(slug: str, reader: Player | None) -> Club:
    """The club; 404 where there is none that the reader may see."""
    club = visibility.clubs_seen(reader).filter(slug=slug).first()
    if club is None:
        raise Http404("There is no such club.")
    return club


def club_run(request: HttpRequest, slug: str) -> tuple[Club, Player]:
    """The club, and the reader, who must run it."""
    club = club_called(slug, reader_of(request))
    return club, organizer(request, club)


def organizer(request: HttpRequest, club: Club) -> Player:
    """The reader, who must run the club (PR-CLUB-01)."""
    reader = reader_of(request)
    if reader is None or not club_roles.organizes(reader, club):
        raise PermissionDenied(f"Only organizers of {club.name} can do this.")
    return reader


def season_called(request: HttpRequest, club: str, slug: str) -> Season:
    """The season of that address; a draft is seen by the club's organizers alone."""
    there = club_called(club, reader_of(request))
    found = get_object_or_404(Season.objects.select_related("club"), club=there, slug=slug)
    if found.phase == SeasonPhase.DRAFT and not runs(request, found.club):
        raise Http404("There is no such season.")
    return found


def runs(request: HttpRequest, club: Club) -> bool:
    """Whether the reader runs the club."""
    return club_roles.organizes(reader_of(request), club)
