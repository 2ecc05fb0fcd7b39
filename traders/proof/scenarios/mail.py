"""A scenario's letters as mail: bytes with dates, stamps and senders, delivered to the mail intake
and read like any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime

from django.db.models import QuerySet
from django.test.utils import override_settings

from traders.domain.deadlines.game_clocks import DeadlineState
from traders.domain.history.moment_labels import MomentLabel
from traders.domain.letters.addresses import message_id, reply_address
from traders.domain.letters.letter_facts import decode
from traders.domain.letters.letter_recipient import reader_of
from traders.domain.letters.render import render
from traders.domain.post import delivery, delivery_reports
from traders.domain.post.incoming import intake
from traders.domain.post.worker_letter_claims import BATCH
from traders.domain.table.change_set import Line
from traders.domain.timeline import timeline
from traders.models import (
    Arrival,
    ArrivalOutcome,
    Deadline,
    DeadlineKind,
    Game,
    Letter,
    LetterStatus,
    ReportKind,
    Seat,
)
from traders.proof.scenarios.scenario_types import Envelope

MOST_BATCHES = 20
"""How often letters that waited are sent on; more means that some never go."""
OWN, FOREIGN = "mx.receiving.example", "relay.sender.example"
"""The receiving side's mail server, named by the operator, and one of the sender's side."""


def deliver(
    seat: Seat,
    text: str,
    moment: str,
    envelope: Envelope,
    clock: datetime,
    now: datetime,
    number: int,
) -> list[Line]:
    """Deliver a letter of the seat now. Returns its lines with their answers; none for a duplicate,
    or for a letter from a stranger's mailbox.
    """
    raw = _message_bytes(seat, text, envelope, clock, now, number)
    arrival = intake.take(
        raw,
        envelope_to=reply_address(seat.pk, moment),
        envelope_from=_mailbox(seat),
        channel="smtp",
    )
    timeline.read(arrival.pk)
    arrival.refresh_from_db()
    if arrival.outcome in (ArrivalOutcome.DUPLICATE, ArrivalOutcome.UNCONFIRMED):
        return []
    if arrival.outcome != ArrivalOutcome.ORDERS:
        return [
            Line(
                text,
                "refused",
                f"The letter was read as: {arrival.get_outcome_display() or 'not at all'}.",
                "unreadable",
            )
        ]
    if arrival.answered_by is None:
        return [Line(text, "refused", "The letter was not answered.", "stale")]
    return list(decode(arrival.answered_by.facts).lines)


def confirm(seat: Seat, clock: datetime, now: datetime, number: int) -> list[Line]:
    """Confirm the latest letter held for the seat as its player's own (PR-RECEIPT-03). Returns its
    lines with their answers.
    """
    held_letter = (
        Arrival.objects.filter(seat=seat, outcome=ArrivalOutcome.UNCONFIRMED)
        .order_by("-pk")
        .first()
    )
    lines = deliver(
        seat,
        f"confirm {held_letter.held_as if held_letter else 0}",
        "",
        Envelope(),
        clock,
        now,
        number,
    )
    if held_letter is None or any(line.answer == "refused" for line in lines):
        return lines
    timeline.read(held_letter.pk)
    held_letter.refresh_from_db()
    return list(decode(held_letter.answered_by.facts).lines) if held_letter.answered_by else []


_STYLE = re.compile(r"<style\b.*?</style>", re.DOTALL)


def read_out(letter: Letter) -> tuple[str, str, str]:
    """Subject, text and HTML of a letter, without its style, which nobody reads, and values that
    change from run to run: the seed's digest and the address's tag.
    """
    rendered = render(
        letter.kind,
        decode(letter.facts),
        replace(reader_of(letter), secret_digest="", answer_to=""),
    )
    return rendered.subject, rendered.text, _STYLE.sub("", rendered.html)


def post(game: Game, *, goes: bool, now: datetime) -> None:
    """Have letters leave from now on, or none. Those written until it stops have left in the second
    of what they tell; those that waited are sent as they then may be (PR-RECEIPT-10).
    """
    waiting = Letter.objects.filter(
        game=game, status__in=(LetterStatus.WRITTEN, LetterStatus.PREPARED)
    )
    if not goes:
        waiting.update(status=LetterStatus.SENT, next_try=None)
        return
    with override_settings(EMAIL_BACKEND="django.core.mail.backends.locmem.EmailBackend"):
        for _ in range(MOST_BATCHES):
            ids = list(waiting.order_by("pk").values_list("pk", flat=True)[:BATCH])
            if not ids:
                break
            delivery.prepare_and_send(ids, lambda: now)


def asks(letters: QuerySet[Letter], about: str, *, stopped: bool) -> bool:
    """Whether one of a seat's letters that left asks about the latest interval of that name, or the
    latest turn; reminders too.
    """
    unsent = [LetterStatus.HELD, LetterStatus.FOLDED, LetterStatus.STALE, LetterStatus.FAILED]
    unsent += [LetterStatus.WRITTEN, LetterStatus.PREPARED] if stopped else []
    kind = "turn" if about == "turn" else "interval"
    of_game = Letter.objects.filter(game__in=letters.order_by().values("game"), asks=True)
    moments = {letter.moment for letter in of_game if _asks_about(letter, kind, about)}
    latest = max(moments, key=lambda moment: MomentLabel.read(moment).key, default="")
    found = letters.filter(moment=latest, asks=True).exclude(status__in=unsent)
    return bool(latest) and found.exists()


def unasked(letters: QuerySet[Letter], seat: str, about: str) -> bool:
    """Whether none of a seat's letters asks about an interval of that name, and some window did
    not ask it (PR-INTERVAL-10).
    """
    if any(_asks_about(letter, "interval", about) for letter in letters):
        return False
    windows = Deadline.objects.filter(
        game__in=letters.order_by().values("game"), kind=DeadlineKind.INTERVAL
    )
    return any(seat in DeadlineState.read(window.data).unasked for window in windows)


def _asks_about(letter: Letter, kind: str, about: str) -> bool:
    asked = decode(letter.facts).asked
    return asked is not None and asked.kind == kind and about in ("turn", asked.name)


def _mailbox(seat: Seat) -> str:
    """The mailbox of who sits there: its first player's, or the substitute's (PR-SEAT-01)."""
    return seat.player.email if seat.player else f"{seat.colour}@example.org"


def _message_bytes(
    seat: Seat, text: str, envelope: Envelope, clock: datetime, now: datetime, number: int
) -> bytes:
    """The letter's bytes, with transfer lines as mail servers write them, the latest on top
    (PR-MAIL-02).
    """
    letter = EmailMessage()
    for stamp in _stamps(envelope, clock, now):
        letter["Received"] = stamp
    letter["Authentication-Results"] = f"{OWN}; dmarc=pass"
    letter["From"] = "somebody@elsewhere.example" if envelope.sender else _mailbox(seat)
    letter["To"] = "play@post.example"
    letter["Subject"] = "orders"
    letter["Date"] = format_datetime(clock + envelope.dated if envelope.dated is not None else now)
    letter["Message-ID"] = _name(envelope.id) or message_id("scenario", str(seat.pk), str(number))
    letter.set_content(text)
    return letter.as_bytes()


def _name(said: str) -> str:
    """A Message-ID as mail programs write it; a scenario may say the name in it alone."""
    return f"<{said}@mail.example>" if said and not said.startswith("<") else said


def _stamps(envelope: Envelope, clock: datetime, now: datetime) -> Iterator[str]:
    """Transfer lines: the receiving side's, the sender side's, then a forged one."""
    if envelope.stamped is not None or envelope.forged is not None:
        yield _line(FOREIGN, OWN, clock + envelope.stamped if envelope.stamped is not None else now)
    if envelope.relayed is not None or envelope.forged is not None:
        at = clock + envelope.relayed if envelope.relayed is not None else now
        yield _line("home.sender.example", FOREIGN, at)
    if envelope.forged is not None:
        yield _line("home.sender.example", OWN, clock + envelope.forged)


def _line(sender: str, receiver: str, at: datetime) -> str:
    return f"from {sender} by {receiver} with ESMTPS; {format_datetime(at)}"


def report_delivered(letters: QuerySet[Letter]) -> None:
    """Report notices as delivered at once, unless the scenario reports on them: a claim about
    mail needs a report.
    """
    for letter in letters.filter(asks=True, accepted=None):
        if not letter.reports.exclude(source=delivery_reports.BY_MAIL).exists():
            delivery_reports.record(
                letter,
                ReportKind.DELIVERED,
                at=letter.written,
                source="provider",
                recipient=letter.player.email,
            )
