"""A reaction, or that there is none, in words to who is advised to give it: what it does, and what
the dice leave open, from the engine's own figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from traders.bots.default_bot import in_words
from traders.bots.star_traders import reaction_worth
from traders.bots.star_traders.plan_and_valuations import Mind
from traders.bots.star_traders.situation import ZAPS
from traders.engines.kernel.contract.contract import Offer
from traders.engines.kernel.contract.suggestion import KEEPS, Suggestion, percent
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import listed, named
from traders.engines.star_traders.edition.die_faces import SIDES, succeeds
from traders.engines.star_traders.position.view_types import TraderSeen

PASS, AVOID = "pass", "avoid"
STOPS = (*ZAPS, "you are lost", "lose a cargo")
"""Cards against a jump that has begun (ST-TIMING-14, ST-TIMING-20, ST-CARD-60)."""
OPEN_TO_IT = "You hold nothing that avoids it."


def answer(mind: Mind, order: str, offers: Sequence[Offer]) -> Suggestion:
    """The reaction with what it does and why; of a pass, what it lets stand."""
    told = [_jump(mind, order), _petition(mind, order)]
    if order == PASS:
        struck = (mind.view["calamity"] or {}).get("on") == mind.seat
        avoids = any(offer.order.startswith(AVOID) for offer in offers)
        why = OPEN_TO_IT if struck and not avoids else _against_victory(mind) or KEEPS
        return Suggestion((PASS,), _said(*told, why))
    return Suggestion((order,), _said(in_words(order, offers), *told))


def _said(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


def _needs(mind: Mind, seat: Seat, least: int) -> str:
    """What a jumper's die has to show: `You need a 4`, `Blue needs a 4`."""
    return f"You need a {least}" if seat == mind.seat else f"{named(seat)} needs a {least}"


def _against_victory(mind: Mind) -> str:
    """What is held against a rival's jump that would win, and is played in a later window of it; ""
    where no such jump is under way. In the last window it is played.
    """
    if not reaction_worth.wins(mind):
        return ""
    held = [card for card in dict.fromkeys(mind.hand) if card.lower() in STOPS]
    held = [card for card in held if reaction_worth.may_stop(mind, card.lower())]
    if not held or mind.view["interval"] == "lost":
        return "Nothing that you hold stops it."
    return f"{listed(held, joint='or')} can still stop it after the roll: I ask you again then."


# --- jumps ----------------------------------------------------------------------------------------


def _jump(mind: Mind, order: str) -> str:
    """What the jump under way needs: the odds before its die; where it lies already, how it
    stands, and the odds of one more roll. A re-roll's own words tell them.
    """
    jump, die = mind.view["jump"], mind.view["die"]
    if not jump or not jump["to"] or jump["lost"] or mind.view["interval"] == "calamity":
        return ""  # which stands while a card is played in a jump's movement
    seat = jump["seat"]
    if mind.view["interval"] == "quarantine":
        legs = [leg for leg in mind.ways_of(seat).legs(jump["from"]) if leg.to == jump["to"]]
        told = [f"{_needs(mind, seat, leg.needs)}: {percent(leg.odds)}." for leg in legs]
        return told[0] if told and legs[0].odds < 1 else ""
    if die is None or die["use"] != "jump" or order.startswith("reroll"):
        return ""
    least = max(1, jump["needs"] - jump["bonus"])
    if order != PASS:
        return f"{_needs(mind, seat, least)}."
    if die["value"] >= least:
        return "As it stands the jump succeeds."
    fails = "As it stands the jump fails"
    again = percent(succeeds(least))
    return (
        f"{fails}; one more roll would succeed with {again}." if seat == mind.seat else f"{fails}."
    )


# --- the court ------------------------------------------------------------------------------------


def _petition(mind: Mind, order: str) -> str:
    """The odds of the petition under way, before its die and after the card."""
    if mind.view["interval"] != "petition":
        return ""
    trader = mind.traders[mind.view["turn"]]
    most = "" if trader["seat"] == mind.seat else "up to "
    now = f"The petition is granted with {most}{percent(_odds(mind, trader))}"
    card = mind.book.cards.get(mind.named_card(order.removeprefix("play ").partition(" on ")[0]))
    if card is None or not card.prestige:
        return f"{now}."
    return f"{now}; then with {percent(_odds(mind, trader, card.prestige))}."


def _odds(mind: Mind, trader: TraderSeen, change: int = 0) -> Fraction:
    """The chance of a Trader's petition, with so much more Prestige. Others' money is not seen:
    they are taken to have what each price needs.
    """
    table = mind.book.printed
    rows = table.petition_station if mind.advanced else table.petition_mission
    dear = max(row.price_stellors for row in rows)
    money = mind.stellors if trader["seat"] == mind.seat else dear
    prestige = max(0, trader["prestige"] + change)
    return Fraction(mind.faces(prestige, money), SIDES)
