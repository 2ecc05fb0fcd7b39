"""Optional abilities that are neither building nor movement: Spying, Disaster, Treason, Planning,
Treaty, Border Raids.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from traders.engines.kernel.agenda import Step, Told
from traders.engines.kernel.contract import Offer
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import named
from traders.engines.stratastar import battle_phase, galaxy, hands, victory
from traders.engines.stratastar.build_phase import must_have_chit
from traders.engines.stratastar.display_names import card, counted, place
from traders.engines.stratastar.events import tell
from traders.engines.stratastar.order_handler import OrderHandler, can_pay, fits, price_of
from traders.engines.stratastar.order_types import (
    BorderRaid,
    MakeTreaty,
    Planning,
    Spy,
    Strike,
    Treason,
)
from traders.engines.stratastar.state import Empire, Position, Ship, Treaty
from traders.engines.stratastar.steps import Phase
from traders.engines.stratastar.tables import ability
from traders.engines.stratastar.trade_phase import must_be_opponent

SEEN = 5
"""Cards of the deck that a spy is shown (SS-SPY-02)."""


# --- Spying ---------------------------------------------------------------------------------------


def _check_spy(state: Position, seat: Seat, order: Spy) -> None:
    """At any time, also around one's own commitment to a battle (SS-SPY-03)."""
    if not order.deck:
        must_be_opponent(state, seat, order.seat, "SS-SPY-01")
    hands.payment(
        state, seat, *price_of("spying"), order.using, "SS-SPY-02" if order.deck else "SS-SPY-01"
    )


def _spy(state: Position, seat: Seat, order: Spy, step: Step | None, told: Told) -> None:
    """Seen by the spy alone; the order of the deck stays (SS-SPY-01, SS-SPY-02)."""
    rule = "SS-SPY-02" if order.deck else "SS-SPY-01"
    hands.pay(state, seat, *price_of("spying"), order.using, told, rule)
    battle_phase.spy_paid(state, seat, step, told)
    if order.deck:
        seen = [[name, 1] for name in state.deck[:SEEN]]
        told.append(
            tell("deck-seen", "SS-SPY-02", to=(seat,), reveals=True, pile="deck", cards=seen)
        )
        told.append(tell("spies-on-deck", "SS-SPY-02", seat=seat))
        return
    held = counted(hands.held(state, order.seat))
    spy = state.empires[seat]
    spy.spied = sorted({*spy.spied, order.seat})
    told.append(
        tell("hand-seen", "SS-SPY-01", to=(seat,), reveals=True, whom=order.seat, cards=held)
    )
    told.append(tell("spies", "SS-SPY-01", seat=seat, whom=order.seat))


def _offer_spy(state: Position, seat: Seat) -> Iterable[Offer]:
    if fits(_check_spy, state, seat, Spy(deck=True)):
        yield Offer("spy on deck", "see the next five cards for 1 attack", "SS-SPY-02")
        for other in state.others(seat):
            yield Offer(
                f"spy on {other.seat}", f"see {named(other.seat)}'s hand for 1 attack", "SS-SPY-01"
            )


SPY = OrderHandler("any", _check_spy, _spy, _offer_spy, code="spying")


# --- Disaster, Treason ----------------------------------------------------------------------------


def _has(empire: Empire, unit: str, at: str) -> bool:
    if unit == "stargate":
        return at in empire.stargates
    if unit == "colony":
        return at in empire.colonies
    return any(ship.at == at and ship.war == (unit == "warfleet") for ship in empire.ships)


def _owner(state: Position, seat: Seat, order: Strike | Treason, rule: str) -> Empire:
    """Whose unit is meant: the one named, else the only other who has one there."""
    owners = [empire for empire in state.others(seat) if _has(empire, order.unit, order.at)]
    owners += (
        [state.empires[seat]]
        if order.seat == seat and _has(state.empires[seat], order.unit, order.at)
        else []
    )
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


