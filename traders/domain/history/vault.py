"""Games' secrets, encrypted under a key that is not in the database (PR-CHANCE-01)."""

from __future__ import annotations

import hashlib
import secrets

from cryptography.fernet import Fernet
from django.conf import settings

SECRET_BYTES = 32


def new_secret() -> bytes:
    """A seed for one game's chance."""
    return secrets.token_bytes(SECRET_BYTES)


def digest(secret: bytes) -> str:
    """The promise: SHA-256 of the seed, in hexadecimal, told before the first move."""
    return hashlib.sha256(secret).hexdigest()


def lock(secret: bytes) -> bytes:
    """The seed as the database keeps it."""
    return Fernet(settings.TRADERS_VAULT_KEY).encrypt(secret)


def unlock(locked: bytes | memoryview) -> bytes:
    """The seed again; `cryptography.fernet.InvalidToken` where the key is another or the row was
    tampered with.
    """
    return Fernet(settings.TRADERS_VAULT_KEY).decrypt(bytes(locked))
