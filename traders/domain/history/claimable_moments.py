"""A game's recent moments: every interval, choice and order, with the entries between which it lay.
They are the subjects of claims.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from traders.domain.history import recording_and_replay
from traders.domain.history.moment_labels import MomentLabel
from traders.engines.kernel.contract.contract import Choice, Interval
from traders.engines.kernel.seats import Seat
from traders.engines.registry import engine as engine_of
from traders.models import Deadline, DeadlineKind, Entry, Game, Kind

MomentKind = Literal["interval", "choice", "order"]
"""Kinds of moments."""


@dataclass(slots=True)
class Stand:
    """A span in which play waited: after entry `entry`, from `begin` to `end`, when entry `next`
    was made. `next` is 0 and `end` None while it lasts.
    """

    entry: int
    begin: datetime
    next: int = 0
    end: datetime | None = None

    @property
    def waited(self) -> bool:
        """Whether it lasted any time."""
        return self.end is None or self.end > self.begin


@dataclass(slots=True)
class Moment:
    """An interval, a choice, or the making of an order. `key`: the interval's or choice's; for an
    order, the entry's number.
    """

    kind: MomentKind
    name: str
    key: int
    seats: tuple[Seat, ...]
    rule: str = ""
    stands: list[Stand] = field(default_factory=list)
    waited_for: tuple[Seat, ...] = ()
    """Seats that play waited for: informed, and given the interval time."""

    @property
    def label(self) -> str:
        """Its label without back-ups; "" for an order."""
        return "" if self.kind == "order" else MomentLabel(self.kind, self.key).moment

    @property
    def last(self) -> Stand:
        """The last span in which play waited there."""
        return self.stands[-1]

    @property
    def is_open(self) -> bool:
        """Whether play waits there now."""
        return self.kind != "order" and self.last.end is None

    def stand_at(self, at: datetime) -> Stand:
        """The span at that time; if there is none, the last one that lasted any time, else the
        last.
        """
        fits = [
            stand
            for stand in self.stands
            if stand.begin <= at and (stand.end is None or at <= stand.end)
        ]
        waiting = [stand for stand in self.stands if stand.waited]
        return fits[-1] if fits else (waiting or self.stands)[-1]


def moments(game: Game, since: datetime) -> list[Moment]:
    """All moments from `since` on, and the one that was open then, in the order in which they
    began. Undone entries are left out.
    """
    found: dict[int, Moment] = {}
    in_order: list[Moment] = []
    for before, entry, pending in _walk(game, since):
        if entry is not None and entry.kind == Kind.ORDER:
            stand = Stand(before.number, before.at, entry.number, entry.at)
            in_order.append(
                Moment(
                    "order",
                    str(entry.parts[0]["text"]),
                    entry.number,
                    (entry.seat,),
                    stands=[stand],
                )
            )
        number, at = (entry.number, entry.at) if entry is not None else (before.number, before.at)
        for moment in found.values():
            if moment.last.end is None and entry is not None:
                moment.last.next, moment.last.end = number, at
        if isinstance(pending, (Interval, Choice)):
            moment = found.get(pending.key) or _moment(pending)
            if pending.key not in found:
                found[pending.key] = moment
                in_order.append(moment)
            moment.stands.append(Stand(number, at))
    _add_waited_for(game, found)
    return in_order


def _moment(pending: Interval | Choice) -> Moment:
    """The moment of an interval or choice."""
    if isinstance(pending, Choice):
        return Moment("choice", pending.question, pending.key, (pending.seat,), pending.rule)
    return Moment("interval", pending.name, pending.key, pending.seats, pending.rule)


def _walk(game: Game, since: datetime) -> Iterator[tuple[Entry, Entry | None, object]]:
    """Each entry in play from `since` on, with the one before it and what play waited for after it;
    first the entry before `since`.
    """
    engine = engine_of(game.system)
    tail = recording_and_replay.line(game, game.head, _first(game, since))
    number = tail[0].before
    position = recording_and_replay.position_at(game, number) if number else None
    before = Entry.objects.get(game=game, number=number) if number else None
    if before is not None:
        yield before, None, engine.pending(position)
    for entry in tail:
        if entry.kind == Kind.START:
            position = recording_and_replay.beginning(game, *entry.parts)
        else:
            position = recording_and_replay.carry_out(engine, position, entry)
        yield before or entry, entry, engine.pending(position)
        before = entry


def _first(game: Game, since: datetime) -> int:
    """The number of the entry at which to begin: before those from `since` on, and at most the last
    but one.
    """
    earlier = (
        Entry.objects.filter(game=game, at__lt=since)
        .order_by("-number")
        .values_list("number", flat=True)
        .first()
        or 0
    )
    return min(max(0, earlier - 1), max(0, game.head - 1))


def _add_waited_for(game: Game, found: dict[int, Moment]) -> None:
    """Add the seats that play waited for: those with a clock in a deadline that was set while play
    stood there.
    """
    kinds = (DeadlineKind.INTERVAL, DeadlineKind.CHOICE)
    for row in Deadline.objects.filter(
        game=game, kind__in=kinds, key__in=[str(key) for key in found]
    ):
        moment = found[int(row.key)]
        if any(stand.begin == row.set_at for stand in moment.stands):
            moment.waited_for = tuple(
                seat for seat in moment.seats if seat in row.data.get("clocks", {})
            )
