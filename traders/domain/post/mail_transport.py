"""One connection to the mail server or provider, and the outcome of each letter given to it. Mail
leaves through Django's mail API alone.
"""

from __future__ import annotations

import smtplib
from base64 import encodebytes
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage as Parsed
from email.message import Message
from email.mime.image import MIMEImage
from email.policy import default
from functools import lru_cache
from importlib import import_module
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.smtp import EmailBackend

from traders.domain.letters.mime_message import HOLE
from traders.domain.post import provider_metadata
from traders.domain.post.delivery_reports import GONE
from traders.domain.post.handover_outcome import Outcome
from traders.models import Letter
from traders.models.players import is_bots


def filled(raw: bytes, png: bytes | None) -> bytes:
    """The frozen letter with its picture in place."""
    if png is None:
        return raw
    text, _, end = raw.rpartition(HOLE.encode("ascii"))  # players may write the same words above
    return text + _lines(png) + end


@lru_cache(maxsize=8)
def _lines(png: bytes) -> bytes:
    """A picture in lines of base64; cached, since the seats of a game share it."""
    return encodebytes(png).rstrip(b"\n").replace(b"\n", b"\r\n")


class _Bytes(Message):
    """Frozen bytes as a `Message`, for backends that serialize messages."""

    def __init__(self, raw: bytes) -> None:
        super().__init__()
        self.raw = raw

    def as_bytes(self, *args: object, **kwargs: object) -> bytes:
        """The bytes as they were frozen."""
        return self.raw

    def as_string(self, *args: object, **kwargs: object) -> str:
        return self.raw.decode("ascii")


class Frozen(EmailMultiAlternatives):
    """A frozen letter for Django's mail API. `whole`: extract subject, bodies and picture, for
    providers that take them as separate fields.
    """

    def __init__(self, letter: Letter, *, whole: bool) -> None:
        self.frozen = filled(
            bytes(letter.raw or b""), bytes(letter.picture.png) if letter.picture else None
        )
        super().__init__(
            subject=letter.subject, from_email=settings.DEFAULT_FROM_EMAIL, to=[letter.recipient]
        )
        self.relayed = (
            b""
            if whole
            else "".join(
                f"{name}: {value}\r\n" for name, value in provider_metadata.headers(letter)
            ).encode("ascii")
        )
        if whole:
            self._take_apart()

    def _take_apart(self) -> None:
        """Set headers, bodies and picture from the frozen bytes."""
        parsed = message_from_bytes(self.frozen, policy=default)
        assert isinstance(parsed, Parsed)
        own = {
            "from",
            "to",
            "subject",
            "reply-to",
            "mime-version",
            "content-type",
            "content-transfer-encoding",
        }
        self.extra_headers = {
            name: str(value) for name, value in parsed.items() if name.lower() not in own
        }
        self.to = [str(parsed["To"])]
        self.reply_to = [str(parsed["Reply-To"])] if parsed["Reply-To"] else []
        for part in parsed.walk():
            assert isinstance(part, Parsed)
            match part.get_content_type():
                case "text/plain":
                    self.body = part.get_content()
                case "text/html":
                    self.attach_alternative(part.get_content(), "text/html")
                case "image/png":
                    self.attach(_inline(part))

    def message(self, *args: object, **kwargs: object) -> Any:
        """The frozen bytes, not a message made anew; before them the headers that a reporting relay
        reads.
        """
        return _Bytes(self.relayed + self.frozen)


def _inline(part: Parsed) -> Any:
    """The board's picture as an attachment shown in the HTML."""
    image = MIMEImage(part.get_content(), "png")
    image["Content-ID"] = str(part["Content-ID"])
    image["Content-Disposition"] = "inline; filename=board.png"
    return image


def _is_providers(connection: object) -> bool:
    """Whether mail leaves by anymail, or what is made of it."""
    return any(one.__module__.startswith("anymail.") for one in type(connection).__mro__)


def _provider_answers() -> Any:
    """Loaded where mail leaves by a provider, as its head says."""
    return import_module("traders.domain.post.provider_errors")


SERVER_FAULTS = ("closed", "deferred", "unknown")
"""Outcomes that may be the mail server's fault: the rest of a batch waits. Others are about one
letter alone.
"""


