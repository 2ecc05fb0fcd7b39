"""The reader of a letter: zone, reply address, links. With the facts, all that a letter is made
of.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import quote
from zoneinfo import ZoneInfo

from django.conf import settings
from django.urls import NoReverseMatch, reverse

from traders.domain.history.labels import label_of
from traders.domain.letters.addresses import answer_address, reply_address
from traders.domain.letters.words import plain, zone_of
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

    @property
    def who(self) -> str:
        """The seat in a sentence: Red."""
        return self.seat.capitalize()

    def page(self, name: str, *names: str) -> str:
        """The web address of a page by its name; the site's own if there is no such page."""
        try:
            path = reverse(name, args=names)
        except NoReverseMatch:
            path = "/"
        return settings.SITE_URL + path

    def answering(self, subject: str, line: str) -> str:
        """A link that opens a reply with that line in it."""
        return (
            f"mailto:{self.answer_to}?subject={quote('Re: ' + subject)}&body={quote(line)}"
            if self.answer_to
            else ""
        )


def reader_of(letter: Letter, seat: Seat | None = None, label: str | None = None) -> Reader:
    """The reader of a letter; `seat`, and the `label` of what it asks, where they are known."""
    player, game = letter.player, letter.game
    reader = Reader(plain(player.display_name, 40), zone_of(player.zone), player.cadence)
    if letter.kind == LetterKind.ASKED:
        reader = replace(reader, answer_to=answer_address(letter.tag))
    if game is None:
        return reader
    if seat is None and letter.seat:
        seat = Seat.objects.get(game=game, colour=letter.seat)
    reader = in_game(reader, game, letter.seat)
    if seat is None:
        return reader
    asked = label_of(letter) if label is None else label
    return replace(reader, answer_to=reply_address(seat.pk, asked))


def in_game(reader: Reader, game: Game, seat: str = "") -> Reader:
    """The reader with the data of a game and seat."""
    return replace(
        reader,
        seat=seat,
        title=plain(game.title, 60),
        slug=game.slug,
        system=game.system,
        secret_digest=game.secret_digest,
        scheme=game.scheme,
    )
