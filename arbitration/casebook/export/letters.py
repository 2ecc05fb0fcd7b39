"""What seats said, as letters of a scenario; and what became of the notices to them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet

from arbitration.casebook.export.beginnings import Beginning
from arbitration.casebook.export.told import ToldStep
from arbitration.evidence.dossier import at_of, notice_letter
from arbitration.evidence.reactions import gathered_by_arrival
from arbitration.evidence.transfer_lines import mail, reacted, refused_as_late
from arbitration.models import Appeal, Claim, ClaimKind, Ruling, Statement
from traders.domain.history.labels import moment_in
from traders.domain.letters.facts import decode
from traders.domain.post.delivery_reports import BY_MAIL
from traders.models import (
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

BY_HAND = (Source.LETTER, Source.PAGE, Source.API, Source.BOT)
SECOND = timedelta(seconds=1)
UNRULED = ("unreadable", "ambiguous", "stale")
"""Kinds of refusal that a scenario can tell without a rule."""
_CONFIRM = re.compile(r"confirm \d+", re.IGNORECASE)
_ABOUT = re.compile(r"\babout move (\d+)")
_OF_A_CLAIM = re.compile(
    r"(?P<makes>claim )|(?:answer|appeal|withdraw claim)(?: privately)? (?P<number>\d{1,4})\b",
    re.IGNORECASE,
)
_SPOKEN = re.compile(r"^((?:answer|appeal)\b[^:]*:).*", re.IGNORECASE)


def letters(ruling: Ruling, begin: Beginning) -> Iterator[ToldStep]:
    """Everything that seats said from the beginning up to the ruling, with the words of players
    left out where nothing hangs on them.
    """
    came: set[tuple[str, datetime]] = set()
    untold = left_out(ruling)
    for arrival in _arrivals(ruling, begin):
        seat, at = _seat(arrival), _whole(arrival.counts_from or arrival.taken)
        came.add((seat, at))
        _leave_out(arrival, [claim for claim in untold if claim.made <= at], seat, at)
        for when, step in _letter(arrival, seat, at, begin):
            yield ToldStep(when, _before(arrival, when), 30, step)
    for seat, at, after, text in _lines(ruling, begin):
        if (seat, at) not in came:
            yield ToldStep(at, after, 50, ((seat, text),))
    yield from _left_over(ruling, begin)


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
            continue  # it came in the beginning's own second, and before it
        if not _before_ruling(ruling, arrival, arrival.taken):
            continue
        if arrival.seat is not None and not _CONFIRM.fullmatch(
            str(arrival.notes.get("orders", "")).strip()
        ):
            yield arrival


def left_out(ruling: Ruling) -> list[Claim]:
    """Claims made after the ruling's own that still waited when it was given: a scenario's court
    rules on the last that waits.
    """
    later = Claim.objects.filter(game=ruling.claim.game_id, number__gt=ruling.claim.number)
    return list(later.exclude(pk__in=Ruling.objects.filter(at__lte=ruling.at).values("claim")))


def _leave_out(arrival: Arrival, claims: list[Claim], seat: str, at: datetime) -> None:
    """Leave the lines out of a letter that make these claims or speak of them by number."""
    numbers = {str(claim.number) for claim in claims}
    makes = any((claim.seat, claim.made) == (seat, at) for claim in claims)

    def is_left_out(line: str) -> bool:
        found = _OF_A_CLAIM.match(line)
        return found is not None and (makes if found["makes"] else found["number"] in numbers)

    lines = arrival.notes.get("lines", [])
    written = str(arrival.notes.get("orders", "")).splitlines()
    arrival.notes |= {
        "lines": [line for line in lines if not is_left_out(line[0])],
        "orders": "\n".join(line for line in written if not is_left_out(line)),
    }


def _seat(arrival: Arrival) -> str:
    assert arrival.seat is not None
    return str(arrival.seat.colour)


def _letter(
    arrival: Arrival, seat: str, at: datetime, begin: Beginning
) -> Iterator[tuple[datetime, tuple[tuple[str, Any], ...]]]:
    """The letter as a step; one from another mailbox with its confirmation."""
    lines = arrival.notes.get("lines", [])
    written = str(arrival.notes.get("orders", "")).splitlines()
    if any(
        answer == "refused" and not rules and kind not in UNRULED
        for _, answer, kind, rules in lines
    ):  # beyond a quota
        lines = [line for line in lines if line[1] not in ("refused", "returned")]
        written = [line for line, _, _, _ in lines]
    text = "\n".join(_plain(line, begin) for line in written if line.strip())
    if not text:
        return
    refused = next((rules for _, answer, _, rules in lines if answer == "refused"), None)
    became = () if refused is None else (("refused", refused or ""),)
    # its `yes` is a letter of its own
    waits = (("confirmed", False),) if any(answer == "asked" for _, answer, _, _ in lines) else ()
    if arrival.outcome == ArrivalOutcome.CONFIRMED:
        yield _whole(arrival.taken), ((seat, text), ("letter", {"from": "stranger"}))
        yield at, (("confirm", seat), *became)
        return
    decides = refused_as_late(arrival) or (
        reacted(arrival) and arrival.game is not None and gathered_by_arrival(arrival.game)
    )
    envelope = _envelope(arrival, begin) if decides else {}
    yield at, ((seat, text), *((("letter", envelope),) if envelope else ()), *became, *waits)


def _envelope(arrival: Arrival, begin: Beginning) -> dict[str, Any]:
    """What bears on whether a letter was in time: its date, the stamps on it, what it answers."""
    sent = mail(arrival)
    found: dict[str, Any] = {}
    if sent.dated and begin.clock <= sent.dated < _whole(arrival.taken):
        found["dated"] = begin.at(sent.dated)
    relayed = [stamp.at for stamp in sent.stamps if not stamp.ours and stamp.at >= begin.clock]
    if sent.reached and sent.reached >= begin.clock:
        found["stamped"] = begin.at(sent.reached)
    if sent.contradicts and relayed:
        found["forged"] = begin.at(min(relayed))
    elif relayed and "stamped" not in found:
        found["relayed"] = begin.at(min(relayed))
    moment = moment_in(arrival.moment)
    answers = "turn" if moment[:1] == "t" else _interval(arrival.game, _seat(arrival), moment)
    return {**found, "answers": answers} if answers else found


def _interval(game: Game | None, seat: str, moment: str) -> str:
    """The name of the interval that a letter answers."""
    notice = (
        Letter.objects.filter(game=game, seat=seat, moment=moment).first()
        if moment[:1] == "i"
        else None
    )
    asked = decode(notice.facts).asked if notice is not None else None
    return asked.name if asked is not None and asked.kind == "interval" else ""


# --- what was said otherwise ----------------------------------------------------------------------


_Line = tuple[str, datetime, int, str]
"""Seat, time, the entry after which it was said, text."""


def _lines(ruling: Ruling, begin: Beginning) -> Iterator[_Line]:
    """Lines of pages and the API: what was said in play, the orders, what was said of claims."""
    yield from _sealed_lines(ruling, begin)
    yield from _order_lines(ruling, begin)
    yield from _claim_lines(ruling, begin)


def _sealed_lines(ruling: Ruling, begin: Beginning) -> Iterator[_Line]:
    for said in Sealed.objects.filter(
        game=ruling.claim.game, at__gte=begin.clock, at__lte=ruling.at, source__in=BY_HAND
    ).order_by("serial"):
        text = _said(said)
        if text and said.made >= begin.entry:
            yield said.seat, _whole(said.at), said.made, text


def _order_lines(ruling: Ruling, begin: Beginning) -> Iterator[_Line]:
    for entry in Entry.objects.filter(
        game=ruling.claim.game, number__gt=begin.entry, at__lte=ruling.at, source__in=BY_HAND
    ).order_by("number"):
        public = json.loads(entry.public)
        before = entry.number - 1
        if entry.kind == Kind.ORDER:
            secret = json.loads(entry.secret) if entry.secret else {}
            yield entry.seat, entry.at, before, str(secret.get("text", public["text"]))
        elif entry.kind == Kind.DEAL:
            yield entry.seat, entry.at, before, "accept"
        elif entry.kind == Kind.BACK_UP:  # taken back by its own seat (PR-BACKUP-03)
            yield str(public["why"]).split()[0], entry.at, before, "undo"


def _claim_lines(ruling: Ruling, begin: Beginning) -> Iterator[_Line]:
    game, untold = ruling.claim.game, [claim.pk for claim in left_out(ruling)]
    for made in Claim.objects.filter(
        game=game, opened_by=None, made__gte=begin.clock, made__lte=ruling.at
    ).exclude(pk__in=untold):
        about = made.moment.get("about", "")
        line = f"claim {made.kind}" + (f" about {about}" if about else "")
        line = _plain(line + (f": {made.words}" if made.words else ""), begin)
        yield made.seat, made.made, made.entry, line
    for told in Statement.objects.filter(
        claim__game=game, at__gte=begin.clock, at__lte=ruling.at
    ).select_related("claim"):
        if told.claim_id in untold or not _before_ruling(ruling, told, told.at):
            continue
        words = f"answer {'privately ' if told.private else ''}{_number(told.claim, begin)}: heard"
        yield told.seat, told.at, max(told.claim.entry, _entry_before(game, told.at)), words
    for appeal in Appeal.objects.filter(
        claim__game=game, made__gte=begin.clock, made__lte=ruling.at
    ).select_related("claim"):
        if not _before_ruling(ruling, appeal, appeal.made):
            continue
        yield (
            appeal.seat,
            appeal.made,
            max(appeal.claim.entry, _entry_before(game, appeal.made)),
            f"appeal {_number(appeal.claim, begin)}: heard",
        )


def _left_over(ruling: Ruling, begin: Beginning) -> Iterator[ToldStep]:
    """Stops, standing orders, standing passes and offers said before the beginning that counted
    still.
    """
    kinds = (SealedKind.STOP, SealedKind.STANDING, SealedKind.STANDING_PASS, SealedKind.OFFER)
    rows = Sealed.objects.filter(
        game=ruling.claim.game_id, kind__in=kinds, made__lt=begin.entry
    ).order_by("serial")
    for said in rows:
        text = _said(said)
        if text and (said.used is None or said.used > begin.entry):
            yield ToldStep(begin.clock, 0, 10, ((said.seat, text),))


def _said(said: Sealed) -> str:
    """A sealed row as the line that it was; "" for what a scenario of one case has no use for."""
    match said.kind:
        case SealedKind.STOP:
            return f"stop at {said.text}" + (f" when {said.condition}" if said.condition else "")
        case SealedKind.STANDING:
            return f"when {said.condition}: {said.text}" + (
                " always" if said.data.get("always") else ""
            )
        case SealedKind.STANDING_PASS:
            return f"pass {said.text}"
        case SealedKind.PASS | SealedKind.HOLD:
            return str(said.kind)
        case SealedKind.AGREE:
            return f"agree {said.text}"
        case SealedKind.REACTION | SealedKind.ANSWER | SealedKind.WAITING:
            return said.text
        case SealedKind.OFFER:
            return f"offer {said.data['to']}: {said.text}"
    return ""


def _plain(line: str, begin: Beginning) -> str:
    """A line with its move counted from the beginning, and without what was said of an answer or
    appeal.
    """
    line = _ABOUT.sub(lambda found: f"about move {begin.number(int(found[1]))}", line)
    return _SPOKEN.sub(r"\1 heard", line)


def _number(claim: Claim, begin: Beginning) -> int:
    """A claim's number among those made since the beginning."""
    return Claim.objects.filter(
        game=claim.game_id, made__gte=begin.clock, number__lte=claim.number
    ).count()


