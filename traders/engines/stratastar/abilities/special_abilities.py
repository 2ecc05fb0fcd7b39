"""Optional abilities that are neither building nor movement: Spying, Disaster, Treason, Planning,
Treaty, Border Raids.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.orders.order_handler import Menu, OrderHandler
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, Steps, Told
from traders.engines.kernel.words import named
from traders.engines.stratastar.battle import battle_commitments
from traders.engines.stratastar.empire import cards_and_payment
from traders.engines.stratastar.empire.abilities_in_play import price_of
from traders.engines.stratastar.empire.paid_orders import Paid, as_written, paid
from traders.engines.stratastar.events import tell
from traders.engines.stratastar.phases.build_phase import built, must_have_chit
from traders.engines.stratastar.phases.trade_phase import must_be_opponent
from traders.engines.stratastar.position import galaxy
from traders.engines.stratastar.position.agenda_steps import Phase
from traders.engines.stratastar.position.display_names import card, counted, place
from traders.engines.stratastar.position.state import Empire, Position, Ship, Treaty
from traders.engines.stratastar.position.turn_stages import PHASES
from traders.engines.stratastar.tables import ability

UNIT = "<unit:fleet|warfleet|colony|stargate|homeworld>"
SEEN = 5
"""Cards of the deck that a spy is shown (SS-SPY-02)."""


# --- Spying ---------------------------------------------------------------------------------------


class SpyOnDeck(Paid, frozen=True):
    """`spy on deck`"""


def _spy_on_deck(state: Position, seat: Seat, order: SpyOnDeck, step: Step, told: Told) -> Steps:
    """Seen by the spy alone; the order of the deck stays (SS-SPY-02)."""
    battle_commitments.spy_paid(state, seat, step, told)
    seen = [[name, 1] for name in state.deck[:SEEN]]
    told.append(tell("deck-seen", "SS-SPY-02", to=(seat,), reveals=True, pile="deck", cards=seen))
    told.append(tell("spies-on-deck", "SS-SPY-02", seat=seat))
    return [step]


SPY_ON_DECK = paid(
    OrderHandler(
        SpyOnDeck,
        forms=("spy on deck",),
        prefix="spy on deck",
        when=When.ANY,
        help=f"Pay {{price}} and see the top {SEEN} cards of the deck.",
        example="spy on deck",
        rule="SS-SPY-02",
        needs="spying",
        at_once=True,
        means=f"see the next {SEEN} cards for {{price}}",
        deed=_spy_on_deck,
    )
)


class Spy(Paid, frozen=True):
    """`spy on blue`"""

    seat: str


def _check_spy(state: Position, seat: Seat, order: Spy) -> None:
    """At any time, also around one's own commitment to a battle (SS-SPY-03)."""
    must_be_opponent(state, seat, order.seat, "SS-SPY-01")


def _spy(state: Position, seat: Seat, order: Spy, step: Step, told: Told) -> Steps:
    """Seen by the spy alone (SS-SPY-01)."""
    battle_commitments.spy_paid(state, seat, step, told)
    held = counted(cards_and_payment.held(state, order.seat))
    spy = state.empires[seat]
    spy.spied = sorted({*spy.spied, order.seat})
    told.append(
        tell("hand-seen", "SS-SPY-01", to=(seat,), reveals=True, whom=order.seat, cards=held)
    )
    told.append(tell("spies", "SS-SPY-01", seat=seat, whom=order.seat))
    return [step]


SPY = paid(
    OrderHandler(
        Spy,
        forms=("spy on <seat>",),
        prefix="spy on",
        said=("spy", "look at"),
        when=When.ANY,
        help="Pay {price} and see an opponent's whole hand.",
        example="spy on blue",
        rule="SS-SPY-01",
        needs="spying",
        notes={"spy": f"it shows a hand, or the next {SEEN} cards of the deck"},
        at_once=True,
        check=_check_spy,
        menu=lambda state, seat: [Spy(other.seat) for other in state.others(seat)],
        means=lambda state, seat, order: f"see {named(order.seat)}'s hand for {{price}}",
        deed=_spy,
    )
)


# --- Disaster, Treason ----------------------------------------------------------------------------


class Strike(Paid, frozen=True):
    """`strike [blue] fleet at d4`"""

    action = True
    unit: str
    at: str
    seat: str = ""


class Treason(Paid, frozen=True):
    """`treason [blue] fleet at d4`"""

    action = True
    unit: str
    at: str
    seat: str = ""


