"""What a mail provider's answer says of a letter, as anymail raises it. Loaded where mail leaves by
a provider: anymail brings a client of HTTP with it.
"""

from __future__ import annotations

from anymail.backends.base import AnymailBaseBackend
from anymail.exceptions import AnymailError, AnymailRecipientsRefused, AnymailRequestsAPIError
from django.core.mail.backends.base import BaseEmailBackend

from traders.domain.post.handover_outcome import Outcome

ERRORS = (AnymailError,)
"""All that a provider's backend raises, of its own."""


def provider(connection: BaseEmailBackend) -> str:
    """The provider's name in small letters; "" for a backend that is none of anymail's."""
    if not isinstance(connection, AnymailBaseBackend):
        return ""
    return str(getattr(connection, "esp_name", "")).lower()


def outcome(fault: Exception) -> Outcome:
    """The outcome of a letter over which anymail raised one of `ERRORS`."""
    if isinstance(fault, AnymailRecipientsRefused):
        return Outcome("refused", _first_line(fault), for_good=True)
    if isinstance(fault, AnymailRequestsAPIError):
        status = fault.status_code or 0
        return Outcome(
            "refused" if status in {400, 413, 422} else "deferred",
            _first_line(fault),
            blocked=status in {0, 429} or status >= 500,
        )
    return Outcome("refused", _first_line(fault))


def _first_line(fault: Exception) -> str:
    """The first line of an error."""
    return str(fault).splitlines()[0] if str(fault) else type(fault).__name__
