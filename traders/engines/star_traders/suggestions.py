"""What a Trader is advised to order: what the bot would do, a turn's jumps with their odds, and
what they are for.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from traders.engines.kernel.contract import Offer, Pending, Turn, View
from traders.engines.kernel.engine_defaults import first_offered
from traders.engines.kernel.level import Level
from traders.engines.kernel.suggestion import SEED, Suggestion, all_of, at_least, percent
from traders.engines.kernel.words import count
from traders.engines.star_traders.bot import best, mind_of
from traders.engines.star_traders.bot.goals import Mind
from traders.engines.star_traders.routes import Leg

MOST = 8
"""Orders of a turn that are thought out ahead."""


def suggestion(view: View, pending: Pending, offers: Sequence[Offer]) -> Suggestion | None:
    """The bot's order, in Movement with the jumps that follow; alone where none can be foreseen."""
    mind = mind_of(view, SEED, Level.MASTER)
    first = first_offered(best(mind, pending, offers), offers)
    if first is None or not isinstance(pending, Turn):
        return first
    course = Course(mind)
    course.plot()
    if course.orders[:1] == [first.orders[0]]:
        return Suggestion(tuple(course.orders), course.words())
    alone = _alone(mind, first.orders[0], offers)
    if _on_a_seat(first.orders[0], view) and _offered(course.orders[:1], offers):
        # the card moves nobody: the turn goes on as it would without it
        return Suggestion(
            (*first.orders, *course.orders), " ".join(filter(None, (alone, course.words())))
        )
    return Suggestion(first.orders, alone)


def _on_a_seat(order: str, view: View) -> bool:
    """Whether the order plays a card on a Trader."""
    return order.startswith("play ") and any(
        f" on {trader['seat']}" in order for trader in view["seats"]
    )


def _offered(orders: Sequence[str], offers: Sequence[Offer]) -> bool:
    return bool(orders) and first_offered(orders[0], offers) is not None


ENDS_MOVEMENT = ("halt", "end", "draw")


def odds(view: View, lines: Sequence[str]) -> str:
    """The odds of the jumps in these lines, one after another: `Odds if nobody reacts: Niven 83 %,
    then Babel 67 %; both 56 %.`; up to the first jump that no line leads to or no attempt is left
    for, and to the end of movement (ST-JUMP-02).
    """
    mind, legs = mind_of(view, SEED, Level.MASTER), list[Leg]()
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
    if not legs:
        return ""
    each, _, together = all_of([leg.odds for leg in legs]).partition("; ")
    told = [f"{leg.to} {one}" for leg, one in zip(legs, each.split(", "), strict=True)]
    ending = f"; {together}" if together else ""
    return f"Odds if nobody reacts: {', then '.join(told)}{ending}."


