"""Who an organizer's word reaches: everybody of a season, or of one of its divisions."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from traders.club.desk.announcing import Audience
from traders.club.seasons.participants_and_waiting_list import entries
from traders.engines.kernel.refusal import Refusal
from traders.models import Club, Entrant, Player, Season, SeasonPhase

OPEN = (SeasonPhase.REGISTERING, SeasonPhase.DRAWN, SeasonPhase.RUNNING)


def _of_season(club: Club, rest: str) -> Audience:
    """All of the season, also who waits for a place."""
    season = _season(club, rest.partition(" ")[2])
    found = entries(season)
    return Audience(_players([*found.taking_part, *found.waiting]), f"all of {season.name}")


def _of_division(club: Club, rest: str) -> Audience:
    number, _, name = rest.partition(" ")[2].partition(" of ")
    season = _season(club, name)
    division = season.divisions.filter(name__iexact=f"Division {number.strip()}").first()
    if division is None:
        raise Refusal(f"{season.name} has no division {number.strip()}.", kind="unreadable")
    people = _players(one for one in entries(season).taking_part if one.division == division)
    return Audience(people, f"{division.name.lower()} of {season.name}")


def _season(club: Club, name: str) -> Season:
    """The season of that name, or the latest that is open."""
    seasons = club.seasons.filter(phase__in=OPEN)
    if name.strip():
        seasons = seasons.filter(slug=name.strip().replace(" ", "-").lower())
    season = seasons.first()
    if season is None:
        raise Refusal(f"{club.name} has no such season that is open.", kind="unreadable")
    return season


def _players(entrants: Iterable[Entrant]) -> list[Player]:
    return [entrant.player for entrant in entrants if entrant.player is not None]


AUDIENCES: dict[str, Callable[[Club, str], Audience]] = {
    "season": _of_season,
    "division": _of_division,
}
