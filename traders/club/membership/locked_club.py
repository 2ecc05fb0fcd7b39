"""A club under its lock: whoever changes who belongs to it waits for the one who does so now, and
is looked at again.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from django.db import transaction
from django.db.models import QuerySet

from traders.domain.calendar import clock
from traders.domain.people import club_roles, quotas
from traders.engines.kernel.refusal import Refusal
from traders.models import Club, Letter, Player


@contextmanager
def locked(club_id: int, by: Player | None = None) -> Iterator[Club]:
    """The club, locked until the end. `by`: who acts as its organizer. Raises `Refusal` where that
    is not, or no more, one, or would fill others' mailboxes.
    """
    with transaction.atomic():
        club = Club.objects.select_for_update().get(pk=club_id)
        if by is not None and not club_roles.organizes(by, club):
            raise Refusal("You are not an organizer of this club.", kind="stale")
        with nullcontext() if by is None else quotas.deciding(letters_of(club), clock.now(), [by]):
            yield club


def letters_of(club: Club) -> QuerySet[Letter]:
    """Letters about belonging to the club."""
    return Letter.objects.filter(game=None, key__startswith=f"{named(club)}.")


def named(club: Club) -> str:
    """The beginning of the keys of its letters."""
    return f"club{club.pk}"


def is_open(club: Club) -> None:
    """Raise `Refusal` where the club is closed."""
    if club.closed is not None:
        raise Refusal(f"{club} is closed: nobody joins it any more.", kind="stale")
