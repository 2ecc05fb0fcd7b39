"""Letters about a game to who has no seat in it: referees, organizers, and who had one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from django.urls import reverse

from traders.domain.letters.addresses import message_id
from traders.domain.letters.facts import Facts, encode
from traders.domain.letters.written import wake
from traders.models import Game, Letter, LetterKind, LetterStatus, Player, Seat


def write(
    player: Player,
    game: Game,
    key: str,
    subject: str,
    told: Sequence[str],
    *,
    at: datetime,
    page: str = "",
) -> None:
    """Store one letter, to go now; the same occasion (`key`, at most 40 characters) again stores
    nothing. `page`: the game's own if left out.
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
                    extra={"subject": subject, "told": list(told), "page": page or _page(game)},
                )
            ),
            "written": at,
            "message_id": message_id(game.slug, f"court{player.pk}", key),
            "status": LetterStatus.WRITTEN,
            "next_try": at,
        },
    )
    if new:
        wake([letter.pk])


def organizer_of(game: Game) -> Player | None:
    """The club's organizer; None for one who sits in the game, and is told what all seats are."""
    organizer = game.club.organizer if game.club else None
    if organizer is None or Seat.objects.filter(game=game, player=organizer).exists():
        return None
    return organizer


def tell_organizer(
    game: Game, key: str, subject: str, told: Sequence[str], *, at: datetime
) -> None:
    """Write to the club's organizer, if there is one who is not told as a seat; once for each `key`
    and entry.
    """
    organizer = organizer_of(game)
    if organizer is not None:
        write(organizer, game, f"{key}.{game.number}", subject, told, at=at)


def _page(game: Game) -> str:
    return settings.SITE_URL + reverse("game", args=[game.slug])
