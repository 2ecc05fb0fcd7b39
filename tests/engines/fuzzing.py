"""Games of any system played so that something may break: orders that are offered, orders that
nearly are, deals of everything, and seats that leave, at each moment. After each deed the position
must be sound, and every way in which play could go on from it must be open.

What breaks is handed back as a script: the few deeds that lead there, to be played again
(`Script.play`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from random import Random
from typing import Any, Protocol, cast

import msgspec

from tests.engines.table import filled, thrown
from traders.engines.kernel.additions import Dealing, Phased, Terms
from traders.engines.kernel.contract import (
    Chance,
    Choice,
    Engine,
    Interval,
    Offer,
    Over,
    Pending,
    Turn,
)
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import COLOURS, Seat
from traders.engines.registry import ENGINES, engine
from traders.proof.simulation.checked_engine import Watched

MOST_SEATS = 6
LONGEST = (40, 150, 500)
"""Deeds after which a game is given up for another: often soon, while the table is still crowded.
"""
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
        table = Table(self.system, self.start)
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


class Table:
    """A game under way, and all that was done in it."""

    def __init__(self, system: str, start: Start) -> None:
        self.game = engine(system)
        self.watched: Engine[Any, Any] = cast(Engine[Any, Any], Watched(self.game))
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


class Fuzzer:
    """Games of one system, one after another, from a seed."""

    def __init__(self, system: str, seed: int) -> None:
        self.system = system
        self.game = engine(system)
        self.fuzzed = cast(
            Fuzzed, import_module(f"tests.{ENGINES[system].removeprefix('traders.')}.fuzzed")
        )
        self.box = Random(seed)
        self.orders = self.games = self.refused = 0
        self.seen: dict[str, int] = {}
        """How often each kind of deed was done, and at which kinds of waits."""
        self.heard: list[str] = []
        self._begin()

    def _begin(self) -> None:
        self.games += 1
        while True:
            self.start = self.box.choice([*self.fuzzed.STARTS, self._set_up()])
            try:
                self.table, self.longest = Table(self.system, self.start), self.box.choice(LONGEST)
                return
            except Refusal:
                continue  # these options do not go together

    def _set_up(self) -> Start:
        """A game from its set-up, with options at random."""
        options = {
            setting.name: value
            for setting in self.game.options
            if (value := self._option(setting)) is not None
        }
        return Start(COLOURS[: self.box.randint(2, MOST_SEATS)], options)

    def _option(self, setting: Any) -> Any:
        if setting.of or not setting.written or self.box.random() < 0.4:
            return None
        if setting.among:
            return self.box.choice(setting.among)
        return self.box.randint(setting.low, setting.high) if setting.low is not None else None

    def run(self, orders: int, done: Callable[[], None] = lambda: None) -> Script | None:
        """Play so many orders more; the shortest script to what breaks, or None."""
        end = self.orders + orders
        while self.orders < end:
            before = self.orders
            try:
                self._step()
            except Broken as broken:
                return Script(self.system, self.start, self.table.deeds, str(broken)).shortest()
            for _ in range(self.orders - before):
                done()
            if isinstance(self.table.pending, Over) or len(self.table.deeds) > self.longest:
                self._begin()
        return None

    def _step(self) -> None:
        table, box = self.table, self.box
        kind = type(table.pending).__name__
        # the host throws at once: nothing comes between
        roll = box.random() if kind != "Chance" else 1.0
        if roll < 0.01:
            self._try_leaving()
        if roll < 0.003 and len(self.game.seats_in_order(table.state)) > 1:
            done = self._do(Deed("leave", box.choice(self.game.seats_in_order(table.state))))
        elif roll < 0.08:
            done = self._do(self._near())
        elif roll < (0.15 if kind == "Turn" else 0.45) and isinstance(self.game, Dealing):
            done = self._do(self._deal())
        else:
            done = self._do(self._plain(table.pending), offered=True)
        if done:
            self.seen[kind] = self.seen.get(kind, 0) + 1
            table.look()

    def _do(self, deed: Deed, *, offered: bool = False) -> bool:
        done = self.table.do(deed, offered=offered)
        if done:
            self.orders += deed.does not in ("chance", "close")
            self.seen[deed.does] = self.seen.get(deed.does, 0) + 1
        else:
            self.refused += 1
        return done

    def _try_leaving(self) -> None:
        """Each seat leaves, on a copy, and the rest play on for a while: so that every window is
        left, and games still last.
        """
        whole, deeds = self.table.state, list(self.table.deeds)
        for seat in self.game.seats_in_order(whole):
            self.table.state = self.game.copy(whole)
            self._do(Deed("leave", seat))
            for _ in range(6):
                self.table.look()
                if isinstance(self.table.pending, Over):
                    break
                self._do(self._plain(self.table.pending), offered=True)
            self.table.deeds = list(deeds)
        self.table.state = whole

    # --- deeds ------------------------------------------------------------------------------------

    def _plain(self, pending: Pending) -> Deed:
        """Something that is possible now, by whoever it is possible for."""
        match pending:
            case Chance():
                return Deed("chance", what=thrown(pending, self.box))
            case Choice() if self.box.random() < 0.7:
                return Deed("order", pending.seat, self.box.choice(pending.things))
            case Interval() if self.box.random() < 0.5:
                return Deed("close")
        seats = self.game.seats_in_order(self.table.state)
        asked = (
            pending.seats
            if isinstance(pending, (Turn, Interval))
            else (pending.seat,)
            if isinstance(pending, Choice)
            else ()
        )
        for seat in (
            *((self.box.choice(asked),) if asked and self.box.random() < 0.8 else ()),
            *self.box.sample(seats, len(seats)),
        ):
            offers = self.game.offers(self.table.state, seat)
            if offers:
                text = filled(self._one(offers), self.box)
                self.heard = [*self.heard[-60:], text]
                return Deed("order", seat, text)
        return (
            Deed("close") if isinstance(pending, Interval) else next(self.table._ways_on(pending))
        )

    def _one(self, offers: Sequence[Offer]) -> Offer:
        """First a kind of order, then one of that kind, so that what is offered often does not
        crowd out the rest.
        """
        kinds = sorted({offer.order.split(" ")[0] for offer in offers})
        kind = self.box.choice(kinds)
        return self.box.choice([offer for offer in offers if offer.order.split(" ")[0] == kind])

    def _near(self) -> Deed:
        """An order that was possible elsewhere, or one with a word or number changed."""
        seat = self.box.choice(self.game.seats_in_order(self.table.state))
        words = self.box.choice(self.heard or ["end"]).split(" ")
        if self.box.random() < 0.6:
            at = self.box.randrange(len(words))
            others = self.box.choice(self.heard or ["end"]).split(" ")
            words[at] = (
                str(self.box.choice((0, 1, 2, 5, 999)))
                if words[at].isdigit()
                else self.box.choice(others)
            )
        return Deed("order", seat, " ".join(words))

    def _deal(self) -> Deed:
        """A deal between any two, of anything, or time for one."""
        seats = self.game.seats_in_order(self.table.state)
        maker, taker = self.box.sample(seats, 2) if len(seats) > 1 else (seats[0], seats[0])
        if self.box.random() < 0.08:
            return Deed("haggle", maker)
        return Deed("deal", maker, self._things(maker), taker, self._things(taker))

    def _things(self, seat: Seat) -> str:
        goods = self.fuzzed.goods(self.table.state, seat, self.box)
        if not goods or self.box.random() < 0.25:
            return "nothing"
        return " and ".join(
            self.box.sample(
                goods, min(len(goods), self.box.choice((1, 1, 1, 2, 3, len(goods))), 12)
            )
        )


def counted(seen: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in sorted(seen.items()))
