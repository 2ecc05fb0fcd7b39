"""Games of any system played so that something may break: orders that are offered, orders that
nearly are, deals of everything, and seats that leave, at each moment. After each deed the position
must be sound, and every way in which play could go on from it must be open.

What breaks is handed back as a script: the few deeds that lead there, to be played again
(`Script.play`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, cast

from tests.engines.deeds import Broken, Deed, Fuzzed, FuzzedTable, Script, Start
from tests.engines.form_lines import near_line
from tests.engines.table import filled, thrown
from traders.engines.kernel.contract.contract import (
    Chance,
    Choice,
    Interval,
    Offer,
    Over,
    Pending,
    Turn,
)
from traders.engines.kernel.engine.optional_contract import Dealing
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import COLOURS, Seat
from traders.engines.registry import ENGINES, engine

MOST_SEATS = 6
LONGEST = (40, 150, 500)
"""Deeds after which a game is given up for another: often soon, while the table is crowded."""


class SetUpsAlone:
    """A game whose tests have no `fuzzed.py`: played from its set-up, nothing dealt in."""

    STARTS: Sequence[Start] = ()

    def goods(self, state: Any, seat: Seat, box: Random) -> list[str]:
        return []


def fuzzed(system: str) -> Fuzzed:
    """Where games of a system begin, and what is dealt in them."""
    name = f"tests.{ENGINES[system].removeprefix('traders.')}"
    has_tests = find_spec(name) and find_spec(f"{name}.fuzzed")
    return cast(Fuzzed, import_module(f"{name}.fuzzed")) if has_tests else SetUpsAlone()


class Fuzzer:
    """Games of one system, one after another, from a seed."""

    def __init__(self, system: str, seed: int) -> None:
        self.system = system
        self.game = engine(system)
        self.fuzzed = fuzzed(system)
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
                self.table, self.longest = (
                    FuzzedTable(self.system, self.start),
                    self.box.choice(LONGEST),
                )
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
        """An order that was possible elsewhere, or one with a word or number changed, or words that
        were heard in any form that the game knows.
        """
        seat = self.box.choice(self.game.seats_in_order(self.table.state))
        if self.box.random() < 0.3 and (rows := self.game.orders()):
            heard = [*COLOURS, *(word for line in self.heard[-20:] for word in line.split(" "))]
            return Deed("order", seat, near_line(rows, heard, self.box))
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
