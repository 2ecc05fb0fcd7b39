"""The letter with an invitation. It goes to an address, of which nothing is known here: whether it
has an account, neither the letter nor the page tells.
"""

from __future__ import annotations

import logging
import smtplib

from django.core.mail import EmailMultiAlternatives
from django.db import transaction

from traders.club.membership import invitations
from traders.domain.letters import mailed_at_once
from traders.domain.letters.addresses import machine_headers
from traders.domain.letters.plain_text import cut
from traders.domain.letters.render import Rendered, framed
from traders.domain.letters.subjects import MOST
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
    refusing = invitations.refusing_page(address)
    made = letter_of(club, by, role, invitations.address_of(secret), refusing)
    letter = EmailMultiAlternatives(
        made.subject,
        made.text,
        to=[address],
        headers=machine_headers() | {"List-Unsubscribe": f"<{refusing}>"},
    )
    letter.attach_alternative(made.html, "text/html")
    try:
        with mailed_at_once.place():
            letter.send()
    except (OSError, smtplib.SMTPException):
        log.warning("an invitation could not be mailed", exc_info=True)


def letter_of(club: Club, by: Player, role: str, page: str, refusing: str) -> Rendered:
    """The letter; `page` is the invitation's, `refusing` that on which its reader refuses all."""
    context = {
        "by": by.display_name,
        "club": club,
        "role": _AS[Role(role)],
        "days": invitations.LASTS.days,
        "page": page,
        "refusing": refusing,
    }
    return framed("invitation", cut(f"Join {club.name}?", MOST), context)
