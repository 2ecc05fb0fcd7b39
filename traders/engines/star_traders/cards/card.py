"""What a card's own module says of it, and what several of them ask alike. How any card is played
stands in `card_play.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from traders.engines.kernel.agenda import Step, Told
from traders.engines.kernel.contract import Offer
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import named
from traders.engines.star_traders.order_types import Play
from traders.engines.star_traders.state import Position
from traders.engines.star_traders.steps import Played, SeatsTurn


def never_pointless(state: Position, seat: Seat, order: Play) -> bool:
    """A card that always does something."""
    return False


def nobody(state: Position, seat: Seat) -> Seat:
    """A card whose target must be said, or that has none."""
    return ""


def no_threat(state: Position, play: Played) -> str:
    """A card that is not aimed at anybody."""
    return ""


class Card(NamedTuple):
    """One kind of card.

    `check` refuses a play that its text does not permit now (ST-LUCK-03); `effect` is what it does,
    for a Calamity once it was not avoided; `offers` are the plays open to a seat that holds it, or
    another card that stands in for it (the last argument);
    `pointless`: whether, gathered in an interval, it would do nothing any more and so goes home
    (PR-PRIORITY-03). `implied`: its target where only one is possible and none was said. `at_once`:
    it is discarded as it is played, whatever becomes of what it began. `action`: to play it is the
    turn's Action and ends Movement. `threat`: what a Calamity does to its victim who does not avoid
    it, `takes 2 Prestige`.
    """

    check: Callable[[Position, Seat, Play], None]
    effect: Callable[[Position, Played, Told], Sequence[Step] | None]
    offers: Callable[[Position, Seat, str], Iterable[Offer]]
    pointless: Callable[[Position, Seat, Play], bool] = never_pointless
    implied: Callable[[Position, Seat], Seat] = nobody
    at_once: bool = False
    action: bool = False
    threat: Callable[[Position, Played], str] = no_threat


def must_name_trader(state: Position, seat: Seat, order: Play) -> None:
    """Refuse a card on a Trader that names none of this game; oneself may be named
    (ST-CALAMITY-01).
    """
    if not order.on:
        orders = [f"play {order.card.lower()} on {other}" for other in state.playing()]
        raise Refusal(f"Say on whom {order.card} is played.", kind="ambiguous", instead=orders)
    if order.on not in state.playing():
        raise Refusal(
            f"{named(order.on)} is not in this game.", "ST-LUCK-03", instead=state.playing()
        )


def must_be_ones_turn(state: Position, seat: Seat, order: Play, *rules: str) -> None:
    """Refuse in another's turn (ST-LUCK-03)."""
    if state.turn.seat != seat or state.turn.stage == "setup":
        raise Refusal(f"{order.card} is played in your own turn.", *rules, "ST-LUCK-03")


def must_be_free(state: Position, seat: Seat, order: Play, *rules: str) -> None:
    """Refuse what takes a turn's own place (an attempt, the Action) while something else is under
    way.
    """
    if not isinstance(state.agenda[-1], SeatsTurn):
        raise Refusal(
            f"{order.card} waits until what is under way is over.",
            *rules,
            "ST-TURN-14",
            "ST-LUCK-03",
        )


def on_each(
    state: Position, seats: Iterable[Seat], card: str, words: str, rule: str
) -> Iterable[Offer]:
    """The card on each of these seats; `words` with `{}` for the seat."""
    for other in seats:
        yield Offer(
            f"play {card.lower()} on {other}", words.format(named(other)), rule, reaction=True
        )
