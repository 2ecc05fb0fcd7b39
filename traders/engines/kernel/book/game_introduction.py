"""What a newcomer reads of a game before the first turn: what one wants, a turn in five lines, an
example turn, the words. Names no game; the texts are data, `first_steps.toml` in a game's folder.
"""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

import msgspec

from traders.engines.kernel.book.package_files import has, printed

FILE = "first_steps.toml"
HEAVIEST = 4


class ExampleStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line that a seat writes, and what a reader should see in its outcome."""

    order: str
    why: str


class ExampleTurn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn that is played out by the engine itself: `chance` falls in its order."""

    seat: str
    seats: tuple[str, ...]
    before: str
    steps: tuple[ExampleStep, ...]
    start: dict[str, Any] = {}
    options: dict[str, Any] = {}
    chance: tuple[int | str, ...] = ()


class FirstSteps(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One game's first screen. `weight`: 1 (light) to 4; `seats`: the fewest and the most;
    `begin_with`: rules and sections of rules to read first.
    """

    pitch: str
    seats: tuple[int, int]
    length: str
    weight: int
    want: tuple[str, ...]
    turn: tuple[str, ...]
    words: dict[str, str]
    begin_with: tuple[str, ...]
    example: ExampleTurn

    @property
    def dots(self) -> list[bool]:
        """The weight as a row of full and empty dots."""
        return [place < self.weight for place in range(HEAVIEST)]


@cache
def first_steps_of(package: str) -> FirstSteps | None:
    """The first steps of the engine in a package; None where it has none. `msgspec.ValidationError`
    for a file that does not say what it must.
    """
    if not has(package, FILE):
        return None
    return msgspec.convert(tomllib.loads(printed(package, FILE)), FirstSteps)
