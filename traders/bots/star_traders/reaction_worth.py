"""What a reaction in an interval is worth, in Stellors: an own attempt by what it would lead to, a
card by what it would be missed.
"""

from __future__ import annotations

from traders.bots.star_traders.offered_moves import Move
from traders.bots.star_traders.order_worth import RISES
from traders.bots.star_traders.plan_and_valuations import Mind
from traders.bots.star_traders.situation import ZAPS
from traders.bots.star_traders.turns_saved import TURN
from traders.engines.kernel.seats import Seat
from traders.engines.star_traders.edition.die_faces import FACES, SIDES, succeeds
from traders.engines.star_traders.position.view_types import CalamitySeen, DieSeen, JumpSeen

GRANT = 50
"""What a granted petition is worth beside a refused one."""
ERRAND = 4
"""By how much an attempt on a mission is worth more than its turns."""
WIN = 100
"""What it is worth that a rival does not win now."""
PURSES = (25, 25, 45, 45, 65)
"""What a rival may have, each as likely."""
FALLS = {"disgrace at court": 4, "gotcha": 2, "court scandal": 2}
"""Prestige that a card takes from a petitioner before its die."""


def worth(mind: Mind, move: Move) -> float:
    """How much the reaction is worth; 0 or less: pass."""
    if move.verb == "avoid":
        return _avoid(mind)
    if move.verb == "reroll":
        return _reroll(mind, move)
    if move.verb != "play":
        return 0
    if move.card in ZAPS:
        return _zap(mind, move)
    match mind.view["interval"]:
        case "petition":
            return _before_petition(mind, move)
        case "quarantine":
            return _hold_fast(mind, move)
        case "lost":
            return _lose_them(mind, move)
    return 0


# --- answers to what is done to oneself -----------------------------------------------------------


def _avoid(mind: Mind) -> float:
    """Avoid Calamity: always on the way to victory, else where the loss is worth the card."""
    if mind.view["interval"] == "quarantine":
        return TURN if mind.view["turn"] == mind.seat else 0
    calamity = mind.view["calamity"]
    return _loss(mind, calamity) - mind.keep("Avoid Calamity") / 2 if calamity else 0


def _loss(mind: Mind, calamity: CalamitySeen) -> float:
    """What a Calamity would cost."""
    card, mission = calamity["card"], mind.me["mission"]
    turn = TURN * (ERRAND if mission else 1)
    if card == "Quarantine":
        mine = calamity["at"] == mind.here and calamity["by"] != mind.seat
        return turn if mine and (mission or mind.me["cargo"]) else 0
    if calamity["on"] != mind.seat:
        return 0
    if card.lower() in FALLS:
        return _fallen(mind, FALLS[card.lower()])
    match card:
        case "Piracy":
            return _fallen(mind, 2) + (TURN if mind.aboard else 0)
        case "You Are Lost":
            return turn if mission or mind.me["cargo"] else 0
        case "Lose a Cargo":
            return turn if mind.has_imperial(mind.me) else TURN
        case "Lose a Station" | "Takeover":
            return 0
        case "Stressed Engines":
            return turn
    return TURN  # an Envoy


def _fallen(mind: Mind, prestige: int) -> float:
    """What so much Prestige is worth that is lost, where the seat has it."""
    return -TURN * mind.saved(-min(prestige, mind.prestige), 0)


def _needed(mind: Mind) -> int:
    """What is missing on the die of an own attempt; 0 where nothing is, or it decides no jump."""
    jump, die = mind.view["jump"], mind.view["die"]
    if not jump or not die or die["use"] != "jump" or die["seat"] != mind.seat or not jump["to"]:
        return 0
    return max(0, int(jump["needs"] - die["value"] - jump["bonus"]))


def _success(mind: Mind) -> float:
    """What the attempt under way is worth, beside its failure."""
    jump, course, left = mind.view["jump"], mind.course, mind.me["jumps_left"]
    call = course.call_from(jump["from"])
    there = course.arrive(jump["to"], call, left) - course.value(jump["from"], call, left)
    return TURN * (ERRAND if mind.me["mission"] else 1) * there


def _reroll(mind: Mind, move: Move) -> float:
    """Once more for an attempt that has failed, with the card least missed; or, without one, out of
    the arm where one was (ST-NEWPERSON-10).
    """
    if not move.rest:
        return TURN
    card = mind.named_card(move.card)
    if not _needed(mind) or card != mind.cheapest:
        return 0
    jump = mind.view["jump"]
    return float(succeeds(jump["needs"] - jump["bonus"])) * _success(mind) - mind.spent(card)


# --- dice -----------------------------------------------------------------------------------------


def _zap(mind: Mind, move: Move) -> float:
    """On a die that decides something, where the change decides otherwise; on an own attempt what
    is missing and no more.
    """
    die, card = mind.view["die"], mind.named_card(move.card)
    if not die:
        return 0
    jump, by = mind.view["jump"], ZAPS[move.card] if move.way == "up" else -ZAPS[move.card]
    if die["use"] == "jump" and jump and jump["seat"] == mind.seat:
        missing = _needed(mind)
        return _success(mind) - mind.spent(card) if missing and by >= missing else 0
    gain = _hope(mind, die, die["value"] + by) - _hope(mind, die, die["value"])
    spent = mind.keep(card) / (2 if die["use"] == "petition" else 1)
    return gain - spent if gain > 0 else 0


