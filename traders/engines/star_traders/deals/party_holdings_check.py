"""What the parties to a deal have, and what of it the other can see. Stations, cargo, engines,
rights and permissions lie open, and how many cards a hand holds; which cards, and money, are their
holder's alone (ST-SETUP-08, ST-LUCK-02, ST-MONEY-03).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import count, named
from traders.engines.star_traders.deals.commodities import (
    Engines,
    Freight,
    Honour,
    Money,
    NamedCard,
    Nothing,
    Permission,
    Persona,
    Right,
    SomeCard,
    StationAt,
    Thing,
)
from traders.engines.star_traders.holdings import cargo_hold
from traders.engines.star_traders.position.display_names import place
from traders.engines.star_traders.position.state import Completed, Position
from traders.engines.star_traders.turn import personality_transfer

Lack = tuple[str, tuple[str, ...]]
"""What is not there, as in "no station on Oz (31)", and the rules that ask for it."""


def must_be_commodities(state: Position, things: tuple[Thing, ...]) -> None:
    """Prestige never is one, a Personality only under the option (ST-TRADE-02, ST-PRESTIGE-04)."""
    for thing in things:
        if isinstance(thing, Honour):
            raise Refusal(
                "Prestige is never bought, sold or traded.", "ST-TRADE-02", "ST-PRESTIGE-04"
            )
        if isinstance(thing, Persona) and not state.options.personality_trade:
            raise Refusal("Personalities are not dealt in.", "ST-TRADE-02", "ST-OPTION-01")


def must_have(state: Position, seat: Seat, things: tuple[Thing, ...], *, by: Seat) -> None:
    """Refuse what `seat` has not got, as far as `by` can know."""
    for words, rules in lacks(state, seat, things, secret=seat == by):
        raise Refusal(f"You have {words}." if seat == by else f"{named(seat)} has {words}.", *rules)


def lacks(
    state: Position, seat: Seat, things: tuple[Thing, ...], *, secret: bool
) -> Iterator[Lack]:
    """What is not there of all the things together; with `secret`, of hand and money too."""
    trader = state.traders[seat]
    wanted = Counter(thing.world for thing in things if isinstance(thing, StationAt))
    wanted |= Counter(thing.world for thing in things if isinstance(thing, Permission))
    for world, times in wanted.items():
        station = state.stations.get(world)
        if station is None or station.owner != seat or times > 1:
            yield (
                f"no station on {place(state, world)}",
                ("ST-TRADE-01", "ST-STATION-08", "ST-STATION-12"),
            )
    for name, times in Counter(
        thing.name for thing in things if isinstance(thing, Persona)
    ).items():
        if personality_transfer.owner_to_be(state, name) != seat or times > 1:
            yield f"no {name} to give", ("ST-OPTION-01", "ST-OPTION-02", "ST-TRADE-01")
    engines = sum(thing.count for thing in things if isinstance(thing, Engines))
    if engines > trader.engines:
        yield count(trader.engines, "engine"), ("ST-TRADE-01", "ST-ENGINE-11")
    aboard = Counter(cargo.name for cargo in trader.hold)
    freight: Counter[str] = Counter()
    for thing in things:
        if isinstance(thing, Freight):
            freight[thing.cargo] += thing.count
    for cargo, times in freight.items():
        if times > aboard[cargo]:
            yield (
                f"{aboard[cargo] or 'no'} {cargo}",
                ("ST-TRADE-01", "ST-DELIVER-15", "ST-CARGO-14"),
            )
    tokens = [thing for thing in things if isinstance(thing, Right)]
    anywhere = [Right(thing.cargo) for thing in tokens]
    for right, times in (Counter(tokens) | Counter(anywhere)).items():
        if times > sum(done.rights.count(seat) for done in completed(state, seat, right)):
            yield f"no right to deliver {right.cargo}", ("ST-TRADE-01", "ST-COMPLETED-10")
    yield from _lacks_in_secret(state, seat, things, secret=secret)


def _lacks_in_secret(
    state: Position, seat: Seat, things: tuple[Thing, ...], *, secret: bool
) -> Iterator[Lack]:
    """Of cards all can see how many there are, their holder which; money only its owner knows
    (ST-TRADE-09, ST-MONEY-08).
    """
    trader = state.traders[seat]
    cards = Counter(thing.card for thing in things if isinstance(thing, NamedCard))
    some = sum(1 for thing in things if isinstance(thing, SomeCard))
    if cards.total() + some > len(trader.hand):
        yield (
            (count(len(trader.hand), "card") if trader.hand else "no cards"),
            ("ST-TRADE-01", "ST-LUCK-03"),
        )
    if not secret:
        return
    for card, times in cards.items():
        if times > trader.hand.count(card):
            yield (
                f"no {card}" if times == 1 else f"not so many {card}",
                ("ST-TRADE-01", "ST-LUCK-03"),
            )
    if stellors(things) > trader.stellors:
        yield count(trader.stellors, "Stellor"), ("ST-TRADE-09", "ST-MONEY-06", "ST-MONEY-08")


def must_bear(
    state: Position, seat: Seat, gives: tuple[Thing, ...], gets: tuple[Thing, ...]
) -> None:
    """Cargo over the hold's limit must be abandoned and paid for out of what is there after the
    deal (ST-TRADE-09, ST-CARGO-13), and what is owed already is not there for a deal (ST-CARGO-23).
    """
    trader = state.traders[seat]
    aboard = _freighted(cargo_hold.aboard(trader), gives, gets)
    left = trader.stellors + stellors(gets) - stellors(gives)
    before, owed = (
        cargo_hold.owed(state, seat),
        cargo_hold.owed(state, seat, list(aboard.elements())),
    )
    if left < owed:
        debt = count(owed, "Stellor")
        words = f"You would owe {debt} for cargo over the limit, and would have {left}."
        rules = ("ST-TRADE-09", "ST-CARGO-13", "ST-CARGO-12", "ST-MONEY-08")
        raise Refusal(words, *(["ST-CARGO-23"] if before else []), *rules)


def must_not_double(
    state: Position, seat: Seat, gives: tuple[Thing, ...], gets: tuple[Thing, ...]
) -> None:
    """A hold may not contain two identical Imperial Cargoes (ST-MISSION-08)."""
    hold = [cargo.name for cargo in state.traders[seat].hold]
    aboard = _freighted(hold, gives, gets)
    for cargo in {thing.cargo for thing in gets if isinstance(thing, Freight)}:
        if cargo_hold.is_imperial(cargo) and aboard[cargo] > 1:
            raise Refusal(
                f"{named(seat)} would have {aboard[cargo]} {cargo} aboard, and a hold never has "
                "two.",
                "ST-MISSION-08",
            )


def _freighted(
    aboard: Iterable[str], gives: tuple[Thing, ...], gets: tuple[Thing, ...]
) -> Counter[str]:
    """The cargoes aboard after the deal."""
    found = Counter(aboard)
    for things, sign in ((gets, 1), (gives, -1)):
        for thing in things:
            if isinstance(thing, Freight):
                found[thing.cargo] += sign * thing.count
    return found


def stellors(things: tuple[Thing, ...]) -> int:
    """The money among things."""
    return _sum(things, Money, "stellors")


def _sum(things: tuple[Thing, ...], kind: type[Thing], field: str) -> int:
    return sum(getattr(thing, field) for thing in things if isinstance(thing, kind))


def completed(state: Position, seat: Seat, right: Right) -> list[Completed]:
    """The Completed Contracts beside which a seat has a right token for this cargo, the oldest
    first.
    """
    found = []
    for done in state.completed:
        contract = state.book.contracts[done.contract]
        if (
            seat in done.rights
            and contract.cargo == right.cargo
            and right.at in (0, contract.deliver)
        ):
            found.append(done)
    return found


# --- in words -------------------------------------------------------------------------------------


def is_something(thing: Thing) -> bool:
    return not isinstance(thing, Nothing)


def is_open(thing: Thing) -> bool:
    """Whether all can see that it changes hands."""
    return not isinstance(thing, (Nothing, Money))


def seen(state: Position, thing: Thing) -> str:
    """A thing as all may read of it."""
    return "a card" if isinstance(thing, NamedCard) else words(state, thing)


def words(state: Position, thing: Thing) -> str:
    """A thing as the parties read of it."""
    match thing:
        case Money(stellors=stellors):
            return count(stellors, "Stellor")
        case Engines(count=n):
            return count(n, "engine")
        case StationAt(world=world):
            return f"the station on {place(state, world)}"
        case NamedCard(card=card):
            return card
        case SomeCard():
            return "a card"
        case Freight(cargo=cargo, count=n):
            return cargo if n == 1 else f"{n} {cargo}"
        case Right(cargo=cargo):
            return f"a right to deliver {cargo}"
        case Permission(world=world):
            return f"permission at {place(state, world)}"
        case Persona(name=name):
            return name
    return "nothing"
