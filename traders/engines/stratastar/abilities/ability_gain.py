"""Gaining abilities: Breakthrough Technology, uneven start, the table (SS-BTK, SS-UNE, SS-TBL)."""

from __future__ import annotations

from collections.abc import Callable

from traders.engines.kernel.contract.contract import Chance, Choice
from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.orders.order_handler import Menu, OrderHandler
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import StepHandler, Steps, Told
from traders.engines.stratastar.empire import cards_and_payment
from traders.engines.stratastar.empire.abilities_in_play import has
from traders.engines.stratastar.empire.paid_orders import (
    PAID,
    Paid,
    StrataOrder,
    as_written,
    in_words,
)
from traders.engines.stratastar.empire.phase_action_record import actions
from traders.engines.stratastar.events import tell
from traders.engines.stratastar.position.agenda_steps import (
    ChooseAbility,
    DealHands,
    Phase,
    RollAbility,
)
from traders.engines.stratastar.position.state import Position
from traders.engines.stratastar.position.turn_stages import standing_at
from traders.engines.stratastar.tables import ability, tables

ANY = "pick_one"
SIDES = 10


def row(state: Position, face: int) -> tuple[str, ...]:
    """A row of the table; with low technology row 3 has Stargates too (SS-TBL-01, SS-LOW-01)."""
    low = tables().ability_table_low_technology if state.options.low_technology else {}
    return low.get(str(face), tables().ability_table[str(face)])


def lacked(state: Position, seat: Seat, *, alone: bool) -> list[str]:
    """Abilities that a seat could gain, in the order of the table, then those that it does not list
    (SS-TBL-05).
    """
    listed = [code for face in range(1, SIDES) for code in row(state, face)]
    others = [one.code for one in tables().ability if one.code not in listed and not one.table_only]
    taken = {code for other in state.others(seat) for code in other.abilities} if alone else set()
    return [code for code in [*listed, *others] if not has(state, seat, code) and code not in taken]


def chance(state: Position, step: RollAbility) -> Chance | None:
    """A D10, as long as there is an ability to gain (SS-BTK-01); where a phase is played again the
    same is gained (SS-PBM-04).
    """
    if state.turn.again is not None or not lacked(state, step.seat, alone=step.alone):
        return None
    rule = "SS-UNE-02" if step.alone else "SS-BTK-02"
    return Chance("die", SIDES, f"{step.seat}'s ability", rule)


def rolled(state: Position, step: RollAbility, outcome: int, told: Told) -> Steps:
    """What one has already is rolled again (SS-TBL-02), of two the player chooses, or gets the one
    lacked (SS-TBL-03), a ten leaves the choice of all (SS-TBL-05).
    """
    codes = row(state, outcome)
    told.append(tell("rolls", "SS-TBL-01", reveals=True, seat=step.seat, die=outcome))
    open_now = lacked(state, step.seat, alone=step.alone)
    anything = codes == (ANY,)
    found = open_now if anything else [code for code in codes if code in open_now]
    if not found:
        return [step]
    if len(found) == 1:
        gain(state, step.seat, found[0], told)
        return []
    return [ChooseAbility(step.seat, found, anything)]


def again(state: Position, step: RollAbility, told: Told) -> None:
    """No die is thrown: there is nothing to gain, or the roll is known (SS-PBM-04)."""
    if state.turn.again is not None and state.turn.again.gained:
        gain(state, step.seat, state.turn.again.gained, told)


def gain(state: Position, seat: Seat, code: str, told: Told) -> None:
    state.empires[seat].abilities.append(code)
    for deed in actions(state)[-1:]:  # the roll's, also where it left a choice
        deed.things.gained = code
    told.append(tell("gains", "SS-BTK-02", seat=seat, ability=ability(code).name))


def waits(state: Position, step: ChooseAbility) -> Choice:
    things = tuple(f"choose {code.replace('_', ' ')}" for code in step.codes)
    rule = "SS-TBL-05" if step.any else "SS-TBL-03"
    return Choice(step.key, step.seat, "Which ability do you gain?", things, things[0], rule)


