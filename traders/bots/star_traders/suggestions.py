"""What a Trader is advised to order: what the bot would do, a turn's jumps with their odds, and
what they are for.
"""

from __future__ import annotations

from collections.abc import Sequence

from traders.bots.default_bot import first_offered, holds
from traders.bots.star_traders import auction_bids, best
from traders.bots.star_traders.choice_reasons import choice_words
from traders.bots.star_traders.petition_odds_in_words import is_settled, petition_words
from traders.bots.star_traders.plan_and_valuations import Mind
from traders.bots.star_traders.reaction_odds_in_words import answer
from traders.bots.star_traders.suggested_turn import (
    SOFT,
    Course,
    action_words,
    delivered,
    ending,
    pays,
)
from traders.engines.kernel.contract.contract import Choice, Interval, Offer, Pending, Turn, View
from traders.engines.kernel.contract.suggestion import SEED, Suggestion, percent, together
from traders.engines.kernel.words import capital, listed
from traders.engines.star_traders.position.routes import Leg, usable


def suggestion(view: View, pending: Pending, offers: Sequence[Offer]) -> Suggestion | None:
    """The bot's order, with all that can be said behind it before something is revealed; alone
    where nothing can be foreseen.
    """
    mind = Mind(view, SEED)
    order = best(mind, pending, offers)
    if order.startswith("play ") and order.endswith(BREAKS_CODE) and isinstance(pending, Turn):
        whole = _with_all_stations(mind, order, offers)
        others = [offer for offer in offers if not holds(offer, order)]
        return whole or suggestion(view, pending, others)
    if isinstance(pending, Interval) and not pending.question:
        return answer(mind, order, offers)
    first = first_offered(order, offers)
    if first is not None and isinstance(pending, Choice):
        return Suggestion(first.orders, choice_words(mind, pending, order, offers))
    if first is not None and isinstance(pending, Interval) and mind.view["auction"]:
        return Suggestion(first.orders, auction_bids.why(mind))
    if first is None or not isinstance(pending, Turn):
        return first
    course = Course(mind)
    course.plot()
    if course.orders:
        course.close(offers)
    if course.orders[:1] == [order]:
        return Suggestion(tuple(course.orders), course.words())
    alone = _alone(mind, order, offers)
    if _moves_nothing(order, view) and _offered(course.orders[:1], offers):
        # the turn goes on as it would without the card
        words = _victory_first(course, alone, course.words(brief=True))
        return Suggestion((order, *map(_beside_the_card, course.orders)), words)
    if order.startswith(SUPERJUMP):
        return _from_there(mind, order, offers, alone)
    if order == "petition" and is_settled(mind):
        *draws, end = ending(mind, order, offers)[1:]
        return Suggestion((order, *(f"{draw}{SOFT}" for draw in draws), end), alone)
    if order in ("build", "engine"):
        return Suggestion(tuple(ending(mind, order, offers)), action_words(mind, order))
    if order.startswith("draw"):
        return Suggestion((order, "end"), alone)
    return Suggestion(first.orders, alone)


def _from_there(mind: Mind, order: str, offers: Sequence[Offer], alone: str) -> Suggestion:
    """A Superjump, and the rest of the turn from where it leads, as far as it can be done then."""
    there = order.removeprefix(SUPERJUMP)
    found = [one["name"] for one in mind.view["chart"]["worlds"] if one["name"].lower() == there]
    course = Course(mind)
    for name in found[:1]:
        course.land(name)
        course.plot()
        course.close(offers)
    told = course.action if course.delivers and not course.wins else course.words()
    return Suggestion((order, *course.orders), _victory_first(course, alone, told))


def _victory_first(course: Course, alone: str, told: str) -> str:
    """The words of an order and of the course behind it; what wins the game is said first."""
    words = (told, alone) if course.wins else (alone, told)
    return " ".join(filter(None, words))


def _with_all_stations(mind: Mind, order: str, offers: Sequence[Offer]) -> Suggestion | None:
    """A Codebreaker and the whole turn in which its stations serve; None where the course leads to
    none of them (ST-CARD-61).
    """
    seen: View = {**mind.view, "code_broken": True}
    course = Course(Mind(seen, SEED))
    course.plot()
    course.close(offers)
    opened = usable(seen, mind.seat) - usable(mind.view, mind.seat)
    used = [goal for goal in course.goals if goal in opened]
    if not used:
        return None
    what = "the station" if len(used) == 1 else "the stations"
    words = f"Until your turn ends you may use {what} on {listed(used)}. {course.words()}"
    return Suggestion((order, *map(_beside_the_card, course.orders)), words)


