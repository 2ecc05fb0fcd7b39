"""Where a scenario is played, in memory or through the door, and what can go otherwise there."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Protocol

from traders.domain.table.change_set import Line
from traders.engines.kernel.contract import Pending
from traders.engines.kernel.seats import Seat
from traders.proof.scenarios.court import Found
from traders.proof.scenarios.script import Case, Envelope, Facts, Report, Ruling, Scenario


class Differs(Exception):
    """A step did not go as the scenario says. `step`: its number, where it is known."""

    def __init__(self, text: str, step: int = 0) -> None:
        super().__init__(text)
        self.step = step


class NotInMemoryError(Exception):
    """The scenario needs rows: a history to go back in, a clock, or words of the house."""


class Table(Protocol):
    """Where a scenario is played: in memory, or through the door on a database."""

    def letter(self, seat: Seat, text: str, envelope: Envelope) -> list[Line]:
        """One letter of a seat's; what became of its lines."""
        ...

    def pending(self) -> Pending:
        """What play waits for."""
        ...

    def waiting(self) -> tuple[Seat, ...]:
        """For whom."""
        ...

    def fall_due(self) -> None:
        """The open interval, or the choice, reaches its deadline."""
        ...

    def expire_turn(self) -> None:
        """The turn clock and its grace run out."""
        ...

    def expire_seat(self) -> None:
        """The substitution time of the seat last left runs out."""
        ...

    def until(self, at: timedelta) -> None:
        """Time goes on to that second after the scenario's clock, and what falls due before it
        passes.
        """
        ...

    def report(self, report: Report) -> None:
        """What is reported of a notice."""
        ...

    def outage(self, span: timedelta) -> None:
        """A gap in the server's heartbeat begins now."""
        ...

    def confirm(self, seat: Seat) -> list[Line]:
        """The player confirms the latest letter that came to the seat from a stranger's mailbox;
        what became of its lines.
        """
        ...

    def take(self, seat: Seat, player: str) -> None:
        """A player takes a free seat; raises `Refusal`."""
        ...

    def slip(self, facts: Facts) -> None:
        """By a fault the stored position now says so."""
        ...

    def found(self) -> Found | None:
        """What was found on the last claim made."""
        ...

    def answered_out(self) -> timedelta:
        """When the answering time of the last claim is over, after the scenario's clock."""
        ...

    def open_case(self, case: Case) -> None:
        """A referee or the organizer opens a case; raises `Refusal`."""
        ...

    def rule(self, ruling: Ruling) -> None:
        """Rule on the last claim; raises `Refusal`."""
        ...

    def written(self) -> Facts:
        """The position whole, in the words of `then`, and `deadline` and `frozen`."""
        ...

    def shown(self, seat: Seat) -> str:
        """All that the seat is shown and was sent."""
        ...

    def chance_left(self) -> int:
        """Outcomes that were given and have not fallen."""
        ...

    def trace(self) -> list[str]:
        """Entries, deadlines and letters left, a line each."""
        ...


Lay = Callable[[Scenario], Table]
"""Sets a scenario's position up at a table; raises `Refusal` where such a game is not set up."""
