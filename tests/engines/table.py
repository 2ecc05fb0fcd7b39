"""A game played by direct calls of an engine, without a host: chance is thrown, offers are filled
and chosen by a seeded box.

It keeps what was done, so that it can be done again (`replayed`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from traders.engines.kernel.contract.contract import (
    Blank,
    Chance,
    Choice,
    Engine,
    Event,
    Interval,
    Offer,
    Outcome,
    Over,
    Pending,
    Turn,
)
from traders.engines.kernel.seats import Seat

Deed = tuple[str, Seat, Any]
"""`order` with its text, `chance` with its outcome, or `close`."""


class BareTable:
    """A position and all that was done to it."""

    SELDOM = 0.15
    """How likely a kind of order in `seldom` is, beside the others."""

    def __init__(
        self, engine: Engine[Any, Any], state: Any, seed: int, seldom: frozenset[str] = frozenset()
    ) -> None:
        self.engine = engine
        self.seldom = seldom
        self.state = state
        self.first = engine.encode(state)
        self.box = Random(seed)
        self.deeds: list[Deed] = []
        self.events: list[Event] = []

    @property
    def pending(self) -> Pending:
        return self.engine.pending(self.state)

    @property
    def over(self) -> bool:
        return isinstance(self.pending, Over)

    def order(self, seat: Seat, text: str) -> None:
        self.events += self.engine.play(self.state, seat, self.engine.read(self.state, seat, text))
        self.deeds.append(("order", seat, text))

    def close(self) -> None:
        self.events += self.engine.close(self.state)
        self.deeds.append(("close", "", None))

    def throw(self, chance: Chance) -> None:
        outcome = thrown(chance, self.box)
        self.events += self.engine.happen(self.state, outcome)
        self.deeds.append(("chance", "", outcome))

    def replayed(self) -> Any:
        """The position after the same deeds, with the position stored and read back after each."""
        state = self.engine.decode(self.first)
        for kind, seat, what in self.deeds:
            state = self.engine.decode(self.engine.encode(state))
            done(self.engine, state, kind, seat, what)
        return state

    def go_on(self) -> None:
        """Throw while play waits for chance."""
        while isinstance(pending := self.pending, Chance):
            self.throw(pending)

    def at_random(self, *, react: float = 0.3) -> None:
        """One thing that may be done now, whichever; in an interval a reaction or answer with this
        likelihood, else it closes.
        """
        match pending := self.pending:
            case Chance():
                self.throw(pending)
            case Choice():
                self.order(pending.seat, self.box.choice(pending.things))
            case Interval(question=False):
                seat = self.box.choice(pending.seats)
                reactions = [
                    offer for offer in self.engine.offers(self.state, seat) if offer.reaction
                ]
                if reactions and self.box.random() < react:
                    self.order(seat, filled(self.box.choice(reactions), self.box))
                else:
                    self.close()
            case Interval() if self.box.random() < 1 - react:
                self.close()
            case Turn() | Interval():
                seat = self.box.choice(pending.seats)
                self.order(
                    seat, filled(self.chosen(self.engine.offers(self.state, seat)), self.box)
                )

    def chosen(self, offers: Sequence[Offer]) -> Offer:
        """One of the offers: first a kind of order, then one of that kind, so that what is offered
        often does not crowd out the rest.
        """
        kinds = sorted({offer.order.split(" ")[0] for offer in offers})
        kind = self.box.choices(
            kinds, [self.SELDOM if kind in self.seldom else 1.0 for kind in kinds]
        )[0]
        return self.box.choice([offer for offer in offers if offer.order.split(" ")[0] == kind])


def thrown(chance: Chance, box: Random) -> Outcome:
    """What chance brings."""
    if chance.kind == "shuffle":
        return box.sample(range(1, chance.sides + 1), chance.sides)
    return box.randint(1, chance.sides)


def done(engine: Engine[Any, Any], state: Any, kind: str, seat: Seat, what: Any) -> list[Event]:
    """Do a deed on a position; what it tells."""
    if kind == "order":
        return engine.play(state, seat, engine.read(state, seat, what))
    return engine.close(state) if kind == "close" else engine.happen(state, what)


def filled(offer: Offer, box: Random) -> str:
    """An offer with its blanks filled."""
    order = offer.order
    for blank in offer.blanks:
        order = order.replace("{" + blank.name + "}", _thing(blank, box), 1)
    return order


def _thing(blank: Blank, box: Random) -> str:
    if blank.things:
        return box.choice(blank.things)
    low = blank.low or 0
    return str(box.randint(low, blank.high if blank.high is not None else low + 3))


def walk(
    engine: Engine[Any, Any],
    state: Any,
    seed: int,
    steps: int,
    look: Callable[[BareTable], None],
    seldom: frozenset[str] = frozenset(),
) -> BareTable:
    """Play at random for so many steps or to the end, with a look before each."""
    table = BareTable(engine, state, seed, seldom)
    for _ in range(steps):
        if table.over:
            break
        look(table)
        table.at_random()
    look(table)
    return table