def _hope(mind: Mind, die: DieSeen, value: int) -> float:
    """What it is worth to this seat that a die shows a value: less than nothing where it helps a
    rival about to win.
    """
    mine, jump = die["seat"] == mind.seat, mind.view["jump"]
    match die["use"]:
        case "jump" if jump and value + jump["bonus"] >= jump["needs"]:
            return -_feared(mind, jump)
        case "petition":
            return (GRANT if mine else -GRANT) * answer(mind, die["seat"], value)
        case "jackpot" if value >= mind.book.specials["jackpot"].min_roll:
            near = mind.threat(mind.traders[die["seat"]]) >= 3
            return 2 * TURN if mine else -TURN if near else 0
    return 0


def _feared(mind: Mind, jump: JumpSeen) -> float:
    """What it is worth that a rival's jump fails."""
    trader = mind.traders[jump["seat"]]
    if not trader["mission"]:
        return 0
    wins = mind.has_imperial(trader) and jump["to"] == trader["mission"]["to"]
    return WIN if wins else TURN


def answer(mind: Mind, seat: Seat, value: int, prestige: int | None = None) -> float:
    """The chance that a petition with this die is granted, to a seat that has, or would have, so
    much Prestige.
    """
    has = mind.traders[seat]["prestige"] if prestige is None else prestige
    purses = (mind.stellors,) if seat == mind.seat else PURSES
    return sum(mind.granted(has, purse, value) for purse in purses) / len(purses)


# --- rivals on their way --------------------------------------------------------------------------


def _before_petition(mind: Mind, move: Move) -> float:
    """Prestige taken from a petitioner: most where that leaves fewer than fifteen, some into a
    lesser zone. Given to oneself likewise.
    """
    petitioner = mind.view["turn"]
    if petitioner == mind.seat:
        rises = RISES.get(move.card, 0) if move.on == mind.seat else 0
        return GRANT * (mind.odds(min(30, mind.prestige + rises)) - mind.odds())
    if move.card not in FALLS or move.on != petitioner:
        return 0
    stopped = falling(mind, petitioner, mind.traders[petitioner]["prestige"], move.card)
    return stopped - mind.keep(mind.named_card(move.card)) / 3


def falling(mind: Mind, seat: Seat, prestige: int, card: str) -> float:
    """What a card is worth that takes Prestige from a petitioner with so much of it."""
    less = max(0, prestige - FALLS[card])
    return GRANT * (_heard(mind, seat, prestige) - _heard(mind, seat, less))


def _heard(mind: Mind, seat: Seat, prestige: int) -> float:
    """The chance of a petition with so much Prestige."""
    if not mind.advanced and not mind.book.zone(prestige).mission_petition:
        return 0
    return sum(answer(mind, seat, die, prestige) for die in FACES) / SIDES


def _rivals_jump(mind: Mind) -> JumpSeen | None:
    """The jump that a rival has under way."""
    jump: JumpSeen | None = mind.view["jump"]
    return jump if jump and jump["seat"] != mind.seat else None


def _hold_fast(mind: Mind, move: Move) -> float:
    """Quarantine on the world that a rival with a mission is leaving."""
    jump = _rivals_jump(mind)
    if move.card != "quarantine" or not jump or move.at != jump["from"].lower():
        return 0
    return 0 if mind.here == jump["from"] and not wins(mind) else _feared(mind, jump)


def wins(mind: Mind) -> bool:
    """Whether the jump that a rival has under way wins the game if it succeeds (ST-MISSION-13)."""
    jump = _rivals_jump(mind)
    return jump is not None and bool(jump["to"]) and _feared(mind, jump) == WIN


def may_stop(mind: Mind, card: str) -> bool:
    """Whether a card may still stop a rival's jump that would win, once its die lies or the ship is
    under way: of a Trader with other cargo Lose a Cargo would leave the Imperial Cargo.
    """
    jump, die = _rivals_jump(mind), mind.view["die"]
    if jump is None:
        return False
    if card in ZAPS:
        lies = die is not None and die["use"] == "jump"
        return not lies or die["value"] + jump["bonus"] < jump["needs"]
    only = len({cargo["cargo"] for cargo in mind.traders[jump["seat"]]["cargo"]}) == 1
    return card == "you are lost" or (card == "lose a cargo" and only)


def _lose_them(mind: Mind, move: Move) -> float:
    """You Are Lost on a rival who has come nearer to winning, or Lose a Cargo on one whose jump
    would win.
    """
    jump = _rivals_jump(mind)
    if not jump or move.on != jump["seat"] or jump["lost"]:
        return 0
    if move.card == "lose a cargo" and wins(mind) and may_stop(mind, move.card):
        return WIN
    if move.card != "you are lost":
        return 0
    trader = mind.traders[jump["seat"]]
    arrived = any(cargo["marked"].endswith(f" to {jump['to']}") for cargo in trader["cargo"])
    leads = mind.leader is not None and mind.leader["seat"] == jump["seat"]
    early = arrived and leads and trader["prestige"] >= 10
    return TURN if trader["mission"] or early else 0
