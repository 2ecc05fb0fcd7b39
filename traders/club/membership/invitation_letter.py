"""The letter with an invitation. It goes to an address, of which nothing is known here: whether it
has an account, neither the letter nor the page tells.
"""

from __future__ import annotations

import logging
import smtplib

from django.core.mail import EmailMessage
from django.db import transaction

from traders.club.membership import invitations
from traders.domain.letters.addresses import machine_headers
from traders.models import Club, Player, Role

log = logging.getLogger(__name__)

_AS = {Role.PLAYER: "as a player", Role.GUEST: "as a guest", Role.REFEREE: "as a referee"}


def invite(club: Club, by: Player, role: str, address: str) -> None:
    """Invite the owner of a mailbox. Raises `Refusal` where the organizer may not."""
    secret = invitations.by_letter(club.pk, by, role, address)
    if secret:
        transaction.on_commit(lambda: _send(club, by, role, address, secret))


def _send(club: Club, by: Player, role: str, address: str, secret: str) -> None:
    """Mail the letter; that it could not be mailed is only logged, since it would tell something of
    the address.
    """
    letter = EmailMessage(
        f"Join {club.name}?"[:70],
        text(club, by, role, address, secret),
        to=[address],
        headers=machine_headers() | {"List-Unsubscribe": f"<{invitations.refusing_page(address)}>"},
    )
    try:
        letter.send()
    except (OSError, smtplib.SMTPException):
        log.warning("an invitation could not be mailed", exc_info=True)


def text(club: Club, by: Player, role: str, address: str, secret: str) -> str:
    """What the letter says."""
    return (
        f"{by.display_name} invites you to the club {club.name}, {_AS[Role(role)]}.\n\n"
        "Here board games about trade between the stars are played by letter, over weeks. To join, "
        f"open this page and press Join, within {invitations.LASTS.days} days:\n\n"
        f"{invitations.address_of(secret)}\n\n"
        "You need no password: a code is mailed to you. If you do nothing, nothing happens.\n\n"
        "You want no invitations from this server? Then say so here, once:\n\n"
        f"{invitations.refusing_page(address)}\n"
    )
