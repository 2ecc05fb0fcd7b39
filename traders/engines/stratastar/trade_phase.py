"""The Trade phase by cards: external, internal, research (SS-TRD-03 to SS-TRD-06, SS-RES-02)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from traders.engines.kernel.agenda import Step, Told
from traders.engines.kernel.contract import Offer
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import named
from traders.engines.stratastar import galaxy, hands
from traders.engines.stratastar.display_names import card, counted
from traders.engines.stratastar.events import tell
from traders.engines.stratastar.order_handler import OrderHandler, fits, price_of
from traders.engines.stratastar.order_types import Exchange, Piracy, Raid, Research
from traders.engines.stratastar.state import Position
from traders.engines.stratastar.steps import Draw, Phase, TakeCard


def must_be_opponent(state: Position, seat: Seat, other: Seat, *rules: str) -> None:
    """Refuse oneself, and who is not in the game."""
    if other == seat or other not in state.playing:
        raise Refusal(f"{named(other)} is no opponent of yours in this game.", *rules)


def _check_raid(state: Position, seat: Seat, order: Raid) -> None:
    must_be_opponent(state, seat, order.seat, "SS-TRD-03")
    if not galaxy.in_contact(state, seat, order.seat):
        raise Refusal(f"Your empire and {named(order.seat)}'s have never adjoined.", "SS-XPL-04")
    hands.payment(state, seat, "trade", 1, order.using, "SS-TRD-03")
    if not hands.size(state, order.seat):
        raise Refusal(f"{named(order.seat)} holds no cards.", "SS-TRD-03")


def _raid(state: Position, seat: Seat, order: Raid, step: Phase, told: Told) -> Sequence[Step]:
    """A random card of another's hand (SS-TRD-03)."""
    hands.pay(state, seat, "trade", 1, order.using, told, "SS-TRD-03")
    return [TakeCard(seat, order.seat, keep=True), step]


def _offer_raid(state: Position, seat: Seat) -> Iterable[Offer]:
    for other in state.others(seat):
        if fits(_check_raid, state, seat, Raid(other.seat)):
            yield Offer(
                f"raid {other.seat}",
                f"a random card of {named(other.seat)}'s hand for 1 trade",
                "SS-TRD-03",
            )


def _check_piracy(state: Position, seat: Seat, order: Piracy) -> None:
    must_be_opponent(state, seat, order.seat, "SS-PCY-01")
    hands.payment(state, seat, *price_of("piracy"), order.using, "SS-PCY-01")
    if not hands.size(state, order.seat):
        raise Refusal(f"{named(order.seat)} holds no cards.", "SS-PCY-01")


def _piracy(state: Position, seat: Seat, order: Piracy, step: Phase, told: Told) -> Sequence[Step]:
    hands.pay(state, seat, *price_of("piracy"), order.using, told, "SS-PCY-01")
    return [TakeCard(seat, order.seat, keep=False), step]


def _offer_piracy(state: Position, seat: Seat) -> Iterable[Offer]:
    for other in state.others(seat):
        if fits(_check_piracy, state, seat, Piracy(other.seat)):
            yield Offer(
                f"piracy on {other.seat}",
                f"{named(other.seat)} loses a random card, for 2 attack",
                "SS-PCY-01",
            )


def _check_exchange(state: Position, seat: Seat, order: Exchange) -> None:
    """Once a turn (SS-TRD-06); the X cards are others than the one that pays."""
    if state.turn.exchanged:
        raise Refusal("Internal trade is made once a turn.", "SS-TRD-06")
    paid = hands.payment(state, seat, "trade", 1, order.using, "SS-TRD-05").cards
    names = dict(order.cards)
    for name, n in paid.items():
        names[name] = names.get(name, 0) + n
    hands.must_hold(state, seat, tuple(names.items()), "SS-TRD-05")


def _exchange(
    state: Position, seat: Seat, order: Exchange, step: Phase, told: Told
) -> Sequence[Step]:
    """X cards and one Trade card away, X + 1 drawn (SS-TRD-05)."""
    state.turn.exchanged = True
    hands.pay(state, seat, "trade", 1, order.using, told, "SS-TRD-05")
    hands.spend(state, seat, dict(order.cards))
    n = sum(m for _, m in order.cards)
    away = counted(dict(order.cards))
    told.append(tell("exchange", "SS-TRD-05", seat=seat, cards=away, n=n + 1))
    return [Draw(seat, n + 1), step]


def _offer_exchange(state: Position, seat: Seat) -> Iterable[Offer]:
    if fits(_check_exchange, state, seat, Exchange(())):
        yield Offer("exchange nothing", "draw a card for 1 trade", "SS-TRD-05")
    for name in hands.held(state, seat):
        if fits(_check_exchange, state, seat, Exchange(((name, 1),))):
            yield Offer(
                f"exchange 1 {card(name)}", "draw two cards for it and 1 trade", "SS-TRD-05"
            )


def _check_research(state: Position, seat: Seat, order: Research) -> None:
    """A real Research card (SS-RES-03)."""
    hands.must_hold(state, seat, (("research", 1),), "SS-RES-02", "SS-RES-03")


def _research(
    state: Position, seat: Seat, order: Research, step: Phase, told: Told
) -> Sequence[Step]:
    hands.spend(state, seat, {"research": 1})
    told.append(tell("research", "SS-RES-02", seat=seat))
    return [Draw(seat, 2), step]


def _offer_research(state: Position, seat: Seat) -> Iterable[Offer]:
    if fits(_check_research, state, seat, Research()):
        yield Offer("research", "draw two cards for 1 research", "SS-RES-02")


RAID = OrderHandler(
    "turn", _check_raid, _raid, _offer_raid, phases=("trade",), rules=("SS-TRD-03",), action=True
)
PIRACY = OrderHandler(
    "turn", _check_piracy, _piracy, _offer_piracy, phases=("trade",), code="piracy", action=True
)
EXCHANGE = OrderHandler(
    "turn",
    _check_exchange,
    _exchange,
    _offer_exchange,
    phases=("trade",),
    rules=("SS-TRD-05",),
    action=True,
)
RESEARCH = OrderHandler(
    "turn",
    _check_research,
    _research,
    _offer_research,
    phases=("trade",),
    rules=("SS-RES-02",),
    action=True,
)
