"""The seats' letters as scenario steps, and the delivery of notices to them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db.models import QuerySet

from arbitration.casebook.export.omitted_claims import leave_out, left_out
from arbitration.casebook.export.scenario_step import ScenarioStep
from arbitration.casebook.export.starting_entries import Beginning
from arbitration.casebook.export.votes import VOTE, numbered, vote_lines
from arbitration.evidence.evidence_file import at_of, notice_letter
from arbitration.evidence.reaction_order import carried_out_by_arrival
from arbitration.evidence.received_header_trust import mail, reacted, refused_as_late
from arbitration.models import Appeal, Claim, ClaimKind, Ruling, Statement
from traders.domain.calendar import clock
from traders.domain.history.moment_labels import MomentLabel
from traders.domain.letters.letter_facts import decode
from traders.domain.post.delivery_reports import BY_MAIL
from traders.domain.table.sealed_note_as_typed import as_typed
from traders.models import (
    BY_HAND,
    Arrival,
    ArrivalOutcome,
    Entry,
    EvidenceLink,
    Evident,
    Game,
    Kind,
    Letter,
    Report,
    ReportKind,
    Sealed,
    SealedKind,
    Source,
)

SECOND = timedelta(seconds=1)
NOT_NEEDED = (SealedKind.PLAN, SealedKind.UNCONFIRMED)
"""Sealed notes of which a scenario of one case does not tell."""
UNRULED = ("unreadable", "ambiguous", "stale")
"""Kinds of refusal that a scenario can state without a rule."""
_CONFIRM = re.compile(r"confirm \d+", re.IGNORECASE)
_ABOUT = re.compile(r"\b(about|after) move (\d+)")
_SPOKEN = re.compile(r"^(\s*(?:answer|appeal)\b[^:]*:).*", re.IGNORECASE)


def letters(ruling: Ruling, begin: Beginning) -> Iterator[ScenarioStep]:
    """All lines of seats from the beginning up to the ruling, as steps. Players' free words are
    left out where they have no effect.
    """
    by_letter: set[tuple[str, datetime]] = set()
    untold = left_out(ruling)
    arrivals = list(_arrivals(ruling, begin))
    for arrival in arrivals:
        seat, at = _colour(arrival), clock.whole(arrival.counts_from or arrival.taken)
        by_letter.add((seat, at))
        leave_out(arrival, [claim for claim in untold if claim.made <= at], seat, at)
        for when, step in _letter(arrival, seat, at, begin):
            yield ScenarioStep(when, _before(arrival, when), 30, step)
    for seat, at, entry, text in _lines(ruling, begin):
        if (seat, at) not in by_letter:
            yield ScenarioStep(at, entry, 50, ((seat, text),))
    for seat, at, text in vote_lines(ruling, begin, arrivals):
        if (seat, at) not in by_letter:
            entry = _entry_before(ruling.claim.game, at)
            yield ScenarioStep(at, entry, 60, ((seat, text),))
    yield from _still_counting(ruling, begin)


# --- letters that came ----------------------------------------------------------------------------


def _arrivals(ruling: Ruling, begin: Beginning) -> Iterator[Arrival]:
    outcomes = (ArrivalOutcome.ORDERS, ArrivalOutcome.CONFIRMED)
    rows = Arrival.objects.filter(
        game=ruling.claim.game_id,
        taken__gte=begin.clock,
        taken__lt=ruling.at + SECOND,
        outcome__in=outcomes,
    )
    for arrival in rows.select_related("seat", "answered_by").order_by("taken", "pk"):
        if arrival.answered_by is not None and arrival.answered_by.entry <= begin.entry:
            continue  # in the beginning's own second, but before it
        if not _before_ruling(ruling, arrival, arrival.taken):
            continue
        if arrival.seat is not None and not _CONFIRM.fullmatch(
            str(arrival.notes.get("orders", "")).strip()
        ):
            yield arrival


def _colour(arrival: Arrival) -> str:
    assert arrival.seat is not None
    return str(arrival.seat.colour)


def _letter(
    arrival: Arrival, seat: str, at: datetime, begin: Beginning
) -> Iterator[tuple[datetime, tuple[tuple[str, object], ...]]]:
    """A letter as a step; one from another mailbox as two, with its confirmation."""
    lines = arrival.notes.get("lines", [])
    written = str(arrival.notes.get("orders", "")).splitlines()
    if any(
        answer == "refused" and not rules and kind not in UNRULED
        for _, answer, kind, rules in lines
    ):  # over a quota
        lines = [line for line in lines if line[1] not in ("refused", "returned")]
        written = [line for line, _, _, _ in lines]
    text = "\n".join(_without_statement(line, begin) for line in written if line.strip())
    if game := arrival.game:
        text = VOTE.sub(lambda one: f"vote {one[1]} {numbered(game, begin, int(one[2]))}", text)
    if not text:
        return
    refused = next((rules for _, answer, _, rules in lines if answer == "refused"), None)
    refusal = () if refused is None else (("refused", refused or ""),)
    # the `yes` is a step of its own
    unconfirmed = (
        (("confirmed", False),) if any(answer == "asked" for _, answer, _, _ in lines) else ()
    )
    if arrival.outcome == ArrivalOutcome.CONFIRMED:
        yield clock.whole(arrival.taken), ((seat, text), ("letter", {"from": "stranger"}))
        yield at, (("confirm", seat), *refusal)
        return
    decides = refused_as_late(arrival) or (
        reacted(arrival) and arrival.game is not None and carried_out_by_arrival(arrival.game)
    )
    envelope = _envelope(arrival, begin) if decides else {}
    yield at, ((seat, text), *((("letter", envelope),) if envelope else ()), *refusal, *unconfirmed)


def _envelope(arrival: Arrival, begin: Beginning) -> dict[str, object]:
    """The evidence on whether a letter was in time: its date, its stamps, the moment it answers."""
    letter = mail(arrival)
    envelope: dict[str, object] = {}
    if letter.dated and begin.clock <= letter.dated < clock.whole(arrival.taken):
        envelope["dated"] = begin.at(letter.dated)
    relayed = [stamp.at for stamp in letter.stamps if not stamp.ours and stamp.at >= begin.clock]
    if letter.reached and letter.reached >= begin.clock:
        envelope["stamped"] = begin.at(letter.reached)
    if letter.contradicts and relayed:
        envelope["forged"] = begin.at(min(relayed))
    elif relayed and "stamped" not in envelope:
        envelope["relayed"] = begin.at(min(relayed))
    asked = MomentLabel.read(arrival.moment)
    answers = "turn" if asked.kind == "turn" else _interval(arrival.game, _colour(arrival), asked)
    return {**envelope, "answers": answers} if answers else envelope


def _interval(game: Game | None, seat: str, asked: MomentLabel) -> str:
    """The name of the interval that a letter answers."""
    notice = (
        Letter.objects.filter(game=game, seat=seat, moment=asked.moment).first()
        if asked.kind == "interval"
        else None
    )
    question = decode(notice.facts).asked if notice is not None else None
    return question.name if question is not None and question.kind == "interval" else ""


# --- what was said otherwise ----------------------------------------------------------------------


TimedLine = tuple[str, datetime, int, str]
"""Seat, time, the entry before it, text."""


def _lines(ruling: Ruling, begin: Beginning) -> Iterator[TimedLine]:
    """Lines from pages and the API: sealed notes, orders, statements on claims."""
    yield from _sealed_lines(ruling, begin)
    yield from _order_lines(ruling, begin)
    yield from _claim_lines(ruling, begin)


def _sealed_lines(ruling: Ruling, begin: Beginning) -> Iterator[TimedLine]:
    for note in Sealed.objects.filter(
        game=ruling.claim.game, at__gte=begin.clock, at__lte=ruling.at, source__in=BY_HAND
    ).order_by("serial"):
        text = _line_of(note)
        if text and note.made >= begin.entry:
            yield note.seat, clock.whole(note.at), note.made, text


def _order_lines(ruling: Ruling, begin: Beginning) -> Iterator[TimedLine]:
    for entry in Entry.objects.filter(
        game=ruling.claim.game, number__gt=begin.entry, at__lte=ruling.at, source__in=BY_HAND
    ).order_by("number"):
        public, secret = entry.parts
        before = entry.number - 1
        if entry.kind == Kind.ORDER:
            yield entry.seat, entry.at, before, str(secret.get("text", public["text"]))
        elif entry.kind == Kind.DEAL:
            yield entry.seat, entry.at, before, "accept"
        elif entry.kind == Kind.BACK_UP:  # undone by its own seat (PR-BACKUP-03)
            yield str(public["why"]).split()[0], entry.at, before, "undo"


def _claim_lines(ruling: Ruling, begin: Beginning) -> Iterator[TimedLine]:
    game, untold = ruling.claim.game, [claim.pk for claim in left_out(ruling)]
    for claim in Claim.objects.filter(
        game=game, opened_by=None, made__gte=begin.clock, made__lte=ruling.at
    ).exclude(pk__in=untold):
        about = claim.moment.get("about", "")
        line = f"claim {claim.kind}" + (f" about {about}" if about else "")
        line = _without_statement(line + (f": {claim.words}" if claim.words else ""), begin)
        yield claim.seat, claim.made, claim.entry, line
    for statement in Statement.objects.filter(
        claim__game=game, at__gte=begin.clock, at__lte=ruling.at
    ).select_related("claim"):
        if statement.claim_id in untold or not _before_ruling(ruling, statement, statement.at):
            continue
        number = _claim_number(statement.claim, begin)
        words = f"answer {'privately ' if statement.private else ''}{number}: heard"
        yield (
            statement.seat,
            statement.at,
            max(statement.claim.entry, _entry_before(game, statement.at)),
            words,
        )
    for appeal in Appeal.objects.filter(
        claim__game=game, made__gte=begin.clock, made__lte=ruling.at
    ).select_related("claim"):
        if not _before_ruling(ruling, appeal, appeal.made):
            continue
        yield (
            appeal.seat,
            appeal.made,
            max(appeal.claim.entry, _entry_before(game, appeal.made)),
            f"appeal {_claim_number(appeal.claim, begin)}: heard",
        )


def _still_counting(ruling: Ruling, begin: Beginning) -> Iterator[ScenarioStep]:
    """Stops, standing orders, standing passes and offers from before the beginning that were still
    in force.
    """
    kinds = (SealedKind.STOP, SealedKind.STANDING, SealedKind.STANDING_PASS, SealedKind.OFFER)
    rows = Sealed.objects.filter(
        game=ruling.claim.game_id, kind__in=kinds, made__lt=begin.entry
    ).order_by("serial")
    for note in rows:
        text = _line_of(note)
        if text and (note.used is None or note.used > begin.entry):
            yield ScenarioStep(begin.clock, 0, 10, ((note.seat, text),))


def _line_of(note: Sealed) -> str:
    """A sealed note as the line that made it; "" for kinds that a scenario of one case does not
    need.
    """
    return as_typed(note) if note.kind not in NOT_NEEDED else ""


def _without_statement(line: str, begin: Beginning) -> str:
    """The line with its move counted from the beginning, and with the words of an answer or appeal
    replaced by `heard`.
    """
    line = _ABOUT.sub(lambda match: f"{match[1]} move {begin.number(int(match[2]))}", line)
    return _SPOKEN.sub(r"\1 heard", line)


def _claim_number(claim: Claim, begin: Beginning) -> int:
    """A claim's number among those made since the beginning."""
    return Claim.objects.filter(
        game=claim.game_id, made__gte=begin.clock, number__lte=claim.number
    ).count()


