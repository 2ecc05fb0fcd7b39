"""Tie-breaks by name, in the order that a season chooses: each with a sentence, and an example that
the code works out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from functools import cached_property

import msgspec

from traders.club.competition.point_rules import PointRules, Score, bye_points, scores
from traders.club.competition.result_types import SeasonResults, plain


class Reckoning:
    """A season's points, person by person, and what tie-breaks ask of them."""

    def __init__(self, rules: PointRules, season: SeasonResults, provisional: bool = False) -> None:
        self.rules, self.season = rules.checked(), season
        self.scores = scores(rules, season, provisional)
        self.of: dict[str, list[Score]] = {person: [] for person in season.people}
        self.at: dict[str, list[Score]] = {}
        for score in self.scores:
            self.of.setdefault(score.person, []).append(score)
            self.at.setdefault(score.game, []).append(score)

    @property
    def people(self) -> tuple[str, ...]:
        """Who takes part by entry, then substitutes by their first game."""
        return tuple(self.of)

    @cached_property
    def points(self) -> dict[str, Fraction]:
        """Everybody's, byes included."""
        found = {}
        for person, own in self.of.items():
            points = sum((score.points for score in own), Fraction(0))
            games = sum((score.share for score in own), Fraction(0))
            byes = sum(bye.person == person for bye in self.season.byes)
            found[person] = points + bye_points(self.rules, byes, points, games)
        return found

    def average(self, person: str) -> Fraction:
        """Points a game; 0 before the first."""
        games = self.games(person)
        return sum((one.points for one in self.of[person]), Fraction(0)) / games if games else (
            Fraction(0))  # fmt: skip

    def games(self, person: str) -> Fraction:
        """Games with a part in them; one in which two seats were theirs counts once."""
        return Fraction(len({score.game for score in self.of[person]}))

    def places(self, person: str, place: int) -> Fraction:
        """How often they came in there; who share a place, or a seat, have a part of it."""
        return sum(
            (score.share / score.tied for score in self.of[person] if score.place == place),
            Fraction(0),
        )

    def opponents(self, person: str) -> Fraction:
        """Points a game of everybody they met, added up, once for each meeting."""
        return sum((self.average(score.person) for _, score in self._met(person)), Fraction(0))

    def among(self, person: str, others: Collection[str]) -> Fraction:
        """How many of the others they finished before, less how many finished before them."""
        return Fraction(
            sum(
                (score.place > own.place) - (score.place < own.place)
                for own, score in self._met(person)
                if score.person in others
            )
        )

    def _met(self, person: str) -> Iterator[tuple[Score, Score]]:
        """Their own score and an opponent's; who had the same seat is none."""
        for own in self.of[person]:
            for score in self.at[own.game]:
                if score.seat != own.seat and score.person != person:
                    yield own, score


Value = Callable[[Reckoning, str, Collection[str]], Fraction]
"""A person's figure, among those who are level; the greater stands before."""


class TieBreak(msgspec.Struct, frozen=True):
    """A way to part people who are level."""

    name: str
    label: str
    """As the head of a column."""
    sentence: str
    value: Value
    lower: bool = False
    """The smaller figure stands before, and is shown without its sign."""


TIE_BREAKS: Mapping[str, TieBreak] = {
    each.name: each
    for each in (
        TieBreak("points", "points", "More points.", lambda all_, one, level: all_.points[one]),
        TieBreak(
            "wins",
            "wins",
            "More games won. Who share the first place have a part of a win.",
            lambda all_, one, level: all_.places(one, 1),
        ),
        TieBreak(
            "second-places",
            "second places",
            "More second places.",
            lambda all_, one, level: all_.places(one, 2),
        ),
        TieBreak(
            "head-to-head",
            "head to head",
            "In games against those who are level: how often one finished before another of them, "
            "less how often behind.",
            lambda all_, one, level: all_.among(one, level),
        ),
        TieBreak(
            "opponents",
            "opponents",
            "Stronger opponents: the points a game of everybody met, added up.",
            lambda all_, one, level: all_.opponents(one),
        ),
        TieBreak(
            "fewest-games",
            "games",
            "Fewer games for the same points.",
            lambda all_, one, level: -all_.games(one),
            lower=True,
        ),
        TieBreak(
            "entry",
            "entry",
            "The earlier entry in the season.",
            lambda all_, one, level: -Fraction(all_.people.index(one) + 1),
            lower=True,
        ),
    )
}
USUAL = ("points", "wins", "second-places", "head-to-head", "opponents", "fewest-games", "entry")

EXAMPLES: Mapping[str, SeasonResults] = {
    "points": SeasonResults(("Bob", "Ann", "Cleo"), (plain("1", "Ann", "Bob", "Cleo"),)),
    "wins": SeasonResults(
        ("Bob", "Ann", "Cleo", "Dan"),
        (plain("1", "Ann", "Cleo", "Dan", "Bob"), plain("2", "Cleo", "Bob", "Dan", "Ann"),
         plain("3", "Dan", "Bob", "Cleo", "Ann")),
    ),
    "second-places": SeasonResults(
        ("Bob", "Ann", "Cleo", "Dan"),
        (plain("1", "Cleo", "Ann", "Bob", "Dan"), plain("2", "Cleo", "Dan", "Bob", "Ann")),
    ),
    "head-to-head": SeasonResults(
        ("Bob", "Ann", "Cleo", "Dan"),
        (plain("1", "Ann", "Cleo", "Bob"), plain("2", "Bob", "Cleo", "Dan"),
         plain("3", "Cleo", "Dan", "Ann")),
    ),
    "opponents": SeasonResults(
        ("Bob", "Ann", "Cleo", "Dan"),
        (plain("1", "Ann", "Cleo"), plain("2", "Bob", "Dan"), plain("3", "Cleo", "Dan")),
    ),
    "fewest-games": SeasonResults(
        ("Bob", "Ann", "Cleo", "Dan"),
        (plain("1", "Ann", "Cleo"), plain("2", "Bob", "Cleo"), plain("3", "Dan", "Bob")),
    ),
    "entry": SeasonResults(("Ann", "Bob"), (plain("1", ("Ann", "Bob")),)),
}  # fmt: skip
"""Short seasons in which Ann and Bob have as many points, and Ann stands before Bob by this."""
