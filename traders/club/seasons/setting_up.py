"""A season made: its games, rounds, divisions, how it counts; and changed before it is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction

from traders.club.seasons.kinds import KINDS
from traders.club.seasons.locked_season import hold, now
from traders.club.seasons.playable_table_sizes import LARGEST, SMALLEST
from traders.domain.people import club_roles
from traders.domain.play import new_game_checks
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import COLOURS
from traders.engines.registry import ENGINES, engine
from traders.models import Club, Division, Player, Season, SeasonKind, SeasonPhase, Starting
from traders.models.seasons import ONLY_DIVISION
from traders.models.slugs import slug_of

MOST_ROUNDS, MOST_DIVISIONS, MOST_PEOPLE = 30, 12, 200


@dataclass(frozen=True, kw_only=True)
class SeasonPlan:
    """What an organizer wants of a season."""

    name: str
    about: str = ""
    kind: SeasonKind = SeasonKind.LEAGUE
    going_on: int = 1
    """Of each table of a knock-out so many go on."""
    games: Sequence[Mapping[str, Any]]
    rounds: int
    table_size: int
    divisions: Sequence[int]
    """The room of each, the highest first."""
    moving: int = 0
    """How many change places between two divisions after the season."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    points: Mapping[str, object] = field(default_factory=dict)
    tie_breaks: Sequence[str] = ()
    by_invitation: bool = False
    starting: str = Starting.BY_HAND
    closes: datetime | None = None
    begins: datetime | None = None
    every: int = 30
    days: int | None = None

    def faults(self, club: Club) -> Iterator[str]:
        """What cannot be, in sentences."""
        if not self.name.strip():
            yield "A season has a name."
        if not 1 <= self.rounds <= MOST_ROUNDS:
            yield f"A season has 1 to {MOST_ROUNDS} rounds."
        if not SMALLEST <= self.table_size <= LARGEST:
            yield f"A table has {SMALLEST} to {LARGEST} people."
        if not 1 <= len(self.divisions) <= MOST_DIVISIONS:
            yield f"A season has 1 to {MOST_DIVISIONS} divisions."
        if any(size < SMALLEST for size in self.divisions) or sum(self.divisions) > MOST_PEOPLE:
            yield f"A division has room for {SMALLEST} or more, a season for at most {MOST_PEOPLE}."
        if len(self.divisions) > 1 and 2 * self.moving > min(self.divisions):
            yield "At most half of a division can go up, and half of it down."
        if self.starting == Starting.ON_DATE and self.begins is None:
            yield "Say on which date the first round begins."
        yield from KINDS[self.kind].faults(self.divisions, self.table_size, self.going_on)
        if not self.games:
            yield "Choose at least one game."
        yield from self._faults_of_games(club)

    def _faults_of_games(self, club: Club) -> Iterator[str]:
        for game in self.games:
            if game.get("system") not in ENGINES:
                yield f"There is no game {game.get('system')}."
                continue
            try:
                new_game_checks.try_settings(club.settings, self.settings)
                seats = COLOURS[: self.table_size]
                new_game_checks.try_out(
                    engine(game["system"]), seats, game.get("options", {}), "", None
                )
            except Refusal as refusal:
                yield refusal.text


def make(club: Club, by: Player, plan: SeasonPlan, previous: Season | None = None) -> Season:
    """Make a season, as a draft. Refuses what cannot be, all of it at once."""
    if not club_roles.organizes(by, club):
        raise Refusal(f"Only an organizer of {club.name} makes its seasons.", "PR-CLUB-01")
    if club.closed is not None:
        raise Refusal(f"{club.name} is closed: no season begins there.", "PR-CLUB-04")
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        season = Season(club=club, made=now(), previous=previous, slug=_free_slug(club, plan.name))
        return _planned(season, plan)


def change(season_id: int, by: Player, plan: SeasonPlan) -> Season:
    """Change a season that is not drawn yet. Who has registered stays; divisions begin anew."""
    with hold(season_id, SeasonPhase.DRAFT, SeasonPhase.REGISTERING, by=by) as season:
        return _planned(season, plan)


@transaction.atomic
def _planned(season: Season, plan: SeasonPlan) -> Season:
    if faults := list(dict.fromkeys(plan.faults(season.club))):
        raise Refusal(" ".join(faults), "PR-SEASON-01")
    for name in (
        "about", "kind", "going_on", "rounds", "table_size", "by_invitation", "starting", "closes",
        "begins", "every", "days",
    ):  # fmt: skip
        setattr(season, name, getattr(plan, name))
    season.name = " ".join(plan.name.split())
    season.games = [dict(game) for game in plan.games]
    season.settings, season.points = dict(plan.settings), dict(plan.points)
    season.tie_breaks, season.draft = list(plan.tie_breaks), {}
    season.save()
    sizes = [division.size for division in season.divisions.all()]
    moving = [division.down for division in season.divisions.all()][:1]
    if sizes != list(plan.divisions) or (len(sizes) > 1 and moving != [plan.moving]):
        season.divisions.all().delete()
        last = len(plan.divisions)
        Division.objects.bulk_create(
            Division(
                season=season,
                order=order,
                name=ONLY_DIVISION if last == 1 else f"Division {order}",
                size=size,
                up=plan.moving if order > 1 else 0,
                down=plan.moving if order < last else 0,
            )
            for order, size in enumerate(plan.divisions, 1)
        )
    return season


def _free_slug(club: Club, name: str) -> str:
    stem = slug_of(name, 40) or "season"
    if stem == "new":
        stem = "new-season"
    taken = set(club.seasons.filter(slug__startswith=stem).values_list("slug", flat=True))
    numbers = range(2, len(taken) + 3)
    return next(slug for slug in (stem, *(f"{stem}-{n}" for n in numbers)) if slug not in taken)
