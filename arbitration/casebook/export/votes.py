"""Proposals and votes as scenario steps: those that no letter tells (PR-SEAT-03, PR-BACKUP-05)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from datetime import datetime

from django.db.models import Q, QuerySet

from arbitration.casebook.export.starting_entries import Beginning
from arbitration.models import Ruling
from traders.domain.calendar import clock
from traders.domain.play.proposal_words_and_lapse import in_line
from traders.models import Arrival, Game, Proposal

VOTE = re.compile(r"\bvote (yes|no) (\d+)", re.IGNORECASE)
_VOTES = re.compile(r"\bvote (?:yes|no)\b", re.IGNORECASE)
PASSED = "passed"


def vote_lines(
    ruling: Ruling, begin: Beginning, letters: Collection[Arrival]
) -> Iterator[tuple[str, datetime, str]]:
    """Seat, time and text of proposals up to the ruling, first those that waited at the beginning,
    and of the votes on them. Of a vote its time is not kept: it is told with the proposal, or when
    that has passed.
    """
    game = ruling.claim.game
    for proposal in _since(game, begin).filter(made__lte=ruling.at).prefetch_related("ballots"):
        made = max(clock.whole(proposal.made), begin.clock)
        yield proposal.seat, made, in_line(proposal, begin.number)
        passed = proposal.outcome == PASSED and proposal.settled and proposal.settled <= ruling.at
        until = proposal.settled if passed and proposal.settled else ruling.at
        by_letter = {
            one.seat.colour
            for one in letters
            if one.seat is not None
            and made <= (one.counts_from or one.taken) < until + clock.SECOND
            and _VOTES.search(str(one.notes.get("orders", "")))
        }
        number = numbered(game, begin, proposal.number)
        for ballot in proposal.ballots.exclude(seat=proposal.seat).order_by("pk"):
            if ballot.seat not in by_letter:
                vote = f"vote {'yes' if ballot.yes else 'no'} {number}"
                yield ballot.seat, clock.whole(until) if passed else made, vote


def numbered(game: Game, begin: Beginning, number: int) -> int:
    """A proposal's number among those of the scenario."""
    return _since(game, begin).filter(number__lte=number).count()


def _since(game: Game, begin: Beginning) -> QuerySet[Proposal]:
    """The proposals that waited at the beginning or were made since."""
    waited = Q(settled=None) | Q(settled__gt=begin.clock)
    return Proposal.objects.filter(waited | Q(made__gte=begin.clock), game=game)
