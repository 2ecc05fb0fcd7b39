"""What a victor of player combat gets (BH-CMB-04 to 10)."""

from __future__ import annotations

from typing import Any

from traders.engines.kernel.contract.contract import Interval
from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.orders.order_handler import Order, OrderHandler
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, StepHandler, Told
from traders.engines.kernel.words import listed
from traders.engines.traders_luck.bounty_hunters import piracy_and_bounty_ratings, ships_on_dice
from traders.engines.traders_luck.bounty_hunters.agenda_steps import Spoils
from traders.engines.traders_luck.bounty_hunters.tables import tables
from traders.engines.traders_luck.events import tell
from traders.engines.traders_luck.position import planet_market
from traders.engines.traders_luck.position.display_names import units
from traders.engines.traders_luck.position.state import Lot, Position


def defeat(state: Position, victor: Seat, loser: Seat, told: Told) -> list[Step]:
    """A pirate's defeat pays a bounty, from nobody's purse, and a Bounty Hunter point (BH-CMB-07,
    BH-RAT-03, BH-RAT-04), and brings the loser to detention (BH-CMB-06), whose points count as they
    stand. Then the victor may take cargo (BH-CMB-04, BH-CMB-10).
    """
    points = state.hunters[loser].piracy
    pirate = state.hunters[loser].pirate
    if pirate:
        paid = tables().amounts.for_each_piracy * points
        state.traders[victor].credits += paid
        state.turn.income += paid if victor == state.turn.seat else 0
        state.hunters[victor].bounty += 1
        told.append(tell("bounty", "BH-CMB-07", seat=victor, loser=loser, paid=paid))
        cargo = state.traders[loser].cargo
        piracy_and_bounty_ratings.detained(state, loser, told)
        state.traders[loser].cargo = cargo  # lost when the victor has chosen
    return [Spoils(victor, loser, pirate)]


def takable(state: Position, step: Spoils) -> list[Lot]:
    """What fits of the loser's cargo, the victor's of another kind given up, unless trade is free
    (BH-CMB-04, BH-CMB-05). A victor who has dropped out takes nothing.
    """
    if state.traders[step.victor].out:
        return []
    victor, cargo = state.traders[step.victor], state.traders[step.loser].cargo
    if state.options.free_trading:
        free = planet_market.room(victor)
    else:
        kinds = {lot.good for lot in cargo}
        free = max(0, victor.bay - sum(lot.n for lot in victor.cargo if lot.good in kinds))
    found = []
    for lot in cargo:
        units = min(free, lot.n)
        free -= units
        if units:
            found.append(Lot(lot.good, units, lot.paid))
    return found


def sheltered(state: Position, step: Spoils) -> bool:
    """A defeated pirate is not robbed while the police are present (BH-PVP-08)."""
    return step.pirate and ships_on_dice.sheltering(state)


def swaps(state: Position, step: Spoils) -> bool:
    """Whether taking means giving up cargo of one's own (BH-CMB-05)."""
    theirs = {lot.good for lot in state.traders[step.loser].cargo}
    return not state.options.free_trading and any(
        kind not in theirs for kind in state.traders[step.victor].kinds()
    )


def waits(state: Position, step: Spoils) -> Interval | None:
    """Asked where the loser has cargo that the victor may take."""
    if not takable(state, step) or sheltered(state, step):
        return None
    takes = taken_in_silence(state, step)
    about = tell(
        "spoils",
        "BH-CMB-10" if step.pirate else "BH-CMB-04",
        seat=step.victor,
        loser=step.loser,
        goods=planet_market.by_good(takable(state, step)),
        robs=step.pirate,
        takes=takes,
    )
    passing = "take it" if takes else "leave it"
    return Interval.upon(about, step.key, "spoils", (step.victor,), question=True, passing=passing)


def taken_in_silence(state: Position, step: Spoils) -> bool:
    """An honest loser's cargo is taken if that costs none of one's own; a pirate is not robbed
    (BH-CMB-10).
    """
    return bool(takable(state, step)) and not step.pirate and not swaps(state, step)


def closed(state: Position, step: Spoils, told: Told) -> None:
    """Silence, or nothing to take."""
    _over(state, step, told, take=taken_in_silence(state, step))


def _over(state: Position, step: Spoils, told: Told, *, take: bool) -> None:
    """Cargo goes over lot by lot at the price that the loser paid (BH-STO-01, BH-STO-02), and may
    be sold here (BH-STO-05); what is left stays with an honest loser (BH-CMB-04), a pirate's is
    lost (BH-CMB-06). Piracy: one more for robbing a pirate (BH-CMB-10), else one less for having
    beaten one (BH-CMB-07).
    """
    victor, loser = state.traders[step.victor], state.traders[step.loser]
    if take:
        _carry_over(state, step, told)
    if not step.pirate:
        return
    loser.cargo = []
    if victor.out:
        return
    hunter = state.hunters[step.victor]
    if take:
        hunter.piracy += 1
    else:
        piracy_and_bounty_ratings.less_piracy(state, step.victor)
    rule = "BH-CMB-10" if take else "BH-CMB-07"
    points: dict[str, Any] = {"piracy": hunter.piracy, "bounty": hunter.bounty}
    told.append(tell("ratings", rule, seat=step.victor, **points))


