"""The interface between scenarios and arbitration, which stands in a layer above
(`hooks.SCENARIO_COURT`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from django.utils.module_loading import import_string

from traders.domain import hooks
from traders.models import Game, Player
from traders.proof.scenarios.position_changes import Facts
from traders.proof.scenarios.scenario_types import Case, Precedent, Ruling


@dataclass(frozen=True, slots=True)
class FindingSummary:
    """A finding, as far as scenarios compare it."""

    rules: tuple[str, ...]
    remedy: str
    facts: tuple[str, ...]
    earlier: tuple[str, ...]


class Court(Protocol):
    """Findings and rulings in a scenario's game."""

    def referee(self) -> Player:
        """The account that rules, appointed."""

    def precedents(self, game: Game, earlier: Sequence[Precedent]) -> None:
        """Store earlier rulings in the casebook."""

    def found(self, game: Game) -> FindingSummary | None:
        """The finding on the latest claim; None if there is none."""

    def may_rule_from(self, game: Game) -> datetime:
        """The end of the latest claim's answering time."""

    def open_case(self, game: Game, case: Case, at: datetime) -> None:
        """Open a case, for a referee or the organizer. Raises `Refusal`."""

    def look(self, game: Game, referee: str) -> None:
        """Open what is hidden in the latest case, for that referee. Raises `Refusal`."""

    def case_page(self, game: Game, referee: str) -> str:
        """What that referee's page of the latest case shows, as text."""

    def rule(self, game: Game, ruling: Ruling, start: Facts, at: datetime) -> None:
        """Rule on the latest claim. Raises `Refusal`. `start`: the scenario's, for `to`."""


def sitting() -> Court | None:
    """The court, loaded with the first scenario; None if there is none."""
    court: Court | None = next((import_string(name)() for name in hooks.SCENARIO_COURT), None)
    return court
