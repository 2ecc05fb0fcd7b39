"""The deck, the Deal action, the card too many, and orders handed in (IT-DEA, IT-SHF-07)."""

from __future__ import annotations

from collections.abc import Iterable

from traders.engines.imperial_trader.actions import work
from traders.engines.imperial_trader.events import tell
from traders.engines.imperial_trader.orders.order_parts import drew
from traders.engines.imperial_trader.position.agenda_steps import Acting, Discarding, Shuffle
from traders.engines.imperial_trader.position.state import Captain, Position
from traders.engines.imperial_trader.ship import settlers_and_alien_goods
from traders.engines.imperial_trader.sub_sector import chart, sub_sector_state
from traders.engines.imperial_trader.turn import turn_stages
from traders.engines.kernel.contract.contract import Chance, Turn
from traders.engines.kernel.orders.order_handler import Order, OrderHandler, unoffered
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, StepHandler, Steps, Told


def shuffle_chance(state: Position, step: Shuffle) -> Chance | None:
    """A card that comes back is shuffled into the deck at once (IT-DEA-05); its order is nobody's
    to see (IT-DEA-07).
    """
    return (
        Chance("shuffle", len(state.deck), "the order deck", "IT-DEA-05", secret=True)
        if len(state.deck) > 1
        else None
    )


def shuffled(state: Position, step: Shuffle, outcome: list[int], told: Told) -> Steps:
    state.deck = [state.deck[place - 1] for place in outcome]
    return []


def draw(state: Position, captain: Captain, told: Told) -> None:
    """The top card, face up (IT-DEA-07)."""
    order = state.deck.pop(0)
    captain.orders.append(order)
    state.turn.drawn += 1
    told.append(tell("draws", "IT-DEA-01", reveals=True, seat=captain.seat, order=order))


def drop(state: Position, captain: Captain, cargo: str) -> None:
    """A card goes, together with any cargo loaded for it (IT-DEA-02); loads without a card are just
    thrown away.
    """
    if cargo in captain.orders:
        captain.orders.remove(cargo)
        state.deck.append(cargo)
    if cargo in captain.cargo:
        captain.cargo.remove(cargo)
    captain.delayed = [one for one in captain.delayed if one != cargo]


# --- deal -----------------------------------------------------------------------------------------


class Deal(Order, frozen=True):
    """`deal`"""


def _must_be_dealt(state: Position, seat: Seat) -> None:
    """At an Imperial World (IT-DEA-01, IT-MAP-02) that is open (IT-SHF-05), while there is a card
    (IT-DEA-06).
    """
    turn_stages.must_have_action(state, seat)
    captain = state.captains[seat]
    planet = sub_sector_state.must_trade(state, captain, "Deal", "IT-DEA-01")
    if sub_sector_state.unsettled(state, planet):
        raise Refusal(f"{planet} is not settled: nobody deals there.", "IT-DEA-01", "IT-SHF-11")
    if not state.deck:
        raise Refusal("No order is left in the deck.", "IT-DEA-06")


def _deal(state: Position, seat: Seat, order: Deal, step: Acting, told: Told) -> Steps:
    """One card; beyond the limit the player chooses what goes, after seeing it (IT-DEA-02,
    IT-DEA-03, IT-DEA-04).
    """
    captain = state.captains[seat]
    turn_stages.act(state, seat)
    draw(state, captain, told)
    turn_stages.came_to(state, "drew", drew(captain.orders[-1]))
    return [Discarding(seat), step] if captain.held > state.options.order_limit else [step]


DEAL = OrderHandler(
    Deal,
    forms=("deal",),
    help="Draw a buy order card; this is one action.",
    said=(
        "draw order",
        "draw card",
        "new order",
        "take order",
        "get order",
        "draw new order",
        "draw buy order",
    ),
    rule="IT-DEA-01",
    at=(Acting,),
    must=_must_be_dealt,
    means="draw a buy order",
    deed=_deal,
)


# --- discard --------------------------------------------------------------------------------------


def waits(state: Position, step: Discarding) -> Turn | None:
    """Silence keeps the old card if its cargo is aboard, otherwise the one that pays more
    (IT-DEA-03). Nobody is asked where the round's orders say what is kept (IT-PBM-02).
    """
    if any(text.startswith("keep ") for text in state.ordered.get(step.seat, [])):
        return None
    captain = state.captains[step.seat]
    *old, new = captain.orders
    kept = [cargo for cargo in old if cargo in captain.cargo]
    free = [cargo for cargo in (*old, new) if cargo not in kept]
    goes = (
        new
        if len(kept) == len(old)
        else min(free, key=lambda cargo: work.pay(state, captain, cargo))
    )
    return Turn(
        (step.seat,), "discard", "IT-DEA-02", state.turn.number, f"discard {goes.casefold()}"
    )


