"""The interface of a table on which scenarios are played, in memory or through the door, and its
exceptions.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Protocol

from traders.domain.table.change_set import Line
from traders.domain.table.table import Table as GameTable
from traders.engines.kernel.contract.contract import Interval, Pending
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import fold
from traders.models import SealedKind
from traders.proof.scenarios.court_interface import FindingSummary
from traders.proof.scenarios.position_changes import Facts
from traders.proof.scenarios.scenario_types import Case, Envelope, Report, Ruling, Scenario


class Differs(Exception):
    """A step differs from the scenario. `step`: its number, if known."""

    def __init__(self, text: str, step: int = 0) -> None:
        super().__init__(text)
        self.step = step


class NotInMemoryError(Exception):
    """The scenario needs rows: a history to back up in, a clock, or commands of every game."""


class Table(Protocol):
    """A table on which a scenario is played: in memory, or through the door on a database. What a
    table in memory cannot do it refuses.
    """

    def letter(self, seat: Seat, text: str, envelope: Envelope) -> list[Line]:
        """Send one letter of a seat; its lines with their answers."""

    def pending(self) -> Pending:
        """The decision that play waits for."""

    def waiting(self) -> tuple[Seat, ...]:
        """The seats for which play waits."""

    def fall_due(self) -> None:
        """Have the open interval or choice reach its deadline."""

    def expire_turn(self) -> None:
        """Have the turn clock and its extra time run out."""

    def expire_seat(self) -> None:
        """Have the substitution time of the seat left last run out."""

    def until(self, at: timedelta) -> None:
        """Move the time on, counted from the scenario's clock; deadlines before it fall due."""
        raise NotInMemoryError("a clock")

    def post(self, *, goes: bool) -> None:
        """Have letters leave the server from now on, or none."""
        raise NotInMemoryError("letters")

    def asks(self, seat: Seat, about: str) -> bool:
        """Whether a letter that left asks the seat about the latest interval of that name, or its
        turn.
        """
        raise NotInMemoryError("letters")

    def report(self, report: Report) -> None:
        """Record a delivery report on a notice."""
        raise NotInMemoryError("letters")

    def outage(self, span: timedelta) -> None:
        """Begin an outage of the server now."""
        raise NotInMemoryError("a heartbeat")

    def confirm(self, seat: Seat) -> list[Line]:
        """Confirm the latest letter to the seat from a stranger's mailbox; its lines with their
        answers.
        """
        raise NotInMemoryError("letters")

    def take(self, seat: Seat, player: str) -> None:
        """Give a free seat to a player. Raises `Refusal`."""
        raise NotInMemoryError("players")

    def desk(self, text: str) -> Line:
        """Give an order of the club's organizer; what became of it."""
        raise NotInMemoryError("a club")

    def slip(self, facts: Facts) -> None:
        """Change the stored position by a fault."""
        raise NotInMemoryError("a stored position")

    def found(self) -> FindingSummary | None:
        """The finding on the latest claim; None if there is none."""
        raise NotInMemoryError("a court")

    def answering_time_over(self) -> timedelta:
        """The end of the latest claim's answering time, counted from the scenario's clock."""
        raise NotInMemoryError("a court")

    def open_case(self, case: Case) -> None:
        """Open a case, for a referee or the organizer. Raises `Refusal`."""
        raise NotInMemoryError("a case")

    def look(self, referee: str) -> None:
        """Open what is hidden in the latest case, for that referee. Raises `Refusal`."""
        raise NotInMemoryError("a court")

    def case_page(self, referee: str) -> str:
        """What that referee's page of the latest case shows."""
        raise NotInMemoryError("a court")

    def rule(self, ruling: Ruling) -> None:
        """Rule on the latest claim. Raises `Refusal`."""
        raise NotInMemoryError("a court")

    def written(self) -> Facts:
        """All facts of the position, by the keys of `then`, with `deadline` and `frozen`."""

    def shown(self, seat: Seat) -> str:
        """Everything that the seat sees on its page and was sent."""

    def chance_left(self) -> int:
        """How many given outcomes of chance were not used."""

    def trace(self) -> list[str]:
        """Entries, deadlines and letters, one a line."""


TableFactory = Callable[[Scenario], Table]
"""Sets a scenario's position up at a table. Raises `Refusal` for an impossible game."""


def facts_of(table: GameTable) -> Facts:
    """The position as a scenario writes it, with the offers that are open, oldest first."""
    offers = [
        {"by": said.seat, **{key: said.data[key] for key in ("to", "gives", "takes")}}
        for said in table.open(SealedKind.OFFER)
    ]
    return table.engine.written(table.state) | {"offers": offers}


def kept_open(table: Table, seat: Seat, text: str) -> str:
    """A seat's letter where no time is told: a reaction in it is no pass (PR-INTERVAL-03)."""
    pending = table.pending()
    asked = isinstance(pending, Interval) and seat in pending.seats and not pending.question
    passes = "pass" in map(fold, text.splitlines())
    return f"{text}\nmore" if asked and not passes else text
