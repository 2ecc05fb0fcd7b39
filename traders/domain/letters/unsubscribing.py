"""One-click unsubscribing (RFC 2369, RFC 8058): a web address in the letter with its Message-ID,
signed.
"""

from __future__ import annotations

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

_SALT = "unsubscribe"


def headers(message_id: str) -> list[tuple[str, str]]:
    """The two headers of a letter of a kind that can be unsubscribed."""
    token = urlsafe_base64_encode(Signer(salt=_SALT).sign(message_id).encode("utf-8"))
    return one_click(f"{settings.SITE_URL}{reverse('unsubscribe', args=[token])}")


def one_click(page: str) -> list[tuple[str, str]]:
    """The two headers that name a page on which a POST, by a mail program, ends such letters."""
    return [
        ("List-Unsubscribe", f"<{page}>"),
        ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"),
    ]


def message_of(token: str) -> str:
    """The Message-ID in a token; "" if the token is invalid."""
    try:
        return Signer(salt=_SALT).unsign(urlsafe_base64_decode(token).decode("utf-8"))
    except (BadSignature, ValueError):
        return ""
