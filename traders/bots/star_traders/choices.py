"""How a bot answers a choice that a rule puts to it."""

from __future__ import annotations

from traders.bots.star_traders import deal_answers, imperial_chain, personality_effects
from traders.bots.star_traders.goals import Mind
from traders.bots.star_traders.offered_moves import Move, taken_apart
from traders.engines.kernel.contract import Choice


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
            return max(
                (
                    mind.pays(contract)
                    for contract in mind.contracts
                    if contract["cargo"].lower() == move.rest
                ),
                default=0.0,
            )
        case "choose":
            return _thing(mind, move.rest)
        case "draw":
            discarded = mind.named_card(move.rest.removeprefix("discarding ")) if move.rest else ""
            return 5.0 - (mind.keep(discarded) if discarded else 0.0)
        case "discard":
            return -sum(
                mind.keep(mind.named_card(card.strip())) for card in move.rest.split(" and ")
            )
        case "abandon":
            return -_cargo(mind, move.rest)
        case "take":
            return _world(mind, move.rest)
        case "stay":
            return _world(mind, mind.here.lower())
        case "pay":
            return 1.0
    return 0.0


def _world(mind: Mind, name: str) -> float:
    """A world to jump to: the nearer to the goal the better; one to place a station on: near the
    own ones, in the hub before the arms.
    """
    world = next((w for w in mind.view["chart"]["worlds"] if w["name"].lower() == name), None)
    if world is None:
        return -99.0
    if mind.view["stage"] != "setup":
        return mind.nearness(world["name"])
    beside = len(imperial_chain.near(mind, world["name"]) & set(mind.me["stations"]))
    if mind.me["stations"]:  # further ones, all of them of free choice (ST-PERSON-27)
        return personality_effects.site(mind.book, mind.lines, mind.ways, world["name"]) - float(
            beside
        )
    return (
        float(beside)
        + (0.8 if world["arm"] == 6 else 0.0)
        + (0.2 if world["shipyard"] else 0.0)
        + 0.1 * mind.lot("site", name)
    )


def _thing(mind: Mind, thing: str) -> float:
    """`payoff` or `engine` at Kluge, `nothing` at Telzey; else a cargo or a station."""
    match thing:
        case "engine":
            return float(mind.own["engine_price"]) - (20.0 if mind.prestige >= 11 else 5.0)
        case "payoff":
            return max(
                (
                    mind.pays(contract)
                    for contract in mind.contracts
                    if contract["special_at"] == "kluge"
                ),
                default=20.0,
            )
        case "nothing":
            return 0.0
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
    if cargo.startswith("imperial cargo"):
        return 200.0
    return max(
        (mind.pays(contract) for contract in mind.contracts if contract["cargo"].lower() == cargo),
        default=1.0,
    )


def _station(mind: Mind, world: str) -> float:
    """What an own station is worth: more where cargo is wanted, and near the hub."""
    wanted = sum(
        contract["station"] for contract in mind.contracts if contract["to"].lower() == world
    )
    arm = next((w["arm"] for w in mind.view["chart"]["worlds"] if w["name"].lower() == world), 0)
    return float(wanted) + (2.0 if arm == 6 else 1.0)
