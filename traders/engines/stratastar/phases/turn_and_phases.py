"""The turn and its six phases (SS-SEQ), the Draw phase (SS-DRW), support (SS-SUP)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import structs

from traders.engines.kernel.contract.contract import Blank, Turn
from traders.engines.kernel.orders.order_handler import OrderHandler, Shape
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, StepHandler, Steps, Told
from traders.engines.kernel.words import count
from traders.engines.stratastar.empire import cards_and_payment, victory
from traders.engines.stratastar.empire.cards_and_payment import Cards
from traders.engines.stratastar.empire.paid_orders import StrataOrder
from traders.engines.stratastar.events import tell
from traders.engines.stratastar.position import galaxy
from traders.engines.stratastar.position.agenda_steps import (
    Battles,
    BeginTurn,
    DefendInterval,
    Draw,
    EndTurn,
    Phase,
    PhaseOver,
    Production,
    SabotageInterval,
)
from traders.engines.stratastar.position.display_names import card, counted, place
from traders.engines.stratastar.position.state import Position, TurnNow
from traders.engines.stratastar.position.turn_stages import PHASES
from traders.engines.stratastar.tables import tables


def begin(state: Position, step: BeginTurn, told: Told) -> Steps:
    """The six phases in their order (SS-SEQ-01)."""
    turn = state.turn
    wraps = turn.number > 0 and state.seats.index(step.seat) <= state.seats.index(turn.seat)
    free = tables().turn["free_moves"]
    state.turn = TurnNow(step.seat, turn.number + 1, turn.round + wraps, free_moves=free)
    told.append(tell("turn", "SS-SET-03", seat=step.seat, round=state.turn.round))
    return [Phase("draw")]


def waits(state: Position, step: Phase) -> Turn | None:
    """Each phase lasts until the active seat is done with it; all in it is optional (SS-SEQ-03).
    Silence does nothing but what is compulsory (SS-PBM-03).
    """
    unsupported = step.name == "support" and over_support(state)
    if state.active.out or (state.turn.ending and not unsupported):
        return None
    turn = Turn((state.turn.seat,), step.name, "SS-SEQ-01", state.turn.number, "end", SILENT)
    if unsupported:
        newest = state.active.ships[-1]
        disbands = f"disband {'warfleet' if newest.war else 'fleet'} at {newest.at}"
        return structs.replace(turn, silence=disbands, out_of_time="")
    return turn


def passed(state: Position, step: Phase, told: Told) -> Steps:
    return [PhaseOver(step.name)]


def over(state: Position, step: PhaseOver, told: Told) -> Steps:
    """What belongs to the end of a phase, then the next one."""
    for empire in state.empires.values():
        empire.spare = {}  # what is left over of a starred card is lost (SS-POW-02)
    name = step.name
    if name == "battle":
        return [SabotageInterval(name), EndTurn()]
    if name == "support":
        state.turn.logistics = 0
        state.active.raided = {}
    after: list[Step] = [SabotageInterval(name)]
    if name == "draw":
        after.append(Production())
    if name == "movement":
        after += [DefendInterval(state.turn.seat), Battles()]
    return [*after, Phase(PHASES[PHASES.index(name) + 1])]


def end(state: Position, step: EndTurn, told: Told) -> Steps:
    """Treaties run out by their partners' turns (SS-TRY-02); the turn passes on (SS-SET-03), after
    the last round to nobody (SS-PBM-07).
    """
    turn = state.turn
    for treaty in state.treaties:
        if turn.seat in treaty.left and treaty.made != turn.number:
            treaty.left[turn.seat] -= 1
    state.treaties = [
        treaty for treaty in state.treaties if any(n > 0 for n in treaty.left.values())
    ]
    place_now = state.seats.index(turn.seat)
    order = [
        seat
        for seat in state.seats[place_now + 1 :] + state.seats[: place_now + 1]
        if not state.empires[seat].out
    ]
    last = state.seats.index(order[0]) <= place_now
    if last and state.options.round_cap and turn.round >= state.options.round_cap:
        return victory.at_the_cap(state, told)
    return [BeginTurn(order[0])]


# --- `next` and `end` -----------------------------------------------------------------------------


class Next(StrataOrder, frozen=True):
    """`next`"""


SILENT = "end without committing"
"""What is ordered for who was silent to the end of the turn (SS-PBM-03)."""


class End(StrataOrder, frozen=True):
    """`end` · `end without committing`"""

    commits: bool = True


def _must_be_through(state: Position, seat: Seat) -> None:
    if _phase(state) == "support":
        must_be_supported(state)


def must_be_supported(state: Position) -> None:
    """Refuse to leave Support behind with Fleets that are not supported (SS-SUP-03)."""
    if n := over_support(state):
        raise Refusal(
            f"{n} of your Fleets {'is' if n == 1 else 'are'} not supported: disband them or "
            "support with cards.",
            "SS-SUP-03",
        )


def _phase(state: Position) -> str:
    step = state.agenda[-1]
    return step.name if isinstance(step, Phase) else ""


def _next(state: Position, seat: Seat, order: Next, step: Phase, told: Told) -> Steps:
    return [PhaseOver(step.name)]


def _ends(state: Position, seat: Seat, order: Next) -> str:
    name = _phase(state)
    return "everybody draws" if name == "draw" else f"end your {name.capitalize()} phase"


def _end(state: Position, seat: Seat, order: End, step: Phase, told: Told) -> Steps:
    """`next` until the turn has passed; it stops where Fleets are unsupported."""
    state.turn.ending, state.turn.commits = True, order.commits
    return [PhaseOver(step.name)]


NEXT = OrderHandler(
    Next,
    forms=("next",),
    said=("next phase", "end phase", "go on"),
    help="End this phase of your turn.",
    rule="SS-SEQ-01",
    stages=PHASES,
    must=_must_be_through,
    means=_ends,
    deed=_next,
)
END = OrderHandler(
    End,
    forms=("end", "end turn", (SILENT, {"commits": False})),
    help="End your turn, with all the phases that are left.",
    rule="SS-SEQ-03",
    stages=PHASES,
    must=_must_be_through,
    means="end your turn",
    deed=_end,
)


# --- drawing --------------------------------------------------------------------------------------


def left_out(state: Position, seat: Seat) -> int:
    """Colonies left out in the own turn because they were raided (SS-BRD-01)."""
    empire = state.empires[seat]
    if state.turn.seat != seat or not empire.raided:
        return 0
    return sum([min(n, empire.colonies.get(space, 0)) for space, n in empire.raided.items()])


def hand_limit(state: Position, seat: Seat) -> int:
    """The maximum draw size as things stand."""
    return cards_and_payment.limit(state, seat, left_out(state, seat))


def produce(state: Position, step: Production, told: Told) -> Steps:
    """Every player fills up, the active one first, each completely (SS-DRW-02, SS-DRW-06); who has
    more keeps it (SS-DRW-05).
    """
    missing = {
        seat: hand_limit(state, seat) - cards_and_payment.size(state, seat)
        for seat in state.from_active()
    }
    return [Draw(seat, n) for seat, n in missing.items() if n > 0]


class Retool(StrataOrder, frozen=True):
    """`retool 3 attack`"""

    cards: Cards


def _check_retool(state: Position, seat: Seat, order: Retool) -> None:
    """As many as three cards (SS-DRW-01)."""
    n = sum(m for _, m in order.cards)
    most = tables().turn["retool_max"] - state.turn.retooled
    if not n or n > most:
        raise Refusal(
            f"You may throw away {count(most, 'card') if most else 'no more cards in this turn'}.",
            "SS-DRW-01",
        )
    cards_and_payment.must_hold(state, seat, order.cards, "SS-DRW-01")


def _retool(state: Position, seat: Seat, order: Retool, step: Phase, told: Told) -> Steps:
    state.turn.retooled += sum(n for _, n in order.cards)
    cards_and_payment.discard(state, seat, dict(order.cards))
    told.append(tell("retool", "SS-DRW-01", seat=seat, cards=counted(dict(order.cards))))
    return [step]


def _each_card(state: Position, seat: Seat) -> Iterable[Retool]:
    return [Retool(((name, 1),)) for name in cards_and_payment.held(state, seat)]


RETOOL = OrderHandler(
    Retool,
    forms=("retool <cards>",),
    help=f"Throw away up to {count(tables().turn['retool_max'], 'card')} before you draw.",
    example="retool 3 attack",
    rule="SS-DRW-01",
    stages=("draw",),
    untimely=("SS-DRW-01",),
    check=_check_retool,
    menu=_each_card,
    means="throw it away",
    deed=_retool,
)


# --- support --------------------------------------------------------------------------------------


def supported(state: Position, seat: Seat) -> int:
    """Fleets supported: 2 by the Homeworld, one more for every 2 colonies (SS-SUP-01, SS-SUP-02),
    cards counted as colonies (SS-SUP-04).
    """
    figures = tables().support
    logistics = state.turn.logistics if state.turn.seat == seat else 0
    colonies = galaxy.colonies(state.empires[seat]) - left_out(state, seat) + logistics
    return figures["homeworld"] + colonies // figures["colonies_per_extra_fleet"]


def over_support(state: Position) -> int:
    """How many Fleets of the active player are not supported (SS-SUP-03)."""
    return max(0, len(state.active.ships) - supported(state, state.turn.seat))


class Disband(StrataOrder, frozen=True):
    """`disband fleet at d4`"""

    unit: str
    at: str


def _must_be_over(state: Position, seat: Seat) -> None:
    if not over_support(state):
        raise Refusal("All your Fleets are supported.", "SS-SUP-03")


def _check_disband(state: Position, seat: Seat, order: Disband) -> None:
    if not galaxy.has(state.empires[seat], order.unit, order.at):
        raise Refusal(f"You have no {order.unit} at {place(order.at)}.", "SS-SUP-03")


def _disband(state: Position, seat: Seat, order: Disband, step: Phase, told: Told) -> Steps:
    """The owner says which go (SS-SUP-03)."""
    galaxy.drop_ship(state.empires[seat], order.at, war=order.unit == "warfleet")
    at = place(order.at)
    told.append(tell("disbands", "SS-SUP-03", seat=seat, unit=order.unit, space=at))
    return [step]


def _each_ship(state: Position, seat: Seat) -> Iterable[Disband]:
    return [Disband(unit, at) for unit, at in galaxy.chits_of(state.empires[seat], ships=True)]


DISBAND = OrderHandler(
    Disband,
    forms=("disband <unit:fleet|warfleet> at <at:space>",),
    help="Remove a Fleet or Warfleet that you cannot support.",
    example="disband fleet at d4",
    rule="SS-SUP-03",
    stages=("support",),
    untimely=("SS-SUP-03",),
    must=_must_be_over,
    check=_check_disband,
    menu=_each_ship,
    means="it is removed",
    deed=_disband,
)


class Support(StrataOrder, frozen=True):
    """`support with 1 build`"""

    cards: Cards


def _worth(order: Support) -> int:
    return sum(cards_and_payment.value(name, "build") * n for name, n in order.cards)


def _check_support(state: Position, seat: Seat, order: Support) -> None:
    if not order.cards or any(
        not cards_and_payment.value(name, "build") for name, _ in order.cards
    ):
        raise Refusal(
            "Fleets are supported with build cards, or research in their place.",
            "SS-SUP-04",
            "SS-RES-01",
        )
    cards_and_payment.must_hold(state, seat, order.cards, "SS-SUP-04")


def _support(state: Position, seat: Seat, order: Support, step: Phase, told: Told) -> Steps:
    """For this Support phase only (SS-SUP-04)."""
    state.turn.logistics += _worth(order) * tables().support["build_card_counts_as_colonies"]
    cards_and_payment.discard(state, seat, dict(order.cards))
    paid, n = counted(dict(order.cards)), supported(state, seat)
    told.append(tell("supports", "SS-SUP-04", seat=seat, cards=paid, n=n))
    return [step]


def _by_kind(state: Position, seat: Seat) -> Iterable[Shape]:
    for name, n in cards_and_payment.held(state, seat).items():
        most = Support(((name, n),))
        yield Shape(f"support with {{n}} {card(name)}", (Blank("n", 1, n),), (most,))


SUPPORT = OrderHandler(
    Support,
    forms=("support with <cards>",),
    help="Pay Build cards; each counts as one more colony for the support of your Fleets.",
    example="support with 1 build",
    rule="SS-SUP-04",
    stages=("support",),
    untimely=("SS-SUP-04",),
    check=_check_support,
    menu=_by_kind,
    means="they count as colonies for support",
    deed=_support,
)


STEPS = (
    StepHandler(BeginTurn, does=begin),
    StepHandler(Production, does=produce),
    StepHandler(PhaseOver, does=over),
    StepHandler(EndTurn, does=end),
    StepHandler(Phase, waits=waits, closes=passed),
)
