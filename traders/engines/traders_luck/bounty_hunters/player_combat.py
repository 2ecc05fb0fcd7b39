"""Combat of two players: sealed commitments, the attacker's strike, the counter-strike (BH-CMB)."""

from __future__ import annotations

from collections.abc import Sequence

from traders.engines.kernel.contract.contract import Blank, Interval
from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.orders.order_handler import Order, OrderHandler, Shape
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, StepHandler, Steps, Told
from traders.engines.kernel.words import count
from traders.engines.traders_luck.bounty_hunters import piracy_and_bounty_ratings, spoils
from traders.engines.traders_luck.bounty_hunters.agenda_steps import Commitment, Strike
from traders.engines.traders_luck.events import tell
from traders.engines.traders_luck.position.state import Position

LEAST = 1
"""Missiles that an attacker commits at least (BH-PVP-07)."""


def waits(state: Position, step: Commitment) -> Interval:
    """Both decide in secret; what is sealed is opened together (BH-CMB-01)."""
    # (BH-PBM-03)
    about = tell("attack", "BH-CMB-01", seat=step.attacker, whom=step.defender, least=LEAST)
    seats = (step.defender, step.attacker)
    attacked = (step.defender,)
    return Interval.upon(about, step.key, "commit", seats, question=True, attacked=attacked)


class Commit(Order, frozen=True):
    """`commit 2 missiles and 1 shield`"""

    missiles: int
    shields: int


def _must_fight(state: Position, seat: Seat) -> Commitment:
    """Only the two (BH-CMB-01)."""
    step = state.agenda[-1]
    if not isinstance(step, Commitment) or seat not in (step.attacker, step.defender):
        raise Refusal(
            "There is no combat in which you commit anything.",
            "BH-CMB-01",
            "BH-SEQ-01",
            "BH-PVP-03",
        )
    return step


def _check(state: Position, seat: Seat, order: Commit) -> None:
    """No more than they own (BH-CMB-01), and the attacker a missile (BH-PVP-07)."""
    hunter = state.hunters[seat]
    if order.missiles > hunter.missiles or order.shields > hunter.shields:
        owned = f"{count(hunter.missiles, 'missile')} and {count(hunter.shields, 'shield')}"
        raise Refusal(f"You own {owned}.", "BH-CMB-01")
    if order.missiles < _least(state, seat):
        raise Refusal(f"An attacker commits at least {count(LEAST, 'missile')}.", "BH-PVP-07")


def _commit(state: Position, seat: Seat, order: Commit, step: Commitment, told: Told) -> Steps:
    """One side's commitment, opened; the fight begins when both are there (BH-CMB-01)."""
    step.sealed[seat] = (order.missiles, order.shields)
    return fight(state, step, told) if len(step.sealed) == 2 else [step]


def closed(state: Position, step: Commitment, told: Told) -> Steps:
    """The deadline has come."""
    return fight(state, step, told)


def fight(state: Position, step: Commitment, told: Told) -> list[Step]:
    """A silent defender has committed all shields, a silent attacker one missile (BH-PBM-03). All
    that was committed is gone, whatever comes of it (BH-CMB-11, BH-EQP-05). The attacker strikes
    first (BH-CMB-02).
    """
    silent = {step.defender: (0, state.hunters[step.defender].shields), step.attacker: (LEAST, 0)}
    sealed = {seat: step.sealed.get(seat, silent[seat]) for seat in (step.attacker, step.defender)}
    for seat, (missiles, shields) in sealed.items():
        state.hunters[seat].missiles -= missiles
        state.hunters[seat].shields -= shields
        told.append(
            tell(
                "committed",
                "BH-CMB-01",
                reveals=True,
                seat=seat,
                missiles=missiles,
                shields=shields,
            )
        )
    return [Strike(step.attacker, step.defender, sealed=sealed)]


def strike(state: Position, step: Strike, told: Told) -> Steps:
    """An attack on an honest player is piracy, at the strike and whether or not it succeeds
    (BH-CMB-08); of the attacker it is asked as the own strike has left it (BH-CMB-09). More
    missiles than the other side's shields succeed (BH-CMB-03); else the other strikes back, if with
    anything (BH-CMB-02, BH-CMB-09), which the police never forbid (BH-PVP-08).
    """
    missiles = step.sealed[step.by][0]
    shields = step.sealed[step.on][1]
    honest = not state.hunters[step.on].pirate
    if step.counter and not missiles:
        return []
    if honest:
        piracy_and_bounty_ratings.attacked_honest(state, step.by, told)
    hits = missiles > shields
    told.append(
        tell(
            "strike-back" if step.counter else "strike",
            "BH-CMB-03",
            seat=step.by,
            whom=step.on,
            missiles=missiles,
            shields=shields,
            hits=hits,
        )
    )
    if hits:
        return spoils.defeat(state, step.by, step.on, told)
    return [] if step.counter else [Strike(step.on, step.by, counter=True, sealed=step.sealed)]


def _least(state: Position, seat: Seat) -> int:
    return LEAST if seat == _must_fight(state, seat).attacker else 0


def _menu(state: Position, seat: Seat) -> Sequence[Shape]:
    hunter, least = state.hunters[seat], _least(state, seat)
    blanks = (Blank("missiles", least, hunter.missiles), Blank("shields", 0, hunter.shields))
    ends = (Commit(least, 0), Commit(hunter.missiles, hunter.shields))
    return [Shape("commit {missiles} missiles and {shields} shields", blanks, ends)]


COMMIT = OrderHandler(
    Commit,
    forms=(
        "commit <missiles:n> missiles and <shields:n> shields",
        "commit <missiles:n> missile and <shields:n> shields",
        "commit <missiles:n> missiles and <shields:n> shield",
        "commit <missiles:n> missile and <shields:n> shield",
        ("commit <missiles:n> missiles", {"shields": 0}),
        ("commit <missiles:n> missile", {"shields": 0}),
        ("commit <shields:n> shields", {"missiles": 0}),
        ("commit <shields:n> shield", {"missiles": 0}),
        ("commit nothing", {"missiles": 0, "shields": 0}),
    ),
    when=When.ASKED,
    help="Say in secret how many missiles and shields you use in this combat.",
    example="commit 2 missiles and 0 shields",
    counts=("missiles", "shields"),
    rule="BH-CMB-01",
    must=_must_fight,
    check=_check,
    menu=_menu,
    means="sealed: opened together with the other side's, and gone then",
    deed=_commit,
)

STEPS = (
    StepHandler(
        Commitment,
        waits=waits,
        closes=closed,
    ),
    StepHandler(Strike, does=strike),
)