def _moves_nothing(order: str, view: View) -> bool:
    """Whether the order plays a card on a Trader that leaves the own ship and hold as they are, or
    repairs engines.
    """
    if order == "repair":
        return True
    on_somebody = any(f" on {trader['seat']}" in order for trader in view["seats"])
    return order.startswith("play ") and on_somebody and " taking " not in order


def _beside_the_card(line: str) -> str:
    """A draw makes do with the place of a card that was played; what comes of that is not known to
    the end.
    """
    if line.startswith("draw "):
        return f"draw{SOFT}"
    return f"{line}{SOFT}" if line.startswith("load ") and not line.endswith(SOFT) else line


def _offered(orders: Sequence[str], offers: Sequence[Offer]) -> bool:
    return bool(orders) and first_offered(orders[0], offers) is not None


SUPERJUMP = "play superjump at "
BREAKS_CODE = "codebreaker"
"""What ends an order that opens all stations: by the card, or by another that stands for it."""
ENDS_MOVEMENT = ("halt", "end", "draw")


def odds(view: View, lines: Sequence[str]) -> str:
    """The odds of the jumps in these lines, one after another: `Odds if nobody reacts: Niven 83 %,
    then Babel 67 %; both 56 %.`; up to the first jump that no line leads to or no attempt is left
    for, and to the end of movement (ST-JUMP-02). Behind them those of a petition.
    """
    mind, legs = Mind(view, SEED), list[Leg]()
    here, mine = mind.here, view["turn"] == view["seat"]
    attempts = mind.me["jumps_left"] if mine else mind.me["engines"]
    for line in lines:
        verb, _, to = line.lower().partition(" ")
        if verb in ENDS_MOVEMENT or len(legs) == attempts:
            break
        if verb != "jump":
            continue
        plain, found = to.removesuffix(" regular").removesuffix(" station"), mind.ways.legs(here)
        leg = next((leg for leg in found if leg.to.lower() == plain), None)
        if leg is None or (leg.station and to.endswith(" regular")):
            break
        legs.append(leg)
        here = leg.to
    asks = any(line.lower().partition(" ")[0] == "petition" for line in lines)
    petition = petition_words(mind) if asks and mind.odds() else ""
    if not legs:
        return petition
    told = [f"{leg.to} {percent(leg.odds)}" for leg in legs]
    ending = f"; {together([leg.odds for leg in legs])}" if len(legs) > 1 else ""
    return f"Odds if nobody reacts: {', then '.join(told)}{ending}. {petition}".rstrip()


def _alone(mind: Mind, order: str, offers: Sequence[Offer]) -> str:
    """What an order by itself is good for."""
    verb, _, what = order.partition(" ")
    for contract in mind.contracts:
        if verb == "load" and contract["cargo"].lower() == what and contract["from"] == mind.here:
            return f"{contract['to']} wants it: {pays(mind, contract)}."
    if order.startswith(SUPERJUMP):
        there = order.removeprefix(SUPERJUMP)
        calls = [one for one in mind.calls if one["cargo"] in mind.aboard]
        told = delivered(mind, [one for one in calls if one["to"].lower() == there])
        return f"No roll is needed. {told}".strip()
    if verb == "petition":
        return petition_words(mind)
    if verb == "draw":
        return _only_a_card(mind, what.removeprefix("discarding "))
    if verb == "end":
        return "No other order is worth more now."
    words = next((offer.words for offer in offers if offer.order == order), "")
    return f"{capital(words)}." if words else ""


def _only_a_card(mind: Mind, instead: str) -> str:
    """Why nothing is left to do but to draw (ST-TURN-08); `instead`: the card that goes for it."""
    if mind.trapped:
        why = f"A Quarantine holds your ship on {mind.here}"
    elif mind.view["stage"] != "movement":
        why = "Your jumps are over"
    elif not mind.me["jumps_left"]:
        why = "You have no jump attempt left"
    else:
        why = "No jump brings you nearer to what you want"
    acts = "your action is done" if mind.view["action"] == "used" else "no action pays here"
    missed = f" You would miss {mind.named_card(instead)} least." if instead else ""
    return f"{why}, and {acts}: a card is all that this turn can still bring.{missed}"
