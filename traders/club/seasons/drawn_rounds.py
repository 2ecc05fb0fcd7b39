"""Rounds that were drawn, as rows: kept when a draw binds, told to who plays in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

from traders.club.seasons.locked_season import now
from traders.engines.kernel.words import listed
from traders.models import Entrant, Round, Season, SeasonPlace, SeasonTable

Seated = Mapping[int, Sequence[Sequence[int]]]
"""Of each division, by its row, the tables of a round: entrants in turn order."""


def keep(
    season: Season, number: int, seated: Seated, quality: Mapping[str, object] | None = None
) -> Round:
    """Keep a round with its tables; `quality`: how good its draw is, of each division."""
    begins = season.begins
    round_ = Round.objects.create(
        season=season,
        number=number,
        drawn=now(),
        begins=begins + timedelta(days=season.every * (number - 1)) if begins else None,
        quality=dict(quality or {}),
    )
    for division, tables in seated.items():
        for place, people in enumerate(tables, 1):
            table = SeasonTable.objects.create(round=round_, division_id=division, number=place)
            SeasonPlace.objects.bulk_create(
                SeasonPlace(table=table, entrant_id=entrant, seat=seat)
                for seat, entrant in enumerate(people)
            )
    return round_


def opponents(round_: Round) -> dict[int, str]:
    """Whom each entrant of the round meets, in words, by the entrant's row."""
    places = SeasonPlace.objects.filter(table__round=round_).select_related("entrant__player")
    tables: dict[int, list[Entrant]] = {}
    for place in places:
        tables.setdefault(place.table_id, []).append(place.entrant)
    return {
        one.pk: listed([other.name for other in people if other.pk != one.pk], "nobody")
        for people in tables.values()
        for one in people
    }
