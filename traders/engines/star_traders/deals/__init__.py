"""Deals between any two seats, at any time, also inside another's jump (ST-TRADE-03, ST-TRADE-06):
what they may offer, and the exchange in one instant. Promises are words: nothing here keeps or
enforces one, a loan is a gift (ST-TRADE-04, ST-TRADE-12).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from traders.engines.kernel.contract.contract import Event, Over
from traders.engines.kernel.engine.optional_contract import Session, Terms
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import NO_NAMES, Seat, SeatNames
from traders.engines.kernel.steps.agenda import Step, Told, put
from traders.engines.kernel.words import named
from traders.engines.star_traders.deals import commodities, party_holdings_check
from traders.engines.star_traders.deals.commodities import (
    Engines,
    Freight,
    Money,
    NamedCard,
    Permission,
    Persona,
    Right,
    SomeCard,
    StationAt,
    Thing,
)
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.holdings import cargo_hold, luck_cards, stations
from traders.engines.star_traders.jump.jump import whereabouts
from traders.engines.star_traders.personalities import personality_rules
from traders.engines.star_traders.play.step_handlers import PROCEDURES
from traders.engines.star_traders.position.agenda_steps import ShedCards, ShedCargo
from traders.engines.star_traders.position.delivery_and_petition_steps import (
    ChooseDelivery,
    DealInterval,
    Deliveries,
    GiveCard,
)
from traders.engines.star_traders.position.display_names import place
from traders.engines.star_traders.position.personality_steps import StationAuction
from traders.engines.star_traders.position.state import Position
from traders.engines.star_traders.turn import personality_transfer

FIRST: dict[type[Step], tuple[str, ...]] = {
    ShedCards: ("Cards over a hand's limit are discarded before anything else.", "ST-LUCK-05"),
    ShedCargo: (
        "Cargo over a hold's limit is abandoned before anything else.",
        "ST-CARGO-12",
        "ST-CARGO-23",
    ),
    GiveCard: ("The card of the deal before this one is chosen first.", "ST-TRADE-13"),
    ChooseDelivery: ("What is wanted here is delivered before anything else.", "ST-DELIVER-04"),
}
"""What a Trader does before any further deal, in words, with the rules."""


class Side(NamedTuple):
    """One side of a deal."""

    giver: Seat
    receiver: Seat
    gives: tuple[Thing, ...]
    receives: tuple[Thing, ...]


def sides(state: Position, terms: Terms) -> tuple[Side, Side]:
    """The maker's side and the taker's."""
    gives = commodities.read(state, terms.maker, terms.gives)
    takes = commodities.read(state, terms.taker, terms.takes)
    return Side(terms.maker, terms.taker, gives, takes), Side(
        terms.taker, terms.maker, takes, gives
    )


def things(
    state: Position, giver: Seat, text: str, names: SeatNames = NO_NAMES, *, own: bool = False
) -> str:
    """What is said, in one form; Prestige and Personalities are refused at once (ST-TRADE-02,
    ST-PRESTIGE-04).
    """
    found = commodities.read(state, giver, text, names, own=own)
    party_holdings_check.must_be_commodities(state, found)
    return commodities.write(state, found)


# --- whether it can be done now -------------------------------------------------------------------


def may_offer(state: Position, terms: Terms) -> None:
    """By what the maker holds, and by what of the other's lies open."""
    own, other = sides(state, terms)
    _must_be_possible(state, own)
    party_holdings_check.must_have(state, own.giver, own.gives, by=own.giver)
    party_holdings_check.must_have(state, other.giver, other.gives, by=own.giver)
    party_holdings_check.must_bear(state, own.giver, own.gives, own.receives)


def may_accept(state: Position, terms: Terms) -> None:
    """By what the taker holds, and by what of the maker's lies open."""
    maker, own = sides(state, terms)
    _must_be_possible(state, own)
    party_holdings_check.must_have(state, own.giver, own.gives, by=own.giver)
    party_holdings_check.must_have(state, maker.giver, maker.gives, by=own.giver)
    party_holdings_check.must_bear(state, own.giver, own.gives, own.receives)


