"""Sabotage (SS-SAB) by phase report (SS-PBM-04): the phase is played again from its beginning
without what was cancelled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from traders.engines.kernel.agenda import Procedures, Step, Told
from traders.engines.kernel.contract import Chance, Choice, Interval, Offer, Over
from traders.engines.kernel.optional_contract import Terms
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import named, told_to_all
from traders.engines.stratastar import card_swaps, hands, victory
from traders.engines.stratastar.handler_table import HANDLERS
from traders.engines.stratastar.order_handler import OrderHandler, can_pay, has, price_of
from traders.engines.stratastar.order_language import read, write
from traders.engines.stratastar.order_types import Order
from traders.engines.stratastar.order_types import Sabotage as SabotageOrder
from traders.engines.stratastar.state import STORING, Deed, Position
from traders.engines.stratastar.steps import SabotageInterval

Check = Callable[[Position, Seat, Order], None]


def watched(state: Position) -> bool:
    """Whether an opponent of the active seat could sabotage it."""
    return any(has(state, other.seat, "sabotage") for other in state.others(state.turn.seat))


def note(state: Position, seat: Seat, order: Order, *, action: bool) -> None:
    """Keep what is done in a phase from its first action on, with the position before that."""
    if watched(state):
        before = b"" if state.turn.deeds else STORING.packed(state)
        state.turn.deeds.append(Deed(seat, write(order), before, action))


def note_deal(state: Position, terms: Terms) -> None:
    """Keep a deal that is made after the first deed of a phase: it is none of the active seat's
    actions, and stands (SS-SAB-03).
    """
    if state.turn.deeds:
        state.turn.deeds.append(Deed(terms.taker, "", b"", action=False, terms=terms))


def note_departure(state: Position, seat: Seat) -> None:
    """Keep that a seat has left after the first deed of a phase: it is gone when the phase is
    played again (SS-TTD-02).
    """
    if state.turn.deeds:
        state.turn.deeds.append(Deed(seat, "", b"", action=False))


def actions(state: Position) -> list[Deed]:
    """The active seat's actions of the phase just reported (SS-SAB-03)."""
    return [deed for deed in state.turn.deeds if deed.action]


def standing(state: Position) -> list[Deed]:
    """Those of them that can still be cancelled."""
    return [deed for deed in actions(state) if not deed.cancelled and not deed.failed]


def waits(state: Position, step: SabotageInterval) -> Interval | None:
    """The phase is reported to all who could sabotage it (SS-PBM-04), while anything is left to
    cancel.
    """
    left = standing(state)
    seats = tuple(
        other.seat for other in state.others(state.turn.seat) if has(state, other.seat, "sabotage")
    )
    deeds = "; ".join(f"{n}. {deed.order}" for n, deed in enumerate(actions(state), 1))
    cause = f"{named(state.turn.seat)}'s {step.phase} phase: {deeds}."
    return Interval(step.key, "sabotage", cause, seats, "SS-PBM-04") if left and seats else None


def closed(state: Position, step: SabotageInterval, told: Told) -> None:
    state.turn.deeds = []


def _meant(state: Position, order: SabotageOrder) -> Deed:
    found = actions(state)
    if order.n > len(found):
        raise Refusal(f"The phase had {len(found)} actions.", "SS-SAB-01", "SS-PBM-04")
    left = standing(state)
    deed = found[order.n - 1] if order.n else left[-1] if left else None
    if deed is None or deed.cancelled:
        raise Refusal("That is cancelled already.", "SS-SAB-01", "SS-PBM-04")
    if deed.failed:
        words = "That was not possible any more after an earlier action was cancelled."
        raise Refusal(words, "SS-PBM-04", "SS-SAB-01")
    return deed


def _check(state: Position, seat: Seat, order: SabotageOrder) -> None:
    if not isinstance(state.agenda[-1], SabotageInterval) or seat == state.turn.seat:
        raise Refusal(
            "No phase of an opponent is being reported.", "SS-SAB-04", "SS-PBM-04", "SS-SAB-01"
        )
    _meant(state, order)
    hands.payment(state, seat, *price_of("sabotage"), order.using, "SS-SAB-01")


def _offers(state: Position, seat: Seat) -> Iterable[Offer]:
    if (
        isinstance(state.agenda[-1], SabotageInterval)
        and seat != state.turn.seat
        and can_pay(state, seat, *price_of("sabotage"))
    ):
        left = standing(state)
        for n, deed in enumerate(actions(state), 1):
            if deed in left:
                yield Offer(f"sabotage {n}", f"undo: {deed.order}", "SS-SAB-01", reaction=True)


