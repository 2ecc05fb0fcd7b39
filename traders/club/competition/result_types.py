"""How games of a season ended, as the reckoning takes them: plain data."""

from __future__ import annotations

from fractions import Fraction

import msgspec


class Share(msgspec.Struct, frozen=True):
    """A person who had a seat, and for how long: in turns or in days, one of both for all."""

    person: str
    played: int = 1


class Finish(msgspec.Struct, frozen=True):
    """Where a seat came in. Seats with the same place share it."""

    place: int
    people: tuple[Share, ...]
    """Who had the seat, one after another; more than one where somebody was replaced."""
    forfeit: bool = False

    @property
    def shares(self) -> dict[str, Fraction]:
        """Each person's part of the seat; together 1."""
        total = sum(share.played for share in self.people)
        found: dict[str, Fraction] = {}
        for share in self.people:
            part = Fraction(share.played, total) if total else Fraction(1, len(self.people))
            found[share.person] = found.get(share.person, Fraction(0)) + part
        return found


class Correction(msgspec.Struct, frozen=True):
    """What a director says instead: the places of the seats in their order, and why."""

    places: tuple[int, ...]
    reason: str


class GameResult(msgspec.Struct, frozen=True):
    """A game that ended. Nothing of it counts before it is approved."""

    game: str
    finishes: tuple[Finish, ...]
    round: int = 1
    approved: bool = False
    correction: Correction | None = None

    @property
    def settled(self) -> tuple[Finish, ...]:
        """As it counts: with the director's places, if there are any.

        Raises `ValueError` where a correction does not fit, or gives no reason.
        """
        if self.correction is None:
            return self.finishes
        places = self.correction.places
        if not self.correction.reason.strip():
            raise ValueError(f"Game {self.game}: a corrected result needs a reason.")
        if len(places) != len(self.finishes):
            raise ValueError(f"Game {self.game}: {len(self.finishes)} seats need as many places.")
        checked_places(self.game, places)
        return tuple(
            msgspec.structs.replace(finish, place=place)
            for finish, place in zip(self.finishes, places, strict=True)
        )


def checked_places(game: str, places: tuple[int, ...]) -> None:
    """Check that places are such as people count them: after two who share the first, the third.

    Raises `ValueError`.
    """
    for place in places:
        if place != 1 + sum(other < place for other in places):
            raise ValueError(
                f"Game {game}: there is no place {place} here. After a shared place, as many are "
                "left out: 1, 1, 3, 4."
            )


class Bye(msgspec.Struct, frozen=True):
    """A person had no game in a round."""

    person: str
    round: int


class SeasonResults(msgspec.Struct, frozen=True):
    """All that standings are made of. `people`: who takes part, in the order of their entry; a
    substitute who is not among them keeps a share of points, and has no line in the table.
    """

    people: tuple[str, ...]
    games: tuple[GameResult, ...] = ()
    byes: tuple[Bye, ...] = ()

    def counted(self, provisional: bool) -> tuple[GameResult, ...]:
        """The games that count: those approved, or all."""
        return tuple(game for game in self.games if provisional or game.approved)


def plain(game: str, *order: str | tuple[str, ...], approved: bool = True) -> GameResult:
    """A game told by its people, the first first; those in one tuple share a place."""
    finishes, place = [], 1
    for part in order:
        tied = (part,) if isinstance(part, str) else part
        finishes += [Finish(place, (Share(person),)) for person in tied]
        place += len(tied)
    return GameResult(game, tuple(finishes), approved=approved)
