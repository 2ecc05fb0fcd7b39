"""What the pages of a season share: the season of an address, its reader, and who may see it."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from traders.domain.people import club_roles
from traders.models import Club, Season, SeasonPhase
from traders.web.game_page import reader_of
from traders.web.slug_lookup import club_called


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
