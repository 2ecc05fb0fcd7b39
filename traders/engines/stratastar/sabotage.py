"""Sabotage (SS-SAB): its windows, and the order. The phase is reported when it ends (SS-PBM-04);
what is done in another's turn, and a deed that would win, is answered at once (SS-SAB-03,
SS-VIC-05).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from traders.engines.kernel.agenda import Procedures, Step, StepHandler, Told, Waiting
from traders.engines.kernel.contract import Interval, Offer
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import count, named
from traders.engines.stratastar import deeds, galaxy, hands, losses
from traders.engines.stratastar.display_names import counted
from traders.engines.stratastar.events import tell
from traders.engines.stratastar.order_handler import OrderHandler, can_pay, price_of
from traders.engines.stratastar.order_language import write
from traders.engines.stratastar.order_types import Sabotage as SabotageOrder
from traders.engines.stratastar.phase_again import Check, PhaseAgain, carried_over
from traders.engines.stratastar.state import STORING, Deed, Position
from traders.engines.stratastar.steps import AnyStep, SabotageInterval


def waits(state: Position, step: SabotageInterval) -> Interval | None:
    """The phase is reported to all who could sabotage it (SS-PBM-04), or what is answered at once
    (SS-SAB-03), while anything is left to cancel.
    """
    if not deeds.left(state, step):
        return None
    done = deeds.reported(state, step)
    seats = deeds.saboteurs(state, done[0].seat)
    if step.deed:
        cause = f"{named(done[0].seat)} has answered: {done[0].order}."
    else:
        listed = "; ".join(f"{n}. {deed.order}" for n, deed in enumerate(done, 1))
        cause = f"{named(done[0].seat)}'s {step.phase} phase: {listed}."
    stakes = ""
    if step.wins:
        n = count(galaxy.worlds(state.empires[step.wins]), "World")
        stakes = f"{named(step.wins)} has colonies on {n} and wins, unless one is undone."
    interval = Interval(step.key, "sabotage", cause, seats, "SS-PBM-04", stakes=stakes)
    return interval if seats else None


def closed(state: Position, step: SabotageInterval, told: Told) -> None:
    """What was reported at the end of its phase is over and done with."""
    if step.deed > 1:
        state.turn.deeds[step.deed - 1].before = b""
    elif not step.wins:
        state.turn.deeds = []


def _open(state: Position, seat: Seat) -> SabotageInterval | None:
    """The window in which a seat is asked."""
    step = state.agenda[-1]
    if not isinstance(step, SabotageInterval):
        return None
    asked = waits(state, step)
    return step if asked and seat in asked.seats else None


def meant(state: Position, order: SabotageOrder) -> Deed:
    """The deed that is to be cancelled in the open window; `Refusal` where there is none."""
    step = state.agenda[-1]
    assert isinstance(step, SabotageInterval)
    found = deeds.reported(state, step)
    if order.n > len(found):
        what = "One thing is asked about" if step.deed else f"The phase had {len(found)} actions"
        raise Refusal(f"{what}.", "SS-SAB-01", "SS-PBM-04")
    left = deeds.left(state, step)
    deed = found[order.n - 1] if order.n else left[-1] if left else None
    if deed is None or deed.cancelled:
        raise Refusal("That is cancelled already.", "SS-SAB-01", "SS-PBM-04")
    if deed.failed:
        words = "That was not possible any more after an earlier action was cancelled."
        raise Refusal(words, "SS-PBM-04", "SS-SAB-01")
    return deed


def _check(state: Position, seat: Seat, order: SabotageOrder) -> None:
    if isinstance(state.agenda[-1], SabotageInterval) and seat in deeds.saboteurs(
        state, deeds.reported(state, state.agenda[-1])[0].seat
    ):
        meant(state, order)
        hands.payment(state, seat, *price_of("sabotage"), order.using, "SS-SAB-01")
        return
    words = "No phase of an opponent is being reported, and no answer of one to a move."
    raise Refusal(words, "SS-SAB-04", "SS-PBM-04", "SS-SAB-01")


def _offers(state: Position, seat: Seat) -> Iterable[Offer]:
    step = _open(state, seat)
    if step is None or not can_pay(state, seat, *price_of("sabotage")):
        return
    for n, deed in enumerate(deeds.reported(state, step), 1):
        if deed in deeds.left(state, step):
            yield Offer(f"sabotage {n}", f"undo: {deed.order}", "SS-SAB-01", reaction=True)


def handler(procedures: Callable[[], Procedures[Position]], check: Check) -> OrderHandler:
    """The order; it needs the machinery that carries the phase's orders out again."""

    def sabotage(
        state: Position, seat: Seat, order: SabotageOrder, step: SabotageInterval, told: Told
    ) -> Sequence[Step]:
        """The cards paid for the cancelled action stay discarded, a free move is used up
        (SS-SAB-02).
        """
        state.agenda.append(step)
        deed = meant(state, order)
        state.agenda.pop()
        before = STORING.copy(state)
        deed.cancelled = True
        paid = hands.payment(state, seat, *price_of("sabotage"), order.using, "SS-SAB-01").cards
        hands.discard(before, seat, paid)
        negates = 1 + next(n for n, one in enumerate(state.turn.deeds) if one is deed)
        state.turn.deeds.append(
            Deed(seat, write(order), b"", action=False, paid=paid, cancelled=True, negates=negates)
        )
        told.append(tell("pays", "SS-DEC-03", seat=seat, cards=counted(paid)))
        told.append(tell("sabotages", "SS-SAB-01", seat=seat, whom=deed.seat, order=deed.order))
        told += _again(state, step, procedures(), check)
        told += _fallen(before, state)
        told += losses.told(before, state)
        return [step]

    return OrderHandler(
        "reaction",
        _check,
        sabotage,
        _offers,
        code="sabotage",
        rules=("SS-SAB-04", "SS-PBM-04", "SS-SAB-01"),
        price=price_of("sabotage"),
    )


def _again(
    state: Position, step: SabotageInterval, procedures: Procedures[Position], check: Check
) -> Told:
    """Play again what is undone: the phase from its first deed, or from the answer that was made
    just now, from where play then goes on.
    """
    again = PhaseAgain(state, max(step.deed - 1, 0), procedures, check)
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
