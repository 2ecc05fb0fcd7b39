"""Web Push: a message encrypted for one browser (RFC 8291), signed by this server (VAPID, RFC
8292), posted to the browser's push service (RFC 8030).

The server's key is made of the vault's, as that of the chain of evidence is: nothing is to be kept
or copied beside it.
"""

from __future__ import annotations

import base64
import hmac
import json
import os
from collections.abc import Mapping
from datetime import datetime, timedelta
from email.utils import parseaddr
from functools import lru_cache
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

from traders.domain.post.notifications.http_post import Answer, post
from traders.domain.post.notifications.message import Message
from traders.models import Browser

CURVE = ec.SECP256R1()
_ORDER = int("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16)
POINT, AUTH = 65, 16
"""Octets of a browser's public key, and of its shared secret."""
RECORD = 4096
VALID = timedelta(hours=12)
"""How long a signature holds; push services refuse more than a day."""
KEPT = timedelta(days=1)
"""How long the push service keeps a message for a browser that is away."""


# --- the server's key -----------------------------------------------------------------------------


def server_key() -> ec.EllipticCurvePrivateKey:
    """The key by which push services know this server."""
    return _key(settings.TRADERS_VAULT_KEY)


@lru_cache(maxsize=2)
def _key(vault_key: str) -> ec.EllipticCurvePrivateKey:
    number = int.from_bytes(hmac.digest(vault_key.encode(), b"web push", "sha512"), "big")
    return ec.derive_private_key(number % (_ORDER - 1) + 1, CURVE)


def application_key() -> str:
    """Its public half, as a browser that subscribes takes it."""
    return to_text(_octets(server_key().public_key()))


def vapid(endpoint: str, now: datetime) -> str:
    """The Authorization header of a POST to that push service."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int((now + VALID).timestamp()),
        "sub": f"mailto:{parseaddr(settings.SERVER_EMAIL)[1]}",
    }
    head = {"typ": "JWT", "alg": "ES256"}
    text = ".".join(to_text(json.dumps(part).encode()) for part in (head, claims))
    r, s = decode_dss_signature(server_key().sign(text.encode(), ec.ECDSA(hashes.SHA256())))
    seal = to_text(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={text}.{seal}, k={application_key()}"


# --- a message for one browser --------------------------------------------------------------------


def encrypted(
    text: bytes,
    public_key: bytes,
    auth: bytes,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes = b"",
) -> bytes:
    """The body of a push message (aes128gcm, in one record). `own` and `salt` are drawn anew for
    each message. Raises `ValueError` if the browser's key is none.
    """
    own, salt = own or ec.generate_private_key(CURVE), salt or os.urandom(16)
    browser = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, public_key)
    sender = _octets(own.public_key())
    info = b"WebPush: info\0" + public_key + sender
    shared = _derived(own.exchange(ec.ECDH(), browser), auth, info, 32)
    key = _derived(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(shared, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(sender)]) + sender
    return head + AESGCM(key).encrypt(nonce, text + b"\x02", None)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def pushed(browser: Browser, data: Mapping[str, str], told: Message, now: datetime) -> Answer:
    """Post a message to a browser's push service. A later one about the same game and seat takes
    its place there.
    """
    body = encrypted(
        json.dumps(data, ensure_ascii=False).encode(),
        from_text(browser.public_key),
        from_text(browser.auth),
    )
    headers = {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(int(KEPT.total_seconds())),
        "Urgency": "normal",
        "Authorization": vapid(browser.endpoint, now),
    }
    if told.about:
        headers["Topic"] = told.about
    return post(browser.endpoint, body, headers)


# --- octets as text -------------------------------------------------------------------------------


def to_text(octets: bytes) -> str:
    """Octets in URL-safe base64 without its padding."""
    return base64.urlsafe_b64encode(octets).rstrip(b"=").decode("ascii")


def from_text(text: str) -> bytes:
    """The octets again; raises `ValueError` for what is none."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def _octets(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
