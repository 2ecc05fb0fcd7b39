"""A phase played again without what was cancelled in it (SS-PBM-04): what was paid stays paid,
later deeds are done again as far as still legal, and what was drawn, taken, gained and uncovered
comes again, the things and not their places.
"""

from __future__ import annotations

from contextlib import suppress

import msgspec

from traders.engines.kernel.contract.contract import Chance, Choice, Interval, Over
from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.orders.order_handler import Order
from traders.engines.kernel.orders.order_play import OrderPlay
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Told
from traders.engines.stratastar.abilities.ability_gain import Choose
from traders.engines.stratastar.empire import cards_and_payment, victory
from traders.engines.stratastar.movement.retreat_and_pursuit import Pursue
from traders.engines.stratastar.phases import card_swaps
from traders.engines.stratastar.phases.trade_phase import Exchange, Piracy, Raid
from traders.engines.stratastar.position.state import STORING, Deed, Empire, Position, Things


class PhaseAgain:
    """A phase, or the end of one from deed `first` on (from 0), on a position of its own: `now`
    becomes what it leads to.
    """

    def __init__(self, state: Position, first: int, play: OrderPlay[Position]) -> None:
        self.state, self.orders, self.procedures = state, play.orders, play.procedures
        self.check, self.carried_out = play.check, play.carried_out
        self.deeds = state.turn.deeds[first:]
        self.keeps = state.options.revised
        self.now = STORING.unpacked(self.deeds[0].before)
        self.now.turn.deeds = []
        self.chits = {at: kind for at, kind in state.map.items() if at not in self.now.map}
        self.outcomes: list[int] = []
        self.back = 0
        self.unheard: Told = []
        if self.keeps:
            self.now.pile = list(state.pile)

    def play(self, *, to_its_end: bool) -> Told:
        """Play it again; what all hear of spaces that are uncovered only now (SS-XPL-02)."""
        brought = Things()
        for deed in self.deeds:
            order = self.orders.read(self.now, deed.seat, deed.order) if deed.order else None
            if not self._answers(deed, order):
                self._settle()
            self.outcomes = list(deed.outcomes)
            if self.keeps:
                self.now.map |= brought.chits  # what was uncovered lies where it was uncovered
                brought = deed.things
                self.now.turn.again = self._things(deed)
            if deed.cancelled:
                deed.failed = self.keeps and self._answers_nothing(deed, order)
                if not deed.failed:
                    self._pay_again(deed, order)
            elif order is None:
                self._stand_aside(deed)
            else:
                self._redo(deed, order)
            if deed.cancelled or deed.failed:
                self.back += len(deed.things.drawn)
        if to_its_end:
            self._settle()
        self.now.turn.again = None
        return [event for event in self.unheard if event.kind == "uncovered"] if self.keeps else []

    def _things(self, deed: Deed) -> Things:
        things = deed.things
        return msgspec.structs.replace(things, chits=self.chits, back=self.back)

    def _answers(self, deed: Deed, order: Order | None) -> bool:
        """Whether it was done in what the deed before it opened: a reaction, a choice, or spying or
        leaving meanwhile.
        """
        if not self.keeps and (deed.action or deed.cancelled or deed.terms):
            return False
        if order is None:
            return True
        own = deed.action and not isinstance(order, Pursue)
        return self.orders.handler(order).when is not When.TURN and not own

    def _possible(self, deed: Deed, order: Order) -> bool:
        """Whether it is still legal, and the card that it took is still there; a reaction where its
        interval is open, or opens when those above it are over.
        """
        if self._legal(self.now, deed, order):
            return True
        if not self.keeps or self.orders.handler(order).when is not When.WINDOW:
            return False
        ahead = STORING.copy(self.now)
        while isinstance(self.procedures.pending(ahead), Interval):
            self.procedures.close(ahead)
            if self._legal(ahead, deed, order):
                self.now = ahead
                return True
        return False

    def _legal(self, state: Position, deed: Deed, order: Order) -> bool:
        try:
            self.check(state, deed.seat, order)
        except Refusal:
            return False
        if self.keeps and deed.things.taken and isinstance(order, (Raid, Piracy)):
            return state.empires[order.seat].hand.get(deed.things.taken, 0) > 0
        return True

    def _answers_nothing(self, deed: Deed, order: Order | None) -> bool:
        """Whether a reaction that was cancelled has nothing to answer any more: it costs nothing,
        nor does the sabotage of it.
        """
        if deed.negates:
            return self.state.turn.deeds[deed.negates - 1].failed
        return not deed.action and order is not None and not self._possible(deed, order)

    def _pay_again(self, deed: Deed, order: Order | None) -> None:
        """What was paid stays paid (SS-SAB-02), as far as the seat has it still: what an action
        brought that is cancelled now lies where it lay. What was left over of a starred card serves
        still (SS-POW-02).
        """
        now, empire = self.now, self.now.empires[deed.seat]
        for kind, left in deed.spare.items():
            starred = deed.paid.get(kind + cards_and_payment.STAR, 0)
            empire.spare[kind] = left if starred else min(left, empire.spare.get(kind, 0))
        paid = {name: min(n, empire.hand.get(name, 0)) for name, n in deed.paid.items()}
        cards_and_payment.discard(now, deed.seat, paid)
        if deed.free:
            now.turn.free_moves -= 1
        if self.keeps:
            cards_and_payment.shuffle_again(now, deed.things.shuffled)
            now.turn.exchanged = now.turn.exchanged or isinstance(order, Exchange)

    def _stand_aside(self, deed: Deed) -> None:
        """What was no order: a deal, void where it cannot be met any more, or a departure."""
        if deed.terms is not None:
            with suppress(Refusal):
                card_swaps.swap(self.now, deed.terms)
            return
        victory.remove(self.now, deed.seat)
        self.procedures.run(self.now, self.unheard)

    def _redo(self, deed: Deed, order: Order) -> None:
        """One order again, with what it brought; what is not possible any more is left out. An
        ability that was chosen comes with the roll.
        """
        if self.keeps and isinstance(order, Choose):
            return
        deed.failed = not self._possible(deed, order)
        if deed.failed:
            if self.keeps:
                cards_and_payment.shuffle_again(self.now, deed.things.shuffled)
            return
        self.unheard += self.carried_out(self.now, deed.seat, order)
        while isinstance(pending := self.procedures.pending(self.now), Chance):
            self._fall(pending)

    def _settle(self) -> None:
        """Close what is still open of the order before."""
        now, procedures = self.now, self.procedures
        while not isinstance(pending := procedures.pending(now), Over):
            if isinstance(pending, Interval):
                self.unheard += procedures.close(now)
            elif isinstance(pending, Choice):
                silence = self.orders.read(now, pending.seat, pending.silence)
                self.unheard += self.carried_out(now, pending.seat, silence)
            elif isinstance(pending, Chance):
                self._fall(pending)
            else:
                return

    def _fall(self, pending: Chance) -> None:
        """The outcome that fell, if it still can; else the first."""
        if pending.kind == "shuffle":
            fallen: int | list[int] = list(range(1, pending.sides + 1))
        else:
            fallen = min(self.outcomes.pop(0), pending.sides) if self.outcomes else 1
        self.unheard += self.procedures.happen(self.now, fallen)


def carried_over(state: Position, now: Position, *, phase_over: bool) -> None:
    """Let a position be what its phase led to when it was played again. What was seen of hands
    counts as far as they are unchanged (SS-SPY-01); contact once made lasts (SS-XPL-05).
    """
    now.active.raided = state.active.raided  # the end of Support has cleared it (SS-BRD-01)
    before = state.empires
    state.empires, state.deck, state.discard = now.empires, now.deck, now.discard
    state.treaties = now.treaties
    if state.options.revised:
        state.map, state.pile = now.map | state.map, now.pile
        _keep_what_is_known(before, state.empires)
    else:
        state.map, state.pile = now.map, now.pile
    if phase_over or not state.options.revised:
        for empire in state.empires.values():
            empire.spare = {}
    state.turn.closed, state.turn.free_moves = now.turn.closed, now.turn.free_moves
    state.turn.exchanged, state.turn.battles = now.turn.exchanged, now.turn.battles


def _keep_what_is_known(before: dict[Seat, Empire], after: dict[Seat, Empire]) -> None:
    for seat, empire in after.items():
        empire.spied = [one for one in before[seat].spied if before[one].hand == after[one].hand]
        empire.met += [other for other in before[seat].met if other not in empire.met]