def _carry_over(state: Position, step: Spoils, told: Told) -> None:
    """The victor gives up other cargo where it must (BH-CMB-05), and takes its fill (BH-CMB-04)."""
    victor, loser = state.traders[step.victor], state.traders[step.loser]
    lots = takable(state, step)
    if swaps(state, step):
        kinds = {lot.good for lot in loser.cargo}
        lost = planet_market.by_good(lot for lot in victor.cargo if lot.good not in kinds)
        victor.cargo = [lot for lot in victor.cargo if lot.good in kinds]
        told.append(tell("gives-up", "BH-CMB-05", seat=step.victor, goods=lost))
    victor.cargo += lots
    for lot in lots:
        alike = [own for own in loser.cargo if (own.good, own.paid) == (lot.good, lot.paid)]
        planet_market.take_out(loser, alike, lot.n)
    taken = planet_market.by_good(lots)
    told.append(tell("takes-cargo", "BH-CMB-04", seat=step.victor, loser=step.loser, goods=taken))


# --- the victor's orders --------------------------------------------------------------------------


class TakeCargo(Order, frozen=True):
    """`take cargo`"""


class Rob(Order, frozen=True):
    """`pirate`: a beaten pirate's cargo is taken."""


class LeaveCargo(Order, frozen=True):
    """`leave cargo`"""


def _asked(state: Position, seat: Seat, *rules: str) -> Spoils:
    step = state.agenda[-1]
    if not isinstance(step, Spoils) or step.victor != seat:
        raise Refusal("There are no spoils of yours to decide on.", *rules, "BH-CMB-04")
    return step


def _must_be_honest(state: Position, seat: Seat) -> None:
    """Of an honest loser's (BH-CMB-04); a beaten pirate's is robbed (BH-CMB-10)."""
    if _asked(state, seat).pirate:
        raise Refusal(
            "To take a beaten pirate's cargo is piracy: write pirate.",
            "BH-CMB-10",
            instead=["pirate"],
        )


def _must_be_pirate(state: Position, seat: Seat) -> None:
    """Only a beaten pirate (BH-CMB-10), and not before the police (BH-PVP-08)."""
    if state.turn.attacker and ships_on_dice.sheltering(state):
        raise Refusal(
            "While the police are present no beaten pirate is robbed.", "BH-PVP-08", "BH-CMB-10"
        )
    if not _asked(state, seat, "BH-CMB-10").pirate:
        raise Refusal(
            "The loser is no pirate: write take cargo.",
            "BH-CMB-04",
            "BH-CMB-10",
            instead=["take cargo"],
        )


def _take(state: Position, seat: Seat, order: TakeCargo | Rob, step: Spoils, told: Told) -> None:
    _over(state, step, told, take=True)


def _leave(state: Position, seat: Seat, order: LeaveCargo, step: Spoils, told: Told) -> None:
    """Taking is a choice (BH-CMB-04, BH-CMB-05)."""
    _over(state, step, told, take=False)


def _booty(state: Position, seat: Seat, order: TakeCargo | Rob) -> str:
    step = _asked(state, seat)
    words = listed(
        [f"{units(lot.n, lot.good)} bought at {lot.paid}" for lot in takable(state, step)]
    )
    words += "; your own cargo of another kind is given up" if swaps(state, step) else ""
    return words + (", and a Piracy point instead of one less" if step.pirate else "")


TAKE = OrderHandler(
    TakeCargo,
    forms=("take cargo",),
    prefix="take cargo",
    when=When.ASKED,
    help="Take the cargo of the player whom you have beaten, as far as your hold takes it.",
    rule="BH-CMB-04",
    must=_must_be_honest,
    means=_booty,
    deed=_take,
)
ROB = OrderHandler(
    Rob,
    forms=("pirate",),
    when=When.ASKED,
    help="Take the cargo of the pirate player whom you have beaten; that is piracy.",
    rule="BH-CMB-10",
    must=_must_be_pirate,
    means=_booty,
    deed=_take,
)
LEAVE = OrderHandler(
    LeaveCargo,
    forms=("leave cargo",),
    prefix="leave cargo",
    when=When.ASKED,
    help="Leave the cargo of the player whom you have beaten, and keep your own.",
    rule="BH-CMB-05",
    must=_asked,
    means="take nothing",
    deed=_leave,
)

STEPS = (
    StepHandler(
        Spoils,
        waits=waits,
        closes=closed,
    ),
)
