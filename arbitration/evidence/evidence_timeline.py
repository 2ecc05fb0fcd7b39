"""The evidence by time: each item with its source, its weight, and the seats that may read it
(PR-EVIDENCE-01).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from itertools import islice
from typing import TypeVar

from django.db.models import Q, QuerySet

from arbitration.evidence import deadline_history
from arbitration.evidence.evidence_types import DisputedMoment, EvidenceItem, Weight, hour
from arbitration.evidence.received_header_trust import mail
from arbitration.models import Claim, Statement
from traders.domain.calendar import clock
from traders.domain.deadlines import heartbeat_and_outages
from traders.domain.history import entries_in_words
from traders.domain.history.moment_labels import MomentLabel
from traders.domain.play.orders_after_rewind import AGAIN, used_by
from traders.domain.post.delivery_reports import BY_MAIL
from traders.engines.kernel.words import named
from traders.models import (
    Arrival,
    ArrivalOutcome,
    Entry,
    Heartbeat,
    Letter,
    LetterKind,
    Look,
    ProgramLook,
    Report,
    ReportKind,
    Sealed,
    at_once,
)

T = TypeVar("T", Look, ProgramLook)

BEFORE = timedelta(hours=1)
"""How long before the moment the evidence begins."""
ANSWER = "an answer"
"""The source of an answer to the claim."""
_PRIVATE = re.compile(r"(\banswer\s+privately\b[^:\n]*:).*", re.IGNORECASE)
"""An answer to the referee alone, in a letter: it stands among the answers to its own case, and is
for the referee of that case alone (PR-CLAIM-04).
"""


def items(claim: Claim, at: DisputedMoment | None) -> tuple[EvidenceItem, ...]:
    """Everything that bears on the claim, by time; within one second the weightiest first, and
    entries in their order. The part known when the claim was made never changes; later statements
    are added.
    """
    begin = (at.begun if at else claim.made - timedelta(days=2)) - BEFORE
    letters = _letters_since(claim, begin)
    (entries, arrivals, written, reports, looks, read, deadlines, notes, beats, statements) = (
        at_once(
            _entries_since(claim, begin),
            _arrivals_since(claim, begin),
            letters.order_by("pk"),
            Report.objects.filter(letter__in=letters, taken__lte=claim.made).order_by("pk"),
            _looks_since(Look.objects.all(), claim, begin),
            _looks_since(ProgramLook.objects.all(), claim, begin),
            deadline_history.rows_since(claim, begin),
            _notes_since(claim, begin),
            heartbeat_and_outages.spans_before(claim.made),
            claim.statements.all(),
        )
    )
    found = [
        *_entries(entries),
        *_arrivals(claim, arrivals),
        *_letters(claim, at, written, reports),
        *_looks(claim, looks, f"{named(claim.seat)} looked at the game's page", "page"),
        *_looks(claim, read, f"A program of {named(claim.seat)}'s read the game", "read by API"),
        *deadline_history.items(claim, begin, deadlines, beats),
        *_sealed_notes(claim, begin, notes),
        *_outages(claim, begin, beats),
        *_statements(claim, statements),
    ]
    return tuple(
        sorted(
            found,
            key=lambda item: (
                item.at,
                item.weight,
                "" if item.weight is Weight.HISTORY else item.text,
            ),
        )
    )


def _entries_since(claim: Claim, begin: datetime) -> QuerySet[Entry]:
    entries = Entry.objects.filter(game=claim.game, at__gte=begin, number__lte=claim.entry)
    return entries.order_by("-number")


def _entries(latest_first: list[Entry]) -> Iterator[EvidenceItem]:
    """The history in the words of its page: the weightiest evidence."""
    for entry, line in reversed(
        list(zip(latest_first, entries_in_words.tell(latest_first, None), strict=True))
    ):
        words = (
            " ".join(text for text, _ in line.sentences)
            or line.rest
            or f"{named(entry.seat)} {line.order}".strip()
            or entry.get_kind_display()
        )
        yield EvidenceItem(
            entry.at,
            f"Move {entry.number}: {words}",
            f"history, {line.source}",
            Weight.HISTORY,
            by=entry.seat,
        )


def _arrivals_since(claim: Claim, begin: datetime) -> QuerySet[Arrival]:
    taken = Arrival.objects.filter(game=claim.game, taken__gte=begin, taken__lt=claim.made)
    return taken.select_related("seat").order_by("pk")


def _arrivals(claim: Claim, rows: list[Arrival]) -> Iterator[EvidenceItem]:
    """Letters received, with their stamps, each for its seat and the referee, since a letter may be
    a pass. They are numbered by seat: a number over all would reveal how many others wrote
    (PR-INTERVAL-05).
    """
    numbers: Counter[str] = Counter()
    for arrival in rows:
        seat = arrival.seat.colour if arrival.seat else ""
        numbers[seat] += 1
        name = f"letter {numbers[seat]} of {named(seat) or 'strangers'}"
        to = (seat,) if seat else ()
        written = _PRIVATE.sub(r"\1 …", str(arrival.notes.get("orders", "")))
        orders = written.replace("\n", " / ")
        outcome = _outcome(arrival, claim.made)
        yield EvidenceItem(
            arrival.taken.replace(microsecond=0),
            f"A letter of {named(seat) or 'a stranger'} was taken: {orders or '—'} ({outcome})",
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
            yield EvidenceItem(stamp.at, text, name, weight, to, seat)
        if letter.dated:
            yield EvidenceItem(
                letter.dated, f"L{name[1:]} dates itself", name, Weight.DATE, to, seat
            )


def _outcome(arrival: Arrival, by: datetime) -> str:
    """What the letter was found to be, as it was known at `by`."""
    confirmed = arrival.outcome == ArrivalOutcome.CONFIRMED
    if confirmed and arrival.counts_from is not None and arrival.counts_from > by:
        return str(ArrivalOutcome.UNCONFIRMED.label)
    return arrival.get_outcome_display() if arrival.outcome else "being read"


def _letters_since(claim: Claim, begin: datetime) -> QuerySet[Letter]:
    return Letter.objects.filter(
        game=claim.game, seat=claim.seat, written__gte=begin, written__lt=claim.made
    ).exclude(kind=LetterKind.NOTE)


def _letters(
    claim: Claim, at: DisputedMoment | None, letters: list[Letter], reports: list[Report]
) -> Iterator[EvidenceItem]:
    """Notices to the claimant, providers' reports of them, and reports by mail that anybody could
    have written. Letters other than the moment's notice are aside.
    """
    notice_entry = claim.moment.get("told") or 0
    notice = MomentLabel(at.kind, at.key).moment if at is not None and at.kind != "order" else ""
    notices = {letter.pk for letter in letters if notice and letter.moment == notice}
    told = (letter.pk for letter in letters if notice_entry and letter.entry >= notice_entry)
    notices |= set(islice(told, 1))
    to, seat = (claim.seat,), claim.seat
    for number, letter in enumerate(letters, 1):
        aside, source = letter.pk not in notices, f"letter {number} to {named(seat)}"
        written = f"A letter to {named(seat)} was written, after move {letter.entry}"
        yield EvidenceItem(letter.written, written, source, Weight.SERVER, to, seat, aside)
        if letter.accepted and letter.accepted < claim.made:
            text = f"The letter to {named(seat)} was accepted for delivery by our mail server"
            yield EvidenceItem(
                clock.whole(letter.accepted), text, source, Weight.SERVER, to, seat, aside
            )
    for report in reports:
        aside = report.letter_id not in notices and report.kind == ReportKind.DELIVERED
        if report.source == BY_MAIL:
            text = (
                f"A letter that anybody could have written says of the letter to {named(seat)}: "
                f"{report.get_kind_display()}"
            )
            yield EvidenceItem(
                clock.whole(report.at), text, "report by mail", Weight.WORD, to, seat
            )
        else:
            text = f"The letter to {named(seat)} was reported: {report.get_kind_display()}"
            yield EvidenceItem(
                clock.whole(report.at),
                text,
                f"report of {report.source}",
                Weight.SERVER,
                to,
                seat,
                aside,
            )


def _looks_since(looks: QuerySet[T], claim: Claim, begin: datetime) -> QuerySet[T]:
    return looks.filter(
        seat__game=claim.game, seat__colour=claim.seat, at__gte=begin, at__lt=claim.made
    ).order_by("at", "entry")


def _looks(
    claim: Claim, looks: Iterable[Look | ProgramLook], who: str, source: str
) -> Iterator[EvidenceItem]:
    """Visits of the claimant, or readings by programs of theirs, which are no visits of a person:
    for its seat and the referee.
    """
    for look in looks:
        told, mine = f"{who}, after move {look.entry}", (claim.seat,)
        yield EvidenceItem(look.at, told, source, Weight.SERVER, mine, claim.seat)


def _notes_since(claim: Claim, begin: datetime) -> QuerySet[Sealed]:
    rows = Sealed.objects.filter(game=claim.game, at__lt=claim.made).order_by("serial")
    recent = Q(at__gte=begin) | Q(used=None) | Q(used__gte=claim.entry) | Q(data__has_key=AGAIN)
    return rows.filter(recent)


def _sealed_notes(claim: Claim, begin: datetime, rows: list[Sealed]) -> Iterator[EvidenceItem]:
    """Sealed notes, which are not public: each for its seat and the referee (PR-STANDING-05,
    PR-INTERVAL-05).
    """
    for row in rows:
        if row.at < begin and used_by(row, claim.entry):
            continue
        when = f"when {row.condition}: " if row.condition else ""
        text = f"{row.seat}, {row.get_kind_display()}: {when}{row.text or '—'}"
        yield EvidenceItem(
            row.at, text, f"sealed {row.serial}", Weight.SERVER, (row.seat,), row.seat
        )


def _outages(claim: Claim, begin: datetime, spans: list[Heartbeat]) -> Iterator[EvidenceItem]:
    """Outages of the server, from gaps in its heartbeat (PR-MAIL-03)."""
    for gap in heartbeat_and_outages.between(spans):
        if gap.begin <= claim.made and gap.end >= begin:
            yield EvidenceItem(
                gap.begin, f"The server was down until {hour(gap.end)}", "heartbeat", Weight.SERVER
            )


def _statements(claim: Claim, statements: list[Statement]) -> Iterator[EvidenceItem]:
    """Statements of players: the claim itself, and answers to it."""
    yield EvidenceItem(
        claim.made, f"{claim.by} claims: {claim.kind}", "the claim", Weight.WORD, by=claim.claimant
    )
    for statement in statements:
        yield EvidenceItem(
            statement.at,
            f"{named(statement.seat)} answers: {statement.words}",
            ANSWER,
            Weight.WORD,
            (statement.seat,) if statement.private else None,
            statement.seat,
        )
