"""A scenario as it was read: a position, the outcomes of chance, steps, and what must hold."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from traders.engines.kernel.seats import Seat

Facts = dict[str, Any]
"""What is named of a position, in the words of `start` and `then`."""


RESULT = ("winner", "over")
"""What a ruling may state of a game that is over, beside its position (PR-SEAT-07)."""


class ScenarioError(ValueError):
    """A scenario that cannot be read: which file, which scenario, which key, and why."""

    def __init__(self, file: Path | str, scenario: str, key: str, why: str) -> None:
        where = f"{Path(file).name}: {scenario}" if scenario else Path(file).name
        super().__init__(f"{where}: {key}: {why}" if key else f"{where}: {why}")
        self.scenario = scenario
        self.key = key
        self.why = why


@dataclass(frozen=True, slots=True)
class Envelope:
    """How a letter came: everything beside its words."""

    dated: timedelta | None = None
    stamped: timedelta | None = None
    relayed: timedelta | None = None
    forged: timedelta | None = None
    id: str = ""
    sender: str = ""
    answers: str = ""

    @property
    def plain(self) -> bool:
        """Whether the letter came as every letter comes."""
        return self == Envelope()


@dataclass(frozen=True, slots=True)
class Letter:
    """A seat's letter. `refused`: None if it must be accepted, else the rules of which one is
    cited; none of them where it is unreadable, ambiguous or stale.
    """

    seat: Seat
    text: str
    refused: tuple[str, ...] | None = None
    envelope: Envelope = Envelope()
    confirmed: bool = True
    """Where the seat is asked whether it means it, it says `yes` at once (PR-SEAT-06)."""


@dataclass(frozen=True, slots=True)
class Close:
    """An interval reaches its deadline; `all` intervals, or a `choice`."""

    name: str


@dataclass(frozen=True, slots=True)
class Expire:
    """The turn clock with its grace, or the substitution time of the `seat` last left, runs out."""

    what: str


@dataclass(frozen=True, slots=True)
class Then:
    """What must hold now."""

    facts: Facts


@dataclass(frozen=True, slots=True)
class See:
    """What a seat is shown and sent."""

    seat: Seat
    shows: str = ""
    hides: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """The provider's report on the latest notice to a seat, or on that of the latest interval named
    `of`. `accepted`: our own mail server took it, and nothing more is known.
    """

    what: str
    to: Seat
    of: str = ""
    by_mail: bool = False
    """It came as a letter, so that anybody may have written it."""
    for_good: bool = False
    """The mailbox refuses mail for good."""


@dataclass(frozen=True, slots=True)
class Outage:
    """A gap in the server's heartbeat."""

    span: timedelta


@dataclass(frozen=True, slots=True)
class Confirm:
    """The player confirms a stranger's letter to the seat."""

    seat: Seat
    refused: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Take:
    """A player takes a free seat: one so called, or who sat at `first <seat>` at the beginning."""

    seat: Seat
    player: str
    refused: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Slip:
    """By a fault the stored position now says so."""

    facts: Facts


@dataclass(frozen=True, slots=True)
class Finding:
    """What the server must find on the last claim made."""

    rules: tuple[str, ...] = ()
    remedy: str = ""
    facts: tuple[str, ...] = ()
    earlier: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """A referee so called, or the `organizer`, opens a case of their own (PR-CLAIM-06)."""

    kind: str
    by: str
    words: str
    about: int = 0
    freeze: bool = False
    refused: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a referee rules: remedies, ordered together (PR-REMEDY-09)."""

    remedies: tuple[str, ...]
    about: int | None = None
    by: str = ""
    groundless: bool = False
    to: Facts = field(default_factory=dict)
    give: timedelta | None = None
    seat: Seat = ""
    """The seat that time or conduct is for."""
    refused: tuple[str, ...] | None = None


Deed = (
    Letter | Close | Expire | Then | See | Report | Outage | Confirm | Take | Slip | Case | Finding
    | Ruling
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the play. `at` counts from the scenario's clock; None: the second of the step
    before.
    """

    number: int
    deed: Deed
    at: timedelta | None = None


@dataclass(frozen=True, slots=True)
class Earlier:
    """A ruling that stands in the club's casebook already."""

    title: str
    rules: tuple[str, ...]
    remedy: str


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario, read and checked."""

    file: Path
    id: str
    title: str
    system: str
    rules: tuple[str, ...]
    needs: tuple[str, ...]
    seats: tuple[Seat, ...]
    options: Facts
    """The system's options that differ from its defaults."""
    settings: Facts
    """Settings of the postal rules; `timing` always among them."""
    zones: dict[Seat, str]
    start: Facts
    setup: bool
    chance: tuple[int | str, ...]
    steps: tuple[Step, ...]
    clock: datetime | None = None
    refused: tuple[str, ...] | None = None
    """The game itself is not set up, citing one of these rules."""
    finding: Finding | None = None
    ruling: Ruling | None = None
    after: Facts | None = None
    earlier: tuple[Earlier, ...] = ()

    @property
    def sections(self) -> frozenset[str]:
        """Sections in which its rules lie: `ST-JUMP-04` lies in `JUMP`."""
        return frozenset(rule.split("-")[1] for rule in self.rules)

    def for_the_court(self) -> str:
        """What in it only a court can carry out; "" if it asks for none."""
        if self.finding or self.ruling or self.after is not None or self.earlier:
            return "a finding or a ruling"
        for step in self.steps:
            match step.deed:
                case Case() | Finding() | Ruling():
                    return f"`{type(step.deed).__name__.lower()}` in step {step.number}"
                case Letter(text=text) if any(
                    line.strip().lower().startswith("claim ") for line in text.splitlines()
                ):
                    return f"a claim in step {step.number}"
        return ""
