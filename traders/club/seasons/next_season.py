"""The next season from the last in one step: its games and rules, and the divisions that follow
from its tables.
"""

from __future__ import annotations

import re
from datetime import timedelta

from traders.club.competition import promotion_and_relegation
from traders.club.seasons import setting_up
from traders.club.seasons.kinds import kind_of
from traders.club.seasons.league_tables import entrants_of
from traders.club.seasons.locked_season import hold
from traders.club.seasons.participants_and_waiting_list import entries
from traders.club.seasons.table_results import person_of, results
from traders.domain.calendar import clock
from traders.engines.kernel.refusal import Refusal
from traders.models import Entrant, Player, Season, SeasonKind, SeasonPhase

_NUMBER = re.compile(r"\d+(?!.*\d)")


def next_season(season_id: int, by: Player) -> Season:
    """Prepare the next season: everybody who still takes part has a place in the division that
    follows from the final table, and confirms it once registration is open.
    """
    with hold(season_id, SeasonPhase.OVER, by=by) as season:
        if season.following.exists():
            raise Refusal("The next season is prepared already.", kind="stale")
        sizes = [division.size for division in season.divisions.all()]
        plan = setting_up.SeasonPlan(
            name=called_next(season.name),
            kind=SeasonKind(season.kind),
            going_on=season.going_on,
            about=season.about,
            games=season.games,
            rounds=season.rounds,
            table_size=season.table_size,
            divisions=sizes,
            moving=max((division.down for division in season.divisions.all()), default=0),
            settings=season.settings,
            points=season.points,
            tie_breaks=season.tie_breaks,
            by_invitation=season.by_invitation,
            starting=season.starting,
            begins=season.begins + timedelta(days=season.every * season.rounds)
            if season.begins
            else None,
            every=season.every,
            days=season.days,
        )
        following = setting_up.make(season.club, by, plan, previous=season)
        _entered(season, following, sizes)
        return following


def called_next(name: str) -> str:
    """The next season's name: its last number is one more. Spring 2027: Spring 2028."""
    found = _NUMBER.search(name)
    if found is None:
        return f"{name[:76]} 2"
    return f"{name[: found.start()]}{int(found[0]) + 1}{name[found.end() :]}"[:80]


def _entered(season: Season, following: Season, sizes: list[int]) -> None:
    coming = divisions_after(season, sizes)
    people = {person_of(one): one for one in season.entrants.select_related("player")}
    divisions = list(following.divisions.all())
    at = clock.exact()
    rows = [
        (person, divisions[number])
        for number, division in enumerate(coming.divisions)
        for person in division.order
    ]
    for number, (person, in_division) in enumerate(
        [*rows, *((person, None) for person in coming.waiting)]
    ):
        Entrant.objects.create(
            season=following,
            player=people[person].player,
            division=in_division,
            registered=at + timedelta(microseconds=number),
        )


def divisions_after(season: Season, sizes: list[int]) -> promotion_and_relegation.NextSeason:
    """The divisions that follow from the season's tables; who went is left out."""
    found = results(season)
    divisions = list(season.divisions.all())
    there = {person_of(one) for one in entries(season).taking_part}
    everybody = {person_of(one) for division in divisions for one in entrants_of(division)}
    return promotion_and_relegation.next_season(
        [
            promotion_and_relegation.Division(
                division.name, kind_of(season).order(season, division, found)
            )
            for division in divisions
        ],
        max((division.down for division in divisions), default=0),
        sizes=sizes,
        leaving=everybody - there,
        entries=[person_of(one) for one in entries(season).waiting],
    )
