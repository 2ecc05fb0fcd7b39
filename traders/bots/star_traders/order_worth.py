"""What an order on the own turn is worth: what kind it is, and among its kind the turns that it
saves.
"""

from __future__ import annotations

from enum import IntEnum, auto

from traders.bots.star_traders import calamity_timing
from traders.bots.star_traders.card_worth import fresh
from traders.bots.star_traders.jump_planning import Course
from traders.bots.star_traders.offered_moves import Move
from traders.bots.star_traders.plan_and_valuations import Mind
from traders.bots.star_traders.turns_saved import TURN
from traders.engines.star_traders.position.routes import routes

RISES = {"imperial favor": 2, "imperial commendation": 4}
"""Prestige that a card brings."""


class Rank(IntEnum):
    """What is done first, last of all; NEVER is not done at all."""

    NEVER = 0
    END = auto()
    DISCARD = auto()
    DRAW = auto()
    TAKEOVER = auto()
    RAID = auto()
    ACT = auto()
    PETITION = auto()
    BE_RID = auto()
    JUMP = auto()
    LEAP = auto()
    REPAIR = auto()
    BREAK_CODE = auto()
    STRIKE = auto()
    ROB = auto()
    RISE = auto()
    LOAD = auto()
    DELIVER = auto()
    MAKE_ROOM = auto()
    LOAD_IMPERIAL = auto()

    def by(self, gain: float) -> float:
        """A worth between this rank and the next, by turns saved."""
        return self + max(0, gain) / (1 + max(0, gain))


def worth(mind: Mind, move: Move) -> float:
    """How much the order is worth now; 0: not at all."""
    match move.verb:
        case "deliver":
            return Rank.DELIVER
        case "load":
            return _load(mind, move)
        case "abandon":
            return _abandon(mind, move)
        case "repair":
            return Rank.NEVER if mind.petitions else Rank.REPAIR
        case "jump":
            return _jump(mind, move)
        case "play":
            return _play(mind, move)
        case "end":
            return Rank.END
    return _after_movement(mind, move) if mind.moved_enough else Rank.NEVER


def _after_movement(mind: Mind, move: Move) -> float:
    """The Action, the draw: what ends the stages before it, when all else is done."""
    match move.verb:
        case "petition" if mind.wants_petition():
            return Rank.PETITION
        case "engine":
            return _action(mind, mind.engine_gain)
        case "build":
            return _action(mind, mind.builds(mind.here))
        case "raid":
            return _raid(mind, move)
        case "draw":
            return _draw(mind, move)
    return Rank.NEVER


def _action(mind: Mind, gain: float) -> float:
    """An Action that saves turns."""
    return Rank.ACT.by(gain) if gain > 0 and not mind.petitions else Rank.NEVER


def _raid(mind: Mind, move: Move) -> float:
    """On who is about to win, by who can spare the Prestige."""
    rival = mind.seat_named(move.rest)
    spare = mind.me["mission"] or (mind.advanced and mind.prestige >= 12)
    near = rival is not None and mind.threat(rival) >= 6
    return Rank.RAID if spare and near and not mind.wants_petition() else Rank.NEVER


def _draw(mind: Mind, move: Move) -> float:
    """A card; in the place of one that is worth less, where there is no room."""
    if not move.rest:
        return Rank.DRAW
    card = mind.named_card(move.rest.removeprefix("discarding "))
    less = card == mind.cheapest and mind.keep(card) < fresh(mind)
    return Rank.DISCARD if less else Rank.NEVER


# --- Movement -------------------------------------------------------------------------------------


def _load(mind: Mind, move: Move) -> float:
    """Imperial Cargo always; else what the voyage calls for. Never two alike."""
    if move.rest.startswith("imperial cargo"):
        return Rank.LOAD_IMPERIAL
    cargo, copies, _ = move.rest.partition(" x")
    if copies or any(aboard.lower() == cargo for aboard in mind.aboard) or mind.me["mission"]:
        return Rank.NEVER
    return Rank.LOAD if cargo in mind.loads else Rank.NEVER


