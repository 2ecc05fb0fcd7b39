"""What a reaction in an interval is worth to a master: an own attempt by what it would lead to, a
card by what it would be missed.
"""

from __future__ import annotations

from traders.bots.star_traders import reactions
from traders.bots.star_traders.master.goals import TURN, Master
from traders.bots.star_traders.offered_moves import Move
from traders.bots.star_traders.reactions import SIZE
from traders.engines.kernel.seats import Seat
from traders.engines.star_traders.die_faces import succeeds

GRANT = 50.0
"""What a granted petition is worth beside a refused one, in Stellors."""
ERRAND = 4.0
"""By how much an attempt on a mission is worth more than its turns."""
PURSES = ((10, 0.05), (25, 0.35), (45, 0.4), (65, 0.2))
"""What a rival may have, and how likely."""


def worth(mind: Master, move: Move) -> float:
    """How much the reaction is worth; 0 or less: pass."""
    jump = mind.view["jump"]
    mine = bool(jump) and jump["seat"] == mind.seat and not mind.advanced
    if move.verb == "reroll" and mine and move.rest:
        return _reroll(mind, move)
    die = mind.view["die"]
    if move.verb == "play" and move.card in SIZE and die:
        if die["use"] == "petition" and not mind.advanced:
            return _zap_petition(mind, move)
        if mine:
            return _zap(mind, move)
    return reactions.worth(mind, move)


def _needed(mind: Master) -> int:
    """What is missing on the die of an own attempt; 0 where nothing is, or it decides no jump."""
    jump, die = mind.view["jump"], mind.view["die"]
    if not jump or not die or die["use"] != "jump" or die["seat"] != mind.seat or not jump["to"]:
        return 0
    return max(0, int(jump["needs"] - die["value"] - jump["bonus"]))


def _success(mind: Master) -> float:
    """What the attempt under way is worth in Stellors, beside its failure."""
    jump, course, left = mind.view["jump"], mind.course, mind.me["jumps_left"]
    call = course.call_from(jump["from"])
    there = course.arrive(jump["to"], call, left)
    return (
        TURN
        * (ERRAND if mind.me["mission"] else 1.0)
        * (there - course.value(jump["from"], call, left))
    )


def _reroll(mind: Master, move: Move) -> float:
    """Once more for an attempt that has failed, with the card least missed."""
    card = mind.named_card(move.card)
    if not _needed(mind) or (mind.hand and card != mind.cheapest):
        return 0.0
    jump = mind.view["jump"]
    chance = float(succeeds(jump["needs"] - jump["bonus"]))
    return float(chance * _success(mind) - mind.spent(card))


def _zap(mind: Master, move: Move) -> float:
    """What is missing and no more."""
    missing = _needed(mind)
    if not missing or move.way != "up" or SIZE[move.card] < missing:
        return 0.0
    return _success(mind) - mind.spent(mind.named_card(move.card))


def _zap_petition(mind: Master, move: Move) -> float:
    """A die of the court, raised for oneself or lowered for a rival, where that changes the
    answer.
    """
    die = mind.view["die"]
    by = SIZE[move.card] if move.way == "up" else -SIZE[move.card]
    seat, value = die["seat"], die["value"]
    gain = answer(mind, seat, value + by) - answer(mind, seat, value)
    if seat != mind.seat:
        gain = -gain * (1.0 if len(mind.rivals) == 1 else 0.6)
    return GRANT * gain - 0.5 * mind.keep(mind.named_card(move.card))


def answer(mind: Master, seat: Seat, value: int, prestige: int | None = None) -> float:
    """The chance that a petition with this die is granted, to a seat that has, or would have, so
    much Prestige.
    """
    has = mind.traders[seat]["prestige"] if prestige is None else prestige
    purses = ((mind.stellors, 1.0),) if seat == mind.seat else PURSES
    return sum(likely for purse, likely in purses if mind.granted(has, purse, value))
