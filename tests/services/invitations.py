"""Waiting for letters that leave after their page was answered."""

from __future__ import annotations

from tests.services.waiting import FAR
from traders.club.membership import invitation_letter


def until_invitations_left() -> None:
    """Return when the invitations that pages have mailed so far have left."""
    invitation_letter.AFTERWARDS.submit(int).result(FAR)
