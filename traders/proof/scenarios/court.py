"""The court's steps of a scenario: claims come by letter; who finds and rules on them enters here
from the layer above.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from traders.models import Game
from traders.proof.scenarios.script import Case, Earlier, Facts, Ruling


@dataclass(frozen=True, slots=True)
class Found:
    """What the server found on a claim, as far as scenarios look at it."""

    rules: tuple[str, ...]
    remedy: str
    facts: tuple[str, ...]
    earlier: tuple[str, ...]


class Court(Protocol):
    """Findings and rulings in a scenario's game."""

    def precedents(self, game: Game, earlier: Sequence[Earlier]) -> None:
        """Put these rulings into the casebook."""
        ...

    def found(self, game: Game) -> Found | None:
        """What was found on the last claim made; None where none was."""
        ...

    def may_rule_from(self, game: Game) -> datetime:
        """When the answering time of the last claim is over."""
        ...

    def open_case(self, game: Game, case: Case, at: datetime) -> None:
        """A referee or the organizer opens a case; raises `Refusal`."""
        ...

    def rule(self, game: Game, ruling: Ruling, start: Facts, at: datetime) -> None:
        """Give a ruling on the last claim; raises `Refusal`. `start`: the scenario's, for `to`."""
        ...


_seated: list[Court] = []


def seat(court: Court) -> None:
    """Enter the court; the last one entered sits."""
    _seated[:] = [court]


def sitting() -> Court | None:
    """The court, if there is one."""
    return _seated[0] if _seated else None
