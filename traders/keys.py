"""The house's own keys, where they are not given by the environment: files beside the SQLite
database, readable by their owner alone.

They are made only for a house whose database is such a file. A house on PostgreSQL may run on many
machines, and keys that each of them made for itself would fit nowhere else: there the environment
gives them, and `checks.py` refuses to run without.
"""

from __future__ import annotations

import base64
import os
import secrets
import sys
from pathlib import Path

SECRET = 48
"""Octets of a new SECRET_KEY: Django calls one of fewer than 50 characters weak."""


def new_key(octets: int = 32) -> str:
    """A fresh key in URL-safe base64; one of 32 octets is what Fernet takes."""
    return base64.urlsafe_b64encode(secrets.token_bytes(octets)).decode("ascii")


def kept_key(path: Path, octets: int = 32) -> str:
    """The key kept in the file at `path`, made at the first call. Many processes may call at once:
    all get the same key.
    """
    try:
        return path.read_text("ascii").strip()
    except FileNotFoundError:
        pass
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    with os.fdopen(
        os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii"
    ) as file:
        file.write(new_key(octets) + "\n")
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, path)  # refuses where another process was first
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return path.read_text("ascii").strip()


if __name__ == "__main__":
    sys.stderr.write("For a new house. In one that has games TRADERS_VAULT_KEY stays as it is.\n")
    sys.stdout.write(f"SECRET_KEY={new_key(SECRET)}\nTRADERS_VAULT_KEY={new_key()}\n")
