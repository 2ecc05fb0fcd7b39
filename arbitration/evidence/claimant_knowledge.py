"""The claimant's knowledge when its order was written: from letters, the page, and its own deeds
(PR-BACKUP-04).
"""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet

from arbitration.evidence.evidence_file import undone
from arbitration.evidence.evidence_types import DisputedMoment, hour, moves
from arbitration.models import Claim
from traders.domain.calendar import clock
from traders.domain.post.delivery_reports import BY_MAIL
from traders.engines.kernel.words import named
from traders.models import (
    Arrival,
    Entry,
    Kind,
    Letter,
    LetterKind,
    Look,
    Report,
    ReportKind,
    at_once,
)


def seen(claim: Claim, at: DisputedMoment | None) -> list[str]:
    """Sentences for the referee, times in UTC; empty if the claim is about no moment."""
    if at is None:
        return []
    by = clock.whole(claim.letter.taken) if claim.letter else claim.made
    since = undone(claim.game, at, claim.entry)
    revealed = sorted((*since.chance, *since.reveals))
    first = (
        f"The first thing revealed since is {moves(revealed[:1])}."
        if revealed
        else "Nothing was revealed since."
    )
    return [
        f"The order was written by {hour(by)}, when the server took it. {first}",
        *_known(claim, at, by, revealed[0] if revealed else 0),
    ]


def _known(claim: Claim, at: DisputedMoment, by: datetime, revealed: int) -> list[str]:
    seat = claim.seat
    reports, sent, looks, letters, entries = at_once(
        _delivered(claim, by)[:1],
        _accepted(claim, by)[:1],
        _looks(claim, by)[:1],
        _wrote(claim, at, by)[:1],
        _own_orders(claim, at, by, revealed),
    )
    delivered = next((report.letter for report in reports), None)
    accepted, looked, wrote = (next(iter(rows), None) for rows in (sent, looks, letters))
    own_orders = [entry.number for entry in entries] if revealed else []
    sentences = [
        f"The latest letter reported as delivered to {named(seat)} by then tells move "
        f"{delivered.entry}."
        if delivered
        else "",
        f"Our mail server had taken a letter to {named(seat)} that tells move {accepted.entry}; "
        "nothing is known of its delivery."
        if accepted and not (delivered and delivered.entry >= accepted.entry)
        else "",
        f"{named(seat)} had looked at the game's page after move {looked.entry}, at "
        f"{hour(looked.at)}."
        if looked
        else f"{named(seat)} is not known to have looked.",
        f"{named(seat)} had written to the server since, last at {hour(clock.whole(wrote.taken))}."
        if wrote
        else "",
        f"{named(seat)} had given orders of its own after what was revealed: {moves(own_orders)}."
        if own_orders
        else "",
    ]
    if revealed:
        seen_entries = [delivered and delivered.entry, looked and looked.entry, *own_orders]
        sentences.append(
            "So it had been shown what was revealed."
            if any(number and number >= revealed for number in seen_entries)
            else "So it is not known whether it had seen what was revealed."
        )
    return [sentence for sentence in sentences if sentence]


def _delivered(claim: Claim, by: datetime) -> QuerySet[Report]:
    """Reports of delivered letters, that of the letter which covers most moves first."""
    reports = Report.objects.filter(
        letter__game=claim.game,
        letter__seat=claim.seat,
        kind=ReportKind.DELIVERED,
        at__lte=by,
        taken__lte=claim.made,
    ).exclude(source=BY_MAIL)
    return reports.select_related("letter").order_by("-letter__entry", "at")


def _accepted(claim: Claim, by: datetime) -> QuerySet[Letter]:
    """Letters accepted by our mail server, the one that covers most moves first."""
    sent = Letter.objects.filter(game=claim.game, seat=claim.seat, accepted__lte=by)
    return sent.exclude(kind=LetterKind.NOTE).order_by("-entry")


def _looks(claim: Claim, by: datetime) -> QuerySet[Look]:
    """The seat's visits to the game's page, the latest first."""
    looks = Look.objects.filter(seat__game=claim.game, seat__colour=claim.seat, at__lte=by)
    return looks.order_by("-entry")


def _wrote(claim: Claim, at: DisputedMoment, by: datetime) -> QuerySet[Arrival]:
    """The seat's letters since the moment, the latest first."""
    letters = Arrival.objects.filter(
        game=claim.game, seat__colour=claim.seat, taken__gte=at.begun, taken__lt=by
    )
    return letters.order_by("-taken")


def _own_orders(claim: Claim, at: DisputedMoment, by: datetime, revealed: int) -> QuerySet[Entry]:
    """The seat's own orders after the revelation."""
    own = Entry.objects.filter(
        game=claim.game,
        seat=claim.seat,
        kind=Kind.ORDER,
        number__gt=max(revealed, at.entry),
        at__lte=by,
    ).exclude(number=at.key if at.kind == "order" else 0)
    return own.order_by("number")
