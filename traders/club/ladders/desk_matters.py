"""Ladders at the organizer's desk: challenges that wait for an answer."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from traders.club.desk.organizer_waiting_matters import Waiting
from traders.club.ladders.ladder_letters import title_of
from traders.engines.kernel.words import count
from traders.models import ChallengeState, Club

SOON = timedelta(days=1)


def waiting(club: Club, now: datetime) -> Iterator[Waiting]:
    """Challenges that are not answered, a sentence a ladder. They end by themselves: one that is
    overdue all the same needs the organizer.
    """
    for ladder in club.ladders.filter(closed=None):
        dues = list(
            ladder.challenges.filter(state=ChallengeState.OPEN).values_list("due", flat=True)
        )
        if not dues:
            continue
        late = sum(due < now - SOON for due in dues)
        soon = sum(due <= now + SOON for due in dues) - late
        words = f"{title_of(ladder)}: {count(len(dues), 'challenge')} not answered"
        words += f", {soon} of them due today" if soon else ""
        words += f", {late} overdue for a day: tell the operator" if late else ""
        yield Waiting(f"{words}.", late > 0)
