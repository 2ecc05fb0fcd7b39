"""Letters that tell a member what became of them in the club, and organizers who asks to join."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.urls import reverse

from traders.club.membership.locked_club import named
from traders.domain.calendar import clock
from traders.domain.letters import seatless_letters
from traders.domain.people import club_roles
from traders.models import Club, Player


def page_of(club: Club) -> str:
    """The address of the club's page."""
    return settings.SITE_URL + reverse("club", args=[club.slug])


def tell(player: Player, club: Club, subject: str, *paragraphs: str, page: str = "") -> None:
    """Write to one player about the club."""
    key = f"{named(club)}.{secrets.token_hex(8)}"  # each is another, also within a second
    page = page or page_of(club)
    seatless_letters.write(player, None, key, subject, paragraphs, at=clock.now(), page=page)


def tell_organizers(club: Club, subject: str, *paragraphs: str) -> None:
    """Write to all who run the club; the letter leads to the list of its members."""
    page = settings.SITE_URL + reverse("club-members", args=[club.slug])
    for organizer in club_roles.organizers(club):
        tell(organizer, club, subject, *paragraphs, page=page)
