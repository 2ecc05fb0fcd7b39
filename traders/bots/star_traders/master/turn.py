"""What an order on the own turn is worth to a master: where it reckons otherwise than the sensible
bot.
"""

from __future__ import annotations

from traders.bots.star_traders import turn
from traders.bots.star_traders.master.calamities import strikes
from traders.bots.star_traders.master.card_worth import fresh
from traders.bots.star_traders.master.course import Course
from traders.bots.star_traders.master.goals import TURN, Master
from traders.bots.star_traders.offered_moves import Move
from traders.bots.star_traders.turn import HALT
from traders.engines.star_traders.routes import routes

STRUCK = (
    "Gotcha",
    "Court Scandal",
    "Disgrace at Court",
    "Stressed Engines",
    "Lose a Cargo",
    "Lose a Station",
)
"""Calamities that can be spent on a rival at any time."""


def worth(mind: Master, move: Move) -> float:
    """How much the order is worth now; 0 or less: not at all."""
    match move.verb:
        case "load" if not move.rest.startswith("imperial cargo"):
            return _load(mind, move)
        case "jump" if not mind.advanced:
            return _jump(mind, move)
        case "engine" if not mind.advanced:
            return _action(mind, mind.engine_gain)
        case "build" if not mind.advanced:
            return _action(mind, mind.builds)
        case "repair" if not mind.advanced:
            return 0.0 if mind.petitions else 40.0
        case "draw":
            return _draw(mind, move)
        case "play" if not mind.advanced:
            return _play(mind, move)
    return turn.worth(mind, move)


def _load(mind: Master, move: Move) -> float:
    """What the voyage calls for, and what costs no way: never two alike."""
    cargo, copies, _ = move.rest.partition(" x")
    if copies or any(aboard.lower() == cargo for aboard in mind.aboard) or mind.me["mission"]:
        return 0.0
    if mind.advanced:
        return turn.worth(mind, move)
    return 90.0 if mind.voyage and cargo in mind.loads else 0.0


def _jump(mind: Master, move: Move) -> float:
    """Along the course; not from under a Quarantine unless it can be answered and is worth it."""
    if not turn.may_leave(mind):
        return 0.0
    left = mind.me["jumps_left"]
    gain, leg = mind.course.best(left)
    if move.rest == "psychic":
        seen = mind.course.psychic(left)
        return 30.5 if seen > max(0.0, gain) + 1e-6 else 0.0
    if move.rest == "awesome":
        return 31.0 if mind.course.awesome(left) > gain + 0.05 else 0.0
    if leg is None:
        return 0.0
    target, _, kind = (
        move.rest.rpartition(" ")
        if move.rest.endswith((" regular", " station"))
        else (move.rest, "", "")
    )
    if target != leg.to.lower() or (kind == "regular" and leg.station):
        return 0.0
    return 29.0 if kind == "regular" else 30.0


def _action(mind: Master, gain: float) -> float:
    """An Action that saves turns, when Movement is over."""
    if gain <= 0.0 or not mind.moved_enough or mind.petitions:
        return 0.0
    return HALT + 3 + min(2.0, gain)


def _draw(mind: Master, move: Move) -> float:
    """Ends the stages before it: only when all else is done."""
    if not mind.moved_enough:
        return 0.0
    if not move.rest:
        return 3.0
    card = mind.named_card(move.rest.removeprefix("discarding "))
    return 2.0 if card == mind.cheapest and mind.keep(card) < fresh(mind) else 0.0


def _play(mind: Master, move: Move) -> float:
    match move.card:
        case "superjump":
            return _superjump(mind, move)
        case "codebreaker":
            return _codebreaker(mind)
    card, target = mind.named_card(move.card), mind.seat_named(move.on)
    if card in STRUCK or card.startswith("Imperial Envoy"):
        if target is None or target is mind.me or mind.view["interval"]:
            return 0.0
        return 50.0 if strikes(mind, card, target) else 0.0
    return turn.worth(mind, move)


def _superjump(mind: Master, move: Move) -> float:
    """Where it saves more turns than the card is worth."""
    goals = {call.world.lower() for call in mind.errand or mind.voyage}
    left = mind.me["jumps_left"]
    if move.at not in goals or move.at == mind.here.lower() or not turn.may_leave(mind) or not left:
        return 0.0
    course = mind.course
    gain, _ = course.best(left)
    there = course.arrive(mind.place(move.at), course.next_call(), left - 1)
    more = there - course.stop(mind.here, course.next_call()) - gain
    return 31.0 + min(1.0, more) if more * TURN > (4.0 if mind.me["mission"] else 10.0) else 0.0


def _codebreaker(mind: Master) -> float:
    """Where other Traders' stations would help this turn."""
    left = mind.me["jumps_left"]
    if mind.view["code_broken"] or left < 1 or mind.trapped:
        return 0.0
    theirs = {world for rival in mind.rivals for world in rival["stations"]}
    broken = Course(mind, mind.errand or mind.voyage, routes(mind.view, mind.seat, theirs))
    call = broken.next_call()
    usual, better = mind.course, broken.value(mind.here, call, left)
    gain = usual.best(left)[0] + usual.stop(mind.here, call)
    return 45.0 if (better - gain) * TURN > mind.keep("Codebreaker") else 0.0
