"""The mail server on loopback: it takes letters from the operator's own mail server, or in the
embedded set-up from this server itself.

A letter to a seat's reply address, or to `post@`, is stored by the intake; an address without a tag
of ours is refused at once, so that a mistyped one bounces to its sender. In the embedded set-up it
is also everybody's mailbox: a letter taken here is delivered, and the mailbox page shows the bytes
that were sent. 451 if the database is away: the sender tries again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from email import message_from_bytes

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.conf import settings
from django.db import DatabaseError, close_old_connections

from traders.domain.letters import addresses
from traders.domain.post import mailbox_page_letter_files
from traders.domain.post.delivery_reports import OWN_OFFICE, record
from traders.domain.post.incoming import intake
from traders.models import Letter, ReportKind
from traders.models.players import is_bots

log = logging.getLogger(__name__)

OK, TRY_LATER = "250 Taken", "451 Try again later"
UNKNOWN, TOO_LARGE = "550 No such mailbox here", "552 The letter is too large"


class PostOffice:
    """aiosmtpd's handler: checks recipients and takes letters."""

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Accept or refuse a recipient."""
        answer = await asyncio.to_thread(_recipient_reply, address)
        if answer == OK:
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Store the letter for each recipient; one reply counts for all."""
        raw = envelope.original_content or b""
        remote = session.peer[0] if session.peer else None
        answers = [
            await asyncio.to_thread(_store, raw, recipient, envelope.mail_from or "<>", remote)
            for recipient in envelope.rcpt_tos
        ]
        return next((answer for answer in answers if answer != OK), OK)


def _in_own_connection(function: Callable[..., str]) -> Callable[..., str]:
    """Run in a thread of the loop with a database connection of its own, closed at the end."""

    def run(*args: object) -> str:
        close_old_connections()
        try:
            return function(*args)
        except intake.TooLarge:
            return TOO_LARGE
        except DatabaseError:
            log.warning(
                "a letter could not be stored; its sender is asked to try again", exc_info=True
            )
            return TRY_LATER
        finally:
            close_old_connections()

    return run


@_in_own_connection
def _recipient_reply(address: str) -> str:
    """The reply to RCPT: whether there is such a mailbox here."""
    if addresses.is_ours(address):
        return OK if addresses.is_mailbox(address) else UNKNOWN
    return OK if settings.EMBEDDED and not is_bots(address) else UNKNOWN


@_in_own_connection
def _store(raw: bytes, recipient: str, sender: str, remote: str | None) -> str:
    """Store one recipient's copy of a letter and return the reply to DATA."""
    if addresses.is_ours(recipient):
        intake.take(raw, envelope_to=recipient, envelope_from=sender, channel="smtp", remote=remote)
        return OK
    return _delivered(raw, recipient)


def _delivered(raw: bytes, recipient: str) -> str:
    """Record the delivery of a table's letter to its player; keep any other for the mailbox."""
    name = str(message_from_bytes(raw[:20_000]).get("Message-ID", "")).strip()
    letter = Letter.objects.filter(message_id=name, player__email__iexact=recipient).first()
    if letter is None:
        mailbox_page_letter_files.keep(raw, recipient)
    else:
        # reported as a provider would: if the sender died in the middle, only this shows that the
        # letter arrived
        record(
            letter, ReportKind.DELIVERED, at=letter.written, source=OWN_OFFICE, recipient=recipient
        )
    return OK


class _AnyLength(SMTP):
    """SMTP with lines of any length: a pipe hands a letter in as it came, and some senders fold
    nothing.
    """

    line_length_limit = intake.MOST_OCTETS


class _Server(Controller):
    def factory(self) -> SMTP:
        return _AnyLength(self.handler, **self.SMTP_kwargs)


def controller(host: str, port: int) -> Controller:
    """The server, not started yet."""
    return _Server(
        PostOffice(),
        hostname=host,
        port=port,
        data_size_limit=intake.MOST_OCTETS,
        enable_SMTPUTF8=True,
        ident="Traders by Post",
    )
