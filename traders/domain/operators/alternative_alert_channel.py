"""A second way to the operator, beside the mail that may itself be what is wrong: another mail
server, or a web hook.

OPERATORS_WAY is `smtp://user:password@host:port` (with STARTTLS where `?tls=starttls` stands behind
it), `smtps://…` (TLS from the start), or `https://…` (`http://` too), to which the text is posted
as JSON, `{"text": "…"}`, as chat rooms take it.
"""

from __future__ import annotations

import json
import urllib.request
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from django.core.mail import EmailMessage, get_connection

SMTP = "django.core.mail.backends.smtp.EmailBackend"
PORTS = {"smtp": 587, "smtps": 465}
HOOKS = ("http", "https")
PATIENCE = 15
"""Seconds until a way that does not answer is given up."""


def read(way: str) -> SplitResult:
    """The way in its parts. Raises `ValueError` where it is none."""
    parts = urlsplit(way)
    if parts.scheme not in (*PORTS, *HOOKS) or not parts.hostname:
        raise ValueError(f"no way to the operator: {parts.scheme or 'nothing'}://…")
    _ = parts.port  # raises ValueError where it is no number
    return parts


def send(way: str, letter: EmailMessage) -> None:
    """Send the letter that way. Raises `OSError` (smtplib's errors are such) where it is closed."""
    parts = read(way)
    if parts.scheme in HOOKS:
        _post(way, f"{letter.subject}\n\n{letter.body}")
        return
    tls = parse_qs(parts.query).get("tls", [""])[0]
    letter.connection = get_connection(
        SMTP,
        host=parts.hostname,
        port=parts.port or PORTS[parts.scheme],
        username=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        use_ssl=parts.scheme == "smtps",
        use_tls=tls == "starttls",
        timeout=PATIENCE,
    )
    letter.send()


def _post(url: str, text: str) -> None:
    asked = urllib.request.Request(  # noqa: S310 - the operator's own setting
        url,
        json.dumps({"text": text}).encode("utf-8"),
        {"Content-Type": "application/json", "User-Agent": "Traders-by-Post"},
    )
    with urllib.request.urlopen(asked, timeout=PATIENCE):  # noqa: S310
        pass
