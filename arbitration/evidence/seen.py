"""What a claimant had seen when its order was written (PR-BACKUP-04): by letters that came, by its
page, by what it did itself.
"""

from __future__ import annotations

from datetime import datetime

from arbitration.evidence.dossier import undone
from arbitration.evidence.items import DisputedMoment, hour, moves
from arbitration.models import Claim
from traders.domain.calendar import clock
from traders.domain.post.delivery_reports import BY_MAIL
from traders.engines.kernel.words import named
from traders.models import Arrival, Entry, Kind, Letter, LetterKind, Look, Report, ReportKind


def seen(claim: Claim, at: DisputedMoment | None) -> list[str]:
    """Sentences for the referee; none where the claim is about no moment. Times are UTC."""
    if at is None:
        return []
    by = clock.whole(claim.letter.taken) if claim.letter else claim.made
    shown = sorted(
        (*undone(claim.game, at, claim.entry).chance, *undone(claim.game, at, claim.entry).reveals)
    )
    what = (
        f"The first thing revealed since is {moves(shown[:1])}."
        if shown
        else "Nothing was revealed since."
    )
    return [
        f"The order was written by {hour(by)}, when the server took it. {what}",
        *_known(claim, at, by, shown[0] if shown else 0),
    ]


def _known(claim: Claim, at: DisputedMoment, by: datetime, revealed: int) -> list[str]:
    seat = claim.seat
    came, sent = _delivered(claim, by), _taken(claim, by)
    look, wrote = _look(claim, by), _wrote(claim, at, by)
    did = _did(claim, at, by, revealed) if revealed else []
    sentences = [
        f"The latest letter reported as delivered to {named(seat)} by then tells move {came.entry}."
        if came
        else "",
        f"Our mail server had taken a letter to {named(seat)} that tells move {sent.entry}; "
        "nothing is known of its delivery."
        if sent and not (came and came.entry >= sent.entry)
        else "",
        f"{named(seat)} had looked at the game's page after move {look.entry}, at {hour(look.at)}."
        if look
        else f"{named(seat)} is not known to have looked.",
        f"{named(seat)} had written to the server since, last at {hour(clock.whole(wrote.taken))}."
        if wrote
        else "",
        f"{named(seat)} had given orders of its own after what was revealed: {moves(did)}."
        if did
        else "",
    ]
    if revealed:
        shown = [came and came.entry, look and look.entry, *did]
        sentences.append(
            "So it had been shown what was revealed."
            if any(number and number >= revealed for number in shown)
            else "So it is not known whether it had seen what was revealed."
        )
    return [sentence for sentence in sentences if sentence]


def _delivered(claim: Claim, by: datetime) -> Letter | None:
    """The letter that tells most of those whose delivery was reported."""
    told = Report.objects.filter(
        letter__game=claim.game,
        letter__seat=claim.seat,
        kind=ReportKind.DELIVERED,
        at__lte=by,
        taken__lte=claim.made,
    ).exclude(source=BY_MAIL)
    latest = told.select_related("letter").order_by("-letter__entry", "at").first()
    return latest.letter if latest else None


def _taken(claim: Claim, by: datetime) -> Letter | None:
    """The letter that tells most of those that our mail server had taken."""
    sent = Letter.objects.filter(game=claim.game, seat=claim.seat, accepted__lte=by)
    return sent.exclude(kind=LetterKind.NOTE).order_by("-entry").first()


def _look(claim: Claim, by: datetime) -> Look | None:
    """The seat's latest look at the game's page."""
    looks = Look.objects.filter(seat__game=claim.game, seat__colour=claim.seat, at__lte=by)
    return looks.order_by("-entry").first()


def _wrote(claim: Claim, at: DisputedMoment, by: datetime) -> Arrival | None:
    """The seat's latest letter since the moment."""
    letters = Arrival.objects.filter(
        game=claim.game, seat__colour=claim.seat, taken__gte=at.begun, taken__lt=by
    )
    return letters.order_by("-taken").first()


def _did(claim: Claim, at: DisputedMoment, by: datetime, revealed: int) -> list[int]:
    """The seat's own orders after what was revealed, by their moves."""
    own = Entry.objects.filter(
        game=claim.game,
        seat=claim.seat,
        kind=Kind.ORDER,
        number__gt=max(revealed, at.entry),
        at__lte=by,
    ).exclude(number=at.key if at.kind == "order" else 0)
    return list(own.order_by("number").values_list("number", flat=True))
