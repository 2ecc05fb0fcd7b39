"""The server's own keys, if the environment does not give them: files beside the SQLite database,
readable by their owner alone.

They are made only if the database is such a file. A server on PostgreSQL may run on several
machines, where keys made by each would not match: there the environment gives them, and `checks.py`
refuses to run without.
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
    """A new key in URL-safe base64; Fernet takes one of 32 octets."""
    return base64.urlsafe_b64encode(secrets.token_bytes(octets)).decode("ascii")


def kept_key(path: Path, octets: int = 32) -> str:
    """The key in the file at `path`, made at the first call. Processes that call at the same time
    get the same key.
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
        os.link(draft, path)  # fails if another process was first
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return path.read_text("ascii").strip()


if __name__ == "__main__":
    sys.stderr.write("For a new server. On one that has games TRADERS_VAULT_KEY stays as it is.\n")
    sys.stdout.write(f"SECRET_KEY={new_key(SECRET)}\nTRADERS_VAULT_KEY={new_key()}\n")
