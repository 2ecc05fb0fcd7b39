"""Who goes up, down and stays between divisions, and so the divisions of the next season.

All stand in one row: a division's stayers, whoever comes up into it, whoever goes down from it,
then the next division's stayers, and so on; newcomers at the end. The row is cut into divisions. So
a place that becomes free is kept by the best of those who would go down, then goes to the next of
the division below.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import StrEnum

import msgspec


class Division(msgspec.Struct, frozen=True):
    """A division as a season ended: its people, the first first."""

    name: str
    order: tuple[str, ...]


class Kind(StrEnum):
    """What becomes of a person."""

    UP = "up"
    DOWN = "down"
    STAYS = "stays"
    NEW = "new"
    WAITS = "waits"
    LEAVES = "leaves"


class Move(msgspec.Struct, frozen=True):
    """A person's way from one season to the next."""

    person: str
    kind: Kind
    division: str = ""
    """Where they play next."""

    def words(self) -> str:
        """A sentence."""
        told = {
            Kind.UP: f"goes up to {self.division}",
            Kind.DOWN: f"goes down to {self.division}",
            Kind.STAYS: f"stays in {self.division}",
            Kind.NEW: f"is new in {self.division}",
            Kind.WAITS: "waits for a place",
            Kind.LEAVES: "leaves",
        }
        return f"{self.person} {told[self.kind]}."


class NextSeason(msgspec.Struct, frozen=True):
    """The divisions to come, each in the order of strength, and everybody's way there."""

    divisions: tuple[Division, ...]
    moves: tuple[Move, ...]
    waiting: tuple[str, ...] = ()


def next_season(
    last: Sequence[Division],
    exchanged: int,
    *,
    sizes: Sequence[int] = (),
    leaving: Collection[str] = (),
    entries: Sequence[str] = (),
) -> NextSeason:
    """The next season from the last. `exchanged`: how many change at each border; `sizes`: of the
    next divisions, else as they were, and the lowest takes all who are left. Divisions beyond the
    last ones are called by their number.

    Raises `ValueError` where somebody stands twice, or a figure makes no sense.
    """
    _check(last, exchanged, sizes, entries)
    row = [one for one in _row(last, exchanged, frozenset(leaving)) if one not in leaving]
    row += [one for one in entries if one not in leaving]
    wanted = list(sizes) or [len(division.order) for division in last[:-1]] + [len(row)]
    names = [division.name for division in last]
    names += [f"Division {number + 1}" for number in range(len(names), len(wanted))]
    divisions, at = [], 0
    for name, size in zip(names, wanted, strict=False):
        divisions.append(Division(name, tuple(row[at : at + size])))
        at += size
    found = tuple(division for division in divisions if division.order)
    return NextSeason(found, tuple(_moves(last, found, row[at:], leaving)), tuple(row[at:]))


def _check(
    last: Sequence[Division], exchanged: int, sizes: Sequence[int], entries: Sequence[str]
) -> None:
    if exchanged < 0 or any(size < 2 for size in sizes):
        raise ValueError("A division has at least 2 people, and nobody or somebody changes.")
    seen: set[str] = set()
    for person in (*(one for division in last for one in division.order), *entries):
        if person in seen:
            raise ValueError(f"{person} stands in two places.")
        seen.add(person)


def _row(last: Sequence[Division], exchanged: int, leaving: frozenset[str]) -> list[str]:
    parts = [
        _parted(division, exchanged, leaving, first=number == 0, last=number == len(last) - 1)
        for number, division in enumerate(last)
    ]
    row: list[str] = []
    for number, (_, stay, down) in enumerate(parts):
        up = parts[number + 1][0] if number + 1 < len(parts) else []
        row += [*stay, *up, *down]
    return row


def _parted(
    division: Division, exchanged: int, leaving: frozenset[str], *, first: bool, last: bool
) -> tuple[list[str], list[str], list[str]]:
    """Who goes up, stays and goes down. Who leaves from one of the lowest places has gone down."""
    end = len(division.order) if last else max(0, len(division.order) - exchanged)
    people = [one for one in division.order[:end] if one not in leaving]
    up = 0 if first else exchanged
    down = [one for one in division.order[end:] if one not in leaving]
    return people[:up], people[up:], down


def _moves(
    last: Sequence[Division],
    coming: Sequence[Division],
    waiting: Sequence[str],
    leaving: Collection[str],
) -> list[Move]:
    was = {one: number for number, division in enumerate(last) for one in division.order}
    moves = []
    for number, division in enumerate(coming):
        for one in division.order:
            before = was.get(one)
            kind = Kind.NEW
            if before is not None:
                kind = Kind.STAYS if before == number else Kind.UP if before > number else Kind.DOWN
            moves.append(Move(one, kind, division.name))
    moves += [Move(one, Kind.WAITS) for one in waiting]
    return moves + [Move(one, Kind.LEAVES) for one in was if one in leaving]