def _check_strike(state: Position, seat: Seat, order: Strike) -> None:
    """One Fleet, Stargate or colony, never a Homeworld (SS-DIS-01)."""
    if order.unit == "homeworld":
        raise Refusal("No Disaster destroys a Homeworld.", "SS-DIS-01")
    _owner(state, seat, order, "SS-DIS-01")
    hands.payment(state, seat, *price_of("disaster"), order.using, "SS-DIS-01")


def _take_off(empire: Empire, unit: str, at: str) -> None:
    if unit == "stargate":
        empire.stargates.remove(at)
    elif unit == "colony":
        galaxy.drop_colony(empire, at)
    else:
        galaxy.drop_ship(empire, at, war=unit == "warfleet")


def _strike(state: Position, seat: Seat, order: Strike, step: Phase, told: Told) -> Sequence[Step]:
    owner = _owner(state, seat, order, "SS-DIS-01")
    hands.pay(state, seat, *price_of("disaster"), order.using, told, "SS-DIS-01")
    _take_off(owner, order.unit, order.at)
    at = place(order.at)
    told.append(tell("disaster", "SS-DIS-01", whom=owner.seat, unit=order.unit, space=at))
    return [step]


def _things(empire: Empire) -> list[tuple[str, str]]:
    ships = [("warfleet" if ship.war else "fleet", ship.at) for ship in empire.ships]
    return list(
        dict.fromkeys(
            [
                *ships,
                *(("colony", at) for at in empire.colonies),
                *(("stargate", at) for at in empire.stargates),
            ]
        )
    )


def _offer_strike(state: Position, seat: Seat) -> Iterable[Offer]:
    if can_pay(state, seat, *price_of("disaster")):
        for other in state.others(seat):
            for unit, at in _things(other):
                yield Offer(
                    f"strike {other.seat} {unit} at {at}", "destroyed for 5 attack", "SS-DIS-01"
                )


def _check_treason(state: Position, seat: Seat, order: Treason) -> None:
    """A unit of an opponent (SS-TRS-01), like for like, if the chit is free (SS-TRS-02)."""
    if order.unit in ("stargate", "homeworld"):
        raise Refusal(f"A {order.unit} is no unit and cannot be turned.", "SS-TRS-02", "SS-TRS-01")
    if _owner(state, seat, order, "SS-TRS-01").seat == seat:
        raise Refusal("It is yours already.", "SS-TRS-01")
    must_have_chit(state, state.empires[seat], "colony" if order.unit == "colony" else "fleet")
    hands.payment(state, seat, *price_of("treason"), order.using, "SS-TRS-01")


def _treason(
    state: Position, seat: Seat, order: Treason, step: Phase, told: Told
) -> Sequence[Step]:
    owner, empire = _owner(state, seat, order, "SS-TRS-01"), state.empires[seat]
    hands.pay(state, seat, *price_of("treason"), order.using, told, "SS-TRS-01")
    _take_off(owner, order.unit, order.at)
    if order.unit == "colony":
        empire.colonies[order.at] = empire.colonies.get(order.at, 0) + 1
    else:
        empire.ships.append(Ship(order.at, war=order.unit == "warfleet"))
    turned: dict[str, Any] = {"whom": owner.seat, "unit": order.unit, "space": place(order.at)}
    told.append(tell("treason", "SS-TRS-01", seat=seat, **turned))
    galaxy.meet(state)
    return victory.after_colony(state, seat, step, told)


def _offer_treason(state: Position, seat: Seat) -> Iterable[Offer]:
    for other in state.others(seat):
        for unit, at in _things(other):
            if fits(_check_treason, state, seat, Treason(unit, at, other.seat)):
                yield Offer(
                    f"treason {other.seat} {unit} at {at}",
                    "it turns to you for 5 trade",
                    "SS-TRS-01",
                )


STRIKE = OrderHandler(
    "turn",
    _check_strike,
    _strike,
    _offer_strike,
    code="disaster",
    rules=("SS-DIS-02",),
    action=True,
)
TREASON = OrderHandler(
    "turn", _check_treason, _treason, _offer_treason, ("trade",), "treason", action=True
)