def _must_be_possible(state: Position, side: Side) -> None:
    """What both can see: the seats are in the game, nothing comes first, ships are together where
    that is needed (ST-TRADE-05, ST-TRADE-15). Whose turn it is and what is under way does not
    matter (ST-TRADE-06, ST-TURN-13).
    """
    for seat in (side.giver, side.receiver):
        if seat not in state.playing():
            raise Refusal(f"{named(seat)} is not in this game.", "ST-DROP-02")
    if side.giver == side.receiver:
        raise Refusal("A deal has two sides.", "ST-TRADE-03")
    if state.turn.stage == "setup" or isinstance(PROCEDURES.pending(state), Over):
        raise Refusal("Deals are made while the game is being played.", "ST-SETUP-27")
    for step in state.agenda:
        if (
            isinstance(step, (ShedCards, ShedCargo, GiveCard, ChooseDelivery))
            and step.key
            and step.seat in (side.giver, side.receiver)
        ):
            raise Refusal(*FIRST[type(step)])
    _must_not_be_under_the_hammer(state, (*side.gives, *side.receives))
    # these alone (ST-TRADE-14)
    if any(isinstance(thing, (Engines, Freight)) for thing in (*side.gives, *side.receives)):
        _must_share_a_world(state, side)
    party_holdings_check.must_not_double(state, side.giver, side.gives, side.receives)
    party_holdings_check.must_not_double(state, side.receiver, side.receives, side.gives)


def _must_not_be_under_the_hammer(state: Position, things: Sequence[Thing]) -> None:
    """While bids for a station are out neither it nor its use is dealt in (ST-IMPERIAL-22)."""
    if state.options.revision == 1:
        return
    auctioned = {step.world for step in state.agenda if isinstance(step, StationAuction)}
    for thing in things:
        if isinstance(thing, (StationAt, Permission)) and thing.world in auctioned:
            raise Refusal(
                f"The station on {place(state, thing.world)} is being auctioned: it can be dealt "
                "with when the bids have been opened.",
                "ST-IMPERIAL-22",
            )


def _must_share_a_world(state: Position, side: Side) -> None:
    """Both ships lie on the same world (ST-CARGO-14, ST-DELIVER-15)."""
    here, there = whereabouts(state, side.giver), whereabouts(state, side.receiver)
    if not here or not there:
        raise Refusal(
            "A ship in hyperspace is on no world: cargo and engines cannot pass.",
            "ST-TRADE-15",
            "ST-TRADE-05",
        )
    if here != there:
        words = (
            "Cargo and engines pass only between ships on one world; yours is on "
            f"{place(state, here)}, the other on {place(state, there)}."
        )
        raise Refusal(words, "ST-TRADE-05", "ST-CARGO-14", "ST-DELIVER-15", "ST-ENGINE-04")


# --- the exchange ---------------------------------------------------------------------------------


def exchange(state: Position, terms: Terms) -> list[Event]:
    """All parts of a deal take effect together, and limits are looked at afterwards (ST-TRADE-13):
    full hands and full holds may swap (ST-TRADE-10, ST-TRADE-11). What was promised besides is not
    written down, a loan is a gift (ST-TRADE-04, ST-TRADE-12).
    """
    may_accept(state, terms)
    maker, taker = sides(state, terms)
    try:
        party_holdings_check.must_have(state, maker.giver, maker.gives, by=maker.giver)
        party_holdings_check.must_bear(state, maker.giver, maker.gives, maker.receives)
    except Refusal as refusal:
        raise Refusal(
            f"{named(maker.giver)} cannot do now what was offered.", *refusal.rules
        ) from refusal
    told: Told = [_announced(state, maker, taker)]
    _engines(state, maker, taker, told)
    for side in (maker, taker):
        for thing in side.gives:
            _pass(state, side, thing)
    for side in (maker, taker):
        told.append(_told(state, side))
    cargo_hold.sweep(state, told)
    put(state, _after(state, maker, taker))
    PROCEDURES.run(state, told)
    return told


def _announced(state: Position, maker: Side, taker: Side) -> Event:
    """What all may see of a deal: neither money nor which cards (ST-MONEY-03, ST-LUCK-02)."""
    terms = [
        {"seat": side.giver, "things": [party_holdings_check.seen(state, thing) for thing in shown]}
        for side in (maker, taker)
        if (shown := [thing for thing in side.gives if party_holdings_check.is_open(thing)])
    ]
    return tell("deal", "ST-TRADE-03", both=[maker.giver, taker.giver], terms=terms)


def _told(state: Position, side: Side) -> Event:
    """The whole of it, to one of the two."""
    gives, gets = (
        [
            party_holdings_check.words(state, thing)
            for thing in things
            if party_holdings_check.is_something(thing)
        ]
        for things in side[2:]
    )
    held = state.traders[side.giver].stellors
    cards = any(isinstance(thing, NamedCard) for thing in side.receives)
    got = party_holdings_check.stellors(side.receives) - party_holdings_check.stellors(side.gives)
    return tell.alone(
        side.giver,
        "deal-own",
        "ST-TRADE-13",
        reveals=cards,
        whom=side.receiver,
        gives=gives,
        gets=gets,
        held=held,
        stellors=got,
    )