class Course:
    """A turn as it goes where each jump succeeds: the orders, the odds of the jumps, and what is
    seen then.
    """

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self.orders: list[str] = []
        self.odds: list[Fraction] = []
        self.delivers: list[dict[str, Any]] = []
        """The contracts served where the course ends: what comes then nobody knows yet."""

    def plot(self) -> None:
        """Load what the plan wants, jump towards its goal, and on to the next goal, while attempts
        are left.
        """
        while len(self.orders) < MOST and not self.delivers and (plan := self.mind.plan):
            if plan.goal != self.mind.here:
                if not self._jumped():
                    return
            elif not self._loaded():
                return

    def _jumped(self) -> bool:
        """The next jump; none from under a Quarantine (ST-CARD-27)."""
        mind = self.mind
        leg = mind.leg()
        if not mind.me["jumps_left"] or mind.trapped or leg is None:
            return False
        self.orders.append(f"jump {leg.to.lower()}")
        self.odds.append(leg.odds)
        self._then(at=leg.to, jumps_left=mind.me["jumps_left"] - 1, answered=[])
        self.delivers = self._served()
        return True

    def _loaded(self) -> bool:
        """A cargo that a contract calls for from here, if there is room for it."""
        mind = self.mind
        if len(mind.me["cargo"]) >= 2 or mind.me["mission"]:
            return False
        found = [
            contract["cargo"]
            for contract in mind.contracts
            if contract["from"] == mind.here
            and contract["cargo"].lower() in mind.loads
            and contract["cargo"] not in mind.aboard
        ]
        if not found:
            return False
        self.orders.append(f"load {found[0].lower()}")
        self._then(cargo=[*mind.me["cargo"], {"cargo": found[0], "owner": "", "marked": ""}])
        return True

    def _then(self, **changed: Any) -> None:
        """See the table with the own ship changed."""
        view = self.mind.view
        seats = [
            {**trader, **changed} if trader["seat"] == self.mind.seat else trader
            for trader in view["seats"]
        ]
        self.mind = mind_of({**view, "seats": seats}, SEED, Level.MASTER)

    def _served(self) -> list[dict[str, Any]]:
        """What is delivered on arrival, at once and by itself (ST-DELIVER-03)."""
        mind = self.mind
        return [one for one in mind.calls if one["to"] == mind.here and one["cargo"] in mind.aboard]

    def words(self) -> str:
        """What the orders come to, and the odds of the jumps."""
        told = [self._purpose()]
        risky = any(one < 1 for one in self.odds)
        if risky:
            told.append(f"Odds: {all_of(self.odds)}.")
        elif self.odds:
            told.append("No roll is needed.")
        if risky and len(self.orders) > 1:
            told.append("If a jump fails, lines that no longer fit come back.")
        return " ".join(filter(None, told))

    def _purpose(self) -> str:
        mind, plan = self.mind, self.mind.plan
        if self.delivers:
            return _delivered(mind, self.delivers)
        if plan is None:
            return ""
        far = mind.ways.jumps(mind.here, plan.goal)
        where = f"{count(far, 'jump')} from {plan.goal}" if far else f"at {plan.goal}"
        cargoes = [
            one for one in mind.calls if one["to"] == plan.goal and one["cargo"] in mind.aboard
        ]
        if plan.why == "trade" and cargoes:
            return (
                f"Then you are {where}, which wants your {cargoes[0]['cargo']} "
                f"({_pays(mind, cargoes[0])})."
            )
        wanted = [one for one in mind.contracts if one["from"] == plan.goal]
        if plan.why == "trade" and wanted:
            one = wanted[0]
            return (
                f"Then you are {where}, where you load {one['cargo']} for {one['to']} "
                f"({_pays(mind, one)})."
            )
        return f"Then you are {where}{AIMS.get(plan.why, '')}."


AIMS = {
    "engine": ", where engines are sold",
    "build": ", where you can build a station",
    "mission": ", where your mission leads",
    "envoy": ", where the Imperial Envoy wants to go",
}
"""What a goal is good for, by the kind of plan."""


def _delivered(mind: Mind, contracts: Sequence[dict[str, Any]]) -> str:
    """What is delivered, and what for."""
    return " ".join(f"You deliver {one['cargo']}: {_pays(mind, one)}." for one in contracts)


def _pays(mind: Mind, contract: dict[str, Any]) -> str:
    """What a delivery brings: `12 Stellors, 2 Prestige`; at Jackpot only if the die shows enough
    (ST-PAYOFF-12).
    """
    if "rid" in contract:
        return "the cargo is off your ship"
    prestige = contract["prestige"] * (2 if contract["doubled"] else 1)
    pay = f"{contract['stellors']} Stellors, {prestige} Prestige"
    if contract["special_at"] != "jackpot":
        return pay
    least = mind.book.specials["jackpot"].min_roll
    return f"{pay} on a {least} or more, {percent(at_least(least, 6))}"


def _alone(mind: Mind, order: str, offers: Sequence[Offer]) -> str:
    """What an order by itself is good for."""
    verb, _, what = order.partition(" ")
    for contract in mind.contracts:
        if verb == "load" and contract["cargo"].lower() == what and contract["from"] == mind.here:
            return f"{contract['to']} wants it: {_pays(mind, contract)}."
    if what.startswith("superjump at "):
        there = what.removeprefix("superjump at ")
        calls = [one for one in mind.calls if one["cargo"] in mind.aboard]
        told = _delivered(mind, [one for one in calls if one["to"].lower() == there])
        return f"No roll is needed. {told}".strip()
    if verb == "build":
        gain = mind.book.prices[f"station_prestige_{mind.view['game']}"]
        price = mind.own["station_price"]
        return f"A station on {mind.here} costs {price} Stellors and brings {gain} Prestige."
    if verb == "petition":
        return f"The Emperor grants it with {percent(mind.odds())}."
    words = next((offer.words for offer in offers if offer.order == order), "")
    return f"{words[:1].upper()}{words[1:]}." if words else ""