# --- Planning, Treaty, Border Raids ---------------------------------------------------------------


def _check_planning(state: Position, seat: Seat, order: Planning) -> None:
    again = state.turn.again
    if not state.discard or (again and again.taken not in state.discard):
        raise Refusal("There are no discards to take up.", "SS-PLN-02", "SS-PLN-01")
    hands.payment(state, seat, *price_of("planning"), order.using, "SS-PLN-01")


def _planning(
    state: Position, seat: Seat, order: Planning, step: Phase, told: Told
) -> Sequence[Step]:
    """The card on top before the price is paid (SS-PLN-02)."""
    name = hands.top_discard(state)
    hands.pay(state, seat, *price_of("planning"), order.using, told, "SS-PLN-01")
    hands.add(state, seat, name)
    told.append(tell("planning", "SS-PLN-01", seat=seat, card=name))
    return [step]


def _offer_planning(state: Position, seat: Seat) -> Iterable[Offer]:
    if fits(_check_planning, state, seat, Planning()):
        yield Offer(
            "planning", f"take up the {card(state.discard[-1])} card for 2 build", "SS-PLN-01"
        )


def _check_treaty(state: Position, seat: Seat, order: MakeTreaty) -> None:
    """The other is not asked (SS-TRY-01)."""
    must_be_opponent(state, seat, order.seat, "SS-TRY-01")
    hands.payment(state, seat, *price_of("treaty"), order.using, "SS-TRY-01")


def _treaty(
    state: Position, seat: Seat, order: MakeTreaty, step: Phase, told: Told
) -> Sequence[Step]:
    """Until both have had two more turns, this one not counted (SS-TRY-02)."""
    hands.pay(state, seat, *price_of("treaty"), order.using, told, "SS-TRY-01")
    turns = ability("treaty").duration_own_turns_each
    state.treaties = [treaty for treaty in state.treaties if {seat, order.seat} != set(treaty.left)]
    state.treaties.append(Treaty({seat: turns, order.seat: turns}, state.turn.number))
    told.append(tell("treaty", "SS-TRY-01", seat=seat, whom=order.seat))
    return [step]


def _offer_treaty(state: Position, seat: Seat) -> Iterable[Offer]:
    for other in state.others(seat):
        if fits(_check_treaty, state, seat, MakeTreaty(other.seat)):
            yield Offer(
                f"treaty with {other.seat}", "no battles between you for 5 trade", "SS-TRY-01"
            )


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
    hands.payment(state, seat, *price_of("border_raids"), order.using, "SS-BRD-01")


def _border(
    state: Position, seat: Seat, order: BorderRaid, step: Phase, told: Told
) -> Sequence[Step]:
    """Left out in its owner's next turn, draw and support (SS-BRD-01)."""
    owner = _raided(state, seat, order)
    hands.pay(state, seat, *price_of("border_raids"), order.using, told, "SS-BRD-01")
    owner.raided[order.at] = min(owner.raided.get(order.at, 0) + 1, owner.colonies[order.at])
    told.append(tell("raids", "SS-BRD-01", seat=seat, whom=owner.seat, space=place(order.at)))
    return [step]


def _offer_border(state: Position, seat: Seat) -> Iterable[Offer]:
    for other in state.others(seat):
        for at in other.colonies:
            if fits(_check_border, state, seat, BorderRaid(at)):
                yield Offer(
                    f"border raid {at}",
                    "left out in its owner's next turn, for 1 attack",
                    "SS-BRD-01",
                )


PLANNING = OrderHandler(
    "turn", _check_planning, _planning, _offer_planning, ("build",), "planning", action=True
)
TREATY = OrderHandler(
    "turn", _check_treaty, _treaty, _offer_treaty, ("trade",), "treaty", action=True
)
BORDER = OrderHandler(
    "turn", _check_border, _border, _offer_border, ("movement",), "border_raids", action=True
)
