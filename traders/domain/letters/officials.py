"""Letters about a game to people without a seat in it: referees, organizers, former players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from django.conf import settings
from django.urls import reverse

from traders.domain.letters.addresses import message_id
from traders.domain.letters.facts import Facts, encode
from traders.domain.letters.written import wake
from traders.models import Game, Letter, LetterKind, LetterStatus, Player, Seat

REFEREE_OF: list[Callable[[Game], Player | None]] = []
"""Who is asked to look at a game, as the layers above know: at most one of them is entered."""


def write(
    player: Player,
    game: Game,
    key: str,
    subject: str,
    paragraphs: Sequence[str],
    *,
    at: datetime,
    page: str = "",
) -> None:
    """Store one letter, to go now; a second one for the same `key` (at most 40 characters) is not
    stored. `page`: the game's own if left out.
    """
    letter, new = Letter.objects.get_or_create(
        player=player,
        game=game,
        seat="",
        key=key,
        defaults={
            "kind": LetterKind.RULING,
            "entry": game.number,
            "facts": encode(
                Facts(
                    at=at,
                    number=game.number,
                    extra={
                        "subject": subject,
                        "told": list(paragraphs),
                        "page": page or _page(game),
                    },
                )
            ),
            "written": at,
            "message_id": message_id(game.mail_name, f"court{player.pk}", key),
            "status": LetterStatus.WRITTEN,
            "next_try": at,
        },
    )
    if new:
        wake([letter.pk])


def organizer_of(game: Game) -> Player | None:
    """The club's organizer; None if they have a seat in the game, where they read what all seats
    do.
    """
    organizer = game.club.organizer if game.club else None
    if organizer is None or Seat.objects.filter(game=game, player=organizer).exists():
        return None
    return organizer


def tell_organizer(
    game: Game, key: str, subject: str, paragraphs: Sequence[str], *, at: datetime
) -> None:
    """Write to the club's organizer, unless they have a seat; once for each `key` and entry."""
    organizer = organizer_of(game)
    if organizer is not None:
        write(organizer, game, f"{key}.{game.number}", subject, paragraphs, at=at)


def _page(game: Game) -> str:
    return settings.SITE_URL + reverse("game", args=[game.slug])
