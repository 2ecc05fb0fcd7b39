"""The letters that a simulated game sends: which seat gets one after which answer, of which kind,
and whether it asks something. Counted by the rules by which the server writes them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime

from tools.simulation.letter_weight import Scale
from traders.domain.letters.game_play_letters import facts_for, goes_now, kind_of
from traders.domain.letters.letter_facts import Facts, asked_of, happenings
from traders.domain.table import deals
from traders.domain.table.asked_seats import WindowsBefore
from traders.domain.table.change_set import ChangeSet, Line, NumberedEvent
from traders.domain.table.table import Table
from traders.domain.table.table_data_types import NewEntry
from traders.engines.kernel.contract.bearing_on_interval import Bearing, bearing_of
from traders.engines.kernel.contract.contract import Interval, Over, Pending, Turn
from traders.engines.kernel.seats import Seat
from traders.models import Cadence, Kind, SealedKind

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
"""Letters are counted whatever their hour."""


class LetterCount:
    """The letters of one game so far, by seat. `by_page`: answers are given on the page, where no
    receipt repeats them. `weights`: where the octets of each are entered, by kind.
    """

    def __init__(
        self,
        table: Table,
        seats: Sequence[Seat],
        cadence: str = Cadence.WAITING,
        *,
        by_page: bool,
        weights: dict[str, list[int]] | None = None,
    ) -> None:
        self.scale = None if weights is None else Scale(table, weights)
        self.table, self.seats, self.cadence, self.by_page = table, tuple(seats), cadence, by_page
        self.kinds: dict[Seat, Counter[str]] = {seat: Counter() for seat in seats}
        self.asking_nothing = dict.fromkeys(seats, 0)
        self.without_choice = dict.fromkeys(seats, 0)
        self._before: Pending | None = None
        self._windows = WindowsBefore(table, None)
        self._turn: tuple[Seat, ...] = ()
        self._told = 0

    def after(self, sender: Seat = "", lines: Sequence[Line] = ()) -> None:
        """Count the letters that tell of what happened since the last call. `sender`: whose answer
        it was, with what became of its `lines`; "" where a deadline caused it.
        """
        change_set = self._change_set(sender, lines)
        happened = happenings(change_set.told)
        for seat in self.seats:
            asked = asked_of(seat, change_set.after, change_set.answered | change_set.unasked)
            facts = facts_for(seat, change_set, happened=happened, asked=asked)
            facts.view = {"deals": self._deals(seat)}
            kind = kind_of(facts, seen=self.by_page and seat == sender)
            if kind and goes_now(seat, self.cadence, kind, facts, change_set):
                self._count(seat, kind, facts)

    def forget(self) -> None:
        """The table's moves are thrown away by the caller."""
        self._told = 0

    def _count(self, seat: Seat, kind: str, facts: Facts) -> None:
        self.kinds[seat][kind] += 1
        self.asking_nothing[seat] += facts.asked is None
        pending = self.table.pending()
        window = isinstance(pending, Interval) and not (pending.question or pending.haggling)
        if window and facts.asked is not None:
            offers = self.table.menu(seat)
            held = bearing_of(self.table.engine, self.table.state, seat)
            decides = held == Bearing.DECIDES and any(offer.reaction for offer in offers)
            self.without_choice[seat] += not decides
        if self.scale:
            self.scale.weigh(seat, kind, facts)

    def _change_set(self, sender: Seat, lines: Sequence[Line]) -> ChangeSet:
        table, pending = self.table, self.table.pending()
        moves = table.moves[self._told :]
        self._told = len(table.moves)
        number = table.number
        made = ChangeSet(0, number - len(moves) + 1, number, NOON, sender=sender)
        made.told = [NumberedEvent(number, event) for move in moves for event in move.events]
        made.told += [NumberedEvent(number, event) for event in table.whispers]
        table.whispers = []
        made.lines = list(lines)
        made.answered_on_the_spot = self.by_page
        made.before, made.after = self._before, pending
        made.started = self._before is None
        made.ended = isinstance(pending, Over)
        if isinstance(pending, Interval):
            made.answered = frozenset(pending.seats) - frozenset(table.waiting())
        self._windows.compare(made, table, pending, self.seats)
        self._windows = WindowsBefore(table, pending)
        turn = pending.seats if isinstance(pending, Turn) else self._turn
        made.turn_passed, self._turn, self._before = turn != self._turn, turn, pending
        return made

    def _deals(self, seat: Seat) -> list[dict[str, object]]:
        """The seat's open offers, of which `goes_now` asks."""
        open_now = list(self.table.open(SealedKind.OFFER))
        return deals.shown(open_now, seat) if open_now else []


def turn_of(pending: Pending) -> int:
    """The turn in which play waits: its number; of a round ordered by all at once its key,
    negative; 0 for neither.
    """
    match pending:
        case Turn(number=number):
            return number
        case Interval(in_turn=True, key=key):
            return -key
    return 0


def reveals_to(seat: Seat, move: NewEntry) -> bool:
    """Whether a seat learns by a move what it could not know before: not from cards that others
    draw.
    """
    return (move.kind == Kind.CHANCE and not move.hidden) or any(
        event.reveals and event.heard_by(seat) for event in move.events
    )
