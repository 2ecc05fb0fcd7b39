"""Deadlines in the evidence: each step of a deadline at its own hour, as it stood then, and what
moved it (PR-EVIDENCE-01). Nothing of what moved it later is told of an earlier hour.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime

from django.db.models import Q, QuerySet

from arbitration.evidence.evidence_types import EvidenceItem, Weight, hour
from arbitration.models import Appeal, Claim, Ruling
from traders.domain.calendar import clock
from traders.domain.deadlines import heartbeat_and_outages
from traders.domain.post.delivery_reports import BY_MAIL
from traders.models import (
    OF_PLAY,
    Absence,
    Deadline,
    DeadlineKind,
    Entry,
    Heartbeat,
    Kind,
    Letter,
    Proposal,
    Report,
    Sealed,
    SealedKind,
    at_once,
)

SOURCE = "deadline"
Causes = dict[datetime, list[str]]
"""What happened in a second that moves deadlines, in words."""


def rows_since(claim: Claim, begin: datetime) -> QuerySet[Deadline]:
    """Deadlines of play that were open at some time from `begin` until the claim was made."""
    rows = Deadline.objects.filter(game=claim.game, kind__in=OF_PLAY, set_at__lt=claim.made)
    return rows.filter(Q(done_at=None) | Q(done_at__gte=begin)).order_by("pk")


def items(
    claim: Claim, begin: datetime, rows: Iterable[Deadline], spans: list[Heartbeat]
) -> Iterator[EvidenceItem]:
    """An item for each step of each deadline, for the referee who is asked: a step may come from a
    notice of which only its seat knows.
    """
    causes = _causes(claim, begin, spans)
    for row in rows:
        name = f"{row.kind} {row.key}" + (f" of {row.seat}" if row.seat else "")
        for number, (at, due) in enumerate(_steps(row)):
            if at >= claim.made:
                break
            until = f"due {hour(due)}" if due else "standing still"
            if number == 0:
                yield _item(at, f"A deadline was set: {name}, {until}", row.seat)
                continue
            why = "; ".join(dict.fromkeys(causes.get(clock.whole(at), ())))
            moved = f"A deadline moved: {name}, {until}" + (f". Why: {why}" if why else "")
            yield _item(at, moved, row.seat)
        if row.done_at is not None and row.done_at < claim.made:
            yield _item(row.done_at, f"A deadline was over: {name}", row.seat)


def _item(at: datetime, text: str, seat: str) -> EvidenceItem:
    return EvidenceItem(at, text, SOURCE, Weight.SERVER, (), seat)


def _steps(row: Deadline) -> list[tuple[datetime, datetime | None]]:
    """When it was set or moved, and to which due time; None while it stood still."""
    steps = [
        (datetime.fromisoformat(at), datetime.fromisoformat(due) if due else None)
        for at, due in row.moves
    ]
    return steps or [(row.set_at, row.due)]


# --- what moved them ------------------------------------------------------------------------------


def _causes(claim: Claim, begin: datetime, spans: list[Heartbeat]) -> Causes:
    """What happened from `begin` until the claim was made that moves deadlines."""
    game, span = claim.game, (begin, claim.made)
    claims, appeals, pauses, holds, letters, reports, away, entries, votes, rulings = at_once(
        Claim.objects.filter(game=game).exclude(frozen_from=None),
        Appeal.objects.filter(claim__game=game).exclude(frozen_from=None),
        Deadline.objects.filter(game=game, kind=DeadlineKind.PAUSE),
        Sealed.objects.filter(game=game, kind=SealedKind.HOLD, at__range=span),
        Letter.objects.filter(game=game, asks=True, accepted__range=span),
        Report.objects.filter(letter__game=game, letter__asks=True, taken__range=span).exclude(
            source=BY_MAIL
        ),
        Absence.objects.filter(seat__game=game),
        Entry.objects.filter(game=game, at__range=span, kind__in=_BY_ENTRY),
        Proposal.objects.filter(game=game, settled__range=span, outcome="passed"),
        Ruling.objects.filter(claim__game=game, at__range=span),
    )
    found: Causes = defaultdict(list)

    def note(at: datetime | None, words: str) -> None:
        if at is not None:
            found[clock.whole(at)].append(words)

    for frozen in (*claims, *appeals):
        rule = "PR-CLAIM-03" if isinstance(frozen, Claim) else "PR-APPEAL-01"
        note(frozen.frozen_from, f"the game was frozen ({rule})")
        note(frozen.frozen_to, f"the freeze was over ({rule})")
    for pause in pauses:
        note(pause.set_at, "the game was paused (PR-SEAT-03)")
        note(pause.done_at, "the pause was over (PR-SEAT-03)")
    for hold in holds:
        note(hold.at, "a seat asked for time (PR-INTERVAL-07)")
    for letter in letters:
        note(letter.accepted, "a notice left our mail server (PR-MAIL-01)")
    for report in reports:
        note(report.taken, f"a notice was reported: {report.get_kind_display()} (PR-MAIL-01)")
        note(report.at, f"a notice was reported: {report.get_kind_display()} (PR-MAIL-01)")
    for absence in away:
        note(absence.announced, "a seat announced absence (PR-TURN-06)")
        note(absence.ends, "a seat was back (PR-TURN-06)")
    for gap in heartbeat_and_outages.between(spans):
        note(gap.end, "the server had been down (PR-MAIL-03)")
    for vote in votes:
        note(vote.settled, f"the table agreed: proposal {vote.number} (PR-SEAT-03)")
    for ruling in rulings:
        note(ruling.at, "a ruling was carried out (PR-REMEDY-06)")
    for entry in entries:
        note(entry.at, f"{_BY_ENTRY[Kind(entry.kind)]}, move {entry.number}")
    return found


_BY_ENTRY = {
    Kind.ORDER: "play went on",
    Kind.CHANCE: "play went on",
    Kind.CLOSE: "play went on",
    Kind.DEAL: "play went on",
    Kind.HAGGLE: "time for a bargain",
    Kind.BACK_UP: "play backed up (PR-BACKUP-01)",
    Kind.SETTINGS: "settings were changed",
    Kind.DECISION: "the organizer decided",
}
"""What an entry of a kind does to deadlines."""
