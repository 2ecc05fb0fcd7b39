"""The evidence minute by minute: each piece with its time, its source, its weight, and who may be
told of it (PR-EVIDENCE-01).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db.models import Q

from arbitration.evidence.items import DisputedMoment, Piece, Weight, hour
from arbitration.evidence.transfer_lines import mail
from arbitration.models import Claim
from traders.domain.calendar import clock
from traders.domain.deadlines import deadlines, heartbeat
from traders.domain.play.rewinding import AGAIN, used_by
from traders.domain.post.delivery_reports import BY_MAIL
from traders.engines.kernel.words import named
from traders.models import (
    Arrival,
    Deadline,
    DeadlineKind,
    Entry,
    Letter,
    LetterKind,
    Look,
    Report,
    ReportKind,
    Sealed,
)
from traders.web import story

BEFORE = timedelta(hours=1)
"""How long before the moment the evidence begins."""


def pieces(claim: Claim, at: DisputedMoment | None) -> tuple[Piece, ...]:
    """All that bears on the claim, by time; of one second the weightiest first, and entries in
    their order. What was known when the claim was made comes out the same whenever it is asked for;
    what players said since is added.
    """
    begin = (at.begun if at else claim.made - timedelta(days=2)) - BEFORE
    found = [
        *_moves(claim, begin),
        *_arrivals(claim, begin),
        *_letters(claim, begin, at),
        *_looks(claim, begin),
        *_deadlines(claim, begin),
        *_said(claim, begin),
        *_outages(claim, begin),
        *_statements(claim),
    ]
    return tuple(
        sorted(
            found,
            key=lambda piece: (
                piece.at,
                piece.weight,
                "" if piece.weight is Weight.HISTORY else piece.text,
            ),
        )
    )


def _moves(claim: Claim, begin: datetime) -> Iterator[Piece]:
    """The history, in the words of its page: what weighs most."""
    latest_first = list(
        Entry.objects.filter(game=claim.game, at__gte=begin, number__lte=claim.entry).order_by(
            "-number"
        )
    )
    for entry, told in reversed(
        list(zip(latest_first, story.tell(latest_first, None), strict=True))
    ):
        said = (
            " ".join(text for text, _ in told.sentences)
            or told.rest
            or f"{named(entry.seat)} {told.order}".strip()
            or entry.get_kind_display()
        )
        yield Piece(
            entry.at,
            f"Move {entry.number}: {said}",
            f"history, {told.source}",
            Weight.HISTORY,
            by=entry.seat,
        )


def _arrivals(claim: Claim, begin: datetime) -> Iterator[Piece]:
    """Letters that came, with the stamps they bear: each for its seat and the referee, since a
    letter may be a pass. They are numbered by seat: a number among all would tell a seat how many
    others wrote (PR-INTERVAL-05).
    """
    rows = (
        Arrival.objects.filter(game=claim.game, taken__gte=begin, taken__lt=claim.made)
        .select_related("seat")
        .order_by("pk")
    )
    numbers: Counter[str] = Counter()
    for arrival in rows:
        seat = arrival.seat.colour if arrival.seat else ""
        numbers[seat] += 1
        name = f"letter {numbers[seat]} of {named(seat) or 'strangers'}"
        to = (seat,) if seat else ()
        orders = str(arrival.notes.get("orders", "")).replace("\n", " / ")
        became = arrival.get_outcome_display() if arrival.outcome else "being read"
        yield Piece(
            arrival.taken.replace(microsecond=0),
            f"A letter of {named(seat) or 'a stranger'} was taken: {orders or '—'} ({became})",
            f"receipt of {name}",
            Weight.SERVER,
            to,
            seat,
        )
        letter = mail(arrival)
        for stamp in letter.stamps:
            if stamp.ours:
                text, weight = f"{stamp.host}, of the receiving side, stamped {name}", Weight.STAMP
            else:
                text = (
                    f"A line that anybody could have written says that {stamp.host} stamped {name}"
                )
                weight = Weight.WORD
            yield Piece(stamp.at, text, name, weight, to, seat)
        if letter.dated:
            yield Piece(letter.dated, f"L{name[1:]} dates itself", name, Weight.DATE, to, seat)


def _letters(claim: Claim, begin: datetime, at: DisputedMoment | None) -> Iterator[Piece]:
    """Notices to the claimant, what providers report of them, and what only a letter says that
    anybody could have written. Letters that are no notice of the moment are aside.
    """
    letters = Letter.objects.filter(
        game=claim.game, seat=claim.seat, written__gte=begin, written__lt=claim.made
    ).exclude(kind=LetterKind.NOTE)
    told = claim.moment.get("told") or 0
    notice = f"{at.kind[:1]}{at.key}" if at is not None and at.kind != "order" else ""
    of_it = {letter.pk for letter in letters if notice and letter.moment == notice}
    of_it |= {
        letter.pk
        for letter in [
            letter for letter in letters.order_by("pk") if told and letter.entry >= told
        ][:1]
    }
    to, seat = (claim.seat,), claim.seat
    for number, letter in enumerate(letters.order_by("pk"), 1):
        aside, source = letter.pk not in of_it, f"letter {number} to {named(seat)}"
        written = f"A letter to {named(seat)} was written, after move {letter.entry}"
        yield Piece(letter.written, written, source, Weight.SERVER, to, seat, aside)
        if letter.accepted and letter.accepted < claim.made:
            text = f"The letter to {named(seat)} was accepted for delivery by our mail server"
            yield Piece(clock.whole(letter.accepted), text, source, Weight.SERVER, to, seat, aside)
    for report in Report.objects.filter(letter__in=letters, taken__lte=claim.made).order_by("pk"):
        aside = report.letter_id not in of_it and report.kind == ReportKind.DELIVERED
        if report.source == BY_MAIL:
            text = (
                f"A letter that anybody could have written says of the letter to {named(seat)}: "
                f"{report.get_kind_display()}"
            )
            yield Piece(clock.whole(report.at), text, "report by mail", Weight.WORD, to, seat)
        else:
            text = f"The letter to {named(seat)} was reported: {report.get_kind_display()}"
            yield Piece(
                clock.whole(report.at),
                text,
                f"report of {report.source}",
                Weight.SERVER,
                to,
                seat,
                aside,
            )


def _looks(claim: Claim, begin: datetime) -> Iterator[Piece]:
    """When the claimant looked at the game's page: for its seat and the referee."""
    for look in Look.objects.filter(
        seat__game=claim.game, seat__colour=claim.seat, at__gte=begin, at__lt=claim.made
    ).order_by("at", "entry"):
        yield Piece(
            look.at,
            f"{named(claim.seat)} looked at the game's page, after move {look.entry}",
            "page",
            Weight.SERVER,
            (claim.seat,),
            claim.seat,
        )


