"""Letters that belong to no table, in the embedded set-up: sign-in codes, invitations, notices of
an account. The local mail server keeps the newest as files, and the mailbox page shows them; no
other server keeps any.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path
from typing import Any

from django.conf import settings

from traders.domain.calendar import clock

MOST_KEPT = 100
"""Letters that are kept; the oldest make room."""
TO = b"Delivered-To: "


@dataclass(frozen=True, slots=True)
class LooseLetter:
    """A letter to an address, as it was sent. `key`: its name in addresses of pages."""

    key: str
    recipient: str
    message: EmailMessage

    @property
    def subject(self) -> str:
        """Its subject."""
        return str(self.message["Subject"] or "(no subject)")


def keep(raw: bytes, recipient: str) -> None:
    """Keep a letter for the mailbox page."""
    folder = _folder()
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{clock.exact():%Y%m%d%H%M%S%f}-{secrets.token_hex(4)}"
    written = folder / f"{name}.part"
    written.write_bytes(TO + recipient.encode("utf-8", "replace") + b"\r\n" + raw)
    written.rename(folder / f"{name}.eml")  # a page never finds half of one
    for old in sorted(folder.glob("*.eml"))[:-MOST_KEPT]:
        old.unlink(missing_ok=True)


def newest(most: int) -> list[LooseLetter]:
    """The newest letters, at most so many, the newest first."""
    return [_read(path) for path in sorted(_folder().glob("*.eml"), reverse=True)[:most]]


def called(key: str) -> LooseLetter | None:
    """The letter with that key; None where none has it, or no more."""
    return next((_read(path) for path in _folder().glob("*.eml") if path.stem == key), None)


def _read(path: Path) -> LooseLetter:
    head, _, raw = path.read_bytes().partition(b"\r\n")
    message: Any = BytesParser(policy=policy.default).parsebytes(raw)
    return LooseLetter(path.stem, head.removeprefix(TO).decode(), message)


def _folder() -> Path:
    return Path(settings.VAR) / "loose-letters"
