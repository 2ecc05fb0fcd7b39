"""What an order on the own turn is worth to a bot. Higher comes first: cargo, cards that help at
once, jumps, the Action, the draw.
"""

from __future__ import annotations

from traders.bots.star_traders import imperial_chain
from traders.bots.star_traders.goals import Mind
from traders.bots.star_traders.offered_moves import Move

HALT = 10.0
"""Whatever is worth more is done before Movement is given up."""


def worth(mind: Mind, move: Move) -> float:
    """How much the order is worth now; 0 or less: not at all."""
    match move.verb:
        case "deliver":
            return 95.0
        case "load":
            return _load(mind, move)
        case "abandon":
            return _abandon(mind, move)
        case "repair":
            return 40.0 if mind.stellors >= 25 or mind.me["mission"] else 0.0
        case "jump":
            return _jump(mind, move)
        case "play":
            return _play(mind, move)
        case "petition":
            return HALT + 8 if mind.moved_enough and mind.wants_petition() else 0.0
        case "raid":
            return _raid(mind, move)
        case "engine":
            return _engine(mind)
        case "build":
            return _build(mind)
        case "draw":
            return _draw(mind, move)
        case "end":
            return 0.1
    return 0.0


def _load(mind: Mind, move: Move) -> float:
    """Imperial Cargo always; else what the voyage calls for. Never two alike."""
    if move.rest.startswith("imperial cargo"):
        return 99.0
    cargo, copies, _ = move.rest.partition(" x")
    if copies or any(aboard.lower() == cargo for aboard in mind.aboard) or mind.me["mission"]:
        return 0.0
    plan = mind.plan
    wanted = any(
        contract["cargo"].lower() == cargo and contract["from"] == mind.here
        for contract in mind.contracts
    )
    return 90.0 if wanted and plan is not None and plan.goal == mind.here else 0.0


def _abandon(mind: Mind, move: Move) -> float:
    """Only to make room for Imperial Cargo on its world, or of a cargo that nobody wants now."""
    mission = mind.me["mission"]
    full = len(mind.me["cargo"]) >= 2
    if (
        mission
        and full
        and mind.here == mission["from"]
        and not mind.has_imperial(mind.me)
        and not move.rest.startswith("imperial")
    ):
        return 98.0
    if (
        full
        and mind.stellors >= 15
        and not mission
        and not any(contract["cargo"] in mind.aboard for contract in mind.contracts)
    ):
        ends = [mind.ways.cost(mind.here, call["to"]) for call in mind.calls if "rid" in call]
        return 20.0 if min(ends, default=99.0) > 6 and mind.prestige < 12 else 0.0
    return 0.0


def _jump(mind: Mind, move: Move) -> float:
    """Along the best way to the goal; not from under a Quarantine unless it can be answered and is
    worth it.
    """
    goal = mind.goal
    if goal in ("", mind.here) or not may_leave(mind):
        return 0.0
    if move.rest == "awesome":
        return 31.0 if mind.ways.cost(mind.here, goal) > 0.8 * _usual(mind, goal) else 0.0
    leg = mind.ways.next(mind.here, goal)
    if leg is None:
        return 0.0
    if move.rest == "psychic":
        return 30.5  # it may take every line that a jump could, and others
    target, _, kind = (
        move.rest.rpartition(" ")
        if move.rest.endswith((" regular", " station"))
        else (move.rest, "", "")
    )
    if target != leg.to.lower() or (kind == "regular") == leg.station:
        return 0.0 if target != leg.to.lower() or kind == "regular" else 29.0
    return 30.0


def _usual(mind: Mind, goal: str) -> float:
    """How far the goal is from a world anywhere."""
    worlds = mind.view["chart"]["worlds"]
    return sum(mind.ways.cost(world["name"], goal) for world in worlds) / len(worlds)


def _raid(mind: Mind, move: Move) -> float:
    """On who is about to win, by who can spare the Prestige."""
    rival = mind.seat_named(move.rest)
    if rival is None or not mind.moved_enough or mind.wants_petition():
        return 0.0
    spare = mind.me["mission"] or (mind.advanced and mind.prestige >= 12)
    return HALT + 2 if spare and mind.threat(rival) >= 6.0 else 0.0


def may_leave(mind: Mind) -> bool:
    """A ship under Quarantine tries only with an Avoid Calamity for each, on great errands, and not
    for ever.
    """
    if not mind.trapped:
        return True
    return (
        mind.hand.count("Avoid Calamity") >= mind.trapped
        and bool(mind.me["mission"])
        and mind.lot("leave") > 0.3
    )


