"""Wishes and cards for battles, gathered unseen until the last seat is in; then all is opened
together (SS-BAT, SS-PBM-05).
"""

from __future__ import annotations

from traders.engines.kernel.contract.contract import Blank, Interval
from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.orders.order_handler import Menu, OrderHandler, Shape
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, StepHandler, Steps, Told
from traders.engines.kernel.words import count, listed, named
from traders.engines.stratastar.battle import battle_resolution
from traders.engines.stratastar.battle.battle_phase import faces, parties
from traders.engines.stratastar.empire import cards_and_payment
from traders.engines.stratastar.empire.cards_and_payment import Cards
from traders.engines.stratastar.empire.paid_orders import StrataOrder
from traders.engines.stratastar.events import tell
from traders.engines.stratastar.position import galaxy, turn_stages
from traders.engines.stratastar.position.agenda_steps import Commitment
from traders.engines.stratastar.position.display_names import card, counted, place
from traders.engines.stratastar.position.state import Empire, Position

SEALED = "a wish and cards, sealed"
"""What others read of it (SS-BAT-08)."""


def _own(state: Position, step: Commitment, seat: Seat) -> list[str]:
    if _is_silent(state, seat):
        return []
    return [space for space in step.spaces if faces(state, seat, space)]


def _is_silent(state: Position, seat: Seat) -> bool:
    """Whether it is the seat's turn, which ran out: it commits nothing (SS-PBM-03)."""
    return seat == state.turn.seat and not state.turn.commits


def sealed_by(state: Position, seat: Seat) -> dict[str, dict[str, int]]:
    """The cards that a seat has sealed, by space, until they are opened: whatever interval opens
    above the battle (SS-PBM-05).
    """
    return next(
        (
            step.sealed.get(seat, {})
            for step in reversed(state.agenda)
            if isinstance(step, Commitment)
        ),
        {},
    )


def is_in(state: Position, seat: Seat) -> bool:
    """Whether a seat has committed for each of its spaces (SS-BAT-08)."""
    step = _open(state)
    return step is None or set(_own(state, step, seat)) <= set(sealed_by(state, seat))


def waits(state: Position, step: Commitment) -> Interval | None:
    """All who are in one of the spaces: who has answered is nobody's to see (SS-BAT-08)."""
    there = {seat for space in step.spaces for seat in parties(state, space)}
    seats = tuple(
        seat for seat in state.from_active() if seat in there and not _is_silent(state, seat)
    )
    at = listed([place(space) for space in step.spaces])
    one = len(step.spaces) == 1
    facing = " ".join(
        f"{'' if one else f'At {place(space)} '}{_facing(state, space)}." for space in step.spaces
    )
    cause = f"Battle at {at}? {facing}"
    return (
        Interval(
            step.key,
            "commit",
            cause,
            seats,
            "SS-BAT-08",
            question=True,
            several=True,
            attacked=seats,
            passing="this ends your answer; without `commit` you play no card",
        )
        if seats
        else None
    )


def _facing(state: Position, space: str) -> str:
    """Who has what in a contested space: `Red has 2 Fleets and Green has 1 Fleet`."""
    here = [
        f"{named(seat)} has {listed(_pieces(state.empires[seat], space))}"
        for seat in parties(state, space)
    ]
    return listed(here)


def _pieces(empire: Empire, space: str) -> list[str]:
    found = [
        count(n, name)
        for n, name in (
            (galaxy.fleets(empire, space), "Fleet"),
            (galaxy.warfleets(empire, space), "Warfleet"),
        )
        if n
    ]
    found += [count(n, "colony", "colonies") for n in [empire.colonies.get(space, 0)] if n]
    return [*found, "a Homeworld"] if empire.homeworld == space else found


# --- wishes and cards -----------------------------------------------------------------------------


def _open(state: Position) -> Commitment | None:
    step = state.agenda[-1]
    return step if isinstance(step, Commitment) else None


