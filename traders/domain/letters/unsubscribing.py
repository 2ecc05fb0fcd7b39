"""The address in a letter by which its reader stops such letters with one click (RFC 2369, RFC
8058): the letter's own name, signed.
"""

from __future__ import annotations

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

_SALT = "unsubscribe"


def headers(message_id: str) -> list[tuple[str, str]]:
    """The two headers of a letter that can be had less often."""
    token = urlsafe_base64_encode(Signer(salt=_SALT).sign(message_id).encode("utf-8"))
    page = f"{settings.SITE_URL}{reverse('unsubscribe', args=[token])}"
    return [
        ("List-Unsubscribe", f"<{page}>"),
        ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"),
    ]


def message_of(token: str) -> str:
    """The Message-ID of the letter in which the token stood; "" where it stood in none."""
    try:
        return Signer(salt=_SALT).unsign(urlsafe_base64_decode(token).decode("utf-8"))
    except (BadSignature, ValueError):
        return ""
