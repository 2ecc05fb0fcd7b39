"""A scenario as read from its file: position, outcomes of chance, steps, and what must hold."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from traders.engines.kernel.seats import Seat
from traders.proof.scenarios.position_changes import Facts

RESULT = ("winner", "over")
"""Keys that a ruling may set beside the position, for a game that is over (PR-SEAT-07)."""


class ScenarioError(ValueError):
    """A scenario cannot be read: file, scenario, key, and reason."""

    def __init__(self, file: Path | str, scenario: str, key: str, why: str) -> None:
        where = f"{Path(file).name}: {scenario}" if scenario else Path(file).name
        super().__init__(f"{where}: {key}: {why}" if key else f"{where}: {why}")
        self.scenario = scenario
        self.key = key
        self.why = why


@dataclass(frozen=True, slots=True)
class Envelope:
    """The circumstances of a letter: dates, stamps, sender, and the moment it answers."""

    dated: timedelta | None = None
    stamped: timedelta | None = None
    relayed: timedelta | None = None
    forged: timedelta | None = None
    id: str = ""
    sender: str = ""
    answers: str = ""


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter of a seat. `refused`: None if it must be accepted, else rules of which one must be
    cited; () for a letter that is unreadable, ambiguous or out of date.
    """

    seat: Seat
    text: str
    refused: tuple[str, ...] | None = None
    envelope: Envelope = Envelope()
    confirmed: bool = True
    """Whether the seat confirms with `yes` at once if asked (PR-SEAT-06)."""


@dataclass(frozen=True, slots=True)
class Close:
    """An interval reaches its deadline: the one of that name, `all`, or a `choice`."""

    name: str


@dataclass(frozen=True, slots=True)
class Expire:
    """The time of a `turn` with its extra time runs out, or the substitution time of the `seat`
    left last.
    """

    clock: str


@dataclass(frozen=True, slots=True)
class Then:
    """Facts that must hold now."""

    facts: Facts


@dataclass(frozen=True, slots=True)
class See:
    """Text that a seat must see, or must not see, on the page and in letters."""

    seat: Seat
    shows: str = ""
    hides: str = ""


@dataclass(frozen=True, slots=True)
class SeeCase:
    """Text that a referee's page of the latest case must show, or must not show."""

    referee: str
    shows: str = ""
    hides: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    """A referee opens what is hidden in the latest case, and what was said to the referee alone."""

    referee: str
    refused: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """Whether a letter, a reminder too, asks a seat about the latest interval of that name, or
    about the turn (PR-INTERVAL-10, PR-RECEIPT-10).
    """

    seat: Seat
    about: str
    asks: bool


@dataclass(frozen=True, slots=True)
class Post:
    """From now on letters leave the server, or none does (PR-RECEIPT-10)."""

    goes: bool


@dataclass(frozen=True, slots=True)
class Report:
    """A delivery report on the latest notice to a seat, or on its notice of the latest interval
    called `of`. `accepted`: our own mail server took it, and nothing else is known.
    """

    kind: str
    to: Seat
    of: str = ""
    by_mail: bool = False
    """Whether it came as a letter, which anybody could have written."""
    for_good: bool = False
    """Whether the bounce is permanent."""


@dataclass(frozen=True, slots=True)
class Outage:
    """An outage of the server."""

    span: timedelta


@dataclass(frozen=True, slots=True)
class Confirm:
    """The player confirms a letter that came from a stranger's mailbox."""

    seat: Seat
    refused: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Take:
    """A player takes a free seat: the one of that name, or `first <seat>`, who had that seat at the
    beginning.
    """

    seat: Seat
    player: str
    refused: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Desk:
    """An order of the club's organizer about the game, which it calls `<game>`."""

    text: str
    refused: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Slip:
    """A fault changes the stored position to these facts."""

    facts: Facts


@dataclass(frozen=True, slots=True)
class Finding:
    """The finding expected on the latest claim."""

    rules: tuple[str, ...] = ()
    remedy: str = ""
    facts: tuple[str, ...] = ()
    earlier: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """A case, opened by the referee of that name or by the `organizer` (PR-CLAIM-06)."""

    kind: str
    by: str
    words: str
    about: int = 0
    freeze: bool = False
    refused: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling: remedies ordered together (PR-REMEDY-09), with their arguments."""

    remedies: tuple[str, ...]
    about: int | None = None
    by: str = ""
    unfounded: bool = False
    to: Facts = field(default_factory=dict)
    give: timedelta | None = None
    seat: Seat = ""
    """The seat for which time or conduct is ordered."""
    refused: tuple[str, ...] | None = None


Deed = (
    Letter | Close | Expire | Then | See | SeeCase | Asked | Post | Look | Report | Outage | Confirm
    | Take | Desk
    | Slip | Case | Finding | Ruling
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
class Precedent:
    """An earlier ruling in the club's casebook."""

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
    bots: tuple[Seat, ...] = ()
    """Seats that are bots; they do nothing by themselves."""
    reversing: bool = False
    """Whether a shuffle turns its pile round; else it keeps the order."""
    shuffles: tuple[tuple[int, ...], ...] = ()
    """What each shuffle makes of its pile, where they are told one by one."""
    clock: datetime | None = None
    refused: tuple[str, ...] | None = None
    """The rules of which one must be cited when the game itself is refused."""
    finding: Finding | None = None
    ruling: Ruling | None = None
    after: Facts | None = None
    earlier: tuple[Precedent, ...] = ()
    empty: tuple[Seat, ...] = ()
    """Seats that have no player when the game is to begin (PR-SEAT-13)."""
    answers_after: tuple[timedelta, ...] = ()
    """After so long the server passes for seats that are not asked, in the order in which the hours
    are drawn (PR-INTERVAL-10).
    """

    @property
    def sections(self) -> frozenset[str]:
        """The sections of its rules: `JUMP` for `ST-JUMP-04`."""
        return frozenset(rule.split("-")[1] for rule in self.rules)

    def needs_court(self) -> str:
        """The part for which a court is needed, in words; "" if none is."""
        if self.finding or self.ruling or self.after is not None or self.earlier:
            return "a finding or a ruling"
        for step in self.steps:
            match step.deed:
                case Case() | Finding() | Ruling() | Look() | SeeCase():
                    return f"`{type(step.deed).__name__.lower()}` in step {step.number}"
                case Letter(text=text) if any(
                    line.strip().lower().startswith("claim ") for line in text.splitlines()
                ):
                    return f"a claim in step {step.number}"
        return ""
