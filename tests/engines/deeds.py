"""Deeds at a table: where a game begins, what is done in it, what broke; scripts of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any, Protocol, cast

import msgspec

from tests.engines.table import thrown
from tools.simulation.checked_engine import CheckedEngine
from traders.engines.kernel.contract.contract import (
    Chance,
    Choice,
    Engine,
    Interval,
    Over,
    Pending,
    Turn,
)
from traders.engines.kernel.engine.optional_contract import Dealing, Phased, Terms
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.registry import engine

TRIES = 400
"""How often a script is played again to make it shorter."""


class Start(msgspec.Struct):
    """Where a game begins: as a scenario writes it, or, with `start` None, before set-up."""

    seats: tuple[Seat, ...]
    options: dict[str, Any] = {}
    start: dict[str, Any] | None = None

    def position(self, game: Engine[Any, Any]) -> Any:
        if self.start is None:
            return game.setup(self.seats, self.options)
        return game.position(self.seats, self.options, self.start)


class Fuzzed(Protocol):
    """`fuzzed.py` of a game's tests."""

    STARTS: Sequence[Start]
    """Crowded tables: much to do, to lose and to deal in."""

    def goods(self, state: Any, seat: Seat, box: Random) -> list[str]:
        """Things that this seat could give in a deal, and some that it could not."""
        ...


class Deed(msgspec.Struct, omit_defaults=True):
    """One thing done: `order`, `deal` (`seat` to `other`: `what` for `back`), `haggle`, `leave`,
    `close` or `chance`. An order of a later phase ends the phase before it, as in the host.
    """

    does: str
    seat: Seat = ""
    what: Any = ""
    other: Seat = ""
    back: str = ""

    def done(self, game: Engine[Any, Any], state: Any) -> None:
        """Do it; `Refusal` where it cannot be done."""
        match self.does:
            case "order":
                order = game.read(state, self.seat, self.what)
                written = game.write(order)
                if game.read(state, self.seat, written) != order:
                    raise RuntimeError(f"an order that does not read back: {written}")
                if isinstance(game, Phased) and isinstance(game.pending(state), Turn):
                    order = game.read(
                        state, self.seat, game.passing(state, self.seat, order) or written
                    )
                game.play(state, self.seat, order)
            case "deal":
                dealing = cast(Dealing[Any], game)
                gives, takes = (
                    dealing.things(state, self.seat, self.what),
                    dealing.things(state, self.other, self.back),
                )
                terms = Terms(self.seat, self.other, gives, takes)
                dealing.may_offer(state, terms)
                dealing.exchange(state, terms)
            case "haggle":
                cast(Dealing[Any], game).haggle(state, [self.seat])
            case "leave":
                game.leave(state, self.seat)
            case "close":
                game.close(state)
            case "chance":
                game.happen(state, self.what)