def _entry_before(game: Game, at: datetime) -> int:
    """The last entry before that second."""
    return (
        Entry.objects.filter(game=game, at__lt=at)
        .order_by("-number")
        .values_list("number", flat=True)
        .first()
        or 0
    )


def _before(arrival: Arrival, at: datetime) -> int:
    """The entry after which a letter was read: others may have moved in its own second."""
    made = (
        Entry.objects.filter(game=arrival.game_id, seat=_seat(arrival), source=Source.LETTER, at=at)
        .order_by("number")
        .first()
    )
    if made is not None:
        return made.number - 1
    if arrival.answered_by is not None and arrival.answered_by.entry:
        return int(arrival.answered_by.entry)
    assert arrival.game is not None
    return _entry_before(arrival.game, at)


def _before_ruling(ruling: Ruling, row: Evident, at: datetime) -> bool:
    """Whether the row was written before the ruling: of what lies in the ruling's own second the
    chain of evidence tells.
    """
    if _whole(at) != ruling.at:
        return at < ruling.at
    first, given = _first_link(ruling, row), _first_link(ruling, ruling)
    return first is not None and (given is None or first < given)


def _first_link(ruling: Ruling, row: Evident) -> int | None:
    name = f'"{row._meta.label}:{row.pk}"'
    links = EvidenceLink.objects.filter(game=ruling.claim.game_id, rows__contains=name)
    return links.order_by("number").values_list("number", flat=True).first()


