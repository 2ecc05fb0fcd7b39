"""A ladder's row, locked for one change."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from traders.club.ladders.ladder_standings import standing_of
from traders.domain.calendar import clock
from traders.domain.people import club_roles
from traders.engines.kernel.refusal import Refusal
from traders.models import Ladder, LadderStep, Player, StepKind

RULE = "PR-SEAT-09"
"""The rule of ladders."""


@contextmanager
def hold(ladder_id: int, *, by: Player | None = None, open_: bool = False) -> Iterator[Ladder]:
    """The ladder, locked. Refuses `by`, if given, who does not run its club, and where it has to be
    `open_`, one that is closed.
    """
    with transaction.atomic():
        rows = Ladder.objects.select_for_update(of=("self",)).select_related("club")
        ladder = rows.get(pk=ladder_id)
        if by is not None and not club_roles.organizes(by, ladder.club):
            raise Refusal(f"Only an organizer of {ladder.club.name} does this.", "PR-CLUB-01")
        if open_ and is_closed(ladder):
            raise Refusal("This ladder is closed: no challenge begins on it.", RULE, kind="stale")
        yield ladder


def is_closed(ladder: Ladder) -> bool:
    """Whether it is closed, or its club."""
    return ladder.closed is not None or ladder.club.closed is not None


def step(
    ladder: Ladder, kind: StepKind, player: Player, other: Player | None = None, costs: int = 0
) -> None:
    """Add a step to a ladder that is held."""
    LadderStep.objects.create(
        ladder=ladder, kind=kind, player=player, other=other, costs=costs, at=clock.taken()
    )


def rung(ladder: Ladder, player: Player) -> int:
    """Somebody's rung now, from 1."""
    return standing_of(ladder).rung(player)