def _owner(state: Position, seat: Seat, order: Strike | Treason, rule: str) -> Empire:
    """Whose unit is meant: the one named, else the only other who has one there."""
    owners = [empire for empire in state.others(seat) if galaxy.has(empire, order.unit, order.at)]
    if order.seat == seat and galaxy.has(state.empires[seat], order.unit, order.at):
        owners.append(state.empires[seat])
    found = [empire for empire in owners if order.seat in ("", empire.seat)]
    if not found:
        raise Refusal(f"There is no such {order.unit} at {place(order.at)}.", rule)
    if len(found) > 1:
        raise Refusal(
            "Say whose.",
            kind="ambiguous",
            instead=[f"{empire.seat} {order.unit}" for empire in found],
        )
    return found[0]


def _take_off(empire: Empire, unit: str, at: str) -> None:
    if unit == "stargate":
        empire.stargates.remove(at)
    elif unit == "colony":
        galaxy.drop_colony(empire, at)
    else:
        galaxy.drop_ship(empire, at, war=unit == "warfleet")


def _theirs(state: Position, seat: Seat) -> Iterable[tuple[str, str, Seat]]:
    """Every chit of another that is on the board: what it is, where, and whose."""
    for other in state.others(seat):
        for unit, at in galaxy.chits_of(other):
            yield unit, at, other.seat


def _check_strike(state: Position, seat: Seat, order: Strike) -> None:
    """One Fleet, Stargate or colony, never a Homeworld (SS-DIS-01)."""
    if order.unit == "homeworld":
        raise Refusal("No Disaster destroys a Homeworld.", "SS-DIS-01")
    _owner(state, seat, order, "SS-DIS-01")


def _strike(state: Position, seat: Seat, order: Strike, step: Phase, told: Told) -> Steps:
    owner = _owner(state, seat, order, "SS-DIS-01")
    _take_off(owner, order.unit, order.at)
    at = place(order.at)
    told.append(tell("disaster", "SS-DIS-01", whom=owner.seat, unit=order.unit, space=at))
    return [step]


STRIKE = paid(
    OrderHandler(
        Strike,
        forms=(f"strike [<seat>] {UNIT} at <at:space>",),
        help="Pay {price} and destroy a Fleet, Stargate or colony, wherever it is.",
        example="strike blue fleet at d4",
        rule="SS-DIS-01",
        needs="disaster",
        stages=PHASES,
        untimely=("SS-DIS-02",),
        check=_check_strike,
        menu=lambda state, seat: [Strike(*one) for one in _theirs(state, seat)],
        means="destroyed for {price}",
        deed=_strike,
    )
)


def _check_treason(state: Position, seat: Seat, order: Treason) -> None:
    """A unit of an opponent (SS-TRS-01), like for like, if the chit is free (SS-TRS-02)."""
    if order.unit in ("stargate", "homeworld"):
        raise Refusal(f"A {order.unit} is no unit and cannot be turned.", "SS-TRS-02", "SS-TRS-01")
    if _owner(state, seat, order, "SS-TRS-01").seat == seat:
        raise Refusal("It is yours already.", "SS-TRS-01")
    must_have_chit(state, state.empires[seat], "colony" if order.unit == "colony" else "fleet")


def _treason(state: Position, seat: Seat, order: Treason, step: Phase, told: Told) -> Steps:
    owner, empire = _owner(state, seat, order, "SS-TRS-01"), state.empires[seat]
    _take_off(owner, order.unit, order.at)
    if order.unit == "colony":
        empire.colonies[order.at] = empire.colonies.get(order.at, 0) + 1
    else:
        empire.ships.append(Ship(order.at, war=order.unit == "warfleet"))
    turned: dict[str, Any] = {"whom": owner.seat, "unit": order.unit, "space": place(order.at)}
    return built(state, seat, step, tell("treason", "SS-TRS-01", seat=seat, **turned), told)


TREASON = paid(
    OrderHandler(
        Treason,
        forms=(f"treason [<seat>] {UNIT} at <at:space>",),
        help="Pay {price} and replace an opponent's Fleet or colony by one of yours.",
        example="treason blue fleet at c4",
        rule="SS-TRS-01",
        needs="treason",
        stages=("trade",),
        check=_check_treason,
        menu=lambda state, seat: [Treason(*one) for one in _theirs(state, seat)],
        means="it turns to you for {price}",
        deed=_treason,
    )
)


# --- Planning, Treaty, Border Raids ---------------------------------------------------------------


class Planning(Paid, frozen=True):
    """`planning`"""

    action = True


def _check_planning(state: Position, seat: Seat, order: Planning) -> None:
    again = state.turn.again
    if not state.discard or (again and again.taken not in state.discard):
        raise Refusal("There are no discards to take up.", "SS-PLN-02", "SS-PLN-01")


