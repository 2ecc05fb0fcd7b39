"""How a bot answers a choice that a rule puts to it."""

from __future__ import annotations

from traders.bots.star_traders import deal_answers, personality_effects
from traders.bots.star_traders.card_worth import fresh
from traders.bots.star_traders.offered_moves import Move, taken_apart
from traders.bots.star_traders.plan_and_valuations import Mind
from traders.bots.star_traders.turns_saved import TURN
from traders.engines.kernel.contract.contract import Choice


def chosen(mind: Mind, choice: Choice, offered: list[Move]) -> str:
    """The thing worth most to the bot; what silence does where nothing is worth more."""
    things = {
        move.order: move
        for move in offered
        if move.verb not in ("permit", "forbid", "play", "assign")
    }
    if choice.things and choice.things[0].startswith("add "):
        return choice.things[0]  # they stand best first (ST-PETITION-10, ST-PETITION-11)
    known = [things.get(thing, taken_apart(thing, mind.hand)) for thing in choice.things]
    weighed = [
        (_worth(mind, move), move.order == choice.silence, mind.lot(move.order), move.order)
        for move in known
    ]
    return max(weighed)[3] if weighed else choice.silence


def _worth(mind: Mind, move: Move) -> float:
    match move.verb:
        case "deliver":
            return _cargo(mind, move.rest)
        case "choose":
            return _thing(mind, move.rest)
        case "draw":
            discarded = move.rest.removeprefix("discarding ")
            return fresh(mind) - (mind.keep(mind.named_card(discarded)) if discarded else 0)
        case "discard":
            return -sum(
                mind.keep(mind.named_card(card.strip())) for card in move.rest.split(" and ")
            )
        case "abandon":
            return -_cargo(mind, move.rest)
        case "take":
            return _world(mind, mind.place(move.rest))
        case "stay":
            return _world(mind, mind.here)
        case "pay":
            return 1
    return 0


def _world(mind: Mind, name: str) -> float:
    """A world to jump to: the nearer to the goal the better; one to place a station on: near the
    own ones, in the hub before the arms.
    """
    world = next((one for one in mind.view["chart"]["worlds"] if one["name"] == name), None)
    if world is None:
        return -TURN
    if mind.view["stage"] != "setup":
        return mind.nearness(name)
    beside = len(mind.near(name) & set(mind.me["stations"]))
    if mind.me["stations"]:  # further ones, all of them of free choice (ST-PERSON-27)
        return personality_effects.site(mind.book, mind.lines, mind.ways, name) - beside
    yard = 1 if world["shipyard"] else 0
    return 4 * _in_hub(world["arm"]) + yard + mind.lot("site", name) / 2


def _in_hub(arm: int) -> int:
    """1 for a world of the hub."""
    return 1 if arm == 6 else 0


def _thing(mind: Mind, thing: str) -> float:
    """`payoff` or `engine` at Kluge, `nothing` at Telzey; else a cargo or a station."""
    match thing:
        case "engine":
            return TURN * mind.engine_for(0)
        case "payoff":
            special = (one for one in mind.contracts if one["special_at"] == "kluge")
            return TURN * max(map(mind.gains, special), default=0)
        case "nothing":
            return 0
    if thing in (name.lower() for name in mind.book.personalities):
        return deal_answers.liking(mind, thing)
    if any(
        cargo["cargo"].lower() == thing
        for trader in mind.view["seats"]
        for cargo in trader["cargo"]
    ):
        taking = mind.view["turn"] == mind.seat and thing not in {
            cargo.lower() for cargo in mind.aboard
        }
        return _cargo(mind, thing) * (1 if taking else -1)
    return -_station(mind, thing)


def _cargo(mind: Mind, cargo: str) -> float:
    """What a cargo brings, in turns; nothing is worth more than an Imperial one."""
    if cargo.startswith("imperial cargo"):
        return TURN
    wanted = [contract for contract in mind.contracts if contract["cargo"].lower() == cargo]
    return max(map(mind.gains, wanted), default=0)


def _station(mind: Mind, world: str) -> float:
    """What an own station is worth: more where cargo is wanted, and in the hub."""
    wanted: int = sum(
        contract["station"] for contract in mind.contracts if contract["to"].lower() == world
    )
    arms = (one["arm"] for one in mind.view["chart"]["worlds"] if one["name"].lower() == world)
    return wanted + sum(map(_in_hub, arms))
