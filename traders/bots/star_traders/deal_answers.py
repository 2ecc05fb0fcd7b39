"""What a bot makes of offers: things are worth Stellors to it by its own reckoning, and it accepts
what pays.
"""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import Any

from traders.bots.star_traders.auction_bids import WORTH
from traders.bots.star_traders.card_worth import fresh
from traders.bots.star_traders.plan_and_valuations import Mind
from traders.bots.star_traders.turns_saved import RESOLD, TURN
from traders.bots.star_traders.withheld_cards import NEVER, harm, is_card, is_money
from traders.engines.kernel.seats import Seat
from traders.engines.star_traders.position.routes import routes

MARGIN = 1
"""By so much a deal must be better than none."""
ATTEMPT = 4
"""What a jump attempt saved is worth, in Stellors."""
ENGINE, CHAINED = 35, 30
"""What an engine and a station of the chain are sold for."""
BOUGHT, SOLD, SPARE = 0.8, 1.3, 0.3
"""What part of its worth a card or a cargo is bought for, a card sold, and one that must go."""
FEARED = 4
"""The threat from which on a Trader pays more."""
_COUNT = re.compile(r"^([0-9]+) ")


def accepts(mind: Mind, deal: dict[str, Any]) -> bool:
    """Whether an offer that was made to the bot, as its view has it, pays."""
    return pays(mind, deal["give"], deal["get"], deal["with"]) >= MARGIN


def pays(mind: Mind, gives: str, gets: str, other: Seat) -> float:
    """What a deal brings: what comes in, less what must be paid for what goes to `other`."""
    return gain(mind, gets, gives) - price(mind, gives, other)


def gain(mind: Mind, things: str, gives: str = "") -> float:
    """What things are worth that come in; cards for which there is no room, when what is given has
    gone, are worth nothing.
    """
    room = len(mind.hand) - sum(map(is_card, gives.split(" and "))) < mind.own["hand_limit"]
    return sum(
        _coming(mind, thing) for thing in things.split(" and ") if room or not is_card(thing)
    )


def price(mind: Mind, things: str, other: Seat) -> float:
    """What must be paid for things that go: more than they would be worth to buy, and most by who
    is about to win.
    """
    gone = things.split(" and ")
    wanted = any(thing != "nothing" and not is_money(thing) for thing in gone)
    dear = max(0, mind.threat(mind.traders[other]) - FEARED) if wanted else 0
    return dear + sum(_going(mind, thing) + harm(mind, thing, other) for thing in gone)


def _counted(thing: str) -> int:
    found = _COUNT.match(thing)
    return int(found[1]) if found else 1


# --- what comes -----------------------------------------------------------------------------------


def _coming(mind: Mind, thing: str) -> float:
    kind, _, rest = thing.partition(" ")
    if thing == "nothing":
        return 0
    if is_money(thing):
        return _counted(thing)
    if thing.endswith(("engine", "engines")):
        return TURN * mind.engine_for(0) if mind.own["engine_price"] else 0
    match kind:
        case "station":
            world = mind.place(rest.removeprefix("at "))
            return TURN if mind.advanced and world in mind.beside else RESOLD
        case "card" | "a":
            return (
                fresh(mind) / 2 if thing == "a card" else BOUGHT * mind.keep(mind.named_card(rest))
            )
        case "permission":
            attempt = 3 * ATTEMPT if mind.me["mission"] else ATTEMPT
            return attempt * saved(mind, rest.removeprefix("at "))
        case "right":
            return 0
        case "personality":
            return liking(mind, rest)
    return _cargo_coming(mind, _cargo_named(thing))


def saved(mind: Mind, world: str) -> float:
    """Attempts that the use of the station on a world would save on the way to the goal."""
    if mind.goal in ("", mind.here):
        return 0
    better = routes(mind.view, mind.seat, [mind.place(world)])
    return max(0, mind.ways.cost(mind.here, mind.goal) - better.cost(mind.here, mind.goal))


def liking(mind: Mind, name: str) -> float:
    """What a Personality seems worth to this seat: tastes differ, and stay."""
    taste = (
        int.from_bytes(blake2b(f"{mind.seat}|{name}".lower().encode(), digest_size=4).digest())
        / 2**32
    )
    worth = next((worth for known, worth in WORTH.items() if known.lower() == name.lower()), 5)
    return worth * (1 + 2 * taste) / 2


def _cargo_named(thing: str) -> str:
    return re.sub(r" x[0-9]+$|^[0-9]+ ", "", thing)


def _cargo_coming(mind: Mind, name: str) -> float:
    """A cargo that is wanted somewhere is worth its payoff, less the longer the way;
    another's Imperial Cargo is worth nothing.
    """
    if name.startswith("imperial"):
        return 0
    return BOUGHT * delivered(mind, name) if len(mind.me["cargo"]) < 2 else -TURN


def delivered(mind: Mind, name: str) -> float:
    """What delivering a cargo from here should bring."""
    return TURN * max(
        (
            mind.expected(one, mind.ways.cost(mind.here, one["to"]))
            for one in mind.contracts
            if one["cargo"].lower() == name
        ),
        default=0,
    )


# --- what goes ------------------------------------------------------------------------------------


def _going(mind: Mind, thing: str) -> float:
    kind, _, rest = thing.partition(" ")
    if thing == "nothing":
        return 0
    if is_money(thing):
        return _counted(thing)
    if thing.endswith(("engine", "engines")):
        return ENGINE * _counted(thing)
    match kind:
        case "station":
            chained = mind.advanced and mind.place(rest.removeprefix("at ")) in mind.core
            return CHAINED if chained else 2 * mind.own["station_price"] - 1
        case "card" | "a":
            card = mind.cheapest if thing == "a card" else mind.named_card(rest)
            # one must go at the draw
            return mind.keep(card) * (SPARE if card == mind.cheapest and mind.crowded else SOLD)
        case "permission":
            return 2
        case "right":
            return 4
        case "personality":
            return liking(mind, rest) + 1
    name = _cargo_named(thing)
    return (
        NEVER if name.startswith("imperial") else max(2, delivered(mind, name)) * _count_of(thing)
    )


def _count_of(thing: str) -> int:
    found = re.search(r" x([0-9]+)$", thing)
    return int(found[1]) if found else _counted(thing)
