"""What a bot offers of itself: now and then one thing, at a price that should suit both."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor
from typing import Any, NamedTuple

from traders.bots.star_traders import deal_answers
from traders.bots.star_traders.plan_and_valuations import Mind
from traders.bots.star_traders.withheld_cards import harm, is_money
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import count
from traders.engines.star_traders.position.view_types import TraderSeen

COUNTERING = 1 / 2
"""How often an offer that does not pay is met by another."""
OFTEN = 3 / 5
"""How often a deal is proposed by which it could gain."""
RESERVE = 8
"""Stellors that are not bargained away."""


KINDS = ("station", "card", "permission", "personality", "right")
"""With what the name of a thing begins that is neither money, engine nor cargo."""


class Bargain(NamedTuple):
    """A deal in mind: what it brings, and to whom what would be offered for what."""

    brings: float
    to: Seat
    gives: str
    gets: str


def bargain(mind: Mind) -> str:
    """An offer as an order, "" for none: a counter-offer where one has been made to the bot, else
    the one that brings most.
    """
    view = mind.view
    if view["over"] or view["stage"] == "setup":
        return ""
    made = [deal for deal in view.get("deals", ()) if not deal["mine"]]
    found = list[Bargain]()
    if made and mind.lot("counter") < COUNTERING:
        found = [one for deal in made if (one := _counter(mind, deal)) is not None]
    elif not made and mind.lot("bargain") < OFTEN:
        found = [*_cards(mind), *_cargoes(mind), *_stations(mind), *_personalities(mind)]
    found = [one for one in found if one.brings >= deal_answers.MARGIN and _possible(mind, one)]
    best = max(found, key=lambda one: (one.brings, mind.lot(*one)), default=None)
    return f"offer {best.to}: {best.gives} for {best.gets}" if best else ""


def _buying(mind: Mind, other: TraderSeen, thing: str, at: float) -> Iterator[Bargain]:
    """To buy a thing for about `at` Stellors: what the other should ask, or a little more."""
    stellors = ceil(at + 2 * mind.lot("price", thing))
    if 0 < stellors <= mind.stellors - RESERVE:
        yield _paying(mind, other, count(stellors, "stellor"), thing)


def _selling(mind: Mind, other: TraderSeen, thing: str, at: float) -> Bargain:
    return _paying(mind, other, thing, count(max(1, round(at)), "stellor"))


def _paying(mind: Mind, other: TraderSeen, gives: str, gets: str) -> Bargain:
    return Bargain(deal_answers.pays(mind, gives, gets, other["seat"]), other["seat"], gives, gets)


# --- what is bought and sold ----------------------------------------------------------------------


def _cards(mind: Mind) -> Iterator[Bargain]:
    """A card that would be discarded goes to one with room for it; what a mission needs is asked
    for, for money or a card of less use.
    """
    card = mind.cheapest.lower()
    if card and mind.crowded:
        for rival in mind.rivals:
            if rival["hand_size"] < 2 and mind.threat(rival) < 5:
                yield _selling(mind, rival, f"card {card}", mind.keep(mind.cheapest) / 2)
    pirate = mind.keep("Piracy") > mind.keep("Avoid Calamity") and len(mind.hand) < 2
    gives = f"card {card}" if card else "12 stellors"
    lacking = mind.me["mission"] and "Avoid Calamity" not in mind.hand
    for rival in mind.rivals:
        if not rival["hand_size"]:
            continue
        if pirate:
            yield from _buying(mind, rival, "card piracy", 8)
        if not mind.me["mission"] and not mind.hand:
            yield from _buying(mind, rival, "a card", 2)
        if lacking and (card or mind.stellors >= 12 + RESERVE):
            brings = 3 + mind.lot(rival["seat"]) - harm(mind, gives, rival["seat"])
            yield Bargain(brings, rival["seat"], gives, "card avoid calamity")


def _cargoes(mind: Mind) -> Iterator[Bargain]:
    """Between ships on one world (ST-TRADE-05): a cargo that would pay, or an own that will not."""
    if mind.view["jump"] is not None:
        return
    for rival in mind.rivals:
        if rival["at"] != mind.here:
            continue
        if len(mind.me["cargo"]) < 2:
            for cargo in dict.fromkeys(
                one["cargo"].lower() for one in rival["cargo"] if not one["owner"]
            ):
                yield from _buying(mind, rival, cargo, deal_answers.delivered(mind, cargo) / 2)
        if len(rival["cargo"]) < 2:
            for cargo in dict.fromkeys(one.lower() for one in mind.aboard):
                at = max(4, deal_answers.delivered(mind, cargo) / 2)
                yield _selling(mind, rival, cargo, at)


def _stations(mind: Mind) -> Iterator[Bargain]:
    """One that would lengthen the chain, and stands apart from its owner's others."""
    if not mind.advanced:
        return
    for rival in mind.rivals:
        for world in rival["stations"]:
            apart = not mind.near(world) & set(rival["stations"])
            if apart and world in mind.beside and world not in rival["imperial"]:
                yield from _buying(mind, rival, f"station at {world.lower()}", 7)


