"""Points for games: how many for each place is data; ties, draws, byes and shares are reckoned
exactly, in fractions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction

import msgspec

from traders.club.competition.result_types import Finish, SeasonResults


class Ties(StrEnum):
    """What seats get that share a place."""

    SHARE = "share"
    """The points of the places that they take together, in equal parts."""
    HIGHER = "higher"
    """Each the points of the highest of these places."""
    LOWER = "lower"
    """Each those of the lowest."""


class Replaced(StrEnum):
    """Who gets the points of a seat that several people had."""

    BY_SHARE = "share"
    LAST = "last"


USUAL: Mapping[int, tuple[int, ...]] = {
    2: (2, 0), 3: (3, 1, 0), 4: (4, 2, 1, 0), 5: (5, 3, 2, 1, 0), 6: (6, 4, 3, 2, 1, 0)
}  # fmt: skip
"""A point for each opponent left behind, and one more for winning."""


class PointRules(msgspec.Struct, frozen=True):
    """A season's points."""

    places: Mapping[int, tuple[int, ...]] = msgspec.field(default_factory=lambda: USUAL)
    """For each size of table the points of its places."""
    ties: Ties = Ties.SHARE
    draw: int | None = None
    """For each, where all share the first place; None: as other ties."""
    bye: int = 0
    bye_average: bool = False
    """A bye is worth what the person gets a game on average, instead."""
    forfeit: int = 0
    """For a seat that was forfeited, in the place of its points."""
    replaced: Replaced = Replaced.BY_SHARE

    def checked(self) -> PointRules:
        """The same.

        Raises `ValueError` where a table has no points for a place, or more for a lower one.
        """
        for size, points in self.places.items():
            if len(points) != size:
                raise ValueError(f"A table of {size} needs points for {size} places.")
            if list(points) != sorted(points, reverse=True):
                raise ValueError(f"At a table of {size} a lower place has more points.")
        return self

    def sentences(self) -> tuple[str, ...]:
        """The rules as the league table tells them."""
        found = [
            f"Tables of {size}: {', '.join(map(str, points))} points for places 1 to {size}."
            for size, points in sorted(self.places.items())
        ]
        found.append(
            {
                Ties.SHARE: "Who share a place share the points of the places they take.",
                Ties.HIGHER: "Who share a place each get the points of the best of these places.",
                Ties.LOWER: "Who share a place each get the points of the last of these places.",
            }[self.ties]
        )
        if self.draw is not None:
            found.append(f"A draw of all gives each {self.draw}.")
        bye = "what the person gets a game on average" if self.bye_average else str(self.bye)
        found.append(f"A bye gives {bye}, a forfeited seat {self.forfeit}.")
        found.append(
            "Who had a seat one after another share its points by the time they played."
            if self.replaced == Replaced.BY_SHARE
            else "The points of a seat go to who had it last."
        )
        return tuple(found)


class Score(msgspec.Struct, frozen=True):
    """What a person got of one game."""

    person: str
    game: str
    seat: int
    """Its number at the table, from 0."""
    place: int
    tied: int
    """Seats that share the place; 1: this one alone."""
    share: Fraction
    points: Fraction


def seat_points(rules: PointRules, finishes: tuple[Finish, ...]) -> tuple[Fraction, ...]:
    """The points of each seat of a game.

    Raises `ValueError` where the rules have no points for a table of this size.
    """
    if len(finishes) not in rules.places:
        raise ValueError(f"The season has no points for tables of {len(finishes)}.")
    table = rules.places[len(finishes)]
    tied = Counter(finish.place for finish in finishes)

    def points(finish: Finish) -> Fraction:
        if finish.forfeit:
            return Fraction(rules.forfeit)
        if rules.draw is not None and tied[1] == len(finishes):
            return Fraction(rules.draw)
        taken = table[finish.place - 1 : finish.place - 1 + tied[finish.place]]
        return {
            Ties.SHARE: Fraction(sum(taken), len(taken)),
            Ties.HIGHER: Fraction(taken[0]),
            Ties.LOWER: Fraction(taken[-1]),
        }[rules.ties]

    return tuple(points(finish) for finish in finishes)


def scores(
    rules: PointRules, season: SeasonResults, provisional: bool = False
) -> tuple[Score, ...]:
    """What everybody got of each game that counts, game by game."""
    found = []
    for game in season.counted(provisional):
        finishes = game.settled
        tied = Counter(finish.place for finish in finishes)
        for seat, points in enumerate(seat_points(rules, finishes)):
            finish = finishes[seat]
            shares = finish.shares
            if rules.replaced == Replaced.LAST:
                shares = {finish.people[-1].person: Fraction(1)}
            for person, share in shares.items():
                part = tied[finish.place]
                found.append(
                    Score(person, game.game, seat, finish.place, part, share, points * share)
                )
    return tuple(found)


def bye_points(rules: PointRules, byes: int, own: Fraction, games: Fraction) -> Fraction:
    """What a person's byes are worth, who got `own` points of so many games."""
    if not rules.bye_average:
        return Fraction(rules.bye * byes)
    return own / games * byes if games else Fraction(0)


def words(points: Fraction) -> str:
    """`3`, `2.5`, `1.33`."""
    if points.denominator == 1:
        return str(points.numerator)
    return f"{float(points):.2f}".rstrip("0").rstrip(".")