def _abandon(mind: Mind, move: Move) -> float:
    """Only to make room for Imperial Cargo on its world, or of a cargo that nobody wants now."""
    mission = mind.me["mission"]
    if len(mind.me["cargo"]) < 2:
        return Rank.NEVER
    if mission:
        there = mind.here == mission["from"] and not mind.has_imperial(mind.me)
        return Rank.MAKE_ROOM if there and not move.rest.startswith("imperial") else Rank.NEVER
    if mind.stellors < 15 or any(one["cargo"] in mind.aboard for one in mind.contracts):
        return Rank.NEVER
    ends = [mind.ways.cost(mind.here, call["to"]) for call in mind.calls if "rid" in call]
    far = not ends or min(ends) > 6
    return Rank.BE_RID if far and mind.prestige < 12 else Rank.NEVER


def _jump(mind: Mind, move: Move) -> float:
    """Along the course; not from under a Quarantine unless it can be answered and is worth it."""
    if not mind.may_leave:
        return Rank.NEVER
    left = mind.me["jumps_left"]
    gain, leg = mind.course.best(left)
    if move.rest == "psychic":
        seen = mind.course.psychic(left)
        return Rank.LEAP if seen > max(0, gain) + 1e-6 else Rank.NEVER
    if move.rest == "awesome":
        return Rank.LEAP.by(1) if mind.course.awesome(left) > gain else Rank.NEVER
    if leg is None:
        return Rank.NEVER
    target, _, kind = (
        move.rest.rpartition(" ")
        if move.rest.endswith((" regular", " station"))
        else (move.rest, "", "")
    )
    if target != leg.to.lower() or (kind == "regular" and leg.station):
        return Rank.NEVER
    return Rank.JUMP if kind == "regular" else Rank.JUMP.by(1)


# --- cards ----------------------------------------------------------------------------------------


def _play(mind: Mind, move: Move) -> float:
    """Cards for which the own turn is the time."""
    match move.card:
        case "superjump":
            return _superjump(mind, move)
        case "codebreaker":
            return _codebreaker(mind)
        case "takeover":
            done = mind.moved_enough and not mind.wants_petition()
            return Rank.TAKEOVER if done else Rank.NEVER
        case "piracy":
            return _piracy(mind, move)
        case card if card in RISES:
            rises = move.on == mind.seat and mind.prestige + RISES[card] <= 30
            return Rank.RISE if rises and not mind.me["mission"] else Rank.NEVER
    target = mind.seat_named(move.on)
    if target is None or target is mind.me or mind.view["interval"]:
        return Rank.NEVER
    strikes = calamity_timing.strikes(mind, mind.named_card(move.card), target)
    return Rank.STRIKE if strikes else Rank.NEVER


def _superjump(mind: Mind, move: Move) -> float:
    """Where it saves more turns than the card is worth."""
    goals = {call.world.lower() for call in mind.errand or mind.voyage}
    left = mind.me["jumps_left"]
    if move.at not in goals or move.at == mind.here.lower() or not mind.may_leave or not left:
        return Rank.NEVER
    course = mind.course
    gain, _ = course.best(left)
    there = course.arrive(mind.place(move.at), course.next_call(), left - 1)
    more = there - course.stop(mind.here, course.next_call()) - gain
    return Rank.LEAP.by(more) if more * TURN > (4 if mind.me["mission"] else 10) else Rank.NEVER


def _codebreaker(mind: Mind) -> float:
    """Where other Traders' stations would help this turn."""
    left = mind.me["jumps_left"]
    if mind.view["code_broken"] or left < 1 or mind.trapped:
        return Rank.NEVER
    theirs = {world for rival in mind.rivals for world in rival["stations"]}
    broken = Course(mind, mind.errand or mind.voyage, routes(mind.view, mind.seat, theirs))
    call = broken.next_call()
    usual, better = mind.course, broken.value(mind.here, call, left)
    gain = usual.best(left)[0] + usual.stop(mind.here, call)
    return Rank.BREAK_CODE if (better - gain) * TURN > mind.keep("Codebreaker") else Rank.NEVER


def _piracy(mind: Mind, move: Move) -> float:
    """A cargo that can be used, or Prestige from one who has it; never a third cargo."""
    victim = mind.seat_named(move.on)
    if victim is None or victim is mind.me:
        return Rank.NEVER
    takes = move.taking and move.taking != "nothing"
    if len(mind.me["cargo"]) >= 2 and (takes or any(not one["owner"] for one in victim["cargo"])):
        return Rank.NEVER
    if any(contract["cargo"].lower() == move.taking for contract in mind.contracts):
        return Rank.ROB.by(1)
    kept = mind.keep("Piracy") > mind.keep("Avoid Calamity")  # it is better played as another card
    return Rank.ROB if victim["prestige"] >= 2 and not kept else Rank.NEVER