def _whole(at: datetime) -> datetime:
    return at.replace(microsecond=0)


# --- the mail to the seats ------------------------------------------------------------------------


def mails(ruling: Ruling, begin: Beginning) -> Iterator[ToldStep]:
    """Notices of intervals of which something else is known than that they were delivered, and what
    is reported of these (PR-MAIL-01).
    """
    game = ruling.claim.game
    kinds = (ReportKind.BOUNCED, ReportKind.DEFERRED, ReportKind.DELIVERED)
    rows = Report.objects.filter(
        letter__game=game, letter__written__gte=begin.clock, taken__lt=ruling.at, kind__in=kinds
    )
    astray = set(rows.exclude(kind=ReportKind.DELIVERED).values_list("letter", flat=True))
    for report in rows.select_related("letter").order_by("at", "pk"):
        letter = report.letter
        name = (
            _interval(game, letter.seat, letter.moment)
            if letter is not None and letter.seat
            else ""
        )
        if letter is None or not name or letter.pk not in astray:
            continue
        by_mail = (("by", "mail"),) if report.source == BY_MAIL else ()
        at = _whole(report.at)
        step = (("report", str(report.kind)), ("to", letter.seat), ("of", name), *by_mail)
        yield ToldStep(at, max(letter.entry, _entry_before(game, at)), 40, step)
    yield from _unknown(ruling, rows)


def _unknown(ruling: Ruling, reports: QuerySet[Report]) -> Iterator[ToldStep]:
    """The notice of which nobody reported what became of it: that our own mail server took it, or
    that it had not left (PR-EVIDENCE-02).
    """
    claim, at = ruling.claim, at_of(ruling.claim)
    if claim.kind != ClaimKind.MAIL or at is None:
        return
    letter = notice_letter(claim.game, claim.seat, f"{at.kind[0]}{at.key}", at.begun, claim.made)
    name = _interval(claim.game, claim.seat, letter.moment) if letter is not None else ""
    if letter is None or not name or reports.filter(letter=letter).exclude(source=BY_MAIL).exists():
        return
    what, when = (
        ("accepted", letter.accepted)
        if letter.accepted and letter.accepted <= claim.made
        else ("deferred", letter.written)
    )
    when = _whole(when or letter.written)
    yield ToldStep(
        when,
        max(letter.entry, _entry_before(claim.game, when)),
        40,
        (("report", what), ("to", claim.seat), ("of", name)),
    )
