"""What every engine is: the values that pass between an engine and its host, and the protocol.
Names no game.

An engine is data and functions. It knows seats and rules; never people, hours, letters or tables of
a database. The host asks `pending` what play waits for, hands in orders, outcomes of chance and
closings of intervals, and is told events. A position changes in place: the host works on a copy of
its own (`copy`), and a refusal leaves the position as it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, Literal, Protocol, TypeVar

import msgspec

from traders.engines.kernel.book.rulebook import Rulebook
from traders.engines.kernel.contract.board_coordinates import BoardPlace
from traders.engines.kernel.contract.nearest_to_winning import Nearest
from traders.engines.kernel.contract.option_declaration import Setting
from traders.engines.kernel.contract.seat_statistics import Figures
from traders.engines.kernel.grammar.order_table import OrderRow
from traders.engines.kernel.grammar.orders import Grammar
from traders.engines.kernel.seats import NO_NAMES, Seat, SeatNames

# --- what play waits for --------------------------------------------------------------------------


class Turn(msgspec.Struct, frozen=True, tag=True):
    """Play waits for the seat whose turn it is (several where all order the same round at once)."""

    seats: tuple[Seat, ...]
    stage: str
    rule: str
    number: int = 0
    """Which turn of the game it is, counted up in its line of play; letters name it."""
    silence: str = "end"
    """Made for the seat when its time runs out; the engine does first what is compulsory."""
    out_of_time: str = ""
    """Made then in its place, where who says nothing gives up more than who says `silence`."""


class Interval(msgspec.Struct, frozen=True, tag=True):
    """Others may act before play goes on (PR-INTERVAL-01).

    `key` is the same number as long as it is the same interval, and never used again in the
    position's line of play. `seats` are those that may react, by public facts alone
    (PR-INTERVAL-04); never empty. A `question` (a sealed commitment, a bid) asks `seats` for an
    answer and waits under every timing; its answers are played when it is opened, then it closes.
    """

    key: int
    name: str
    cause: str
    """A sentence, with its stop."""
    seats: tuple[Seat, ...]
    rule: str
    silence: str = "pass"
    question: bool = False
    stakes: str = ""
    """A sentence on what the deed under way could win; it makes it critical (PR-INTERVAL-06)."""
    attacked: tuple[Seat, ...] = ()
    """Seats against which the deed is aimed: empty purses do not silence them (PR-INTERVAL-09)."""
    several: bool = False
    """Takes several answers of a seat (`AskingSeveral`); else the newest counts (PR-SEALED-02)."""
    haggling: bool = False
    """Asked for by a bargainer: it waits, under every timing, for seats with an open offer."""
    in_turn: bool = False
    """A question in the place of turns, which has the time of a turn and costs nobody's purse."""
    passing: str = ""
    """What a pass answers to a question, in words to its seat."""
    about: Event | None = None
    """What is under way by its kind and data, of which `cause` is the sentence."""
    wins: Seat = ""
    """The seat that wins the game at once if nothing stops what is under way."""
    then: tuple[str, ...] = ()
    """Names of the intervals that may follow this one in the same deed: the next of them can be
    answered ahead.
    """

    @classmethod
    def upon(
        cls, about: Event, key: int, name: str, seats: tuple[Seat, ...], rule: str = "", **more: Any
    ) -> Interval:
        """The interval upon an event, which is its cause and, unless one is given, its rule."""
        return cls(key, name, about.text, seats, rule or about.rule, about=about, **more)


class Choice(msgspec.Struct, frozen=True, tag=True):
    """A rule asks one seat for a choice (PR-TURN-08): orders, the first usually its `silence`."""

    key: int
    seat: Seat
    question: str
    things: tuple[str, ...]
    silence: str
    rule: str


class Chance(msgspec.Struct, frozen=True, tag=True):
    """The box must move. The outcome of a `die` is a face from 1 to `sides`; of a `pick` a place
    from 1 to `sides`; of a `shuffle` the places 1 to `sides` in their new order, as a list.
    """

    kind: Literal["die", "pick", "shuffle"]
    sides: int
    purpose: str
    rule: str
    secret: bool = False
    """The outcome is nobody's to see yet (a shuffled deck, a card picked from a hidden hand)."""
    faces: tuple[str, ...] = ()
    """What is printed on a die's sides, from 1, where it is not numbers."""


class Over(msgspec.Struct, frozen=True, tag=True):
    """The game has ended."""

    winners: tuple[Seat, ...]
    text: str
    rule: str
    ending: str
    """Short name of the kind of ending, for statistics: `mission`, `chain`, `default` …"""