@dataclass
class Outbox:
    """A connection for a batch of letters, to be closed. Opened at the first letter, and anew at
    the next one after a fault.
    """

    shut: bool = False
    """The server was found away, or too slow for more."""
    problem: str = ""
    """Why, where it may be the server's fault."""
    spent: float = 0.0
    """Seconds for which the server was waited for."""
    connection: Any = None
    provider: str = ""
    _refusals: tuple[type[Exception], ...] = ()
    _closed: tuple[type[Exception], ...] = (OSError, smtplib.SMTPException)
    _outcome: Callable[[Exception], Outcome] | None = None

    def _begin(self) -> None:
        self.connection = get_connection(fail_silently=False)
        if _is_providers(self.connection):
            answers = _provider_answers()
            self.provider = answers.provider(self.connection)
            self._refusals, self._outcome = answers.ERRORS, answers.outcome
            self._closed = (*self._closed, *self._refusals)

    def close(self) -> None:
        """Close the connection, if there is one."""
        with suppress(OSError, smtplib.SMTPException):  # closing fails on a broken connection
            if self.connection is not None:
                self.connection.close()

    def heed(self, outcome: Outcome, seconds: float) -> None:
        """Note how a letter went, and how long the server took for it."""
        self.spent += seconds
        if outcome.kind == "closed" or self.spent >= settings.EMAIL_TIMEOUT:
            self.shut = True
            self.problem = outcome.words if outcome.kind in SERVER_FAULTS else ""

    def send(self, letter: Letter) -> Outcome:
        """Hand over one letter and return its outcome. Raises nothing that a server or a network
        can cause.
        """
        if is_bots(letter.recipient):
            return Outcome("stale", "a bot has no mailbox")
        if self.connection is None:
            self._begin()
        try:
            self.connection.open()
        except self._closed as fault:
            self._drop()
            return Outcome("closed", f"no connection: {fault}", blocked=True)
        message = self._message(letter)
        try:
            self.connection.send_messages([message])
        except smtplib.SMTPRecipientsRefused as fault:
            code, words = next(iter(fault.recipients.values()))
            return _reply_outcome(code, _text(words))
        except smtplib.SMTPResponseException as fault:
            if isinstance(fault, smtplib.SMTPSenderRefused):
                self._drop()
                return Outcome(
                    "deferred",
                    f"the server does not take us as sender: {fault.smtp_code} "
                    f"{_text(fault.smtp_error)}",
                    blocked=True,
                )
            return _reply_outcome(fault.smtp_code, _text(fault.smtp_error))
        except self._refusals as fault:
            return (self._outcome or _unknown)(fault)
        except (OSError, smtplib.SMTPException) as fault:
            self._drop()
            return _unknown(fault)
        status = getattr(message, "anymail_status", None)
        return Outcome(
            "taken", "", self.provider or "smtp", str(getattr(status, "message_id", "") or "")
        )

    def _message(self, letter: Letter) -> Frozen:
        message = Frozen(letter, whole=not isinstance(self.connection, EmailBackend))
        if self.provider:
            # when somebody reads is private
            message.track_opens = message.track_clicks = False  # type: ignore[attr-defined]
            if self.provider not in provider_metadata.WITHOUT_METADATA:
                message.metadata = provider_metadata.metadata(letter)  # type: ignore[attr-defined]
        return message

    def _drop(self) -> None:
        """Close the connection, or replace it if that fails."""
        try:
            self.connection.close()
        except (OSError, smtplib.SMTPException):
            self.connection = get_connection(fail_silently=False)


def _unknown(fault: Exception) -> Outcome:
    return Outcome("unknown", f"the connection broke while the server had it: {fault!r}")


def _reply_outcome(code: int, words: str) -> Outcome:
    """The outcome of a mail server's reply: 4xx may be tried again, 5xx never."""
    if 500 <= code < 600:
        return Outcome(
            "refused", f"{code} {words}", for_good=bool(GONE.match(words)) or code == 551
        )
    return Outcome("deferred", f"{code} {words}")


def _text(words: bytes | str) -> str:
    return words.decode("utf-8", "replace") if isinstance(words, bytes) else words
