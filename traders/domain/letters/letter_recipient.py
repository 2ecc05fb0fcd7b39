"""The reader of a letter: zone, reply address, links. With the facts, all that a letter is made
of.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import quote
from zoneinfo import ZoneInfo

from django.conf import settings
from django.urls import NoReverseMatch, reverse

from traders.domain.history.moment_labels import label_of
from traders.domain.letters.addresses import (
    answer_address,
    picture_name,
    reply_address,
    thread_id,
)
from traders.domain.letters.plain_text_layout import plain, zone_of
from traders.models import Game, Letter, LetterKind, Seat


@dataclass(frozen=True, slots=True)
class Reader:
    """One reader of one letter."""

    name: str
    zone: ZoneInfo
    cadence: str
    seat: str = ""
    title: str = ""
    slug: str = ""
    system: str = ""
    secret_digest: str = ""
    scheme: str = ""
    answer_to: str = ""
    """The reply address; empty if nothing is to be answered."""
    cid: str = "board"
    """The name of the board's picture within the letter."""
    thread: str = ""
    """The Message-ID of the seat's first letter, to which all others refer."""
    number: int = 0
    """The game's; 0 where it has none yet."""
    who: str = field(init=False)
    """The seat in a sentence: Red."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "who", self.seat.capitalize())

    def page(self, name: str, *names: str) -> str:
        """The web address of a page by its name; the site's own if there is no such page."""
        try:
            path = reverse(name, args=names)
        except NoReverseMatch:
            path = "/"
        return settings.SITE_URL + path

    def answering(self, subject: str, lines: Sequence[str]) -> list[str]:
        """Links that open a reply, each with one of these lines in it; empty ones if nothing is to
        be answered.
        """
        begins = f"mailto:{self.answer_to}?subject={quote('Re: ' + subject)}&body="
        return [begins + quote(line) if self.answer_to else "" for line in lines]


def reader_of(letter: Letter, seat: Seat | None = None, label: str | None = None) -> Reader:
    """The reader of a letter; `seat`, and the `label` of what it asks, where they are known."""
    player, game, to, thread = letter.player, letter.game, "", ""
    if game is not None and seat is None and letter.seat:
        seat = Seat.objects.get(game=game, colour=letter.seat)
    name, zone = plain(player.display_name, 40), zone_of(player.zone)
    title = plain(game.title, 60) if game is not None else ""
    if game is not None and seat is not None:
        to = reply_address(seat.pk, label_of(letter) if label is None else label)
        thread = thread_id(game.slug, letter.seat)
    elif letter.kind == LetterKind.ASKED:
        to = answer_address(letter.tag)
    cid = picture_name(letter.message_id)
    reader = Reader(name, zone, player.cadence, answer_to=to, cid=cid, thread=thread)
    return reader if game is None else in_game(reader, game, letter.seat, title)


def in_game(reader: Reader, game: Game, seat: str, title: str) -> Reader:
    """The reader with the data of a game and seat; the `title` as a letter tells it."""
    return replace(
        reader,
        seat=seat,
        title=title,
        slug=game.slug,
        number=game.pk or 0,
        system=game.system,
        secret_digest=game.secret_digest,
        scheme=game.scheme,
    )
