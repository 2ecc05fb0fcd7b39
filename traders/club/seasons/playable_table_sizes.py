"""Sizes of table that a season's games can be played at."""

from __future__ import annotations

from traders.domain.play import new_game_checks
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import COLOURS
from traders.engines.registry import engine
from traders.models import Season

SMALLEST, LARGEST = 2, 6


def playable(season: Season, size: int) -> bool:
    """Whether all games of the season can be played by so many."""
    try:
        for game in season.games:
            new_game_checks.try_out(
                engine(game["system"]), COLOURS[:size], game.get("options", {}), "", None
            )
    except Refusal:
        return False
    return True


def sizes_of(season: Season) -> tuple[int, ...]:
    """Sizes of table that all games of the season can be played at, near the one it wants."""
    near = range(max(SMALLEST, season.table_size - 1), min(LARGEST, season.table_size + 1) + 1)
    return tuple(size for size in near if playable(season, size))