def _personalities(mind: Mind) -> Iterator[Bargain]:
    """Where they are goods (ST-OPTION-01): one that is liked, for money or for one's own; not while
    it is under way to another.
    """
    if not mind.view["personality_trade"]:
        return
    for rival in mind.rivals:
        for name in _staying(mind, rival):
            wanted = f"personality {name}"
            yield from _buying(mind, rival, wanted, deal_answers.liking(mind, name) - 3)
            for own in _staying(mind, mind.me):
                yield _paying(mind, rival, f"personality {own}", wanted)


def _staying(mind: Mind, trader: TraderSeen) -> list[str]:
    """A Trader's Personalities, in small letters, that are not under way to another."""
    under_way = {passing["name"] for passing in mind.view["passing"]}
    return [name.lower() for name in trader["personality"] if name not in under_way]


# --- counter-offers -------------------------------------------------------------------------------


def _counter(mind: Mind, deal: dict[str, Any]) -> Bargain | None:
    """The same thing for other money, where the difference is not too great and the bot has what it
    would give.
    """
    gives, gets, other = deal["give"], deal["get"], deal["with"]
    if deal_answers.pays(mind, gives, gets, other) >= deal_answers.MARGIN:
        return None
    asked, offered = _money(gives), _money(gets)
    if asked and not is_money(gets):
        most = floor(deal_answers.gain(mind, gets) - deal_answers.MARGIN)
        if asked / 2 <= most < asked and most <= mind.stellors - RESERVE:
            return Bargain(2, other, count(most, "stellor"), gets)
    if offered and not is_money(gives):
        least = ceil(deal_answers.price(mind, gives, other) + deal_answers.MARGIN)
        if offered < least <= 2 * offered + 3:
            return Bargain(2, other, gives, count(least, "stellor"))
    return None


def _possible(mind: Mind, one: Bargain) -> bool:
    """Whether both have what it takes, as far as lies open, and are together where that is needed
    (ST-TRADE-05).
    """
    sides = ((mind.me, one.gives.split(" and ")), (mind.traders[one.to], one.gets.split(" and ")))
    apart = mind.traders[one.to]["at"] != mind.here or mind.view["jump"] is not None
    if apart and any(_passes_by_hand(thing) for _, things in sides for thing in things):
        return False
    return all(_has(mind, trader, thing) for trader, things in sides for thing in things)


def _passes_by_hand(thing: str) -> bool:
    return not (
        is_money(thing) or thing in ("nothing", "a card") or thing.partition(" ")[0] in KINDS
    )


def _has(mind: Mind, trader: TraderSeen, thing: str) -> bool:
    kind, _, rest = thing.partition(" ")
    if is_money(thing):
        return trader is not mind.me or _money(thing) <= mind.stellors
    match kind:
        case "nothing":
            return True
        case "a" | "card":
            return bool(trader["hand_size"]) and (
                trader is not mind.me or kind == "a" or mind.named_card(rest) in mind.hand
            )
        case "station" | "permission":
            return mind.place(rest.removeprefix("at ")) in trader["stations"]
        case "personality":
            return rest in _staying(mind, trader)
        case "right":
            return any(
                trader["seat"] in one["rights"]
                and f"right to deliver {one['cargo'].lower()}" == thing
                for one in mind.view["completed"]
            )
    if thing.endswith(("engine", "engines")):
        return int(trader["engines"]) >= (int(kind) if kind.isdigit() else 1)
    return thing in [cargo["cargo"].lower() for cargo in trader["cargo"]]


def _money(things: str) -> int:
    """Stellors, where things are nothing else."""
    n, _, what = things.partition(" ")
    return int(n) if n.isdigit() and what in ("stellor", "stellors") else 0