def _entry_before(game: Game, at: datetime) -> int:
    """The number of the last entry before that second; 0 if there is none."""
    return (
        Entry.objects.filter(game=game, at__lt=at)
        .order_by("-number")
        .values_list("number", flat=True)
        .first()
        or 0
    )


def _before(arrival: Arrival, at: datetime) -> int:
    """The number of the entry before the letter was read: others may have moved in the same
    second.
    """
    entry = (
        Entry.objects.filter(
            game=arrival.game_id, seat=_colour(arrival), source=Source.LETTER, at=at
        )
        .order_by("number")
        .first()
    )
    if entry is not None:
        return entry.number - 1
    if arrival.answered_by is not None and arrival.answered_by.entry:
        return int(arrival.answered_by.entry)
    assert arrival.game is not None
    return _entry_before(arrival.game, at)


def _before_ruling(ruling: Ruling, row: Evident, at: datetime) -> bool:
    """Whether the row was written before the ruling; within the ruling's own second the chain of
    evidence decides.
    """
    if clock.whole(at) != ruling.at:
        return at < ruling.at
    first, given = _first_link(ruling, row), _first_link(ruling, ruling)
    return first is not None and (given is None or first < given)


def _first_link(ruling: Ruling, row: Evident) -> int | None:
    """The number of the first evidence link that holds the row; None if there is none."""
    name = f'"{row._meta.label}:{row.pk}"'
    links = EvidenceLink.objects.filter(game=ruling.claim.game_id, rows__contains=name)
    return links.order_by("number").values_list("number", flat=True).first()