def blocked(state: Position, captain: Captain, order: str) -> bool:
    """Whether an order's pick-up (not yet loaded) or drop-off is closed (IT-SHF-07)."""
    pickup, goal = chart.parts(state.chart, order)
    return sub_sector_state.closed(state, goal) or (
        order not in captain.cargo and sub_sector_state.closed(state, pickup)
    )


class Discard(Order, frozen=True):
    """`discard grain to ferrum vale`"""

    cargo: str


def _must_be_agreed(state: Position, seat: Seat) -> None:
    if isinstance(state.agenda[-1], Acting) and not state.options.shifting_imperium:
        raise Refusal(
            "Orders are discarded only when a Deal leaves you one too many.",
            "IT-DEA-02",
            "IT-SHF-07",
            "IT-SHF-01",
        )


def _check_discard(state: Position, seat: Seat, order: Discard) -> None:
    captain = state.captains[seat]
    cargo = settlers_and_alien_goods.aboard(captain, order.cargo)
    if isinstance(state.agenda[-1], Discarding):
        if cargo not in (*captain.orders, *captain.loads):
            raise Refusal(f"You do not hold {order.cargo}.", "IT-DEA-02", "IT-DEA-03")
        return
    _check_hand_in(state, captain, order.cargo)


def _check_hand_in(state: Position, captain: Captain, order: str) -> None:
    """A blocked order, once a turn, at an open planet (IT-SHF-07)."""
    if order not in captain.orders:
        raise Refusal(f"You do not hold the order {order}.", "IT-SHF-07", "IT-WRK-01")
    if state.turn.handed_in:
        raise Refusal("You have handed in an order in this turn already.", "IT-SHF-07")
    if not blocked(state, captain, order):
        raise Refusal(f"{order} touches no closed world.", "IT-SHF-07")
    if captain.at.to or captain.at.planet not in sub_sector_state.open_worlds(state):
        raise Refusal("Orders are handed in at an open planet.", "IT-SHF-07")
    if not state.deck:
        raise Refusal("No order is left in the deck to replace it.", "IT-SHF-07", "IT-DEA-06")


def _discard(state: Position, seat: Seat, order: Discard, step: Step, told: Told) -> Steps:
    """The card goes back once the draw is complete (IT-DEA-05). Handing in draws a replacement and
    takes no action (IT-SHF-07).
    """
    captain = state.captains[seat]
    cargo = settlers_and_alien_goods.aboard(captain, order.cargo)
    told.append(tell("discards", "IT-DEA-02", seat=seat, cargo=cargo))
    if isinstance(step, Discarding):
        drop(state, captain, cargo)
        return [Shuffle()]
    state.turn.handed_in = True
    draw(state, captain, told)
    drop(state, captain, cargo)
    return [Shuffle(), step]


def _cards(state: Position, seat: Seat) -> Iterable[Discard]:
    captain = state.captains[seat]
    return map(Discard, dict.fromkeys((*captain.orders, *captain.loads)))


DISCARD = OrderHandler(
    Discard,
    forms=("discard <cargo>",),
    help="Discard the buy order that is one too many, or hand in one that a closed planet blocks.",
    example="discard grain to ferrum vale",
    said=("throw away", "get rid", "return", "give back"),
    rule="IT-DEA-02",
    at=(Discarding, Acting),
    must=_must_be_agreed,
    check=_check_discard,
    menu=_cards,
    means="any cargo loaded for it goes too",
    deed=_discard,
)


class Keep(Order, frozen=True):
    """`keep grain to ferrum vale and heavy ore to port meridian`"""

    cargos: tuple[str, ...]


def _must_be_too_many(state: Position, seat: Seat) -> None:
    if not isinstance(state.agenda[-1], Discarding):
        raise Refusal(
            "You say what you keep only when a Deal leaves you an order too many.", "IT-DEA-02"
        )


def _keep(state: Position, seat: Seat, order: Keep, step: Discarding, told: Told) -> Steps:
    """The new card goes unless it is named, and before those that are held; for it the last of
    these goes, of those that are not named what pays least.
    """
    captain = state.captains[seat]
    *old, new = captain.orders
    places = {cargo: n for n, cargo in enumerate(reversed(order.cargos), 1)}
    goes = min(
        (new, *old),
        key=lambda cargo: (places.get(cargo, 0), cargo != new, work.pay(state, captain, cargo)),
    )
    return _discard(state, seat, Discard(goes), step, told)


KEEP = OrderHandler(
    Keep,
    forms=("keep <cargos>",),
    help="Keep the buy order that you drew if it is one of these; else it goes back.",
    example="keep grain to ferrum vale",
    rule="IT-DEA-03",
    at=(Discarding, Acting),
    must=_must_be_too_many,
    menu=unoffered,
    deed=_keep,
)

STEPS = (StepHandler(Shuffle, waits=shuffle_chance, takes=shuffled),)
