"""How far somebody without a seat sees into a game that is watched with a delay (PR-RECORD-05)."""

from __future__ import annotations

from datetime import datetime

from traders.domain.calendar import clock
from traders.domain.settings import game_settings
from traders.models import Entry, Game, Phase, Player, Seat


def seen_until(game: Game) -> datetime | None:
    """The time up to which watchers see the game; None where that is as it is (PR-RECORD-05)."""
    if game.phase != Phase.PLAYING:
        return None
    delay = game_settings.of(game).watch_delay
    return clock.now() - delay if delay else None


def last_seen(game: Game) -> int:
    """The number of the last entry that watchers see: at least the first, with which all is set
    up (PR-RECORD-05).
    """
    until = seen_until(game)
    if until is None:
        return game.number
    seen = Entry.objects.filter(game=game, at__lte=until).order_by("-number")
    return seen.values_list("number", flat=True).first() or 1


def last_for(game: Game, reader: Player | None) -> int:
    """The number of the last entry that the reader sees: a watcher, or who has a seat."""
    if seen_until(game) is None or reader is None:
        return last_seen(game)
    seated = Seat.objects.filter(game=game, player=reader, left=None).exists()
    return game.number if seated else last_seen(game)