def _the_top_card(state: Position, seat: Seat) -> Menu:
    for name in state.discard[-1:]:
        yield Planning(), f"take up the {card(name)} card for {as_written(*price_of('planning'))}"


def _planning(state: Position, seat: Seat, order: Planning, step: Phase, told: Told) -> Steps:
    """The card on top before the price is paid (SS-PLN-02)."""
    name = cards_and_payment.top_discard(state)
    cards_and_payment.pay(state, seat, *price_of("planning"), order.using, told, "SS-PLN-01")
    cards_and_payment.add(state, seat, name)
    told.append(tell("planning", "SS-PLN-01", seat=seat, card=name))
    return [step]


PLANNING = paid(
    OrderHandler(
        Planning,
        forms=("planning",),
        help="Pay {price} and take the top card of the discard pile.",
        example="planning",
        rule="SS-PLN-01",
        needs="planning",
        stages=("build",),
        check=_check_planning,
        menu=_the_top_card,
        deed=_planning,
    ),
    first=False,
)


class MakeTreaty(Paid, frozen=True):
    """`treaty with blue`"""

    action = True
    seat: str


def _check_treaty(state: Position, seat: Seat, order: MakeTreaty) -> None:
    """The other is not asked (SS-TRY-01)."""
    must_be_opponent(state, seat, order.seat, "SS-TRY-01")


def _treaty(state: Position, seat: Seat, order: MakeTreaty, step: Phase, told: Told) -> Steps:
    """Until both have had two more turns, this one not counted (SS-TRY-02)."""
    turns = ability("treaty").duration_own_turns_each
    state.treaties = [treaty for treaty in state.treaties if {seat, order.seat} != set(treaty.left)]
    state.treaties.append(Treaty({seat: turns, order.seat: turns}, state.turn.number))
    told.append(tell("treaty", "SS-TRY-01", seat=seat, whom=order.seat))
    return [step]


TREATY = paid(
    OrderHandler(
        MakeTreaty,
        forms=("treaty with <seat>",),
        help="Pay {price}; you and one opponent may not attack each other for "
        f"{ability('treaty').duration_own_turns_each} turns.",
        example="treaty with blue",
        rule="SS-TRY-01",
        needs="treaty",
        stages=("trade",),
        check=_check_treaty,
        menu=lambda state, seat: [MakeTreaty(other.seat) for other in state.others(seat)],
        means="no battles between you for {price}",
        deed=_treaty,
    )
)


class BorderRaid(Paid, frozen=True):
    """`border raid e5`"""

    action = True
    at: str


def _raided(state: Position, seat: Seat, order: BorderRaid) -> Empire:
    """The owner of the colony next to one's Fleet (SS-BRD-01)."""
    owner = next((other for other in state.others(seat) if order.at in other.colonies), None)
    if owner is None or not any(
        galaxy.ships(state.empires[seat], space) for space in galaxy.beside(order.at)
    ):
        raise Refusal(
            f"No enemy colony at {place(order.at)} borders a Fleet of yours.", "SS-BRD-01"
        )
    return owner


def _check_border(state: Position, seat: Seat, order: BorderRaid) -> None:
    """Each colony once (SS-BRD-02)."""
    owner = _raided(state, seat, order)
    if state.options.revised and owner.raided.get(order.at, 0) >= owner.colonies[order.at]:
        raise Refusal(f"The colony at {place(order.at)} is raided already.", "SS-BRD-02")


def _border(state: Position, seat: Seat, order: BorderRaid, step: Phase, told: Told) -> Steps:
    """Left out in its owner's next turn, draw and support (SS-BRD-01)."""
    owner = _raided(state, seat, order)
    owner.raided[order.at] = min(owner.raided.get(order.at, 0) + 1, owner.colonies[order.at])
    told.append(tell("raids", "SS-BRD-01", seat=seat, whom=owner.seat, space=place(order.at)))
    return [step]


def _their_colonies(state: Position, seat: Seat) -> Iterable[BorderRaid]:
    return [BorderRaid(at) for other in state.others(seat) for at in other.colonies]


BORDER = paid(
    OrderHandler(
        BorderRaid,
        forms=("border raid <at:space>",),
        prefix="border raid",
        help="Pay {price}; an enemy colony beside your Fleet does not count in its owner's next "
        "turn.",
        example="border raid e5",
        rule="SS-BRD-01",
        needs="border_raids",
        stages=("movement",),
        check=_check_border,
        menu=_their_colonies,
        means="left out in its owner's next turn, for {price}",
        deed=_border,
    )
)
