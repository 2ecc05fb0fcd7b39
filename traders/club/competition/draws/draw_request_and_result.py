"""What is asked of a draw, and what comes back: plain data."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

SMALLEST, LARGEST = 2, 6
"""People at a table."""
MOST_PEOPLE, MOST_ROUNDS, MOST_PLAYED = 200, 30, 100
SECONDS = 8.0


class DrawImpossible(Exception):
    """No such draw can be had; the text says which wish is in the way."""


class DrawFailed(Exception):
    """What was made is no draw; the text says what is wrong with it."""


class Round(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One round: its tables, each with its people in the order of their seats, and who has a bye.
    People who pause stand in neither.
    """

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()


class Pause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person who does not play in a coming round; 1 is the first that is drawn."""

    person: str
    round: int


class DrawWanted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A draw that somebody wants."""

    people: tuple[str, ...]
    rounds: int
    table: int
    """People at a table, where that is possible."""
    sizes: tuple[int, ...] = ()
    """Sizes of table that are allowed; empty: `table` alone."""
    apart: tuple[tuple[str, str], ...] = ()
    """Two people each who never sit at one table."""
    pauses: tuple[Pause, ...] = ()
    played: tuple[Round, ...] = ()
    """Rounds before: their meetings, seats and byes count."""
    seed: int = 1
    seconds: float = SECONDS
    """Of a processor's time, at most."""

    @property
    def allowed(self) -> tuple[int, ...]:
        """Sizes of table in order, the wished one included."""
        return tuple(sorted({*self.sizes, self.table}))

    def present(self, coming: int) -> tuple[str, ...]:
        """Who is there in a coming round, in the order of the list."""
        away = {pause.person for pause in self.pauses if pause.round == coming}
        return tuple(person for person in self.people if person not in away)

    def checked(self) -> DrawWanted:
        """The same.

        Raises `DrawImpossible` where it makes no sense, whatever is drawn.
        """
        for fault in (*_faults_of_size(self), *_faults_of_names(self)):
            raise DrawImpossible(fault)
        return self


class Measure(msgspec.Struct, frozen=True):
    """How often something came again: the second time counts 1, the third 2, the fourth 3. No draw
    has less than `least`.
    """

    reached: int
    least: int

    @property
    def proven(self) -> bool:
        """Whether nothing less can be had."""
        return self.reached <= self.least

    def words(self, *, seats: bool = False) -> str:
        """`2, the least possible`, or `2, the least found; no draw has fewer than 1`; of `seats`,
        what can be had at the tables of this draw.
        """
        if self.proven:
            return f"{self.reached}, the least possible{' at these tables' * seats}"
        of = "order at these tables" if seats else "draw"
        bound = f"; no {of} has fewer than {self.least}" * (self.least > 0)
        return f"{self.reached}, the least found{bound}"


class Draw(msgspec.Struct, frozen=True):
    """The rounds that were drawn, and how good they are, counted with the rounds before."""

    rounds: tuple[Round, ...]
    meetings: Measure
    """Two people who meet again."""
    most: int
    """How often the two who meet most often meet."""
    seats: Measure
    """A person who sits again in a seat of the same number. The least is that of these tables."""
    notes: tuple[str, ...] = ()
    """What could not be had as wished, in sentences."""
    seed: int = 1
    in_time: bool = True
    """Whether the search came to its end: then the same seed draws the same again."""


def _faults_of_size(wanted: DrawWanted) -> Iterator[str]:
    if not SMALLEST <= wanted.allowed[0] <= wanted.allowed[-1] <= LARGEST:
        yield f"A table has {SMALLEST} to {LARGEST} people."
    if not 1 <= wanted.rounds <= MOST_ROUNDS:
        yield f"A draw has 1 to {MOST_ROUNDS} rounds."
    if len(wanted.people) > MOST_PEOPLE:
        yield f"A draw has at most {MOST_PEOPLE} people; here are {len(wanted.people)}."
    if len(wanted.played) > MOST_PLAYED:
        yield f"At most {MOST_PLAYED} rounds before can be counted."
    if not 0.5 <= wanted.seconds <= 600:
        yield "A draw takes between half a second and ten minutes."


def _faults_of_names(wanted: DrawWanted) -> Iterator[str]:
    people = set(wanted.people)
    if len(people) < len(wanted.people):
        twice = next(name for name in wanted.people if wanted.people.count(name) > 1)
        yield f"{twice} is on the list twice."
    for one, other in wanted.apart:
        if one == other:
            yield f"{one} cannot be kept apart from {one}."
        for name in {one, other} - people:
            yield f"{name} is to be kept apart, but is not on the list."
    for pause in wanted.pauses:
        if pause.person not in people:
            yield f"{pause.person} pauses, but is not on the list."
        if not 1 <= pause.round <= wanted.rounds:
            yield (
                f"{pause.person} pauses in round {pause.round}, but the draw has rounds 1 to "
                f"{wanted.rounds}."
            )
    for number, past in enumerate(wanted.played, 1):
        seen = [*past.byes, *(name for table in past.tables for name in table)]
        twice_there = {name for name in seen if seen.count(name) > 1}
        for name in sorted(twice_there):
            yield f"{name} stands twice in round {number} of those before."
        if any(len(table) > LARGEST for table in past.tables):
            yield f"A table of round {number} before has more than {LARGEST} people."
