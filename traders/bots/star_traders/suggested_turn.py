"""A Trader's turn as it is thought out ahead: jumps towards what it wants, the Action there, the
draw and the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from traders.bots.star_traders import order_worth
from traders.bots.star_traders.offered_moves import Move, moves
from traders.bots.star_traders.petition_odds_in_words import is_settled, petition_words
from traders.bots.star_traders.plan_and_valuations import Mind
from traders.engines.kernel.contract.contract import Offer
from traders.engines.kernel.contract.suggestion import SEED, all_of, percent, with_own
from traders.engines.kernel.words import count
from traders.engines.star_traders.edition.die_faces import succeeds
from traders.engines.star_traders.holdings.cargo_hold import IMPERIAL

MOST = 7
"""Orders of a turn behind which no jump is thought out ahead; what is tried again counts."""
AGAIN = 2
"""How often at most the first jump is tried again, for the letter's length; a later one, once."""
SOFT = " if possible"
"""Behind an order that a failed jump above it may put out of reach."""
PLACED = ("build",)
"""Actions that are meant for the world where the course ends, and could be done elsewhere."""


class Course:
    """A turn as it goes where each jump succeeds: the orders, the odds of the jumps, and what is
    seen then.
    """

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self.orders: list[str] = []
        self.odds: list[Fraction] = []
        self.goals: list[str] = []
        """The worlds of the jumps that have them."""
        self.delivers: list[dict[str, Any]] = []
        """The contracts served where the course ends: what comes then nobody knows yet."""
        self.action = ""
        """What the Action costs and brings where the course ends."""
        self.again = False
        """Whether a jump that fails is tried again."""
        self.lands = ""
        """Where a card put the ship before the course begins."""

    def land(self, there: str) -> None:
        """The course begins where a Superjump leads: nobody knows yet what is met there
        (ST-CARD-39).
        """
        self.lands = there
        self._then(at=there, answered=[])
        self.delivers = self._served()

    def plot(self) -> None:
        """Load what the plan wants, jump towards its goal, and on to the next goal, while attempts
        are left.
        """
        while not self.delivers and (plan := self.mind.plan):
            if plan.goal != self.mind.here:
                if len(self.orders) >= MOST or not self._jumped():
                    return
            elif not self._loaded():
                return

    def _jumped(self) -> bool:
        """The next jump; none from under a Quarantine (ST-CARD-27)."""
        mind = self.mind
        leg = mind.leg()
        if not mind.me["jumps_left"] or mind.trapped or leg is None:
            return False
        order = f"jump {leg.to.lower()}"
        self._order(order)
        most = 1 if self.again else AGAIN
        room = min(most, mind.me["jumps_left"] - 1, MOST - len(self.orders))
        again = max(0, room) if leg.odds < 1 else 0
        self.odds.append(leg.odds)
        self.goals.append(leg.to)
        self.again = self.again or bool(again)
        for _ in range(again):
            self._order(order)
        self._then(at=leg.to, jumps_left=mind.me["jumps_left"] - 1, answered=[])
        self.delivers = self._served()
        return True

    def _loaded(self) -> bool:
        """The Imperial Cargo, or one that a contract calls for from here, if there is room for
        it.
        """
        mind = self.mind
        if len(mind.me["cargo"]) >= 2:
            return False
        mission = mind.me["mission"]
        if mission:
            if mind.has_imperial(mind.me) or mission["from"] != mind.here:
                return False
            return self._takes(f"{IMPERIAL} ({mind.seat})", owner=mind.seat)
        found = [
            contract["cargo"]
            for contract in mind.contracts
            if contract["from"] == mind.here
            and contract["cargo"].lower() in mind.loads
            and contract["cargo"] not in mind.aboard
        ]
        return bool(found) and self._takes(found[0])

    def _takes(self, cargo: str, owner: str = "") -> bool:
        """A cargo comes aboard."""
        self._order(f"load {cargo.lower()}")
        self._then(cargo=[*self.mind.me["cargo"], {"cargo": cargo, "owner": owner, "marked": ""}])
        return True

    @property
    def wins(self) -> bool:
        """Whether the course ends where the Imperial Cargo aboard is to go (ST-MISSION-13)."""
        mission, moved = self.mind.me["mission"], self.goals or self.lands
        won = mission and mission["to"] == self.mind.here and self.mind.has_imperial(self.mind.me)
        return bool(moved and won)

    @property
    def _risky(self) -> bool:
        return any(one < 1 for one in self.odds)

    def _order(self, order: str) -> None:
        """Below a jump that may fail the order is made only if it can be, or where it is meant
        for.
        """
        where = f" if at {self.mind.here.lower()}" if order in PLACED else SOFT
        self.orders.append(f"{order}{where}" if self._risky or self.lands else order)

    def _then(self, **changed: object) -> None:
        """See the table with the own ship changed."""
        self.mind = Mind(with_own(self.mind.view, **changed), SEED)

    def close(self, draws: Sequence[Offer]) -> None:
        """The Action where the course ends, the draw and the end of the turn; nothing where a
        delivery that asks something or lets the ship go on or a card of the own turn comes before
        them, nothing below a petition that asks something.
        """
        mind = self.mind
        asks = any("rid" in one or one["special_at"] for one in self.delivers)
        if asks or len(self.delivers) > 1 or (self.delivers and mind.me["jumps_left"]):
            return
        if not (self.delivers or mind.moved_enough) or self._plays_on():
            return
        action = self._action()
        if action == "petition" and (self.delivers or mind.advanced):
            return  # its odds are others then, or it is for a station that is chosen there
        self.action = action_words(mind, action)
        if action == "petition" and not is_settled(mind):
            self._order(action)
            return
        *ends, end = ending(mind, action, draws)
        for order in ends:
            self._order(order)
        self.orders.append(end)

    def _plays_on(self) -> bool:
        """Whether a card of the hand may be played where the ship is then (ST-CARD-25,
        ST-CARD-39).
        """
        mind = self.mind
        meets = any(rival["at"] == mind.here for rival in mind.rivals)
        theirs = any(mind.here in rival["stations"] for rival in mind.rivals)
        return ("Piracy" in mind.hand and meets) or ("Takeover" in mind.hand and theirs)

    def _action(self) -> str:
        """The Action worth most to the mind there, "" for none."""
        mind = self.mind
        if mind.view["action"] == "used" or mind.me["envoy"] or self.wins:
            return ""
        found = ["petition"]
        if mind.here not in mind.held and mind.stellors >= mind.own["station_price"]:
            found.append("build")
        if mind.here in mind.yards and 0 < mind.own["engine_price"] <= mind.stellors:
            found.append("engine")
        worth, order = max((order_worth.worth(mind, Move(order, order)), order) for order in found)
        return order if worth > 0 else ""

    def _served(self) -> list[dict[str, Any]]:
        """What is delivered on arrival, at once and by itself (ST-DELIVER-03)."""
        mind = self.mind
        return [one for one in mind.calls if one["to"] == mind.here and one["cargo"] in mind.aboard]

    def words(self, *, brief: bool = False) -> str:
        """What the orders come to, and the odds of the jumps; `brief`: below another order."""
        alone = self.action and (brief or self._is_for_it())
        told = [self.action] if alone else [self._purpose(), self.action]
        if self.again:  # of all together they are others then
            each = [f"{to} {percent(odds)}" for to, odds in zip(self.goals, self.odds, strict=True)]
            each = [percent(self.odds[0])] if len(set(self.odds)) == 1 else each
            told.append(f"Each try: {', '.join(each)}.")
        elif self._risky:
            told.append(f"Odds: {all_of(self.odds)}.")
        elif self.odds:
            told.append("No roll is needed.")
        return " ".join(filter(None, told))

    def _is_for_it(self) -> bool:
        """Whether the Action at the end is what the course is for."""
        plan = self.mind.plan
        at_goal = plan is not None and plan.goal == self.mind.here and plan.why in ACTIONS
        return bool(self.action) and at_goal

    def _purpose(self) -> str:
        mind, plan = self.mind, self.mind.plan
        if self.wins:
            return f"Arriving at {mind.here} with the Imperial Cargo wins the game."
        if self.delivers:
            return delivered(mind, self.delivers)
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
                f"({pays(mind, cargoes[0])})."
            )
        wanted = [one for one in mind.contracts if one["from"] == plan.goal]
        if plan.why == "trade" and wanted:
            one = wanted[0]
            return (
                f"Then you are {where}, where you load {one['cargo']} for {one['to']} "
                f"({pays(mind, one)})."
            )
        why = "winning" if plan.why == "mission" and mind.has_imperial(mind.me) else plan.why
        return f"Then you are {where}{AIMS.get(why, '')}."