def _space(state: Position, seat: Seat, at: str) -> str:
    """The contested space that is meant; refuses one where the seat has nothing (SS-BAT-19) or
    nothing is to be decided.
    """
    step = _open(state)
    if step is None:
        if turn_stages.stage(state) != "battle":
            raise Refusal("Battles are fought in the Battle phase.", "SS-SEQ-01", "SS-BAT-02")
        bound = at and any(
            galaxy.allied(state, seat, other.seat) and galaxy.there(other, at)
            for other in state.others(seat)
        )
        raise Refusal(
            "There is no battle to be decided.",
            *(("SS-TRY-01",) if bound else ()),
            "SS-BAT-09",
            "SS-BAT-02",
        )
    if _is_silent(state, seat):
        raise Refusal("Your turn is over: you commit nothing in it.", "SS-PBM-03")
    if at in step.spaces and faces(state, seat, at):
        return at
    mine = _own(state, step, seat)
    if (at and at in step.spaces and at not in mine) or not mine:
        raise Refusal("You have neither a unit nor your Homeworld in the space.", "SS-BAT-19")
    if at and at not in mine:
        raise Refusal(f"Nobody faces anybody at {place(at)} now.", "SS-BAT-02", "SS-BAT-20")
    if not at and len(mine) > 1:
        raise Refusal(
            "Say where: commit … at <space>.",
            kind="ambiguous",
            instead=[f"at {space}" for space in mine],
        )
    return at or mine[0]


class Fight(StrataOrder, frozen=True):
    """`fight at d4` · `peace at d4`"""

    at: str
    wanted: bool = True


class Commit(StrataOrder, frozen=True):
    """`commit 2 attack [at d4]`"""

    cards: Cards
    at: str = ""


def _check_fight(state: Position, seat: Seat, order: Fight) -> None:
    _space(state, seat, order.at)


def _want(step: Commitment, seat: Seat, order: Fight) -> None:
    wants = [space for space in step.wants.get(seat, []) if space != order.at]
    step.wants[seat] = [*wants, order.at] if order.wanted else wants


def _fight(state: Position, seat: Seat, order: Fight, step: Commitment, told: Told) -> Steps:
    """Wanting a battle, or not (SS-BAT-02)."""
    _want(step, seat, order)
    kind = "wants-battle" if order.wanted else "wants-no-battle"
    told.append(tell(kind, "SS-BAT-02", to=(seat,), space=place(order.at)))
    return [step]


def _check_commit(state: Position, seat: Seat, order: Commit) -> None:
    """Any number of one's Attack and Research cards (SS-BAT-10, SS-RES-01), none of them sealed
    twice (SS-PBM-05).
    """
    space = _space(state, seat, order.at)
    if any(not cards_and_payment.value(name, "attack") for name, _ in order.cards):
        raise Refusal(
            "Only attack and research cards are used in battle.", "SS-BAT-07", "SS-RES-01"
        )
    cards_and_payment.must_hold(state, seat, order.cards, "SS-BAT-10", "SS-BAT-07")
    for name, n in order.cards:
        free = _unsealed(state, seat, name, space)
        if n > free:
            raise Refusal(
                f"{state.empires[seat].hand[name] - free} of these cards are sealed elsewhere: no "
                "card is sealed twice.",
                "SS-PBM-05",
                "SS-BAT-10",
            )


def _lay_in(state: Position, seat: Seat, order: Commit, step: Commitment) -> str:
    """The space for which the cards are sealed, changed at will until the last is in
    (SS-BAT-08).
    """
    space = order.at or _own(state, step, seat)[0]
    step.sealed.setdefault(seat, {})[space] = dict(order.cards)
    return space


def _commit(state: Position, seat: Seat, order: Commit, step: Commitment, told: Told) -> Steps:
    """Sealed, and changed at will until the last is in (SS-BAT-08, SS-BAT-09); the own cards are
    told to their seat alone.
    """
    space = _lay_in(state, seat, order, step)
    used = counted(dict(order.cards))
    told.append(tell.alone(seat, "commits", "SS-BAT-08", cards=used, space=place(space)))
    return [step]


def spy_paid(state: Position, seat: Seat, step: Step | None, told: Told) -> None:
    """A seat has paid a spy, perhaps with a card that it had sealed (SS-SPY-03). `step`: at which
    play waits, taken off the agenda.
    """
    open_now = next(
        (one for one in (step, *reversed(state.agenda)) if isinstance(one, Commitment)), None
    )
    if open_now is None:
        return
    open_now.spies = sorted({*open_now.spies, seat})
    left = dict(state.empires[seat].hand)
    for used in open_now.sealed.get(seat, {}).values():
        for name, n in list(used.items()):
            used[name] = min(n, left.get(name, 0))
            left[name] = left.get(name, 0) - used[name]
    told.append(tell("sealed-counts", "SS-SPY-03", to=(seat,)))


