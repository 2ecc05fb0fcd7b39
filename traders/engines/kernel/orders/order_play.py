"""Play by a game's orders: which a seat may give now, the legality of one, its being carried out,
and what is offered: of each order's menu what is not refused. Names no game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Generic, TypeVar

from traders.engines.kernel.contract import waits
from traders.engines.kernel.contract.contract import (
    Choice,
    Event,
    Interval,
    Offer,
    Outcome,
    Over,
    Pending,
    Turn,
)
from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.orders.order_handler import Order, OrderHandler, unoffered
from traders.engines.kernel.orders.order_language import OrderLanguage
from traders.engines.kernel.positions.storing import Storing
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Procedures, Step, put
from traders.engines.kernel.words import named

S = TypeVar("S", bound=Any)

MOST_WAITS = 1_024
"""Ways to wait whose orders are remembered."""


class OrderPlay(Generic[S]):
    """One game's play. `plays`: whether a seat is in the game; `gone`: the rule cited to all
    others; `over`: rules cited after the end, behind that of the ending. Where the time of an order
    says not all, a game says more in `must_be_asked`.
    """

    def __init__(
        self,
        orders: OrderLanguage[S],
        procedures: Procedures[S],
        storing: Storing[S],
        plays: Callable[[S, Seat], bool],
        gone: str,
        over: tuple[str, ...] = (),
    ) -> None:
        self.orders, self.procedures, self._storing = orders, procedures, storing
        self._plays, self._gone, self._over = plays, gone, over
        self._at: dict[Any, tuple[tuple[OrderHandler[S], ...], ...]] = {}

    def check(self, state: S, seat: Seat, order: Order, sent: Sequence[Order] = ()) -> None:
        """Refuse what the seat could not do now; what reactions in `sent` will cost is gone."""
        self._must_be_due(state, seat, order)
        handler, left = self.orders.handler(order), self.without(state, seat, sent)
        try:
            handler.must_be_possible(left, seat, order)
        except Refusal as refused:
            most = handler.most(left, seat, order)
            if most is None:
                raise
            line = self.orders.write(most)
            raise Refusal(
                f"{refused.text} At most now: `{line}`.",
                *refused.rules,
                kind=refused.kind,
                instead=(line,),
            ) from refused

    def lacking(self, state: S, seat: Seat, order: Order) -> str:
        """What the seat does not hold or cannot pay of an order that it means for later; "" for
        nothing (PR-STANDING-01).
        """
        if not self._plays(state, seat):
            return ""
        return self.orders.handler(order).lacking(state, seat, order)

    def _must_be_due(self, state: S, seat: Seat, order: Order) -> None:
        """Refuse any order in a game that is over or not the seat's, and one that is not asked."""
        if not self._plays(state, seat):
            raise Refusal(f"{named(seat)} is not in this game.", self._gone)
        pending = self.procedures.pending(state)
        if isinstance(pending, Over):
            raise Refusal("The game is over.", pending.rule, *self._over)
        self.must_be_asked(state, seat, order, pending)

    def must_be_asked(self, state: S, seat: Seat, order: Order, pending: Pending) -> None:
        """Refuse an order of which it is not the time, or for which another seat is waited for."""
        handler = self.orders.handler(order)
        asked = handler.when is When.ANY or self.may_act(seat, pending)
        if not asked or not _is_time(handler.when, pending):
            raise Refusal(f"`{handler.row().prefix}` is said {handler.when}.", handler.rule)
        if (
            isinstance(pending, Choice)
            and not handler.at_once
            and self.orders.write(order) not in pending.things
        ):
            word = handler.row().prefix
            raise Refusal(f"`{word}` answers another question.", handler.rule)

    def without(self, state: S, seat: Seat, sent: Sequence[Order]) -> S:
        """The position in which what gathered orders cost is spent, as far as they still fit."""
        spent = [order for order in sent if self.orders.handler(order).spends is not None]
        if not spent:
            return state
        left = self._storing.copy(state)
        for order in spent:
            spends = self.orders.handler(order).spends
            with suppress(Refusal):
                assert spends is not None
                spends(left, seat, order)
        return left

    def play(self, state: S, seat: Seat, order: Order) -> list[Event]:
        """Carry out one order now; a refusal leaves the position as it was."""
        self.check(state, seat, order)
        return self.carried_out(state, seat, order)

    def carried_out(self, state: S, seat: Seat, order: Order) -> list[Event]:
        """Carry out what was not refused; what is told of it."""
        told: list[Event] = []
        step = state.agenda.pop()
        put(state, self.orders.handler(order).deed(state, seat, order, step, told))
        self.procedures.run(state, told)
        return told

    def close(self, state: S) -> list[Event]:
        """The open interval is over."""
        return self.procedures.close(state)

    def happen(self, state: S, outcome: Outcome) -> list[Event]:
        """Carry out the chance that is pending."""
        return self.procedures.happen(state, outcome)

    def gathers(self, state: S, seat: Seat, order: Order) -> bool:
        """Reactions and answers are kept until the interval closes (PR-PRIORITY-01)."""
        return not self.orders.handler(order).at_once and isinstance(
            self.procedures.pending(state), Interval
        )

    def offers(self, state: S, seat: Seat) -> tuple[Offer, ...]:
        """All that the seat may do now."""
        pending = self.procedures.pending(state)
        here = self._offered_at(type(state.agenda[-1]), pending, self.in_play(state, seat))
        handlers = here[self.may_act(seat, pending)]
        if not handlers or not self._plays(state, seat):
            return ()
        gathered, found = isinstance(pending, Interval), list[Offer]()
        among = pending.things if isinstance(pending, Choice) else None
        offered = self.orders.offering(state)
        for handler in handlers:
            reaction = gathered and not handler.at_once
            for thing, words, rule in handler.candidates(state, seat):
                offer = offered(thing, words, rule, reaction)
                if among is None or handler.at_once or offer.order in among:
                    found.append(offer)
        return tuple(found)

    def may_act(self, seat: Seat, pending: Pending) -> bool:
        """Whether a seat may give more than what any seat may say now."""
        return seat in waits.awaited(pending)

    def in_play(self, state: S, seat: Seat) -> frozenset[str]:
        """What there is in a game, for a seat, that an order may need."""
        return frozenset()

    def _offered_at(
        self, step: type[Step], pending: Pending, in_play: frozenset[str]
    ) -> tuple[tuple[OrderHandler[S], ...], ...]:
        """The orders that can be given where play stands at such a step and waits so: by any seat,
        and by those that play waits for.
        """
        stage = pending.stage if isinstance(pending, Turn) else ""
        asked = isinstance(pending, Interval) and pending.question
        wait = (step, type(pending), stage, asked, in_play)
        if wait not in self._at:
            here = [
                one
                for one in self.orders.handlers.values()
                if (step in one.at if one.at else _is_time(one.when, pending))
                if not (one.stages and stage and stage not in one.stages)
                if not one.needs or one.needs in in_play
                if one.menu is not unoffered and not isinstance(pending, Over)
            ]
            if len(self._at) >= MOST_WAITS:
                self._at.clear()
            self._at[wait] = (tuple(one for one in here if one.when is When.ANY), tuple(here))
        return self._at[wait]


def _is_time(when: When, pending: Pending) -> bool:
    """Whether those who are waited for may say now what may be said `when`."""
    question = isinstance(pending, Choice) or (isinstance(pending, Interval) and pending.question)
    match when:
        case When.TURN:
            return isinstance(pending, Turn)
        case When.WINDOW:
            return isinstance(pending, Interval) and not question
        case When.ASKED:
            return question
    return True