class Choose(StrataOrder, frozen=True):
    """`choose wormholes`"""

    code: str


def _must_be_asked(state: Position, seat: Seat) -> tuple[str, ...]:
    step = state.agenda[-1]
    if not isinstance(step, ChooseAbility) or step.seat != seat:
        raise Refusal("No ability is to be chosen by you.", "SS-TBL-03", "SS-TBL-05")
    return ()


def _check_choose(state: Position, seat: Seat, order: Choose) -> None:
    step = standing_at(state, ChooseAbility)
    if order.code not in step.codes:
        before_play = (
            ("SS-UNE-01",) if any(isinstance(one, DealHands) for one in state.agenda) else ()
        )
        rules = ("SS-TBL-05" if step.any else "SS-TBL-03", *before_play)
        raise Refusal(f"{ability(order.code).name} is not among those to choose from.", *rules)


def _choose(state: Position, seat: Seat, order: Choose, step: ChooseAbility, told: Told) -> Steps:
    gain(state, seat, order.code, told)
    return []


def _each(state: Position, seat: Seat) -> Menu:
    step = standing_at(state, ChooseAbility)
    for code in step.codes:
        yield Choose(code), (ability(code).name, "SS-TBL-05" if step.any else "SS-TBL-03")


CHOOSE = OrderHandler(
    Choose,
    forms=("choose <code:ability>",),
    when=When.ASKED,
    help="Choose the ability that you gain, where the ability table leaves you a choice.",
    example="choose wormholes",
    rule="SS-TBL-03",
    at=(ChooseAbility,),
    untimely=_must_be_asked,
    must=_must_be_asked,
    check=_check_choose,
    menu=_each,
    deed=_choose,
)


class Breakthrough(Paid, frozen=True):
    """`breakthrough`"""

    action = True


def _check_breakthrough(state: Position, seat: Seat, order: Breakthrough) -> None:
    """A real Research card (SS-RES-03) and four Builds, for which further Research may stand
    (SS-BTK-01).
    """
    cost = ability("breakthrough").cost
    cards_and_payment.must_hold(
        state, seat, (("research", cost["research"]),), "SS-BTK-01", "SS-RES-03"
    )
    paid = cards_and_payment.payment(
        state, seat, "build", cost["build"], order.using, "SS-BTK-01"
    ).cards
    total = {**paid, "research": paid.get("research", 0) + cost["research"]}
    cards_and_payment.must_hold(state, seat, tuple(total.items()), "SS-BTK-01", "SS-RES-03")
    if not lacked(state, seat, alone=False):
        raise Refusal("There is no ability that you lack.", "SS-BTK-01")


def _breakthrough(
    state: Position, seat: Seat, order: Breakthrough, step: Phase, told: Told
) -> Steps:
    cards_and_payment.pay(
        state, seat, "build", ability("breakthrough").cost["build"], order.using, told, "SS-BTK-01"
    )
    cards_and_payment.spend(state, seat, {"research": ability("breakthrough").cost["research"]})
    return [RollAbility(seat), step]


def _told(price: Callable[[str, int], str]) -> str:
    """What it costs, in the words of a price."""
    return " and ".join(price(kind, n) for kind, n in ability("breakthrough").cost.items())


BREAKTHROUGH = OrderHandler(
    Breakthrough,
    forms=(f"breakthrough{PAID}",),
    help=f"Pay {_told(in_words)}, and roll for an ability that you lack.",
    example="breakthrough",
    rule="SS-BTK-01",
    needs="breakthrough",
    stages=("build",),
    check=_check_breakthrough,
    means=f"gain an ability for {_told(as_written)}",
    deed=_breakthrough,
)


STEPS = (
    StepHandler(RollAbility, waits=chance, closes=again, takes=rolled),
    StepHandler(ChooseAbility, waits=waits),
)
