"""Whether a letter to a seat's address came from its player (PR-RECEIPT-03)."""

from __future__ import annotations

import re

from django.conf import settings

from traders.domain.inbox.opened import Opened
from traders.models import Player


def is_players(letter: Opened, player: Player) -> bool:
    """Whether the one sender is the player's mailbox, and no check of the receiving side says that it is forged.

    Only the topmost Authentication-Results of a host that the operator named is believed: below it anybody can write anything.
    """
    return letter.senders == (player.email.strip().lower(),) and not _found_forged(letter)


def _found_forged(letter: Opened) -> bool:
    trusted = {host.lower() for host in getattr(settings, "TRUSTED_MAIL_HOSTS", ())}
    for value in letter.values("authentication-results"):
        host, _, results = value.partition(";")
        if host.strip().split(" ")[0].lower() not in trusted:
            return False
        return bool(re.search(r"\bdmarc\s*=\s*fail\b", results, re.IGNORECASE))
    return False