def ending(mind: Mind, action: str, draws: Sequence[Offer]) -> list[str]:
    """The turn's last orders: its Action, the draw that is worth most, the end."""
    drawn = [
        (order_worth.worth(mind, move), move.order)
        for move in moves(draws, mind.hand)
        if move.verb == "draw"
    ]
    worth, draw = max(drawn, default=(0, ""))
    return [*([action] if action else []), *([draw] if worth > 0 else []), "end"]


def action_words(mind: Mind, order: str) -> str:
    """What an Action costs and brings."""
    if order == "petition":
        return petition_words(mind)
    if order == "build":
        gain = mind.book.prices[f"station_prestige_{mind.view['game']}"]
        price = mind.own["station_price"]
        return f"A station on {mind.here}: {gain} Prestige for {count(price, 'Stellor')}."
    if order == "engine":
        return f"An engine costs {count(mind.own['engine_price'], 'Stellor')}."
    return ""


ACTIONS = ("build", "engine")
AIMS = {
    "engine": ", where engines are sold",
    "build": ", where you can build a station",
    "mission": ", where you load the Imperial Cargo",
    "winning": ", where the Imperial Cargo wins you the game",
    "envoy": ", where the Imperial Envoy wants to go",
}
"""What a goal is good for, by the kind of plan."""


def delivered(mind: Mind, contracts: Sequence[dict[str, Any]]) -> str:
    """What is delivered, and what for."""
    return " ".join(f"You deliver {one['cargo']}: {pays(mind, one)}." for one in contracts)


def pays(mind: Mind, contract: dict[str, Any]) -> str:
    """What a delivery brings: `12 Stellors, 2 Prestige`; at Jackpot only if the die shows enough
    (ST-PAYOFF-12).
    """
    if "rid" in contract:
        return "the cargo is off your ship"
    prestige = contract["prestige"] * (2 if contract["doubled"] else 1)
    pay = f"{count(contract['stellors'], 'Stellor')}, {prestige} Prestige"
    if contract["special_at"] != "jackpot":
        return pay
    least = mind.book.specials["jackpot"].min_roll
    return f"{pay} on a {least} or more, {percent(succeeds(least))}"
