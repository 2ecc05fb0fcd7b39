"""Letters about a game to people without a seat in it: referees, organizers, former players."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from django.urls import reverse

from traders.domain import hooks
from traders.domain.letters.addresses import message_id
from traders.domain.letters.letter_facts import Facts, encode
from traders.domain.letters.worker_wake_up import wake
from traders.domain.people import club_roles, seating
from traders.models import Game, Letter, LetterKind, Player


def write(
    player: Player,
    game: Game | None,
    key: str,
    subject: str,
    paragraphs: Sequence[str],
    *,
    at: datetime,
    page: str = "",
    due: datetime | None = None,
) -> None:
    """Store one letter, to go now; a second one for the same `key` (at most 40 characters) is not
    stored. `page`: the game's own if left out; a letter about no game names one. `due`: by when its
    reader should act, for the subject.
    """
    extra = {
        "subject": subject,
        "told": list(paragraphs),
        "page": page or (_page(game) if game else settings.SITE_URL),
    }
    facts = Facts(at=at, number=game.number if game else 0, due=due, extra=extra)
    stored(player, game, LetterKind.RULING, key, facts)


def stored(
    player: Player,
    game: Game | None,
    kind: LetterKind,
    key: str,
    facts: Facts,
    in_reply_to: str = "",
) -> Letter | None:
    """Store a letter of these facts to somebody without a seat, to go now; None where one with this
    `key` was stored before.
    """
    name = f"{'asked' if kind == LetterKind.ASKED else 'court'}{player.pk}"
    letter, new = Letter.objects.get_or_create(
        player=player,
        game=game,
        seat="",
        key=key,
        defaults={
            "kind": kind,
            "entry": facts.number,
            "asks": kind == LetterKind.ASKED and not facts.lines,
            "facts": encode(facts),
            "written": facts.at,
            "in_reply_to": in_reply_to[:998],
            "message_id": message_id(game.mail_name if game else "", name, key),
            "next_try": facts.at,
        },
    )
    if new:
        wake([letter.pk])
    return letter if new else None


def referee_of(game: Game) -> Player | None:
    """Who is asked to look at a game; None if nobody can be."""
    return next((found for of in hooks.REFEREE_OF if (found := of(game)) is not None), None)


def organizers_of(game: Game) -> list[Player]:
    """The club's organizers without those who have a seat in the game, where they read what all
    seats do, or had one: they order nothing there (PR-RULING-02).
    """
    sat = Player.objects.filter(seating.sitters(game)).values("pk")
    return list(club_roles.organizers(game.club).exclude(pk__in=sat))


def tell_organizers(
    game: Game,
    key: str,
    subject: str,
    paragraphs: Sequence[str],
    *,
    at: datetime,
    at_desk: bool = False,
) -> None:
    """Write to the club's organizers who have no seat; once for each `key` and entry. `at_desk`:
    the letter leads to the game's page of the desk, where they can do something.
    """
    page = ""
    if at_desk and game.club is not None:
        page = settings.SITE_URL + reverse("desk-game", args=[game.club.slug, game.slug])
    for organizer in organizers_of(game):
        write(organizer, game, f"{key}.{game.number}", subject, paragraphs, at=at, page=page)


def _page(game: Game) -> str:
    return settings.SITE_URL + reverse("game", args=[game.slug])