Pending = Turn | Interval | Choice | Chance | Over
Outcome = int | list[int]


# --- what a seat may do, and what it is told ------------------------------------------------------


class Blank(msgspec.Struct, frozen=True):
    """A part of an offered order that is free within bounds: written `{name}` in the order."""

    name: str
    low: int | None = None
    high: int | None = None
    things: tuple[str, ...] = ()


class Offer(msgspec.Struct, frozen=True):
    """One thing that a seat may do now: the order as it would be typed, in words, and the rule that
    allows it.
    """

    order: str
    words: str
    rule: str
    reaction: bool = False
    """Given while an interval is open it is kept unseen until that closes (PR-PRIORITY-01)."""
    blanks: tuple[Blank, ...] = ()


class Event(msgspec.Struct, frozen=True):
    """What happened, in a sentence: to all, the gallery too, or to the seats in `to` alone. Two
    tell one thing differently: `to` a seat "You draw Zap.", `but` that seat "Red draws a card."
    """

    text: str
    to: tuple[Seat, ...] | None = None
    but: tuple[Seat, ...] = ()
    rule: str = ""
    reveals: bool = False
    """Something random or hidden was revealed by it to somebody (PR-BACKUP-02, PR-BACKUP-03)."""
    kind: str = ""
    """The row of the game's `events.toml` that made the text of the data; "" of words alone."""
    data: dict[str, Any] = {}
    pile: str = ""
    """The name of a pile of which it tells what lies where (PR-BACKUP-04)."""

    def heard_by(self, seat: Seat | None) -> bool:
        return seat not in self.but if self.to is None else seat in self.to


View = dict[str, Any]
"""What one seat knows, as JSON: built by adding. Every engine's view holds at least `system`,
`seat`, `turn` (seat or ""), `stage`, `interval` (name or ""), `over` and `seats`: a list, in turn
order, of what is known of each seat, with `seat` its colour.
"""


S = TypeVar("S")
O = TypeVar("O")  # noqa: E741 - O for order, as S for state


