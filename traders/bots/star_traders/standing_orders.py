"""What a seat says at its turn's beginning: standing orders by its hand, since an answer in a
window may come too late and a standing order does not; and stops that it always has, so that they
prove nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from traders.bots.star_traders.plan_and_valuations import Mind
from traders.bots.star_traders.reaction_worth import FALLS, GRANT, answer, falling
from traders.bots.star_traders.situation import ZAPS
from traders.engines.kernel.seats import Seat
from traders.engines.star_traders.edition.die_faces import FACES, SIDES
from traders.engines.star_traders.position.routes import Leg
from traders.engines.star_traders.position.view_types import TraderSeen

CHEAP, CHEAP_ON_MISSION = 2, 6
"""What a card may be missed at most that is spent on any failed jump."""
NEAR = 11
"""With so much Prestige a Trader may petition before this seat's next turn."""
HEARD = 15
"""The least Prestige of a petitioner (ST-PETITION-02)."""
TRIFLES = ("Lose a Station", "Takeover")
"""Calamities that are not worth an Avoid Calamity."""
AHEAD = 10
"""What a card played on a rival's petition must be worth, in Stellors."""


def said(mind: Mind) -> tuple[str, ...]:
    """Orders before the first move of a turn."""
    return (
        "forget all",
        "no stop at calamity",
        "stop at calamity when attacked",
        "no stop at zap",
        "stop at zap when my jump fails",
        *_standing(mind),
    )


def _standing(mind: Mind) -> Iterator[str]:
    """What the cards of the hand should do by themselves; the condition is one that all can see. Of
    several that hold, the last is carried out.
    """
    yield from _rerolls(mind)
    yield from _avoids(mind)
    zaps = () if mind.advanced else [card for card in ("Superzap", "Zap") if card in mind.hand]
    for card in zaps:
        yield from _on_way(mind, card)
        yield from _at_court(mind, mind.me, card, 1)
    for rival in mind.rivals:
        yield from _before_court(mind, rival)
        for card in zaps:
            yield from _at_court(mind, rival, card, -1)
            yield from _in_way(mind, rival, card)
        yield from _hold_up(mind, rival)


# --- the own ship ---------------------------------------------------------------------------------


def _rerolls(mind: Mind) -> Iterator[str]:
    """The card that would be missed least, on any jump that fails."""
    most = CHEAP_ON_MISSION if mind.me["mission"] else CHEAP
    if mind.hand and mind.spent(mind.cheapest) <= most:
        yield f"when my jump fails: reroll with {mind.cheapest.lower()}"


def _avoids(mind: Mind) -> Iterator[str]:
    """Calamities that are worth it, and a Quarantine that holds up a mission."""
    if "Avoid Calamity" not in mind.hand:
        if "Avoid Calamity" in mind.own["stands_in"].get("Piracy", ()):
            yield "when attacked: avoid with piracy"
        return
    trifles = " and ".join(
        f"not {rival['seat']} plays {card.lower()}" for rival in mind.rivals for card in TRIFLES
    )
    yield f"when attacked and {trifles}: avoid" if trifles else "when attacked: avoid"
    if mind.trapped and mind.me["mission"]:
        yield f"when {mind.seat} jumps from {mind.here.lower()}: avoid"


def _on_way(mind: Mind, card: str) -> Iterator[str]:
    """What is missing on the die of a jump on the way."""
    calls = mind.errand or mind.voyage
    goal = next((call.world for call in calls if call.world != mind.here), "")
    most = CHEAP_ON_MISSION if mind.me["mission"] else CHEAP
    if not goal or mind.spent(card) > most:
        return
    for leg, start in _legs(mind, mind.me, goal):
        if leg.needs > 1:
            low, high = leg.needs - ZAPS[card.lower()], leg.needs - 1
            yield f"when {_rolled(mind.me, start, leg, low, high)}: play {card.lower()} up"