def handler(procedures: Callable[[], Procedures[Position]], check: Check) -> OrderHandler:
    """The order; it needs the machinery that carries the phase's orders out again."""

    def sabotage(
        state: Position, seat: Seat, order: SabotageOrder, step: SabotageInterval, told: Told
    ) -> Sequence[Step]:
        """The cards paid for the cancelled action stay discarded, a free move is used up
        (SS-SAB-02).
        """
        deed = _meant(state, order)
        deed.cancelled = True
        paid = hands.payment(state, seat, *price_of("sabotage"), order.using, "SS-SAB-01").cards
        state.turn.deeds.append(
            Deed(seat, write(order), b"", action=False, paid=paid, cancelled=True)
        )
        _again(state, procedures(), check)
        told.append(
            told_to_all(
                f"{named(seat)} sabotages {named(state.turn.seat)}: {deed.order} is undone.",
                "SS-SAB-01",
                kind="sabotage",
                seat=seat,
            )
        )
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


def _again(state: Position, procedures: Procedures[Position], check: Check) -> None:
    """Play the phase again from its first deed: cancelled actions are paid for and do nothing,
    later ones are made if still legal (SS-PBM-04). Each sabotage is paid for in its place among
    what was done.
    """
    scratch = STORING.unpacked(state.turn.deeds[0].before)
    scratch.turn.deeds = []
    outcomes: list[int] = []
    for deed in state.turn.deeds:
        if not _answers(scratch, deed):
            _settle(scratch, procedures, outcomes)
        outcomes = list(deed.outcomes)
        if deed.cancelled:
            _pay_again(scratch, deed)
        else:
            _redo(scratch, deed, outcomes, procedures, check)
    _settle(scratch, procedures, outcomes)
    scratch.active.raided = state.active.raided  # the end of Support has cleared it (SS-BRD-01)
    state.empires, state.deck, state.discard = scratch.empires, scratch.deck, scratch.discard
    state.map, state.pile, state.treaties = scratch.map, scratch.pile, scratch.treaties
    for empire in state.empires.values():
        empire.spare = {}
    state.turn.closed, state.turn.free_moves = scratch.turn.closed, scratch.turn.free_moves
    state.turn.exchanged, state.turn.battles = scratch.turn.exchanged, scratch.turn.battles


def _answers(scratch: Position, deed: Deed) -> bool:
    """Whether it was done in what the deed before it opened: a reaction, a choice, or spying or
    leaving meanwhile.
    """
    if deed.action or deed.cancelled or deed.terms:
        return False
    return not deed.order or HANDLERS[type(read(scratch, deed.seat, deed.order))].when != "turn"


def _pay_again(scratch: Position, deed: Deed) -> None:
    """What was paid stays paid (SS-SAB-02), as far as the seat has it still: what an action brought
    that is cancelled now lies where it lay. What was left over of a starred card serves still
    (SS-POW-02).
    """
    empire = scratch.empires[deed.seat]
    for kind, left in deed.spare.items():
        starred = deed.paid.get(kind + hands.STAR, 0)
        empire.spare[kind] = left if starred else min(left, empire.spare.get(kind, 0))
    paid = {name: min(n, empire.hand.get(name, 0)) for name, n in deed.paid.items()}
    hands.discard(scratch, deed.seat, paid)
    if deed.free:
        scratch.turn.free_moves -= 1


def _redo(
    scratch: Position,
    deed: Deed,
    outcomes: list[int],
    procedures: Procedures[Position],
    check: Check,
) -> None:
    """One order again, with the outcomes that fell; a reaction where its interval is open. What is
    not possible any more is left out.
    """
    if deed.terms is not None:
        with suppress(Refusal):
            card_swaps.swap(scratch, deed.terms)
        return
    unheard: Told = []
    if not deed.order:
        victory.remove(scratch, deed.seat)
        procedures.run(scratch, unheard)
        return
    order = read(scratch, deed.seat, deed.order)
    try:
        check(scratch, deed.seat, order)
    except Refusal:
        deed.failed = True
        return
    deed.failed = False
    procedures.answer(scratch, deed.seat, order, unheard)
    while isinstance(pending := procedures.pending(scratch), Chance):
        procedures.happen(scratch, _fallen(pending, outcomes), unheard)


def _settle(scratch: Position, procedures: Procedures[Position], outcomes: list[int]) -> None:
    """Close what is still open of the order before."""
    unheard: Told = []
    while not isinstance(pending := procedures.pending(scratch), Over):
        if isinstance(pending, Interval):
            procedures.close(scratch, unheard)
        elif isinstance(pending, Choice):
            procedures.answer(
                scratch, pending.seat, read(scratch, pending.seat, pending.silence), unheard
            )
        elif isinstance(pending, Chance):
            procedures.happen(scratch, _fallen(pending, outcomes), unheard)
        else:
            return


def _fallen(pending: Chance, outcomes: list[int]) -> int | list[int]:
    """The outcome that fell, if it still can; else the first."""
    if pending.kind == "shuffle":
        return list(range(1, pending.sides + 1))
    return min(outcomes.pop(0), pending.sides) if outcomes else 1