class Engine(Protocol, Generic[S, O]):
    """One system. All methods are pure but for changing the position handed in; none keeps anything
    between calls.
    """

    name: str
    title: str
    revision: int
    options: tuple[Setting, ...]

    def rulebook(self) -> Rulebook:
        """The system's rules, by id."""
        ...

    # the position
    def setup(
        self,
        seats: Sequence[Seat],
        options: Mapping[str, object],
        edition: str = "",
        *,
        revision: int = 0,
    ) -> S:
        """A game before its set-up; what set-up throws is asked for by `pending`. Refuses a number
        of seats or options by rule. `revision`: that under which the game is played, 0 for the
        present one. A rule that changed keeps its old form at its point.
        """
        ...

    def position(
        self,
        seats: Sequence[Seat],
        options: Mapping[str, Any],
        start: Mapping[str, Any],
        *,
        setup: bool = False,
        revision: int = 0,
    ) -> S:
        """The position that a scenario's `start` writes; `setup`: before set-up,
        with `start`'s decks and chart.
        """
        ...

    def written(self, state: S) -> dict[str, Any]:
        """The position in the words of scenarios (`then`), whole: `red` …, `turn`, `stage`,
        `contracts` …; everything, hidden or not, the seats in turn order. A tuple is one thing that
        may be written in any of these ways.
        """
        ...

    def copy(self, state: S) -> S: ...

    def veiled(self, state: S, seat: Seat) -> S:
        """A copy without what `seat` cannot see: play that would rest on it raises `Unknown` there,
        and the copy is then of no more use. Nothing else of two positions that the seat cannot tell
        apart differs in it, so that what `test` answers tells nothing (PR-RECEIPT-08).
        """
        ...

    def encode(self, state: S) -> bytes:
        """The position as JSON; `decode(encode(s)) == s`."""
        ...

    def decode(self, data: bytes) -> S: ...

    def schema(self) -> str:
        """Digest of the state's type: a stored position of another schema is replayed."""
        ...

    def flaws(self, state: S) -> list[str]:
        """What cannot be in a position that sound play led to, in words: a card in two places, a
        ship on two worlds. For tests and simulations; empty in every game that there is.
        """
        ...

    def unpaid(self, before: S, after: S, events: Sequence[Event]) -> list[str]:
        """What cannot be in a step from one position to the next, which told these events, in
        words: money that came from nowhere, went nowhere, or passed between seats otherwise than
        they agreed. For tests and simulations; empty in every step that there is.
        """
        ...

    # how play goes on
    def pending(self, state: S) -> Pending: ...

    def standing(self, state: S) -> frozenset[int]:
        """Keys of all intervals and choices still on the agenda, the open one among them."""
        ...

    def seats_in_order(self, state: S) -> tuple[Seat, ...]:
        """Seats still in the game, from the one whose turn it is, by priority (PR-PRIORITY-01)."""
        ...

    def play(self, state: S, seat: Seat, order: O) -> list[Event]:
        """Carry out one order now. Raises `Refusal`, the position then being as before."""
        ...

    def close(self, state: S) -> list[Event]:
        """The open interval is over; play goes on as the rules say."""
        ...

    def happen(self, state: S, outcome: Outcome) -> list[Event]:
        """Carry out the chance that is pending."""
        ...

    def leave(self, state: S, seat: Seat) -> list[Event]:
        """The seat drops out for good, by the game's own rule."""
        ...

    # orders
    def read(self, state: S, seat: Seat, text: str, names: SeatNames = NO_NAMES) -> O:
        """An order from a player's line, in which a seat may be called by its colour or by one of
        `names`; `Refusal` of kind unreadable or ambiguous, with the nearest names in `instead`.
        """
        ...

    def write(self, order: O) -> str:
        """The order as the history keeps it: `read(write(o)) == o`."""
        ...

    def public(self, order: O) -> str:
        """The order as every seat may read it once it is carried out."""
        ...

    def gathers(self, state: S, seat: Seat, order: O) -> bool:
        """Whether the order, given in the interval now open, is a reaction or answer to be kept
        until it closes (True), or is done at once (False: a permission, a deal).
        """
        ...

    def check(self, state: S, seat: Seat, order: O, sent: Sequence[O] = ()) -> None:
        """Refuse what the seat could not do now, the cards of reactions `sent` being spent."""
        ...

    def offers(self, state: S, seat: Seat) -> tuple[Offer, ...]:
        """All that the seat may do now, and nothing that would be refused."""
        ...

    # conditions of standing orders, stops and plans
    def condition(self, state: S, text: str, names: SeatNames = NO_NAMES) -> str:
        """A condition in its canonical form, with seats by colour; `Refusal` if it is none."""
        ...

    def meets(self, state: S, seat: Seat, condition: str) -> str:
        """Whether the condition holds now by what `seat` can see: the name of the occasion (the
        same as long as it is the same event), or "" if it does not.
        """
        ...

    # what is shown
    def view(self, state: S, seat: Seat | None) -> View: ...

    def goal(self, view: View) -> str:
        """How the game is won, and when it ends at the latest, for the first letter."""
        ...

    def board_text(self, view: View) -> str:
        """The board, hands and money in plain text for a letter, at most 78 columns."""
        ...

    def brief(self, view: View) -> str:
        """Where the seat stands beside the others, in a few lines of at most 44 columns, or ""."""
        ...

    def board_svg(self, view: View) -> str:
        """The board as a picture: a whole SVG document, without scripts or outside references."""
        ...

    def places(self, view: View) -> tuple[BoardPlace, ...]:
        """Where on that picture stands what orders name; none where nothing is to be touched."""
        ...

    def figures(self, view: View) -> Figures:
        """What is counted of each seat, of what all may see; {} where a game does not say."""
        ...

    def nearest(self, view: View) -> Nearest | None:
        """Who is nearest to winning, told alike from every view; None where nobody is."""
        ...

    def way(self, view: View, start: str, goal: str) -> str:
        """How far it is between two of `places`, by their first names, or from or to where seats
        have their pieces, by colour, in a sentence or two; from the view's seat itself where
        `start` is "". "" where the game cannot say.
        """
        ...

    def telling(self) -> tuple[str, ...]:
        """Rules whose sentences tell what mattered in a turn, the most telling first."""
        ...

    def interval_names(self) -> tuple[str, ...]:
        """Names that `stop at <window>` knows."""
        ...

    def grammars(self) -> tuple[Grammar, ...]:
        """The languages of orders (first), conditions and deals: their words are no names."""
        ...

    def orders(self) -> tuple[OrderRow, ...]:
        """What is told of each order: help, an example, when it may be given, its rule."""
        ...

    def thing_names(self) -> frozenset[str]:
        """Names of the edition's worlds, cards, goods …, as orders have them: no player's name."""
        ...
