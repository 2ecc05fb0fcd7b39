"""Standings: everybody in order, and between each two neighbours the tie-break that decided."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from traders.club.competition.point_rules import PointRules, words
from traders.club.competition.result_types import Correction, Finish, SeasonResults
from traders.club.competition.tiebreaks import EXAMPLES, TIE_BREAKS, USUAL, Reckoning, TieBreak

LAST = "entry"
"""No two are level in this, so it always decides."""


class Line(msgspec.Struct, frozen=True):
    """A person in the standings."""

    rank: int
    person: str
    points: Fraction
    games: int
    values: dict[str, Fraction]
    """What each tie-break of the season says of them."""
    decided: str = ""
    """The tie-break by which they stand before the next; empty in the last line."""


class Standings(msgspec.Struct, frozen=True):
    """A division's table."""

    lines: tuple[Line, ...]
    provisional: bool = False
    """Games that are not approved are counted too."""
    waiting: tuple[str, ...] = ()
    """Games that are played and not approved."""
    corrections: dict[str, Correction] = {}
    """By game: what a director changed, and why."""

    @property
    def order(self) -> tuple[str, ...]:
        """People, the first first."""
        return tuple(line.person for line in self.lines)


def checked_order(tie_breaks: Sequence[str]) -> tuple[TieBreak, ...]:
    """The named tie-breaks, with the one at the end that always decides.

    Raises `ValueError` for a name that is none, or stands twice.
    """
    for name in tie_breaks:
        if name not in TIE_BREAKS:
            raise ValueError(f"{name} is no tie-break. There are: {', '.join(TIE_BREAKS)}.")
        if list(tie_breaks).count(name) > 1:
            raise ValueError(f"The tie-break {name} is named twice.")
    names = [*tie_breaks, *([] if LAST in tie_breaks else [LAST])]
    return tuple(TIE_BREAKS[name] for name in names)


def standings(
    season: SeasonResults,
    rules: PointRules | None = None,
    tie_breaks: Sequence[str] = USUAL,
    provisional: bool = False,
) -> Standings:
    """The table. A tie-break parts those who are level in all before it; whoever are still level
    after it are parted by the next.

    Raises `ValueError` for points, places or tie-breaks that make no sense.
    """
    reckoning = Reckoning(rules or PointRules(), season, provisional)
    chosen = checked_order(tie_breaks)
    lines: list[Line] = []
    for person, decided, values in _parted(reckoning, chosen, season.people, {}):
        games = int(reckoning.games(person))
        points = reckoning.points[person]
        lines.append(Line(len(lines) + 1, person, points, games, values, decided))
    counted = season.counted(provisional)
    return Standings(
        lines=tuple(lines),
        provisional=provisional,
        waiting=tuple(game.game for game in season.games if not game.approved),
        corrections={game.game: game.correction for game in counted if game.correction},
    )


def parted(
    season: SeasonResults, rules: PointRules, tie_breaks: Sequence[str], level: Sequence[str]
) -> list[tuple[str, str]]:
    """People who are level otherwise, in order by the season's tie-breaks, provisional results
    counted: each with the tie-break by which they stand before the next.
    """
    reckoning = Reckoning(rules, season, provisional=True)
    found = _parted(reckoning, checked_order(tie_breaks), level, {})
    return [(person, decided) for person, decided, _ in found]


_Placed = tuple[str, str, dict[str, Fraction]]


def _parted(
    reckoning: Reckoning,
    left: Sequence[TieBreak],
    level: Sequence[str],
    known: dict[str, dict[str, Fraction]],
) -> list[_Placed]:
    """People who are level so far, in order, each with what decides before the next."""
    if not left or not level:
        return [(person, "", known.get(person, {})) for person in level]
    first, *others = left
    value = {person: first.value(reckoning, person, level) for person in level}
    found: list[_Placed] = []
    for figure in sorted(set(value.values()), reverse=True):
        shown = -figure if first.lower else figure
        group = [person for person in level if value[person] == figure]
        told = {person: known.get(person, {}) | {first.name: shown} for person in group}
        if found:
            person, _, values = found[-1]
            found[-1] = (person, first.name, values)
        found += _parted(reckoning, others, group, told)
    return found


def example(name: str) -> str:
    """A worked example of a tie-break: short games, and why Ann stands before Bob."""
    season, chosen = EXAMPLES[name], TIE_BREAKS[name]
    table = standings(season, tie_breaks=tuple(dict.fromkeys(("points", name))))
    ann, bob = (next(line for line in table.lines if line.person == one) for one in ("Ann", "Bob"))
    games = " ".join(
        f"Game {game.game}: {', '.join(_told(game.finishes))}." for game in season.games
    )
    level = "" if name == "points" else f"Ann and Bob have {words(ann.points)} points each. "
    return (
        f"{games} {level}{chosen.label.capitalize()}: Ann {words(ann.values[name])}, "
        f"Bob {words(bob.values[name])}. So Ann stands before Bob."
    )


def _told(finishes: Sequence[Finish]) -> list[str]:
    """`1 Ann, 2 Bob`."""
    return [f"{finish.place} {finish.people[0].person}" for finish in finishes]
