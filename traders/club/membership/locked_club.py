"""A club under its lock: whoever changes who belongs to it waits for the one who does so now, and
is looked at again.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from traders.domain.people import club_roles
from traders.engines.kernel.refusal import Refusal
from traders.models import Club, Player


@contextmanager
def locked(club_id: int, by: Player | None = None) -> Iterator[Club]:
    """The club, locked until the end. `by`: who acts as its organizer. Raises `Refusal` where that
    is not, or no more, one.
    """
    with transaction.atomic():
        club = Club.objects.select_for_update().get(pk=club_id)
        if by is not None and not club_roles.organizes(by, club):
            raise Refusal("You are not an organizer of this club.", kind="stale")
        yield club


def is_open(club: Club) -> None:
    """Raise `Refusal` where the club is closed."""
    if club.closed is not None:
        raise Refusal(f"{club} is closed: nobody joins it any more.", kind="stale")