# --- the mail to the seats ------------------------------------------------------------------------


def mails(ruling: Ruling, begin: Beginning) -> Iterator[ScenarioStep]:
    """Reports on notices of intervals whose delivery failed or was late, as steps (PR-MAIL-01)."""
    game = ruling.claim.game
    kinds = (ReportKind.BOUNCED, ReportKind.DEFERRED, ReportKind.DELIVERED)
    rows = Report.objects.filter(
        letter__game=game, letter__written__gte=begin.clock, taken__lt=ruling.at, kind__in=kinds
    )
    astray = set(rows.exclude(kind=ReportKind.DELIVERED).values_list("letter", flat=True))
    for report in rows.select_related("letter").order_by("at", "pk"):
        letter = report.letter
        name = (
            _interval(game, letter.seat, MomentLabel.read(letter.moment))
            if letter is not None and letter.seat
            else ""
        )
        if letter is None or not name or letter.pk not in astray:
            continue
        by_mail = (("by", "mail"),) if report.source == BY_MAIL else ()
        at = clock.whole(report.at)
        step = (("report", str(report.kind)), ("to", letter.seat), ("of", name), *by_mail)
        yield ScenarioStep(at, max(letter.entry, _entry_before(game, at)), 40, step)
    yield from _without_report(ruling, rows)


def _without_report(ruling: Ruling, reports: QuerySet[Report]) -> Iterator[ScenarioStep]:
    """The notice whose delivery nobody reported, as a step: accepted by our own mail server, or not
    sent yet (PR-EVIDENCE-02).
    """
    claim, moment = ruling.claim, at_of(ruling.claim)
    if claim.kind != ClaimKind.MAIL or moment is None:
        return
    asked = MomentLabel("" if moment.kind == "order" else moment.kind, moment.key)
    letter = notice_letter(claim.game, claim.seat, asked.moment, moment.begun, claim.made)
    name = _interval(claim.game, claim.seat, asked) if letter is not None else ""
    if letter is None or not name or reports.filter(letter=letter).exclude(source=BY_MAIL).exists():
        return
    kind, at = (
        ("accepted", letter.accepted)
        if letter.accepted and letter.accepted <= claim.made
        else ("deferred", letter.written)
    )
    at = clock.whole(at)
    yield ScenarioStep(
        at,
        max(letter.entry, _entry_before(claim.game, at)),
        40,
        (("report", kind), ("to", claim.seat), ("of", name)),
    )
