"""The Trade phase by cards: external, internal, research (SS-TRD-03 to SS-TRD-06, SS-RES-02)."""

from __future__ import annotations

from collections.abc import Iterable

from traders.engines.kernel.orders.order_handler import OrderHandler
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Steps, Told
from traders.engines.kernel.words import named
from traders.engines.stratastar.empire import cards_and_payment
from traders.engines.stratastar.empire.cards_and_payment import Cards
from traders.engines.stratastar.empire.paid_orders import (
    Paid,
    StrataOrder,
    as_written,
    in_words,
    paid,
)
from traders.engines.stratastar.events import tell
from traders.engines.stratastar.position import galaxy
from traders.engines.stratastar.position.agenda_steps import Draw, Phase, TakeCard
from traders.engines.stratastar.position.display_names import counted
from traders.engines.stratastar.position.state import Position
from traders.engines.stratastar.tables import tables

RESEARCH_PRICE = tables().price("basic_research")
RESEARCHED = tables().drawn("basic_research")


def must_be_opponent(state: Position, seat: Seat, other: Seat, *rules: str) -> None:
    """Refuse oneself, and who is not in the game."""
    if other == seat or other not in state.playing:
        raise Refusal(f"{named(other)} is no opponent of yours in this game.", *rules)


def must_hold_cards(state: Position, other: Seat, rule: str) -> None:
    """Refuse a seat of whom no card can be taken."""
    if not cards_and_payment.size(state, other):
        raise Refusal(f"{named(other)} holds no cards.", rule)


class Raid(Paid, frozen=True):
    """`raid blue`"""

    action = True
    seat: str


def _check_raid(state: Position, seat: Seat, order: Raid) -> None:
    must_be_opponent(state, seat, order.seat, "SS-TRD-03")
    if not galaxy.in_contact(state, seat, order.seat):
        raise Refusal(f"Your empire and {named(order.seat)}'s have never adjoined.", "SS-XPL-04")
    must_hold_cards(state, order.seat, "SS-TRD-03")


def _raid(state: Position, seat: Seat, order: Raid, step: Phase, told: Told) -> Steps:
    """A random card of another's hand (SS-TRD-03)."""
    return [TakeCard(seat, order.seat, keep=True), step]


RAID = paid(
    OrderHandler(
        Raid,
        forms=("raid <seat>",),
        said=("rob",),
        help="Pay {price} and draw a random card from an opponent's hand.",
        example="raid blue",
        rule="SS-TRD-03",
        stages=("trade",),
        untimely=("SS-TRD-03",),
        check=_check_raid,
        menu=lambda state, seat: [Raid(other.seat) for other in state.others(seat)],
        means=lambda state, seat, order: (
            f"a random card of {named(order.seat)}'s hand for {{price}}"
        ),
        deed=_raid,
    ),
    tables().price("external_trade"),
)


class Piracy(Paid, frozen=True):
    """`piracy on blue`"""

    action = True
    seat: str


def _check_piracy(state: Position, seat: Seat, order: Piracy) -> None:
    must_be_opponent(state, seat, order.seat, "SS-PCY-01")
    must_hold_cards(state, order.seat, "SS-PCY-01")


def _piracy(state: Position, seat: Seat, order: Piracy, step: Phase, told: Told) -> Steps:
    return [TakeCard(seat, order.seat, keep=False), step]


PIRACY = paid(
    OrderHandler(
        Piracy,
        forms=("piracy on <seat>",),
        help="Pay {price}; an opponent loses a random card to the discard pile.",
        example="piracy on blue",
        rule="SS-PCY-01",
        needs="piracy",
        stages=("trade",),
        check=_check_piracy,
        menu=lambda state, seat: [Piracy(other.seat) for other in state.others(seat)],
        means=lambda state, seat, order: f"{named(order.seat)} loses a random card, for {{price}}",
        deed=_piracy,
    )
)


class Exchange(Paid, frozen=True):
    """`exchange 2 attack and 1 move`"""

    action = True
    cards: Cards


def _check_exchange(state: Position, seat: Seat, order: Exchange) -> None:
    """Once a turn (SS-TRD-06); the X cards are others than the one that pays."""
    if state.turn.exchanged:
        raise Refusal("Internal trade is made once a turn.", "SS-TRD-06")
    names = dict(order.cards)
    for name, n in cards_and_payment.payment(
        state, seat, *tables().price("internal_trade"), order.using, "SS-TRD-05"
    ).cards.items():
        names[name] = names.get(name, 0) + n
    cards_and_payment.must_hold(state, seat, tuple(names.items()), "SS-TRD-05")


def _exchange(state: Position, seat: Seat, order: Exchange, step: Phase, told: Told) -> Steps:
    """X cards and one Trade card away, X + 1 drawn (SS-TRD-05)."""
    state.turn.exchanged = True
    cards_and_payment.spend(state, seat, dict(order.cards))
    n = sum(m for _, m in order.cards)
    away = counted(dict(order.cards))
    told.append(tell("exchange", "SS-TRD-05", seat=seat, cards=away, n=n + 1))
    return [Draw(seat, n + 1), step]


def _none_or_one(state: Position, seat: Seat) -> Iterable[Exchange]:
    return map(Exchange, ((), *(((name, 1),) for name in cards_and_payment.held(state, seat))))


EXCHANGE = paid(
    OrderHandler(
        Exchange,
        forms=("exchange <cards>",),
        said=("swap", "trade in", "change"),
        help="Pay {price}, throw away other cards that you name, and draw one card more than "
        "those.",
        example="exchange 2 attack, 1 move",
        counts=("cards",),
        rule="SS-TRD-05",
        stages=("trade",),
        untimely=("SS-TRD-05",),
        check=_check_exchange,
        menu=_none_or_one,
        means=lambda state, seat, order: (
            "draw two cards for it and {price}" if order.cards else "draw a card for {price}"
        ),
        deed=_exchange,
    ),
    tables().price("internal_trade"),
)


class Research(StrataOrder, frozen=True):
    """`research`"""

    action = True


def _must_hold_research(state: Position, seat: Seat) -> None:
    """A real Research card (SS-RES-03)."""
    cards_and_payment.must_hold(state, seat, (RESEARCH_PRICE,), "SS-RES-02", "SS-RES-03")


def _research(state: Position, seat: Seat, order: Research, step: Phase, told: Told) -> Steps:
    cards_and_payment.spend(state, seat, dict([RESEARCH_PRICE]))
    told.append(tell("research", "SS-RES-02", seat=seat))
    return [Draw(seat, RESEARCHED), step]


RESEARCH = OrderHandler(
    Research,
    forms=("research",),
    help=f"Pay {in_words(*RESEARCH_PRICE)} in your Trade phase and draw {RESEARCHED} cards.",
    rule="SS-RES-02",
    stages=("trade",),
    untimely=("SS-RES-02",),
    must=_must_hold_research,
    means=f"draw {RESEARCHED} cards for {as_written(*RESEARCH_PRICE)}",
    deed=_research,
)
