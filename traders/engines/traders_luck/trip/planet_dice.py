"""The dice of a planet: thrown, kept, thrown again (TL-ROL)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from traders.engines.kernel.contract.contract import Chance, Turn
from traders.engines.kernel.orders.order_handler import Meaning, Order, OrderHandler
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import StepHandler, Steps, Told
from traders.engines.kernel.words import listed
from traders.engines.traders_luck import expansions_in_play
from traders.engines.traders_luck.events import tell
from traders.engines.traders_luck.position.agenda_steps import Landing, Rolling, ThrowDie
from traders.engines.traders_luck.position.display_names import units
from traders.engines.traders_luck.position.state import Die, Position

PURPOSES = {"goods": "a goods die", "police": "the police die", "ship": "a ship die"}


def chance(state: Position, step: ThrowDie) -> Chance:
    """A die falls (TL-SET-01, TL-PBM-04)."""
    die = state.here.dice[step.place]
    faces = expansions_in_play.faces(die.kind)
    return Chance("die", len(faces), PURPOSES[die.kind], "TL-ROL-01", faces=faces)


def fallen(state: Position, step: ThrowDie, outcome: int, told: Told) -> None:
    """The face that lies there now; each die in its place."""
    die = state.here.dice[step.place]
    die.face = expansions_in_play.faces(die.kind)[outcome - 1]
    state.throws += 1
    left = state.agenda[-1]
    if not isinstance(left, ThrowDie):  # a throw is told as a whole
        told.append(
            tell("dice", "TL-ROL-05", reveals=True, seat=state.turn.seat, faces=_shown(state))
        )


def _shown(state: Position) -> list[tuple[str, int]]:
    """What the dice that lie there show, counted."""
    return list(Counter(die.face for die in state.here.dice if die.face).items())


# --- keeping --------------------------------------------------------------------------------------


class Keep(Order, frozen=True):
    """`keep 2 robots`: faces with how many of each."""

    faces: tuple[tuple[str, int], ...]


def free(state: Position) -> list[Die]:
    """Dice not yet set aside."""
    return [die for die in state.here.dice if not die.kept]


def forced(state: Position) -> dict[str, Counter[str]]:
    """By rule, the faces of dice just thrown that must be kept (BH-ROL-03, BH-ROL-04)."""
    found: dict[str, Counter[str]] = {}
    for one in expansions_in_play.in_play(state.options):
        sticking = one.sticking(state.here.size)
        for die in state.here.dice:
            if die.face in sticking and not die.kept:
                found.setdefault(sticking[die.face], Counter())[die.face] += 1
    return found


def may_throw_again(state: Position) -> bool:
    """Whether a die is left after those that must be kept, of which one is kept at least
    (TL-ROL-02, TL-ROL-04, BH-ROL-05).
    """
    dice = len(free(state))
    return dice > 1 and dice > sum([faces.total() for faces in forced(state).values()])


def waits(state: Position, step: Rolling) -> Turn | None:
    """Until the player stops or no die may be thrown again (TL-ROL-04); silence takes the roll as
    it is (TL-PBM-01, TL-PBM-02).
    """
    if not may_throw_again(state):
        return None
    return Turn((step.seat,), "roll", "TL-ROL-04", state.turn.number, "settle")


def over(state: Position, step: Rolling, told: Told) -> Steps:
    """Every die has been set aside, or must be."""
    return _settled(state, step.seat)


def _settled(state: Position, seat: Seat) -> Steps:
    for die in state.here.dice:
        die.kept = True
    return [Landing(seat)]


def _untimely(state: Position, seat: Seat) -> tuple[str, ...]:
    """Dice are kept and settled after a roll, and never by a follower (TL-ROL-04, TL-FOL-03)."""
    if state.turn.followed:
        return ("TL-ROL-04", "TL-FOL-03")
    return ("TL-ROL-04",) if state.turn.planet is not None else ()


def _check_keep(state: Position, seat: Seat, order: Keep) -> None:
    """At least one of the dice just thrown is set aside (TL-ROL-02), none that lies aside already
    (TL-ROL-03); of ship dice those that must be (BH-ROL-03, BH-ROL-04).
    """
    lying = [die.face for die in free(state)]
    for face, n in order.faces:
        shown = lying.count(face)
        if n > shown:
            aside = any(die.kept and die.face == face for die in state.here.dice)
            rules = ("TL-ROL-03", "TL-ROL-02") if aside else ("TL-ROL-02", "TL-ROL-03")
            there = listed([units(m, other) for other, m in Counter(lying).items()])
            few = f"not {n} but {shown}" if shown else "none"
            raise Refusal(f"Of the dice just rolled {few} shows {face}: they are {there}.", *rules)
    for rule, faces in forced(state).items():
        for face, n in faces.items():
            if dict(order.faces).get(face, 0) < n:
                raise Refusal(
                    f"On a {state.here.size} planet every {face} must be kept: name "
                    f"{units(n, face)} too.",
                    rule,
                )


def _keep(state: Position, seat: Seat, order: Keep, step: Rolling, told: Told) -> Steps:
    """What is named is set aside for good, all the rest is thrown again (TL-ROL-02, TL-ROL-03,
    BH-ROL-02).
    """
    for face, n in order.faces:
        for die in [die for die in free(state) if die.face == face][:n]:
            die.kept = True
    again = [place for place, die in enumerate(state.here.dice) if not die.kept]
    faces = [[face, n] for face, n in order.faces]
    told.append(tell("keep", "TL-ROL-02", seat=seat, faces=faces))
    if not again:
        return _settled(state, seat)
    return [*(ThrowDie(place) for place in again), Rolling(seat)]


def _wishes(state: Position, seat: Seat) -> Iterable[tuple[Keep, Meaning]]:
    """Each face alone, each that comes more than once in full, always with what must be kept, as
    long as that leaves a die to roll.
    """
    rules = forced(state)
    must = sum(rules.values(), Counter[str]())
    lying = Counter([die.face for die in free(state)])
    left = lying.total() - must.total()
    if must and left:
        again = f"which must be kept, and roll the other {left} again"
        yield Keep(tuple(must.items())), (again, next(iter(rules)))
    for face, shown in lying.items():
        for n in (1, shown) if shown > 1 else (1,):
            if n < left and face not in must:
                again = f"and roll the other {left - n} again"
                yield Keep((*must.items(), (face, n))), again


KEEP = OrderHandler(
    Keep,
    forms=("keep <faces>",),
    help="Set aside the dice that you name, and roll the rest again.",
    example="keep 2 robots",
    said=("hold", "save", "set aside", "put aside", "hold on", "hang on", "stick with"),
    rule="TL-ROL-02",
    at=(Rolling,),
    untimely=_untimely,
    check=_check_keep,
    menu=_wishes,
    deed=_keep,
)


# --- settling -------------------------------------------------------------------------------------


class Settle(Order, frozen=True):
    """`settle`"""


def _settle(state: Position, seat: Seat, order: Settle, step: Rolling, told: Told) -> Steps:
    """All dice stand as they lie (TL-ROL-04)."""
    told.append(tell("settle", "TL-ROL-04", seat=seat))
    return _settled(state, seat)


SAID = (
    "stop rolling", "stop", "keep all", "keep everything", "stand", "no more rolls", "that will do",
    "settle down here", "take it as it is", "take them as they are", "take them as they lie",
)  # fmt: skip
SETTLE = OrderHandler(
    Settle,
    forms=("settle",),
    help="Stop rolling; all dice stay as they are.",
    said=SAID,
    rule="TL-ROL-04",
    at=(Rolling,),
    untimely=_untimely,
    means="stop rolling: all dice stand",
    deed=_settle,
)

STEPS = (
    StepHandler(
        ThrowDie,
        waits=chance,
        takes=fallen,
    ),
    StepHandler(
        Rolling,
        waits=waits,
        closes=over,
    ),
)
