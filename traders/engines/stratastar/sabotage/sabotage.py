"""Sabotage (SS-SAB): its windows, and the order. The phase is reported when it ends (SS-PBM-04);
what is done in another's turn, and a deed that would win, is answered at once (SS-SAB-03,
SS-VIC-05).
"""

from __future__ import annotations

from collections.abc import Callable

from traders.engines.kernel.contract.contract import Interval
from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.orders.order_handler import Menu, OrderHandler
from traders.engines.kernel.orders.order_play import OrderPlay
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import StepHandler, Steps, Told, Waiting
from traders.engines.kernel.words import count, named
from traders.engines.stratastar.empire import (
    cards_and_payment,
    losses_in_words,
    phase_action_record,
)
from traders.engines.stratastar.empire.abilities_in_play import price_of
from traders.engines.stratastar.empire.paid_orders import Paid, paid
from traders.engines.stratastar.events import tell
from traders.engines.stratastar.position import galaxy
from traders.engines.stratastar.position.agenda_steps import AnyStep, SabotageInterval
from traders.engines.stratastar.position.display_names import counted
from traders.engines.stratastar.position.state import STORING, Deed, Position
from traders.engines.stratastar.position.turn_stages import standing_at
from traders.engines.stratastar.sabotage.phase_replay import PhaseAgain, carried_over


def waits(state: Position, step: SabotageInterval) -> Interval | None:
    """The phase is reported to all who could sabotage it (SS-PBM-04), or what is answered at once
    (SS-SAB-03), while anything is left to cancel.
    """
    if not phase_action_record.left(state, step):
        return None
    done = phase_action_record.reported(state, step)
    seats = phase_action_record.saboteurs(state, done[0].seat)
    if step.deed:
        cause = f"{named(done[0].seat)} has answered: {done[0].order}."
    else:
        listed = "; ".join(f"{n}. {deed.order}" for n, deed in enumerate(done, 1))
        cause = f"{named(done[0].seat)}'s {step.phase} phase: {listed}."
    stakes = ""
    if step.wins:
        n = count(galaxy.worlds(state.empires[step.wins]), "World")
        stakes = f"{named(step.wins)} has colonies on {n} and wins, unless one is undone."
    return Interval(step.key, "sabotage", cause, seats, "SS-PBM-04", stakes=stakes, wins=step.wins)


def closed(state: Position, step: SabotageInterval, told: Told) -> None:
    """What was reported at the end of its phase is over and done with."""
    if step.deed > 1:
        state.turn.deeds[step.deed - 1].before = b""
    elif not step.wins:
        state.turn.deeds = []


class Sabotage(Paid, frozen=True):
    """`sabotage [2]`; 0: the latest."""

    n: int = 0


def meant(state: Position, order: Sabotage) -> Deed:
    """The deed that is to be cancelled in the open window; `Refusal` where there is none."""
    step = standing_at(state, SabotageInterval)
    found = phase_action_record.reported(state, step)
    if order.n > len(found):
        what = "One thing is asked about" if step.deed else f"The phase had {len(found)} actions"
        raise Refusal(f"{what}.", "SS-SAB-01", "SS-PBM-04")
    left = phase_action_record.left(state, step)
    deed = found[order.n - 1] if order.n else left[-1] if left else None
    if deed is None or deed.cancelled:
        raise Refusal("That is cancelled already.", "SS-SAB-01", "SS-PBM-04")
    if deed.failed:
        words = "That was not possible any more after an earlier action was cancelled."
        raise Refusal(words, "SS-PBM-04", "SS-SAB-01")
    return deed


def _must_be_reported(state: Position, seat: Seat) -> tuple[str, ...]:
    step = state.agenda[-1]
    if isinstance(step, SabotageInterval):
        if seat in phase_action_record.saboteurs(
            state, phase_action_record.reported(state, step)[0].seat
        ):
            return ()
    words = "No phase of an opponent is being reported, and no answer of one to a move."
    raise Refusal(words, "SS-SAB-04", "SS-PBM-04", "SS-SAB-01")


def _check(state: Position, seat: Seat, order: Sabotage) -> None:
    meant(state, order)


def _spends(state: Position, seat: Seat, order: Sabotage) -> None:
    meant(state, order).cancelled = True


def _each(state: Position, seat: Seat) -> Menu:
    step = standing_at(state, SabotageInterval)
    for n, deed in enumerate(phase_action_record.reported(state, step), 1):
        yield Sabotage(n), f"undo: {deed.order}"


def sabotage(play: Callable[[], OrderPlay[Position]]) -> OrderHandler[Position]:
    """The order; it needs the play that carries the phase's orders out again."""

    def deed(
        state: Position, seat: Seat, order: Sabotage, step: SabotageInterval, told: Told
    ) -> Steps:
        """The cards paid for the cancelled action stay discarded, a free move is used up
        (SS-SAB-02).
        """
        state.agenda.append(step)
        deed = meant(state, order)
        state.agenda.pop()
        before = STORING.copy(state)
        deed.cancelled = True
        cards = cards_and_payment.payment(
            state, seat, *price_of("sabotage"), order.using, "SS-SAB-01"
        ).cards
        cards_and_payment.discard(before, seat, cards)
        negates = 1 + next(n for n, one in enumerate(state.turn.deeds) if one is deed)
        line = play().orders.write(order)
        state.turn.deeds.append(
            Deed(seat, line, b"", action=False, paid=cards, cancelled=True, negates=negates)
        )
        told.append(tell("pays", "SS-DEC-03", seat=seat, cards=counted(cards)))
        told.append(tell("sabotages", "SS-SAB-01", seat=seat, whom=deed.seat, order=deed.order))
        told += _again(state, step, play())
        told += _fallen(before, state)
        told += losses_in_words.told(before, state)
        return [step]

    order = OrderHandler(
        Sabotage,
        forms=("sabotage [<n:some>]",),
        when=When.WINDOW,
        help="Pay {price} and undo an action that an opponent has just carried out.",
        example="sabotage",
        rule="SS-SAB-01",
        needs="sabotage",
        at=(SabotageInterval,),
        untimely=_must_be_reported,
        must=_must_be_reported,
        check=_check,
        menu=_each,
        spends=_spends,
        deed=deed,
    )
    return paid(order, first=False)


def _again(state: Position, step: SabotageInterval, play: OrderPlay[Position]) -> Told:
    """Play again what is undone: the phase from its first deed, or from the answer that was made
    just now, from where play then goes on.
    """
    again = PhaseAgain(state, max(step.deed - 1, 0), play)
    uncovered = again.play(to_its_end=not step.deed)
    carried_over(state, again.now, phase_over=not step.deed and not step.wins)
    if step.deed:
        _go_on_from(state, again.now.agenda)
    return uncovered


def _go_on_from(state: Position, agenda: list[AnyStep]) -> None:
    """Play goes on from this agenda; an interval that was over is another one when it opens."""
    standing = {step.key for step in state.agenda if isinstance(step, Waiting)}
    for step in agenda:
        if isinstance(step, Waiting) and step.key not in standing:
            step.key = 0
    state.agenda = agenda


def _fallen(before: Position, state: Position) -> Told:
    """Later orders of the phase that are not possible any more (SS-PBM-04)."""
    told: Told = []
    for old, deed in zip(before.turn.deeds, state.turn.deeds, strict=False):
        if deed.failed and not old.failed and deed.order and not deed.negates:
            told.append(tell("fallen", "SS-PBM-04", seat=deed.seat, order=deed.order))
    return told


STEPS = (StepHandler(SabotageInterval, waits=waits, closes=closed),)
