"""Games of the real engine with ids, secret and hours told, so that the same play gives the same
letters to the byte.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from tests.domain.letters.table import NOON
from traders.domain.history import dice, seed_encryption
from traders.domain.play import door
from traders.domain.post import delivery
from traders.models import Game, Letter, LetterStatus, Player, Seat

START: dict[str, Any] = {
    "lines": [["Mink", "Niven", "orange"], ["Niven", "Jaxin", "red"]],
    "red": {"at": "Mink"},
    "blue": {"at": "Niven", "hand": ["Gotcha"]},
    "green": {"at": "Jaxin", "hand": ["Zap"]},
}
"""Red jumps first; Blue and Green hold a card each, so both may react."""
ASKED: dict[str, Any] = START | {
    "blue": {"at": "Niven", "hand": ["Gotcha", "Quarantine"]},
    "green": {"at": "Jaxin", "hand": ["Zap", "Quarantine"]},
}
"""The same where both are asked about a jump, too (PR-INTERVAL-10)."""


def table(
    start: Mapping[str, Any] | None = None,
    *,
    zone: str = "Europe/Berlin",
    timing: str = "table",
    system: str = "star-traders",
) -> Game:
    """A game of Red, Blue and Green with ids from 7001."""
    game = Game.objects.create(
        pk=7001,
        slug="spiral",
        title="Spiral Arm",
        system=system,
        secret=seed_encryption.lock(b"s" * 32),
        secret_digest=seed_encryption.digest(b"s" * 32),
        scheme=dice.SCHEME,
        settings={"timing": timing},
        start=dict(start or START),
    )
    for place, colour in enumerate(("red", "blue", "green")):
        player = Player(
            pk=7001 + place,
            email=f"{colour}@example.org",
            display_name=f"Player of {colour}",
            zone=zone,
        )
        player.save(force_insert=True)
        Seat.objects.create(pk=7001 + place, game=game, colour=colour, place=place, player=player)
    return game


def begun(start: Mapping[str, Any] | None = None) -> Game:
    """The same game, begun at noon, its intervals without stops."""
    game = table(start)
    door.begin(game.pk, stops=False, at=NOON)
    game.refresh_from_db()
    return game


def say(game: Game, seat: str, text: str, moment: str, minutes: int) -> None:
    """A letter of a seat's, so many minutes after the beginning."""
    door.orders(game.pk, seat, text, moment=moment, at=NOON + timedelta(minutes=minutes))


def made(**of: Any) -> list[Letter]:
    """The letters that fit, made ready."""
    delivery.prepare(list(Letter.objects.filter(**of).values_list("pk", flat=True)))
    return list(Letter.objects.filter(**of).select_related("picture").order_by("pk"))


def gone(**of: Any) -> list[Letter]:
    """The letters that fit, made ready and taken by a mail server."""
    made(**of)
    Letter.objects.filter(**of, status=LetterStatus.PREPARED).update(status=LetterStatus.SENT)
    return list(Letter.objects.filter(**of).order_by("pk"))
