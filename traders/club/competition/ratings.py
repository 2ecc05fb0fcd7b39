"""Ratings of one system, rebuilt from its results in order: Plackett–Luce of openskill, for tables
of two to six with ties.

A seat that several people had plays with their mean, weighed by their shares, and each moves by
their share. Bots either are left out, as if they had no seat, or have a fixed rating.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import sqrt
from typing import TYPE_CHECKING

import msgspec

from traders.club.competition.result_types import Finish, GameResult

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MIDDLE, STEP = 1000, 20
"""What people read: 1,500 for a newcomer."""
WIDTH = 2
"""Plus or minus so many standard deviations: the strength lies within, 19 times of 20."""
SURE = ((120, "well known"), (200, "roughly known"))
UNSURE = "a first guess"


class Rating(msgspec.Struct, frozen=True):
    """A person's strength, and how sure it is, in openskill's units."""

    mu: float = 25.0
    sigma: float = 25.0 / 3
    games: int = 0

    @property
    def shown(self) -> int:
        """As people read it: 1,500 for a newcomer."""
        return round(MIDDLE + STEP * self.mu)

    @property
    def give_or_take(self) -> int:
        """How far off that can be."""
        return round(STEP * WIDTH * self.sigma)

    def words(self) -> str:
        """`1,480 ± 120, after 7 games`."""
        games = f"{self.games} game{'s' * (self.games != 1)}"
        return f"{self.shown:,} ± {self.give_or_take:,}, after {games}"

    def how_sure(self) -> str:
        """The same in words."""
        return next((words for most, words in SURE if self.give_or_take <= most), UNSURE)


class Step(msgspec.Struct, frozen=True):
    """What one game did to a person's rating."""

    person: str
    game: str
    before: Rating
    after: Rating


class Ratings(msgspec.Struct, frozen=True):
    """Everybody's ratings after some games, and how they came about."""

    now: Mapping[str, Rating]
    history: tuple[Step, ...]

    @property
    def order(self) -> tuple[str, ...]:
        """People, the highest first."""
        return tuple(sorted(self.now, key=lambda one: (-self.now[one].mu, one)))

    def of(self, person: str) -> tuple[Step, ...]:
        """A person's way."""
        return tuple(step for step in self.history if step.person == person)


def ratings(games: Sequence[GameResult], bots: Collection[str] = ()) -> Ratings:
    """Ratings after these games, in their order; only those approved count. Bots are left out."""
    # imported here: few processes rate anybody
    from openskill.models import PlackettLuce  # noqa: PLC0415

    known: dict[str, Rating] = {}
    history: list[Step] = []
    model = PlackettLuce()
    for game in games:
        seats = [_without(finish, bots) for finish in game.settled]
        seats = [finish for finish in seats if finish.people]
        if game.approved and len(seats) > 1:
            steps = list(_game(model, game.game, seats, known))
            known |= {step.person: step.after for step in steps}
            history += steps
    return Ratings(known, tuple(history))


def _without(finish: Finish, bots: Collection[str]) -> Finish:
    people = tuple(share for share in finish.people if share.person not in bots)
    return msgspec.structs.replace(finish, people=people)


def _game(
    model: PlackettLuce,
    name: str,
    seats: Sequence[Finish],
    known: Mapping[str, Rating],
) -> Iterator[Step]:
    """What this game does to everybody at it."""
    means = [_mean(finish, known) for finish in seats]
    teams = [[model.rating(mu=mean.mu, sigma=mean.sigma)] for mean in means]
    rated = model.rate(teams, ranks=[float(finish.place) for finish in seats])
    moved: dict[str, tuple[float, float]] = {}
    for finish, mean, (after,) in zip(seats, means, rated, strict=True):
        for person, share in finish.shares.items():
            up, narrower = moved.get(person, (0.0, 1.0))
            moved[person] = (
                up + float(share) * (after.mu - mean.mu),
                narrower * (1 - float(share) * (1 - after.sigma / mean.sigma)),
            )
    for person, (up, narrower) in moved.items():
        before = known.get(person, Rating())
        after_it = Rating(before.mu + up, before.sigma * narrower, before.games + 1)
        yield Step(person, name, before, after_it)


def _mean(finish: Finish, known: Mapping[str, Rating]) -> Rating:
    parts = [(float(share), known.get(person, Rating())) for person, share in finish.shares.items()]
    return Rating(
        sum(share * rating.mu for share, rating in parts),
        sqrt(sum(share * rating.sigma**2 for share, rating in parts)),
    )
