"""The option of a growing cargo bay (TL-ECB)."""

from __future__ import annotations

from traders.engines.kernel.orders.order_handler import Order, OrderHandler
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Steps, Told
from traders.engines.kernel.words import count
from traders.engines.traders_luck import expansions_in_play
from traders.engines.traders_luck.events import tell
from traders.engines.traders_luck.position import day_spending
from traders.engines.traders_luck.position.agenda_steps import Trading
from traders.engines.traders_luck.position.state import Options, Position
from traders.engines.traders_luck.tables import tables


class Expand(Order, frozen=True):
    """`expand`"""


def first(options: Options) -> int:
    """The hold that ships start with: five (TL-CAR-01), with the option three, in a short game four
    (TL-ECB-01).
    """
    bay = tables().bay
    if not options.cargo_bay:
        return tables().start.hold
    return bay.first_short if options.days <= bay.short_days else bay.first


def price(state: Position, seat: Seat) -> int:
    """Five credits for each unit that the hold takes now (TL-ECB-04)."""
    return tables().bay.price_per_unit * state.traders[seat].bay


def _must_be_agreed(state: Position, seat: Seat) -> tuple[str, ...]:
    if not state.options.cargo_bay:
        raise Refusal(
            "Holds do not grow in this game: that is an option.",
            "TL-ECB-02",
            "TL-CAR-01",
            "TL-ECB-01",
        )
    return ()


def _must_be_due(state: Position, seat: Seat) -> None:
    """Once a turn (TL-ECB-02), at any moment of one's trading (TL-ECB-05); without a ceiling unless
    the table set one (TL-ECB-06).
    """
    _must_be_agreed(state, seat)
    expansions_in_play.must_let_trade(state, seat)
    if state.turn.expanded:
        raise Refusal("You have enlarged your bay in this turn already.", "TL-ECB-02")
    if state.turn.bought and state.options.revision == 1:
        raise Refusal("The bay is enlarged before any purchase.", "TL-ECB-05")
    trader, most = state.traders[seat], state.options.bay_limit
    if most and trader.bay >= most:
        raise Refusal(f"At this table a hold takes {count(most, 'unit')} at most.", "TL-ECB-06")
    day_spending.must_fit(state, seat, tables().bay.days, "Enlarging the bay", "TL-ECB-03")
    if price(state, seat) > trader.credits:
        raise Refusal(
            f"That costs {count(price(state, seat), 'credit')}, and you have {trader.credits}.",
            "TL-ECB-04",
            "TL-PRC-06",
        )


def _expand(state: Position, seat: Seat, order: Expand, step: Trading, told: Told) -> Steps:
    """One day more (TL-ECB-03), one unit more, which serves at once (TL-ECB-02, TL-ECB-05)."""
    trader, paid = state.traders[seat], price(state, seat)
    day_spending.spend(state, seat, tables().bay.days)
    trader.credits -= paid
    state.turn.outlay += paid
    state.turn.expanded = True
    trader.bay += tables().bay.step
    told.append(tell("bay", "TL-ECB-02", seat=seat, bay=trader.bay, paid=paid))
    return [step]


def _means(state: Position, seat: Seat, order: Expand) -> str:
    bay = tables().bay
    paid = f"{count(price(state, seat), 'credit')} and {count(bay.days, 'day')}"
    return f"{count(bay.step, 'unit')} more for {paid}"


EXPAND = OrderHandler(
    Expand,
    forms=("expand",),
    help="Spend credits and time to enlarge your hold.",
    said=(
        "expand bay",
        "expand hold",
        "expand cargo bay",
        "enlarge hold",
        "enlarge bay",
        "bigger hold",
        "buy space",
        "upgrade hold",
    ),
    rule="TL-ECB-02",
    at=(Trading,),
    untimely=_must_be_agreed,
    must=_must_be_due,
    means=_means,
    deed=_expand,
)