def _legs(mind: Mind, trader: TraderSeen, goal: str) -> Iterator[tuple[Leg, str]]:
    """The jumps of a Trader's best way to a world, and where each begins."""
    start = str(trader["at"])
    for leg in mind.ways_of(trader["seat"]).way(start, goal) if start else ():
        yield leg, start
        start = leg.to


def _rolled(trader: TraderSeen, start: str, leg: Leg, low: int, high: int) -> str:
    """That a jump is under way with such a roll, as a condition."""
    seat = trader["seat"]
    return (
        f"{seat} jumps from {start.lower()} to {leg.to.lower()} and {seat} rolls {max(1, low)} or "
        f"better and {seat} rolls {min(SIDES, high)} or worse"
    )


# --- the court ------------------------------------------------------------------------------------


def _at_court(mind: Mind, trader: TraderSeen, card: str, sign: int) -> Iterator[str]:
    """A petition's die that the card turns, for oneself or against a rival."""
    if trader["mission"] or trader["prestige"] < NEAR:
        return
    seat, by = trader["seat"], sign * ZAPS[card.lower()]
    prestige = max(HEARD, trader["prestige"])
    turned = [die for die in FACES if GRANT * sign * _turned(mind, seat, die, by, prestige) > AHEAD]
    if turned:
        yield (
            f"when {seat} petitions and {seat} rolls {min(turned)} or better and {seat} rolls "
            f"{max(turned)} or worse: play {card.lower()} {'up' if sign > 0 else 'down'}"
        )


def _turned(mind: Mind, seat: Seat, die: int, by: int, prestige: int) -> float:
    """What a card adds to the chance of a petition that shows this die."""
    return answer(mind, seat, die + by, prestige) - answer(mind, seat, die, prestige)


def _before_court(mind: Mind, rival: TraderSeen) -> Iterator[str]:
    """Prestige taken from a petitioner before its die."""
    if mind.advanced or rival["mission"] or rival["prestige"] < NEAR:
        return
    prestige = max(HEARD, rival["prestige"])
    held = {card.lower() for card in mind.hand}
    for card in FALLS:
        if card in held and falling(mind, rival["seat"], prestige, card) > AHEAD:
            yield f"when {rival['seat']} petitions: play {card} on {rival['seat']}"


# --- a rival's ship -------------------------------------------------------------------------------


def _hold_up(mind: Mind, rival: TraderSeen) -> Iterator[str]:
    """A rival's ship, where it leaves for the goal of its mission or arrives there."""
    if "Quarantine" in mind.hand and holds_fast(mind, rival):
        yield (
            f"when {rival['seat']} jumps from {rival['at'].lower()}: play quarantine at "
            f"{rival['at'].lower()}"
        )
    mission = rival["mission"]
    if mission and "You Are Lost" in mind.hand:
        goal = mind.mission_goal(rival)
        yield f"when {rival['seat']} jumps to {goal.lower()}: play you are lost on {rival['seat']}"


def _in_way(mind: Mind, rival: TraderSeen, card: str) -> Iterator[str]:
    """A roll that would just bring a rival to the goal of its mission."""
    mission = rival["mission"]
    if not mission or rival["envoy"]:
        return
    goal = mind.mission_goal(rival)
    for leg, start in _legs(mind, rival, goal):
        if leg.to == goal and leg.needs > 1:
            high = leg.needs + ZAPS[card.lower()] - 1
            yield f"when {_rolled(rival, start, leg, leg.needs, high)}: play {card.lower()} down"


def holds_fast(mind: Mind, rival: TraderSeen) -> bool:
    """Whether a Quarantine is well spent on the world that a rival is about to leave."""
    if not rival["at"] or rival["at"] == mind.here or rival["envoy"]:
        return False
    if rival["mission"]:
        return True
    leads = mind.leader is not None and mind.leader["seat"] == rival["seat"]
    return leads and mind.crowded and bool(rival["cargo"])
