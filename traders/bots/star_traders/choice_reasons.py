"""Why a choice that a rule puts to a Trader is advised to be answered so."""

from __future__ import annotations

from collections.abc import Sequence

from traders.bots.default_bot import holds
from traders.bots.star_traders.offered_moves import Move, taken_apart
from traders.bots.star_traders.plan_and_valuations import Mind
from traders.bots.star_traders.suggested_turn import pays
from traders.engines.kernel.contract.contract import Choice, Offer
from traders.engines.kernel.words import capital, count, sentence

ALIKE = "Nothing else is clearly better."


def choice_words(mind: Mind, choice: Choice, order: str, offers: Sequence[Offer]) -> str:
    """What speaks for the answer; what it does, where the menu says more than the question."""
    why = _why(mind, taken_apart(order, mind.hand))
    does = next((offer.words for offer in offers if holds(offer, order)), choice.question)
    if does == choice.question:
        return why or ALIKE
    return " ".join(filter(None, (sentence(capital(does)), why)))


def _why(mind: Mind, move: Move) -> str:
    match move.verb:
        case "deliver":
            return _brings(mind, move.rest)
        case "choose":
            return _thing(mind, move.rest)
        case "draw" | "discard" if move.rest:
            return "It is the card that you would miss least."
        case "abandon":
            return "It is the cargo that you would miss least."
        case "take" | "stay" if mind.view["stage"] == "setup":
            return "Of the worlds that are free, a station there helps your voyages most."
        case "take" if move.rest == mind.goal.lower():
            return "That is where you make for."
        case "take" | "stay" if mind.goal:
            return f"From there your way to {mind.goal} is shortest."
    return ""


def _brings(mind: Mind, cargo: str) -> str:
    """What the best delivery of a cargo pays."""
    wanted = [one for one in mind.contracts if one["cargo"].lower() == cargo]
    best = max(wanted, key=mind.gains, default=None)
    return f"{best['to']} pays most for it: {pays(mind, best)}." if best else ""


def _thing(mind: Mind, thing: str) -> str:
    """An engine or its price in Stellors, a Personality, a cargo or a station."""
    if thing == "engine":
        has = count(mind.me["engines"], "engine")
        return f"You have {has}: one more is one more jump in each turn."
    if thing == "payoff":
        return "You have engines enough, and go on moving."
    for name, one in mind.book.personalities.items():
        if name.lower() == thing:
            return sentence(one.summary)
    cargoes = {one["cargo"].lower() for trader in mind.view["seats"] for one in trader["cargo"]}
    if thing in cargoes - {cargo.lower() for cargo in mind.aboard}:
        return _brings(mind, thing)
    if thing in cargoes:
        return "It is the cargo that you would miss least."
    if thing in {world.lower() for world in mind.me["stations"]}:
        return "It is the station that you would miss least."
    return ""
