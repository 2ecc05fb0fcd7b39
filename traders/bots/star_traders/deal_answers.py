"""What a bot makes of offers: things are worth Stellors to it by its own reckoning, and it accepts
what pays.
"""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import Any

from traders.bots.star_traders import imperial_chain, personality_effects
from traders.bots.star_traders.auction import WORTH
from traders.bots.star_traders.goals import Mind
from traders.bots.star_traders.valuation import PATIENCE
from traders.engines.kernel.seats import Seat
from traders.engines.star_traders.routes import routes

MARGIN = 1.0
"""By so much a deal must be better than none."""
NEVER = 1000.0
ATTEMPT = 4.0
"""What a jump attempt saved is worth, in Stellors."""
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
    room = len(mind.hand) - sum(map(_is_card, gives.split(" and "))) < mind.own["hand_limit"]
    return sum(
        _coming(mind, thing) for thing in things.split(" and ") if room or not _is_card(thing)
    )


def price(mind: Mind, things: str, other: Seat) -> float:
    """What must be paid for things that go: more than they would be worth to buy, and most by who
    is about to win.
    """
    wanted = [
        thing for thing in things.split(" and ") if thing != "nothing" and not _is_money(thing)
    ]
    dear = max(0.0, mind.threat(mind.traders[other]) - 4.0) if wanted else 0.0
    return dear + sum(
        _going(mind, thing) + mind.harm(thing, other) for thing in things.split(" and ")
    )


def _is_money(thing: str) -> bool:
    return "stellor" in thing


def _is_card(thing: str) -> bool:
    return thing == "a card" or thing.startswith("card ")


def _counted(thing: str) -> int:
    found = _COUNT.match(thing)
    return int(found[1]) if found else 1


# --- what comes -----------------------------------------------------------------------------------


def _coming(mind: Mind, thing: str) -> float:
    kind, _, rest = thing.partition(" ")
    if thing == "nothing":
        return 0.0
    if _is_money(thing):
        return float(_counted(thing))
    if thing.endswith(("engine", "engines")):
        lacking = mind.stellors >= personality_effects.PLENTY and mind.me["engines"] < 3
        worth = 45.0 if lacking else 10.0
        return (worth if mind.own["engine_price"] else 0.0) * _counted(thing)
    match kind:
        case "station":
            return _station(mind, rest.removeprefix("at "))
        case "card" | "a":
            return 3.0 if thing == "a card" else 0.8 * mind.keep(mind.named_card(rest))
        case "permission":
            return max(
                0.5,
                saved(mind, rest.removeprefix("at "))
                * (3 * ATTEMPT if mind.me["mission"] else ATTEMPT),
            )
        case "right":
            return 0.5
        case "personality":
            return liking(mind, rest)
    return _cargo_coming(mind, _cargo_named(thing))


def _station(mind: Mind, world: str) -> float:
    """Worth what it costs to build, more as part of a chain, where the court is petitioned for
    stations.
    """
    return (
        11.0 if mind.advanced and mind.place(world) in imperial_chain.beside(mind) else mind.outpost
    )


def saved(mind: Mind, world: str) -> float:
    """Attempts that the use of the station on a world would save on the way to the goal."""
    goal = mind.plan.goal if mind.plan else ""
    if goal in ("", mind.here):
        return 0.0
    return max(
        0.0,
        mind.ways.cost(mind.here, goal)
        - routes(mind.view, mind.seat, [mind.place(world)]).cost(mind.here, goal),
    )


def liking(mind: Mind, name: str) -> float:
    """What a Personality seems worth to this seat: tastes differ, and stay."""
    taste = (
        int.from_bytes(blake2b(f"{mind.seat}|{name}".lower().encode(), digest_size=4).digest())
        / 2**32
    )
    worth = next((worth for known, worth in WORTH.items() if known.lower() == name.lower()), 5)
    return worth * (0.5 + taste)


def _cargo_named(thing: str) -> str:
    return re.sub(r" x[0-9]+$|^[0-9]+ ", "", thing)


def _cargo_coming(mind: Mind, name: str) -> float:
    """A cargo that is wanted somewhere is worth most of its payoff, less the longer the way;
    another's Imperial Cargo is worth nothing.
    """
    if name.startswith("imperial"):
        return 0.0
    return 0.8 * delivered(mind, name) if len(mind.me["cargo"]) < 2 else -8.0


def delivered(mind: Mind, name: str) -> float:
    """What delivering a cargo from here should bring."""
    worths = [0.0]
    for contract in mind.contracts:
        if contract["cargo"].lower() == name:
            way = mind.ways.cost(mind.here, contract["to"])
            worths.append(
                mind.pays(contract) * PATIENCE**way * (0.25 if mind.beaten(contract, way) else 1.0)
            )
    return max(worths)


# --- what goes ------------------------------------------------------------------------------------


def _going(mind: Mind, thing: str) -> float:
    kind, _, rest = thing.partition(" ")
    if thing == "nothing":
        return 0.0
    if _is_money(thing):
        return float(_counted(thing))
    if thing.endswith(("engine", "engines")):
        return 35.0 * _counted(thing)
    match kind:
        case "station":
            chained = mind.advanced and mind.place(rest.removeprefix("at ")) in imperial_chain.core(
                mind
            )
            return 30.0 if chained else 5.0 if mind.advanced else 9.0
        case "card" | "a":
            card = mind.cheapest if thing == "a card" else mind.named_card(rest)
            # one must go at the draw
            spare = card == mind.cheapest and len(mind.hand) >= mind.own["hand_limit"]
            return mind.keep(card) * (0.3 if spare else 1.3)
        case "permission":
            return 2.0
        case "right":
            return 4.0
        case "personality":
            return liking(mind, rest) + 1.0
    name = _cargo_named(thing)
    return (
        NEVER if name.startswith("imperial") else max(2.0, delivered(mind, name)) * _count_of(thing)
    )


def _count_of(thing: str) -> int:
    found = re.search(r" x([0-9]+)$", thing)
    return int(found[1]) if found else _counted(thing)
