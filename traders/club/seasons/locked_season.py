"""A season's row, locked: two organizers at once act one after the other, each on what is there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from traders.domain.calendar import clock
from traders.domain.people import club_roles, quotas
from traders.engines.kernel.refusal import Refusal
from traders.models import Letter, Player, Season, SeasonPhase

BEFORE_THE_END = tuple(phase for phase in SeasonPhase if phase != SeasonPhase.OVER)
BEFORE_A_ROUND = (SeasonPhase.DRAFT, SeasonPhase.REGISTERING, SeasonPhase.DRAWN)


@contextmanager
def hold(season_id: int, *phases: SeasonPhase, by: Player | None = None) -> Iterator[Season]:
    """The season, locked for one change. Refuses another phase than those named, and `by`, if
    given, who does not run its club, or would fill others' mailboxes.
    """
    with transaction.atomic():
        season = (
            Season.objects.select_for_update(of=("self",)).select_related("club").get(pk=season_id)
        )
        if by is not None and not club_roles.organizes(by, season.club):
            raise Refusal(f"Only an organizer of {season.club.name} does this.", "PR-CLUB-01")
        if phases and season.phase not in phases:
            raise Refusal(
                f"{season.name} is {season.get_phase_display()}: this cannot be done now.",
                kind="stale",
            )
        run_by = club_roles.organizers(season.club)
        limit = nullcontext() if by is None else quotas.deciding(letters_of(season), now(), run_by)
        with limit:
            yield season


def letters_of(season: Season) -> QuerySet[Letter]:
    """Letters about the season."""
    return Letter.objects.filter(game=None, key__startswith=f"{named(season)}.")


def named(season: Season) -> str:
    """The beginning of the keys of its letters."""
    return f"s{season.pk}"


def now() -> datetime:
    """The second in which something is done."""
    return clock.taken()


def why_in_words(why: str) -> str:
    """A director's reason, on one line. Refused where there is none: all read it."""
    words = " ".join(why.split())[:300]
    if not words:
        raise Refusal("Say why: everybody in the division reads it.", "PR-SEASON-04")
    return words.rstrip(".") + "."
