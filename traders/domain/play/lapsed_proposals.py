"""Proposals that are before the table no more, though nobody's vote ended them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from traders.domain.deadlines import deadline_changes
from traders.models import DeadlineKind, Game, Proposal


def lapse(game: Game, found: Iterable[Proposal], now: datetime) -> list[int]:
    """End these proposals of the game; returns their numbers. Whoever calls tells of it."""
    ended = []
    for proposal in found:
        proposal.settled, proposal.outcome = now, "lapsed"
        proposal.save()
        ended.append(proposal.number)
    keys = [str(number) for number in ended]
    deadline_changes.due_no_more(game, DeadlineKind.VOTE, keys, now)
    return ended