def _play(mind: Mind, move: Move) -> float:
    """Cards for which the own turn is the time."""
    target = mind.seat_named(move.on)
    card = mind.named_card(move.card)
    match move.card:
        case "imperial favor" | "imperial commendation":
            rises = 2 if move.card == "imperial favor" else 4
            return (
                60.0
                if move.on == mind.seat and mind.prestige + rises <= 30 and not mind.me["mission"]
                else 0.0
            )
        case "superjump":
            return _superjump(mind, move)
        case "codebreaker":
            return _codebreaker(mind)
        case "takeover":
            return HALT + 1.5 if mind.moved_enough and not mind.wants_petition() else 0.0
        case "piracy":
            return _piracy(mind, move)
    if target is None or target is mind.me or mind.view["interval"]:
        return 0.0
    return 50.0 if _strikes(mind, card, move.on) else 0.0


def _superjump(mind: Mind, move: Move) -> float:
    """To the goal of a mission, or over a long way for much."""
    goal = mind.goal
    if move.at != goal.lower() or not goal or goal == mind.here or not may_leave(mind):
        return 0.0
    saved = mind.ways.cost(mind.here, goal) - 1
    return 31.0 if saved > (1.0 if mind.me["mission"] else 4.5) else 0.0


def _codebreaker(mind: Mind) -> float:
    """Where other Traders' stations would shorten the way of this turn."""
    goal = mind.goal
    if (
        goal in ("", mind.here)
        or mind.view["code_broken"]
        or mind.me["jumps_left"] < 2
        or mind.trapped
    ):
        return 0.0
    here, least = mind.here, 0.0
    theirs = {world for rival in mind.rivals for world in rival["stations"]}
    for _ in range(mind.me["jumps_left"]):
        leg = mind.ways.next(here, goal)
        if leg is None:
            break
        least += leg.attempts - 1 if leg.to in theirs and not leg.station else 0
        here = leg.to
    return 45.0 if least > 0.9 else 0.0


def _piracy(mind: Mind, move: Move) -> float:
    """A cargo that can be used, or Prestige from one who has it; never a third cargo."""
    victim = mind.seat_named(move.on)
    if victim is None or victim is mind.me:
        return 0.0
    full = len(mind.me["cargo"]) >= 2
    if move.taking and move.taking != "nothing" and full:
        return 0.0
    useful = any(contract["cargo"].lower() == move.taking for contract in mind.contracts)
    if full and any(not cargo["owner"] for cargo in victim["cargo"]):
        return 0.0
    if mind.keep("Piracy") > mind.keep("Avoid Calamity"):  # it is better kept as another card
        return 55.0 if useful else 0.0
    return 55.0 + useful if victim["prestige"] >= 2 or useful else 0.0


def _strikes(mind: Mind, card: str, on: str) -> bool:
    """Whether a Calamity is well spent on a rival now: on who is about to win, or about to
    petition.
    """
    rival = mind.traders[on]
    if mind.leader is None or rival["seat"] != mind.leader["seat"]:
        return False
    threat = mind.threat(rival)
    crowded = len(mind.hand) >= 2
    match card:
        case "Gotcha":
            return (
                not rival["mission"]
                and rival["prestige"] >= 2
                and mind.prestige <= 28
                and (crowded or rival["prestige"] >= 12)
            )
        case "Court Scandal" | "Disgrace at Court":
            return (
                not rival["mission"]
                and crowded
                and rival["prestige"] >= 10
                and mind.lot("strike", card, mind.view["round"]) > 0.6
            )
        case "Stressed Engines":
            return not rival["stressed"] and threat >= (3.0 if crowded else 6.0)
        case "Lose a Cargo":
            return mind.has_imperial(rival) or (crowded and threat >= 2.5 and bool(rival["cargo"]))
        case "Lose a Station":
            return crowded and len(rival["stations"]) > 1 and not rival["mission"]
        case _ if card.startswith("Imperial Envoy"):
            return threat >= (2.5 if crowded else 3.5)
    return False


def _engine(mind: Mind) -> float:
    """A further engine where it is paid from plenty, or early and from enough."""
    left = mind.stellors - mind.own["engine_price"]
    early = (
        mind.prestige < 10
        and mind.me["engines"] < 4
        and mind.lot("engine", mind.view["round"]) > 0.4
    )
    wanted = (
        mind.me["mission"]
        or left >= 40
        or (early and left >= 8)
        or (mind.me["engines"] < 3 and left >= 20)
    )
    return HALT + 4 if wanted and mind.moved_enough else 0.0


def _build(mind: Mind) -> float:
    """Two Prestige for five Stellors, and a way of one's own, while Prestige is wanted."""
    if not mind.moved_enough or mind.stellors < 7:
        return 0.0
    if mind.advanced and not imperial_chain.worth_building(mind):
        return 0.0
    return HALT + 3 if mind.prestige < 27 or mind.stellors >= 90 or mind.advanced else 0.0


def _draw(mind: Mind, move: Move) -> float:
    """Ends the stages before it: only when all else is done."""
    if not mind.moved_enough:
        return 0.2 if not move.rest else 0.0
    if not move.rest:
        return 3.0
    card = mind.named_card(move.rest.removeprefix("discarding "))
    return 2.0 if card == mind.cheapest and mind.keep(card) < 4.0 else 0.0