class Script(msgspec.Struct):
    """A game as far as it was played: where it began, what was done, and what broke."""

    system: str
    start: Start
    deeds: list[Deed]
    fault: str = ""

    def play(self) -> str:
        """What breaks when it is played again, "" where nothing does. A deed that is not possible
        any more is passed over.
        """
        table = FuzzedTable(self.system, self.start)
        for deed in self.deeds[:-1]:
            with suppress(Refusal, LookupError, ValueError):
                before = table.game.copy(table.state)
                deed.done(table.game, table.state)
                continue
            table.state = before
        try:
            for deed in self.deeds[-1:]:
                table.do(deed)
            table.look()
        except Broken as broken:
            return str(broken)
        return ""

    def shortest(self) -> Script:
        """A fault of the same kind with few deeds: parts are left out, smaller and smaller ones, as
        long as it remains.
        """
        deeds, size, tries = list(self.deeds), len(self.deeds), 0
        while (size := size // 2) and tries < TRIES:
            at = 0
            while at < len(deeds) - 1 and tries < TRIES:
                fewer, tries = deeds[:at] + deeds[min(at + size, len(deeds) - 1) :], tries + 1
                if _kind(Script(self.system, self.start, fewer).play()) == _kind(self.fault):
                    deeds = fewer
                else:
                    at += size
        return Script(
            self.system,
            self.start,
            deeds,
            Script(self.system, self.start, deeds).play() or self.fault,
        )

    def written(self) -> str:
        return msgspec.json.format(msgspec.json.encode(self), indent=1).decode()


def _kind(fault: str) -> str:
    """What is the same of a fault when it is met again, whichever seats and things are in it."""
    return fault.partition(":")[0]


class Broken(Exception):
    """What may never be: an error, an unsound position, an offer that is refused, a moment from
    which play cannot go on.
    """


class FuzzedTable:
    """A game under way, and all that was done in it."""

    def __init__(self, system: str, start: Start) -> None:
        self.game = engine(system)
        self.watched: Engine[Any, Any] = cast(Engine[Any, Any], CheckedEngine(self.game))
        self.state = start.position(self.game)
        self.deeds: list[Deed] = []
        if flaws := self.game.flaws(self.state):
            raise ValueError(f"{system}: a table that cannot be: {'; '.join(flaws)}")

    @property
    def pending(self) -> Pending:
        return self.game.pending(self.state)

    def do(self, deed: Deed, *, offered: bool = False) -> bool:
        """Whether it was done. A refusal leaves the position as it was, and what was offered is not
        refused.
        """
        before = self.game.copy(self.state)
        self.deeds.append(deed)
        with_ = f" <- {msgspec.json.encode(deed).decode()}"
        try:
            deed.done(self.watched, self.state)
        except Refusal as refusal:
            if self.state != before:
                raise Broken(
                    f"refused, and the position has changed: {refusal.text}{with_}"
                ) from refusal
            if offered:
                raise Broken(f"offered, and refused: {refusal.text}{with_}") from refusal
            self.deeds.pop()
            return False
        except (LookupError, ValueError) as error:
            if deed.does in ("close", "chance") and not _waits_for(self.game.pending(before), deed):
                self.state = before  # of a script from which what it answered was left out
                self.deeds.pop()
                return False
            raise Broken(f"{type(error).__name__}: {error}{with_}") from error
        except Exception as error:
            raise Broken(f"{type(error).__name__}: {error}{with_}") from error
        if back := set(self.game.seats_in_order(self.state)) - set(
            self.game.seats_in_order(before)
        ):
            raise Broken(f"who had left is back: {', '.join(sorted(back))}{with_}")
        return True

    def look(self) -> None:
        """Play waits for something, and each way on from it is open."""
        after = f" <- after {msgspec.json.encode(self.deeds[-1]).decode()}" if self.deeds else ""
        try:
            pending = self.pending
            ways = list(self._ways_on(pending))
        except Exception as error:
            raise Broken(f"{type(error).__name__}: {error}{after}") from error
        if not ways and not isinstance(pending, Over):
            raise Broken(f"nobody can go on from {pending}{after}")
        for deed in ways:
            try:
                deed.done(self.watched, self.game.copy(self.state))
            except Exception as error:
                raise Broken(
                    f"{type(error).__name__}: {error}: at {type(pending).__name__}, where that "
                    f"goes on{after}"
                ) from error

    def _ways_on(self, pending: Pending) -> Iterator[Deed]:
        """What the host does when nobody says anything, and each answer to a choice."""
        match pending:
            case Turn():
                yield from (Deed("order", seat, pending.silence) for seat in pending.seats)
            case Choice():
                yield from (
                    Deed("order", pending.seat, thing)
                    for thing in dict.fromkeys((pending.silence, *pending.things[:6]))
                )
            case Interval():
                yield Deed("close")
            case Chance():
                yield Deed("chance", what=thrown(pending, Random(1)))


def _waits_for(pending: Pending, deed: Deed) -> bool:
    return isinstance(pending, Chance if deed.does == "chance" else Interval)
