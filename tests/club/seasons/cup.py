"""A knock-out for tests, whose tables get the results that a test says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tests.club.seasons.league import olga, registered
from traders.club.seasons import result_approval, season_draw
from traders.domain.calendar import clock
from traders.models import (
    ResultCause,
    Round,
    Season,
    SeasonKind,
    SeasonPhase,
    SeasonTable,
    StatedResult,
)

EIGHT = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")


def cup_of(names: Sequence[str], **more: Any) -> Season:
    """A knock-out of these people at tables of two, drawn; the seeding is theirs, not by lot."""
    told: dict[str, Any] = {"table_size": 2, "kind": SeasonKind.KNOCKOUT, "name": "Cup"}
    season = registered(names, len(names), **told | more)
    by = olga(season.club)
    draft = season_draw.ask(season.pk, by, seed=1)
    seeding(season, names)
    season_draw.bind(season.pk, by, draft.seed)
    season.refresh_from_db()
    return season


def seeding(season: Season, names: Sequence[str]) -> None:
    """Let the draft have this seeding, and the round that follows from it."""
    season.refresh_from_db()
    draft = season.draft
    place = dict(zip(draft["seeding"], names, strict=True))
    draft["seeding"] = list(names)
    ((_, one),) = draft["drawn"].items()
    for round_ in one["rounds"]:
        round_["tables"] = [[place[name] for name in table] for table in round_["tables"]]
        round_["byes"] = [place[name] for name in round_["byes"]]
    season.save(update_fields=["draft"])


def tables_of(season: Season, number: int) -> list[list[str]]:
    """The names at each table of a round, in turn order."""
    return [
        [place.entrant.name for place in table.places.all()]
        for table in SeasonTable.objects.filter(round__season=season, round__number=number)
    ]


def byes_of(season: Season, number: int) -> list[str]:
    """Who has a bye in a round."""
    byes = season.drawn_rounds.get(number=number).byes.order_by("seed")
    return [one.name for one in byes]


def played(season: Season, number: int, ranks: Callable[[list[str]], dict[str, int]]) -> Round:
    """A round that was played without its games, with the places that `ranks` says of the names at
    each table. Not approved yet.
    """
    round_ = season.drawn_rounds.get(number=number)
    if round_.begun is None:
        round_.begun = clock.now()
        round_.save(update_fields=["begun"])
    Season.objects.filter(pk=season.pk).update(phase=SeasonPhase.RUNNING)
    for table in round_.tables.all():
        places = {one.entrant.name: one for one in table.places.filter(results=None)}
        for name, rank in ranks(list(places)).items():
            StatedResult.objects.create(
                place=places[name], rank=rank, cause=ResultCause.GAME, at=clock.now()
            )
    return round_


def by_name(names: list[str]) -> dict[str, int]:
    """Places in the order of the alphabet."""
    return {name: rank for rank, name in enumerate(sorted(names), 1)}


def approved(season: Season, number: int) -> None:
    """Approve a round."""
    result_approval.approve(season.pk, number, olga(season.club))
    season.refresh_from_db()
