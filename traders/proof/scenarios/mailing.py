"""A scenario's letters as mail: bytes with dates, stamps and senders, taken at the edge and read
like any other.
"""

from __future__ import annotations

from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime

from traders.domain.letters.addresses import message_id, reply_address
from traders.domain.letters.facts import decode
from traders.domain.post.incoming import intake
from traders.domain.table.change_set import Line
from traders.domain.timeline import timeline
from traders.models import Arrival, ArrivalOutcome, Seat
from traders.proof.scenarios.script import Envelope

OWN, FOREIGN = "mx.receiving.example", "relay.sender.example"
"""The receiving side's mail server, which the operator has named, and one of the sender's side."""


def bring(
    place: Seat,
    text: str,
    moment: str,
    envelope: Envelope,
    clock: datetime,
    now: datetime,
    number: int,
) -> list[Line]:
    """Have a letter of the seat's come in now; what became of its lines. One that came before, or
    from a stranger, has none.
    """
    raw = _written(place, text, envelope, clock, now, number)
    arrival = intake.take(
        raw,
        envelope_to=reply_address(place.pk, moment),
        envelope_from=f"{place.colour}@example.org",
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


def confirm(place: Seat, clock: datetime, now: datetime, number: int) -> list[Line]:
    """The player writes that the latest letter held for the seat is the player's own
    (PR-RECEIPT-03); what became of its lines.
    """
    held = (
        Arrival.objects.filter(seat=place, outcome=ArrivalOutcome.UNCONFIRMED)
        .order_by("-pk")
        .first()
    )
    said = bring(
        place, f"confirm {held.held_as if held else 0}", "", Envelope(), clock, now, number
    )
    if held is None or any(line.answer == "refused" for line in said):
        return said
    timeline.read(held.pk)
    held.refresh_from_db()
    return list(decode(held.answered_by.facts).lines) if held.answered_by else []


def _written(
    place: Seat, text: str, envelope: Envelope, clock: datetime, now: datetime, number: int
) -> bytes:
    """The letter's bytes, its trace lines topmost first as mail servers write them (PR-MAIL-02)."""
    letter = EmailMessage()
    for stamp in _stamps(envelope, clock, now):
        letter["Received"] = stamp
    letter["Authentication-Results"] = f"{OWN}; dmarc=pass"
    letter["From"] = (
        "somebody@elsewhere.example" if envelope.sender else f"{place.colour}@example.org"
    )
    letter["To"] = "play@post.example"
    letter["Subject"] = "orders"
    letter["Date"] = format_datetime(clock + envelope.dated if envelope.dated is not None else now)
    letter["Message-ID"] = envelope.id or message_id("scenario", str(place.pk), str(number))
    letter.set_content(text)
    return letter.as_bytes()


def _stamps(envelope: Envelope, clock: datetime, now: datetime) -> list[str]:
    """Trace lines: of the receiving side, then of the sender's, then one that somebody wrote into
    the letter.
    """
    lines: list[str] = []
    if envelope.stamped is not None or envelope.forged is not None:
        lines.append(
            _line(FOREIGN, OWN, clock + envelope.stamped if envelope.stamped is not None else now)
        )
    if envelope.relayed is not None or envelope.forged is not None:
        lines.append(
            _line(
                "home.sender.example",
                FOREIGN,
                clock + envelope.relayed if envelope.relayed is not None else now,
            )
        )
    if envelope.forged is not None:
        lines.append(_line("home.sender.example", OWN, clock + envelope.forged))
    return lines


def _line(sender: str, receiver: str, at: datetime) -> str:
    return f"from {sender} by {receiver} with ESMTPS; {format_datetime(at)}"