def _engines(state: Position, maker: Side, taker: Side, told: Told) -> None:
    """Fewer than three is possible, and none (ST-ENGINE-04, ST-ENGINE-11); what is over the limit
    ceases to exist (ST-ENGINE-10). A turn's attempts are counted against what is owned when one is
    declared (ST-ENGINE-12).
    """
    change = sum(thing.count for thing in maker.gives if isinstance(thing, Engines))
    change -= sum(thing.count for thing in taker.gives if isinstance(thing, Engines))
    if not any(isinstance(thing, Engines) for thing in (*maker.gives, *taker.gives)):
        return
    for seat, gained in ((maker.giver, -change), (taker.giver, change)):
        trader = state.traders[seat]
        most = max(personality_rules.engine_limit(state, trader), trader.engines)
        trader.engines = min(
            trader.engines + gained,
            most if gained < 0 else personality_rules.engine_limit(state, trader),
        )
        told.append(tell("has-engines", "ST-ENGINE-04", seat=seat, engines=trader.engines))


def _pass(state: Position, side: Side, thing: Thing) -> None:
    """One thing changes hands."""
    giver, receiver = state.traders[side.giver], state.traders[side.receiver]
    match thing:
        case Money(stellors=stellors):  # any sum (ST-MONEY-02)
            giver.stellors -= stellors
            receiver.stellors += stellors
        case NamedCard(card=card):  # also one that changes Prestige (ST-PRESTIGE-05)
            luck_cards.passes(state, side.giver, side.receiver, card)
        case StationAt(world=world):  # wherever the two are (ST-STATION-08, ST-STATION-09)
            stations.hand_over(state, world, side.receiver)
        case Freight(cargo=cargo, count=count):
            # with its marker, without penalty (ST-CARGO-20, ST-DELIVER-16, ST-MISSION-07)
            receiver.hold.extend([cargo_hold.take_out(giver, cargo) for _ in range(count)])
        case Right():  # the token changes its colour (ST-COMPLETED-07)
            done = party_holdings_check.completed(state, side.giver, thing)[0]
            done.rights[done.rights.index(side.giver)] = side.receiver
        case Persona(name=name):  # when the turn is over (ST-OPTION-03)
            personality_transfer.pass_on(state, name, side.receiver)
        case Permission(world=world):
            stations.grant(state, side.giver, side.receiver, world)


def _unnamed(side: Side) -> list[Step]:
    """Cards without a name are chosen by who gives them (ST-TRADE-01)."""
    brought = [thing.card for thing in side.receives if isinstance(thing, NamedCard)]
    return [
        GiveCard(side.giver, side.receiver, list(brought))
        for thing in side.gives
        if isinstance(thing, SomeCard)
    ]


def _after(state: Position, maker: Side, taker: Side) -> list[Step]:
    """Before whatever is under way: which card is given is a part of the deal (ST-TRADE-13); what
    has come aboard and is wanted there is delivered, also while a die lies open (ST-DELIVER-03,
    ST-DELIVER-04); what is then over a limit goes at once
    (ST-LUCK-05, ST-CARGO-12, ST-CARGO-25).
    """
    loaded = [
        side.receiver
        for side in (maker, taker)
        if any(isinstance(thing, Freight) for thing in side.gives)
    ]
    unnamed = [step for side in (maker, taker) for step in _unnamed(side)]
    shedding: list[Step] = [
        step(side.giver) for side in (maker, taker) for step in (ShedCards, ShedCargo)
    ]
    deliveries = [Deliveries(seat) for seat in loaded]
    if state.options.revision == 1:
        return [*deliveries, *unnamed, *shedding]
    return [*unnamed, *deliveries, *shedding]


# --- time to bargain ------------------------------------------------------------------------------


def session(state: Position) -> Session:
    """Offers stand until they are withdrawn: deals are made at any time (ST-TRADE-06)."""
    return Session()


def haggle(state: Position, seats: Sequence[Seat]) -> list[Event]:
    """Play waits for these seats' answers to offers, at a bargainer's request (ST-TRADE-07)."""
    told: Told = []
    put(state, [DealInterval(list(seats))])
    PROCEDURES.run(state, told)
    return told
