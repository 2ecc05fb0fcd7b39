"""Games' seeds, encrypted under a key that is not in the database (PR-CHANCE-01)."""

from __future__ import annotations

import hashlib
import secrets

from cryptography.fernet import Fernet
from django.conf import settings

SECRET_BYTES = 32


def new_secret() -> bytes:
    """A new seed for one game's dice."""
    return secrets.token_bytes(SECRET_BYTES)


def digest(secret: bytes) -> str:
    """The seed digest: SHA-256 in hexadecimal, published before the first move."""
    return hashlib.sha256(secret).hexdigest()


def lock(secret: bytes) -> bytes:
    """The seed as the database stores it."""
    return Fernet(settings.TRADERS_VAULT_KEY).encrypt(secret)


def unlock(locked: bytes | memoryview) -> bytes:
    """The seed decrypted; raises `cryptography.fernet.InvalidToken` if the key is another one or
    the row was changed.
    """
    return Fernet(settings.TRADERS_VAULT_KEY).decrypt(bytes(locked))