def as_held(state: Position, seat: Seat, order: Commit) -> Commit:
    """What is left of a commitment whose seat has paid a spy since, perhaps with a card that it had
    sealed (SS-SPY-03).
    """
    step = _open(state)
    if step is None or seat not in step.spies:
        return order
    space = _space(state, seat, order.at)
    cards = tuple(
        (name, min(n, _unsealed(state, seat, name, space)))
        for name, n in order.cards
        if _unsealed(state, seat, name, space) > 0
    )
    return Commit(cards, order.at)


def _unsealed(state: Position, seat: Seat, name: str, space: str) -> int:
    """How many cards of a kind a seat holds that it has not sealed for other spaces."""
    return state.empires[seat].hand.get(name, 0) - sum(
        sealed.get(name, 0) for other, sealed in sealed_by(state, seat).items() if other != space
    )


def _seal(state: Position, seat: Seat, order: Fight | Commit) -> None:
    """A wish, or cards, as they lie until all is opened; `Refusal` where they do not fit any
    more.
    """
    step = turn_stages.standing_at(state, Commitment)
    if isinstance(order, Fight):
        _check_fight(state, seat, order)
        _want(step, seat, order)
    else:
        order = as_held(state, seat, order)
        _check_commit(state, seat, order)
        _lay_in(state, seat, order, step)


def _own_spaces(state: Position, seat: Seat) -> list[str]:
    step = _open(state)
    return _own(state, step, seat) if step else []


def _wishes(state: Position, seat: Seat) -> Menu:
    for space in _own_spaces(state, seat):
        yield Fight(space), "you want a battle there; `commit` says with which cards"
        yield Fight(space, wanted=False), "you want none there"


def _stakes(state: Position, seat: Seat) -> Menu:
    for space in _own_spaces(state, seat):
        yield Commit((), space), "you are in, without cards"
        for name in cards_and_payment.held(state, seat):
            if (most := _unsealed(state, seat, name, space)) > 0:
                pattern, blanks = f"commit {{n}} {card(name)} at {space}", (Blank("n", 1, most),)
                ends = (Commit(((name, most),), space),)
                rule = "SS-RES-01" if name == "research" else "SS-BAT-07"
                words = "sealed, opened together, used up in battle"
                yield Shape(pattern, blanks, ends), (words, rule)


FIGHT = OrderHandler(
    Fight,
    forms=("fight at <at:space>", ("peace at <at:space>", {"wanted": False})),
    said=("attack",),
    when=When.ASKED,
    help="Say whether you want a battle in a space, by `fight` or by `peace`.",
    example="fight at d4",
    rule="SS-BAT-02",
    sealed=SEALED,
    check=_check_fight,
    menu=_wishes,
    spends=_seal,
    deed=_fight,
)
COMMIT = OrderHandler(
    Commit,
    forms=("commit <cards> [at <at:space>]",),
    said=("use", "bid", "put in", "throw in", "add", "play"),
    when=When.ASKED,
    help="Choose in secret the cards that you use in a battle.",
    example="commit 2 attack",
    counts=("cards",),
    rule="SS-BAT-08",
    sealed=SEALED,
    check=_check_commit,
    menu=_stakes,
    spends=_seal,
    deed=_commit,
)


# --- all is opened -----------------------------------------------------------------------------


def opened(state: Position, step: Commitment, told: Told) -> Steps | None:
    """All is opened at once; who sent nothing committed nothing (SS-PBM-03). Where nobody there
    wants to fight all coexist and cards go home unseen (SS-BAT-02); a wish does not outlast the
    seat whose it was (SS-TTD-02).
    """
    for space in step.spaces:
        here = parties(state, space)
        if not any(space in step.wants.get(seat, []) for seat in here):
            told.append(tell("no-battle", "SS-BAT-02", reveals=True, space=place(space)))
            continue
        ended = battle_resolution.fought(
            state,
            space,
            here,
            {seat: sealed.get(space, {}) for seat, sealed in step.sealed.items()},
            told,
        )
        if ended is not None:
            return ended
    return None


STEPS = (StepHandler(Commitment, waits=waits, closes=opened),)
