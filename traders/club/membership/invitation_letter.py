"""The letter with an invitation. It goes to an address, of which nothing is known here: whether it
has an account, neither the letter nor the page tells; nor does the page, or how long it takes, tell
whether the address is mailed any.
"""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor

from django.core.mail import EmailMultiAlternatives
from django.db import transaction

from traders.club.membership import invitations
from traders.domain.calendar import durations
from traders.domain.letters import unsubscribing
from traders.domain.letters.addresses import machine_headers
from traders.domain.letters.plain_text_layout import cut
from traders.domain.letters.render import Rendered, framed
from traders.domain.letters.subjects import MOST
from traders.domain.people import seating
from traders.domain.settings import game_settings
from traders.engines.kernel.book.game_introduction import first_steps_of
from traders.engines.registry import ENGINES, engine
from traders.models import Club, Game, Player, Role

AFTERWARDS = ThreadPoolExecutor(max_workers=1, thread_name_prefix="invitations")
"""Mails the letters, one after another, while their pages are answered: the same is done for who
is mailed none until then. A process that ends waits for it.
"""

log = logging.getLogger(__name__)

_AS = {Role.PLAYER: "as a player", Role.GUEST: "as a guest", Role.REFEREE: "as a referee"}


def invite(club: Club, by: Player, role: str, address: str) -> None:
    """Invite the owner of a mailbox. Raises `Refusal` where the organizer may not."""
    secret, mailed = invitations.by_letter(club.pk, by, role, address)
    page, refusing = invitations.address_of(secret), invitations.refusing_page(address, by)
    made = letter_of(club, by, role, page, refusing)
    transaction.on_commit(lambda: _mail(made, address, refusing, mailed))


def to_a_seat(game: Game, by: Player, address: str, secret: str, mailed: bool) -> None:
    """Mail the invitation to a seat of the game, if the mailbox is `mailed` any."""
    page, refusing = invitations.address_of(secret), invitations.refusing_page(address, by)
    _mail(seat_letter_of(game, by, page, refusing), address, refusing, mailed)


def _mail(made: Rendered, address: str, refusing: str, mailed: bool) -> None:
    """Have the letter mailed, or nothing."""
    letter = EmailMultiAlternatives(
        made.subject,
        made.text,
        to=[address],
        headers=machine_headers() | dict(unsubscribing.one_click(refusing)),
    )
    letter.attach_alternative(made.html, "text/html")
    AFTERWARDS.submit(_send, letter, mailed)


def _send(letter: EmailMultiAlternatives, mailed: bool) -> None:
    """Send the letter; that it could not be sent is only logged, since it would tell something of
    the address.
    """
    try:
        if mailed:
            letter.send()
    except Exception:  # nobody waits here to be told of it
        log.warning("an invitation could not be mailed", exc_info=True)


def letter_of(club: Club, by: Player, role: str, page: str, refusing: str) -> Rendered:
    """The letter; `page` is the invitation's, `refusing` that on which its reader refuses more."""
    told = (
        f"{by.display_name} invites you to the club {club.name}, {_AS[Role(role)]}. Here board "
        "games about trade between the stars are played by letter, over weeks."
    )
    links = ("To join, open this page and press Join", "See the club, and join", page, refusing)
    return _framed(f"Join {club.name}?", [told], *links)


def seat_letter_of(game: Game, by: Player, page: str, refusing: str) -> Rendered:
    """The letter that invites to a seat. Of what `by` typed it has their name alone: no title."""
    title, steps = engine(game.system).title, first_steps_of(ENGINES[game.system])
    seats = list(game.seats.all())
    free = sum(map(seating.is_vacant, seats))
    turn = durations.words(game_settings.of(game).turn_time)
    told = [
        f"{by.display_name} invites you to a game of {title}, which is played by letter. "
        f"{free} of {len(seats)} seats {'is' if free == 1 else 'are'} free.",
        *([steps.pitch] if steps else []),
        "When it is your turn, a letter tells you what you can do, and what would be good. You "
        f"answer with one line, or press a button on the game's page: you have {turn} for it.",
    ]
    links = ("To take a seat, open this page and press the button", "See the game, and sit down")
    return _framed(f"Play {title}?", told, *links, page, refusing)


def _framed(
    subject: str, told: list[str], wanted: str, button: str, page: str, refusing: str
) -> Rendered:
    context = {
        "told": told,
        "wanted": wanted,
        "button": button,
        "days": invitations.LASTS.days,
        "page": page,
        "refusing": refusing,
    }
    return framed("invitation", cut(subject, MOST), context)
