"""Play: the orders of the game in the order in which they are offered, who may give one now, and
what is kept of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from traders.engines.kernel.contract.contract import (
    Choice,
    Event,
    Interval,
    Offer,
    Outcome,
    Pending,
    Turn,
)
from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.orders.order_handler import Order, OrderHandler
from traders.engines.kernel.orders.order_language import OrderLanguage
from traders.engines.kernel.orders.order_play import OrderPlay
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import named
from traders.engines.stratastar.abilities import ability_gain, special_abilities
from traders.engines.stratastar.battle import battle_commitments, battle_phase
from traders.engines.stratastar.empire import phase_action_record
from traders.engines.stratastar.empire.abilities_in_play import has, of_seat
from traders.engines.stratastar.empire.paid_orders import StrataOrder
from traders.engines.stratastar.movement import (
    movement_phase,
    movement_reactions,
    retreat_and_pursuit,
    scouting,
)
from traders.engines.stratastar.orders import order_language
from traders.engines.stratastar.phases import build_phase, trade_phase, turn_and_phases
from traders.engines.stratastar.play.step_handlers import PROCEDURES
from traders.engines.stratastar.position import turn_stages
from traders.engines.stratastar.position.agenda_steps import Phase
from traders.engines.stratastar.position.state import STORING, Position
from traders.engines.stratastar.position.turn_stages import PHASES
from traders.engines.stratastar.sabotage import sabotage
from traders.engines.stratastar.setup import homeworld_placing
from traders.engines.stratastar.tables import CARDS, ability

UNDER_WAY = "What is under way comes first: others are asked."
PLENTY = 99
"""Cards of each kind in a hand for which no card is wanting."""

ORDERS: OrderLanguage[Position] = OrderLanguage(
    (
        homeworld_placing.HOMEWORLD,
        turn_and_phases.RETOOL,
        trade_phase.RAID,
        trade_phase.EXCHANGE,
        trade_phase.RESEARCH,
        trade_phase.PIRACY,
        special_abilities.TREASON,
        special_abilities.TREATY,
        turn_and_phases.SUPPORT,
        turn_and_phases.DISBAND,
        build_phase.COLONIZE,
        build_phase.FLEET,
        build_phase.STARGATE,
        build_phase.TERRAFORM,
        build_phase.WARFLEET,
        build_phase.ALLY,
        special_abilities.PLANNING,
        ability_gain.BREAKTHROUGH,
        ability_gain.CHOOSE,
        movement_phase.MOVE,
        movement_phase.GATE,
        movement_phase.HYPERJUMP,
        scouting.EXPLORE,
        battle_phase.BATTLES,
        special_abilities.BORDER,
        movement_reactions.BLOCK,
        retreat_and_pursuit.RETREAT,
        retreat_and_pursuit.PURSUE,
        movement_reactions.DEFEND,
        battle_commitments.FIGHT,
        battle_commitments.COMMIT,
        special_abilities.SPY_ON_DECK,
        special_abilities.SPY,
        special_abilities.STRIKE,
        sabotage.sabotage(lambda: PLAY),
        turn_and_phases.NEXT,
        turn_and_phases.END,
    ),
    order_language.kinds,
    order_language.thing_names,
)


class _Play(OrderPlay[Position]):
    def in_play(self, state: Position, seat: Seat) -> frozenset[str]:
        """Abilities, its own and those agreed for all (SS-OPT-02)."""
        return of_seat(state, seat)

    def must_be_asked(self, state: Position, seat: Seat, order: Order, pending: Pending) -> None:
        """An ability is used as often as its cost is paid (SS-OPT-04)."""
        handler = self.orders.handler(order)
        if handler.needs and not has(state, seat, handler.needs):
            raise Refusal(f"{ability(handler.needs).name} is not in play for you.", "SS-OPT-02")
        if handler.when is When.TURN:
            _must_be_in_turn(state, seat, handler)
        elif handler.when is When.WINDOW and isinstance(pending, Choice):
            raise Refusal("A choice comes first.", pending.rule)

    def check(self, state: Position, seat: Seat, order: Order, sent: Sequence[Order] = ()) -> None:
        """Refuse what the seat could not do now; what is wrong with it is told before what is under
        way.
        """
        super().check(state, seat, order, sent)
        handler = self.orders.handler(order)
        if handler.when is When.TURN:
            _must_be_due(handler, self.procedures.pending(state))

    def play(self, state: Position, seat: Seat, order: Order) -> list[Event]:
        """Carry out one order now, and keep it as far as Sabotage may undo it (SS-SAB-03)."""
        if isinstance(order, battle_commitments.Commit):
            order = battle_commitments.as_held(state, seat, order)
        self.check(state, seat, order)
        if not isinstance(order, (sabotage.Sabotage, turn_and_phases.Next, turn_and_phases.End)):
            assert isinstance(order, StrataOrder)
            phase_action_record.note(
                state, seat, self.orders.write(order), can_be_undone=order.action
            )
        return self.carried_out(state, seat, order)

    def happen(self, state: Position, outcome: Outcome) -> list[Event]:
        """Carry out the chance that is pending, and keep what fell."""
        if state.turn.deeds and isinstance(outcome, int):
            state.turn.deeds[-1].outcomes.append(outcome)
        return super().happen(state, outcome)

    def answered(self, state: Position, seat: Seat, sent: Sequence[Order]) -> bool:
        """Whether these wishes and cards are all that a seat is asked for: a commitment for each of
        its spaces (SS-BAT-08, SS-PBM-05).
        """
        return battle_commitments.is_in(self.without(state, seat, sent), seat)

    def offers_beside(
        self, state: Position, seat: Seat, sent: Sequence[Order]
    ) -> tuple[Offer, ...]:
        """All that the seat may do beside the wishes and cards that it has sealed: no card is
        sealed twice (SS-PBM-05).
        """
        pending = self.procedures.pending(state)
        sealed = isinstance(pending, Interval) and pending.question
        return self.offers(self.without(state, seat, sent) if sealed else state, seat)

    def passing(self, state: Position, seat: Seat, order: Order) -> str:
        """`next`, where the seat on turn orders something of a later phase: it ends the phases
        before it, one after another, if nothing compulsory is left in them (SS-PBM-08) and the
        order could be made with the cards at hand, or with those still to be drawn.
        """
        step, handler = state.agenda[-1], self.orders.handler(order)
        if (
            not isinstance(step, Phase)
            or handler.when is not When.TURN
            or state.turn.seat != seat
            or step.name in handler.stages
        ):
            return ""
        now = PHASES.index(step.name)
        later = [phase for phase in handler.stages if PHASES.index(phase) > now]
        if not later:
            return ""
        if "support" in PHASES[now : PHASES.index(later[0])]:
            turn_and_phases.must_be_supported(state)
        tried = STORING.copy(state)
        tried.agenda[-1] = Phase(later[0])
        if step.name == "draw":
            tried.empires[seat].hand = dict.fromkeys(CARDS, PLENTY)
        try:
            self.check(tried, seat, order)
        except Refusal as refusal:
            rules = (*refusal.rules, *_of_ability(handler), "SS-SEQ-01")
            raise Refusal(
                refusal.text, *rules, kind=refusal.kind, instead=refusal.instead
            ) from refusal
        return "next"


def _of_ability(handler: OrderHandler[Position]) -> tuple[str, ...]:
    """The rule by which abilities have their phases."""
    return ("SS-OPT-03",) if handler.needs else ()


def _must_be_in_turn(state: Position, seat: Seat, handler: OrderHandler[Position]) -> None:
    """In one's own turn (SS-SEQ-02), in the phase of the deed (SS-SEQ-01, SS-OPT-03)."""
    if state.turn.seat != seat:
        whose = f"It is {named(state.turn.seat)}'s turn."
        raise Refusal(whose, *_own_rules(handler), "SS-SEQ-02", *_of_ability(handler))
    if turn_stages.stage(state) not in handler.stages:
        when = " or ".join(phase.capitalize() for phase in handler.stages)
        raise Refusal(f"That is done in the {when} phase.", *_of_ability(handler), "SS-SEQ-01")


def _must_be_due(handler: OrderHandler[Position], pending: Pending) -> None:
    """What is asked comes first (SS-SEQ-01)."""
    if isinstance(pending, Choice):
        first = f"First: {pending.question}"
        raise Refusal(first, pending.rule, *_own_rules(handler), "SS-SEQ-01")
    if not isinstance(pending, Turn):
        raise Refusal(UNDER_WAY, *_own_rules(handler), "SS-SEQ-01")


def _own_rules(handler: OrderHandler[Position]) -> tuple[str, ...]:
    assert isinstance(handler.untimely, tuple)
    return handler.untimely


PLAY: _Play = _Play(
    ORDERS,
    PROCEDURES,
    STORING,
    lambda state, seat: seat in state.playing,
    "SS-TTD-02",
    ("SS-VIC-05",),
)
