"""Kinds of season, one object each: chosen here, and nowhere asked for by name."""

from __future__ import annotations

from collections.abc import Mapping

from traders.club.seasons.kinds.kind import Kind
from traders.club.seasons.kinds.knockout_season import Knockout
from traders.club.seasons.kinds.league_season import League
from traders.models import Season, SeasonKind

KINDS: Mapping[SeasonKind, Kind] = {
    SeasonKind.LEAGUE: League(),
    SeasonKind.KNOCKOUT: Knockout(),
}


def kind_of(season: Season) -> Kind:
    """The kind of a season."""
    return KINDS[SeasonKind(season.kind)]
