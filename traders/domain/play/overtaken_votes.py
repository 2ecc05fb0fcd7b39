"""Proposals that are before the table no more, though nobody's vote ended them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from traders.domain.deadlines import deadline_changes
from traders.domain.table.change_set import ChangeSet
from traders.models import DeadlineKind, Game, Proposal


def lapse(
    game: Game, found: Iterable[Proposal], why: str, now: datetime, change_set: ChangeSet
) -> None:
    """End these proposals of the game; all are told `why`, a sentence's end."""
    for proposal in found:
        proposal.settled, proposal.outcome = now, "lapsed"
        proposal.save()
        deadline_changes.due_no_more(game, DeadlineKind.VOTE, [str(proposal.number)], now)
        change_set.notices.append(f"Proposal {proposal.number} has lapsed: {why}")