def _deadlines(claim: Claim, begin: datetime) -> Iterator[Piece]:
    """Until when play waited: public."""
    kinds = (DeadlineKind.TURN, DeadlineKind.INTERVAL, DeadlineKind.CHOICE)
    rows = Deadline.objects.filter(game=claim.game, kind__in=kinds, set_at__lt=claim.made).filter(
        Q(done_at=None) | Q(done_at__gte=begin)
    )
    for row in rows.order_by("pk"):
        due = deadlines.due_before(row, claim.made)
        until = f", due {hour(due)}" if due else ", standing still"
        yield Piece(
            row.set_at,
            f"A deadline was set: {row.kind} {row.key}{until}",
            "deadline",
            Weight.SERVER,
        )


def _said(claim: Claim, begin: datetime) -> Iterator[Piece]:
    """What seats said that is not public: each for its seat and the referee (PR-STANDING-05,
    PR-INTERVAL-05).
    """
    rows = Sealed.objects.filter(game=claim.game, at__lt=claim.made).order_by("serial")
    lately = Q(at__gte=begin) | Q(used=None) | Q(used__gte=claim.entry) | Q(data__has_key=AGAIN)
    for row in rows.filter(lately):
        if row.at < begin and used_by(row, claim.entry):
            continue
        when = f"when {row.condition}: " if row.condition else ""
        text = f"{row.seat}, {row.get_kind_display()}: {when}{row.text or '—'}"
        yield Piece(row.at, text, f"sealed {row.serial}", Weight.SERVER, (row.seat,), row.seat)


def _outages(claim: Claim, begin: datetime) -> Iterator[Piece]:
    """Gaps in the server's heartbeat (PR-MAIL-03)."""
    for gap in heartbeat.outages(claim.made):
        if gap.begin <= claim.made and gap.end >= begin:
            yield Piece(
                gap.begin, f"The server was down until {hour(gap.end)}", "heartbeat", Weight.SERVER
            )


def _statements(claim: Claim) -> Iterator[Piece]:
    """What players say: the claim itself, and answers to it."""
    yield Piece(
        claim.made, f"{claim.by} claims: {claim.kind}", "the claim", Weight.WORD, by=claim.claimant
    )
    for said in claim.statements.all():
        yield Piece(
            said.at,
            f"{named(said.seat)} answers: {said.words}",
            "an answer",
            Weight.WORD,
            (said.seat,) if said.private else None,
            said.seat,
        )
