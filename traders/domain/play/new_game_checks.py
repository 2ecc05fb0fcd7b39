"""Whether a new game can be begun as it is wanted, and its name in addresses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import IntegrityError, transaction

from traders.domain.people import visibility
from traders.domain.settings import game_settings
from traders.engines.kernel.refusal import Refusal
from traders.models import Game, Phase
from traders.models.slugs import slug_of, unguessable


def not_begun(game: Game) -> str:
    """Why nothing can be ordered in a game without entries."""
    if game.phase == Phase.OVER:
        return "This game was cancelled before it began."
    return "This game has not begun: its players are still gathering."


def try_settings(*layers: Mapping[str, object]) -> None:
    """Refuse settings that cannot be, in words, citing the postal rules that know them."""
    try:
        game_settings.read(*layers)
    except game_settings.BadSettings as bad:
        raise Refusal(" ".join(bad.words), *bad.rules) from bad


def try_out(
    engine: Any,
    colours: Sequence[str],
    options: Mapping[str, Any],
    edition: str,
    start: Mapping[str, Any] | None,
) -> None:
    if start is None:
        engine.setup(colours, options, edition)
    else:
        written = dict(start)
        setup = bool(written.pop("setup", False))
        engine.position(colours, options, written, setup=setup)


def save_under_a_slug(game: Game) -> None:
    """Save a new game under a free name in addresses. Of several that get the same one at once the
    others take the next. One that not everybody may watch has a name that nobody guesses, so that
    whoever makes another game learns of none (PR-RECORD-05).
    """
    while True:
        game.slug = _slug(game)
        try:
            with transaction.atomic():
                game.save(force_insert=True)
                return
        except IntegrityError:
            if not Game.objects.filter(slug=game.slug).exists():
                raise


def _slug(game: Game) -> str:
    if not visibility.is_open_to_all(game):
        return unguessable(slug_of(game.title, 31) or "game")
    stem = slug_of(game.title, 33) or "game"
    taken = set(Game.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    return next(
        slug for n in range(1, 10**6) if (slug := stem if n == 1 else f"{stem}-{n}") not in taken
    )
