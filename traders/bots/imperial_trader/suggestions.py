"""What a captain is advised to order: what a master would do, with the odds of the dice and the
pay, and the second action on what the first comes to.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from traders.bots.default_bot import first_offered
from traders.bots.imperial_trader import action_choice, whole_round_orders
from traders.bots.imperial_trader.action_choice import Depth
from traders.bots.imperial_trader.situation import Sector
from traders.bots.imperial_trader.whole_round_orders import ROUND
from traders.bots.imperial_trader.win_chance_table import SPIRITS
from traders.engines.imperial_trader.position.state import Place
from traders.engines.imperial_trader.position.view_types import OrderSeen
from traders.engines.imperial_trader.sub_sector.chart_routes import spaces_to
from traders.engines.imperial_trader.tables import tables, upgrade_of
from traders.engines.kernel.contract.contract import Offer, Pending, Turn, View
from traders.engines.kernel.contract.suggestion import (
    SEED,
    Suggestion,
    at_least,
    percent,
    reason,
    with_own,
)
from traders.engines.kernel.words import count, listed

END, DEAL = "end", "deal"
START = "On average the orders that are dealt pay most from there."
AVERTING = " past your machine spirits"
MOST_ROUNDS, LONG = 2, 30
"""Rounds that are ordered ahead, and words of a round and its reason from which on it is one, for
the letter's length.
"""


def suggestion(view: View, pending: Pending, offers: Sequence[Offer]) -> Suggestion | None:
    """A master's order, with what comes behind it in the same turn."""
    order = action_choice.order(view, offers, SEED, Depth.ROUND)
    if order.startswith(ROUND):
        advice, (begins, *rest) = Advice(view), order.removeprefix(ROUND).split("; ")
        words = advice.first(begins, rest)
        rounds = 1 if len(f"{order} {words}".split()) > LONG else MOST_ROUNDS
        whole = reason(words, *advice.second(begins, rest))
        return Suggestion((order, *advice.errand(begins, rounds)), whole)
    first = first_offered(order, offers)
    if first is not None and order.startswith("start at "):
        return Suggestion(first.orders, START)
    if first is not None and view["stage"] == "discard":
        advice = Advice(view)
        ends = () if advice.me["actions"] else (END,)
        return Suggestion((*first.orders, *ends), advice.missed_least(order.partition(" ")[2]))
    if first is None or not isinstance(pending, Turn) or view["stage"] != "actions":
        return first
    return Advice(view).turn(first.orders[0])


def odds(view: View, lines: Sequence[str]) -> str:
    """The reach of the first flight in these lines by the die, and the odds of an offloading."""
    me = next((one for one in view["seats"] if one["seat"] == view["seat"]), None)
    if me is None or not (me["planet"] or me["lane"]):
        return ""
    advice, told = Advice(view), dict[str, str]()
    for order in "; ".join(line.removeprefix(ROUND) for line in lines).split("; "):
        verb, _, what = order.rpartition(": ")[2].partition(" ")
        if verb == "fly":
            told.setdefault(verb, advice.reach(what))
        elif verb == "offload":
            told.setdefault(verb, advice.unloading(what))
    return " ".join(filter(None, told.values()))


def _is_risk(line: str) -> bool:
    """Whether a die in this line can damage the ship (IT-FLY-06, IT-WRK-04)."""
    return line.rpartition(": ")[2].partition(" ")[0] in ("fly", "offload")


class Advice:
    """One captain's view, and what an order in it may come to."""

    def __init__(self, view: View) -> None:
        self.view, self.sector = view, Sector(view)
        self.me = self.sector.me
        self.planet: dict[str, str] = {
            one["name"].casefold(): one["name"] for one in view["planets"] if not one["closed"]
        }

    def turn(self, order: str) -> Suggestion:
        """The order, a second action where it can be foreseen, and `end` behind both
        (IT-TRN-01).
        """
        if order == END:
            return self.on(order)
        first = self.on(order)
        both = self.me["actions"] < 2 or len(first.orders) > 1
        behind = None if both else Ahead(self).behind(order)
        lines = (*first.orders, *(behind.orders if behind else ()))
        words = [first.words, behind.words if behind else ""]
        if AVERTING in words[1] and order.startswith("buy "):
            words[0] = self._ware(order.removeprefix("buy "), brief=True)
        if behind is None and not both:
            words.append("The second action depends on what comes of it.")
        elif not (lines[-1] == DEAL and self.sector.is_full()):  # a choice comes first
            lines = (*lines, END)
        if self.me["damage"] <= tables().game.damage_die and any(map(_is_risk, lines[:-1])):
            words.append("If your ship is lost, the lines below come back to you.")
        return Suggestion(lines, reason(*words))

    def on(self, order: str) -> Suggestion:
        """The order, the flight's work behind it if an action is left, and their words."""
        verb, _, what = order.partition(" ")
        match verb:
            case "fly" if what in self.planet:
                return self._flight(order, self.planet[what])
            case "fly":
                return Suggestion((order,), self._to_closed(what))
            case "discard":
                words = "It leads to or from a closed world: you draw another order for it."
                return Suggestion((order,), words)
            case "load":
                return Suggestion((order,), self._loading(what))
            case "offload":
                return Suggestion((order,), self.unloading(what))
            case "repair":
                left = self.me["credits"] - int(what) * tables().game.repair_cost
                points = f"{self.me['damage']} of {count(self.me['most'], 'damage point')}"
                return Suggestion((order,), f"You have {points}; {count(left, 'credit')} are left.")
            case "buy":
                return Suggestion((order,), self._ware(what))
            case "deal" if self.sector.is_full() and self.view["stage"] == "orders":
                words = "You draw another order; unless it is one of these, it goes back."
                return Suggestion((order,), words)
            case "deal" if self.sector.is_full():
                words = "You draw another order, and choose which one goes back."
                return Suggestion((order,), words)
            case "deal":
                return Suggestion((order,), "You draw a new order, which tells what to fetch.")
            case "end" if not self.me["actions"]:
                return Suggestion((order,), "Both actions are done.")
            case "end" if self.sector.last:
                return Suggestion((order,), "It is the last round, and no action pays in it.")
            case "end":
                return Suggestion((order,), "No action brings you nearer to the goal now.")
        return Suggestion((order,))

    def _ware(self, code: str, *, brief: bool = False) -> str:
        """What an upgrade costs, and what it is good for (IT-SHP-06 to IT-SHP-08); of machine
        spirits, unless that is told behind it.
        """
        ware = upgrade_of(code)
        words = f"{ware.name}: {count(self.me['credits'] - ware.cost, 'credit')} are left."
        return words if code == SPIRITS and brief else f"{words} {self._good_for(code)}"

    def _good_for(self, code: str) -> str:
        game, ware = tables().game, upgrade_of(code)
        if ware.points:
            return (
                f"Your ship can have {count(self.me['most'] + ware.points, 'damage point')} then."
            )
        bad = "A bad roll" if code == SPIRITS else "An offloading that fails"
        odds = percent(at_least(game.save_on, game.die))
        return f"{bad} does no damage on {game.save_on} or more, {odds}."

    def first(self, order: str, rest: Sequence[str]) -> str:
        """Why a round begins with that action; of a flight to where nothing is offloaded in the
        round, no more than how far it is.
        """
        verb, _, what = order.partition(" ")
        bare = verb == "fly" and not any("offload " in line for line in rest)
        return (self.reach(what) if bare else "") or self.on(order).words

    def second(self, first: str, rest: Sequence[str]) -> list[str]:
        """Why each action stands in a round behind the first one, whose reason is told by itself
        (IT-PBM-03).
        """
        begins = first.partition(" ")[0]
        told: dict[str, str] = {}
        for order in (line.rpartition(": ")[2] for line in rest):
            verb, _, what = order.partition(" ")
            match verb:
                case "offload" if order == first:
                    told.setdefault(verb, "After an accident you try again.")
                case "load" if begins == "deal":
                    told.setdefault(verb, "Loading needs no die.")
                case "deal" if begins == verb:
                    words = "Else a second deal may bring a better order"
                    back = "" if self.sector.is_full() else ". Any other order goes back"
                    told.setdefault(verb, f"{words}{back if rest[-1].startswith('keep ') else ''}.")
                case "deal" if begins == "offload":
                    told.setdefault(verb, "Then you draw the next order.")
                case "deal":
                    words = self.on(verb).words
                    told.setdefault(verb, f"Then {words[:1].lower()}{words[1:]}")
                case "buy":
                    ware = upgrade_of(what)
                    price, good = count(ware.cost, "credit"), self._good_for(what)
                    told.setdefault(verb, f"{ware.name}, for {price}: {good[0].lower()}{good[1:]}")
                case "repair":
                    cost = count(tables().game.repair_cost, "credit")
                    told.setdefault(verb, f"A repair costs {cost} a damage point.")
                case "fly" if what in self.planet and begins != verb:
                    far = self._spaces(goal := self.planet[what])
                    told.setdefault(verb, f"{goal} is {count(far, 'space')} away.")
        return list(told.values())

    def errand(self, first: str, rounds: int) -> tuple[str, ...]:
        """A plan for so many rounds behind this one in which the errand goes on, as long as the
        ship is sound (IT-PBM-04).
        """
        verb, _, what = first.partition(" ")
        then = self._there(self.planet[what]) if verb == "fly" and what in self.planet else None
        held = what if verb == "load" else then[1] if then else ""
        return () if self.held(held) is None else whole_round_orders.errand(self.me, rounds)

    # --- flying -----------------------------------------------------------------------------------

    def reach(self, what: str) -> str:
        """How likely one roll arrives at a planet, and what a bad one costs; "" where what is flown
        to is none, or a course of one's own.
        """
        goal = self.planet.get(what, "")
        far = self._spaces(goal) if goal else None
        if not far:
            return ""
        away = f"{goal} is {count(far, 'space')} away{self._arrival(far)}."
        return f"{away} {self._wear()}"

    def _flight(self, order: str, goal: str) -> Suggestion:
        """How far it is, how likely one roll arrives, and what is done there."""
        far = self._spaces(goal)
        then, again = self._there(goal), far > tables().game.die
        more = self.me["actions"] > 1 and (again or then is not None)
        words = [f"{goal} is {count(far, 'space')} away{self._arrival(far)}.", self._wear()]
        if then is None or again or not more:
            return Suggestion((order,) * (2 if more else 1), " ".join(words))
        words.append(self.unloading(then[1]) if then[0] == "offload" else "")
        otherwise = (f"otherwise: {order}",) if far > 1 else ()
        lines = (order, f"if arrived: {' '.join(then)}", *otherwise)
        return Suggestion(lines, reason(*words))

    def _to_closed(self, what: str) -> str:
        """A flight to a world that may have opened when the ship is there (IT-SHF-05)."""
        closed = next((one for one in self.sector.closed if one.casefold() == what), "")
        if not closed:
            return self._wear()
        far = self._spaces(closed)
        away = f"{closed} is closed, and {count(far, 'space')} away{self._arrival(far)}."
        return f"{away} {self._wear()}"

    def _arrival(self, far: int) -> str:
        sides = tables().game.die
        if far <= 1:
            return ", so any roll arrives"
        if far <= sides:
            return f": you arrive on {far} or more, {percent(at_least(far, sides))}"
        return f": {count(-(-far // sides), 'roll')} at least"

    def _wear(self) -> str:
        """What a bad roll costs, and how likely it does (IT-FLY-06, IT-SHP-07)."""
        game, points = tables().game, count(self.me["damage"], "damage point")
        bad = f"A {' or '.join(map(str, game.wear_on))}"
        odds = Fraction(len(game.wear_on), game.die)
        if SPIRITS in self.me["upgrades"]:
            bad += AVERTING
            odds *= 1 - at_least(game.save_on, game.die)
        return f"{bad} ({percent(odds)}) costs 1 to {game.damage_die} of your {points}."

    def _there(self, goal: str) -> tuple[str, str] | None:
        """What is done at the goal: an order's cargo is dropped, or picked up."""
        for one in self.me["orders"]:
            if one["aboard"] and one["to"] == goal:
                return "offload", one["order"].casefold()
            if not one["aboard"] and one["from"] == goal:
                return "load", one["order"].casefold()
        return None

    def _spaces(self, goal: str) -> int:
        """Spaces to a planet by the course of fewest."""
        return spaces_to(self.sector.known, self.sector.mine().place, goal)

    def missed_least(self, what: str) -> str:
        """What the order that goes back pays for how many spaces, and what those that are kept do
        (IT-DEA-03).
        """
        pays = {one["order"].casefold(): self._pays(one) for one in self.me["orders"]}
        if what not in pays:
            return "The orders that you keep pay more."
        others = listed([told for name, told in pays.items() if name != what])
        kept = "the one that you keep" if len(pays) == 2 else "those that you keep"
        return f"It pays {pays[what]}; {kept}: {others}."

    def _pays(self, one: OrderSeen) -> str:
        """What an order pays, and the spaces until it is delivered."""
        known, here = self.sector.known, self.sector.mine().place
        far = 0 if one["aboard"] else spaces_to(known, here, one["from"])
        start = here if one["aboard"] else Place(one["from"])
        spaces = count(far + spaces_to(known, start, one["to"]), "space")
        return f"{count(one['pay'], 'credit')} for {spaces}"

    # --- cargo ------------------------------------------------------------------------------------

    def _loading(self, what: str) -> str:
        """No die is needed (IT-WRK-02)."""
        held = self.held(what)
        pays = f" {held['to']} pays {count(held['pay'], 'credit')} for it." if held else ""
        return f"Loading needs no die.{pays}"

    def held(self, what: str) -> OrderSeen | None:
        """The order that is held, by its name as it is typed."""
        return next((one for one in self.me["orders"] if one["order"].casefold() == what), None)

    def unloading(self, what: str) -> str:
        """The odds of the offloading die and the pay (IT-WRK-03)."""
        game = tables().game
        held = self.held(what)
        if held is None:
            return ""
        least = max(game.accident_on) + 1
        odds = percent(at_least(least, game.die))
        total = self.me["credits"] + held["pay"]
        wins = ": you win" if total >= self.view["goal"] else f", {total} in all"
        pays = count(held["pay"], "credit")
        return f"Offloading works on {least} or more ({odds}) and pays {pays}{wins}."


class Ahead:
    """What is done with the second action, as far as the first comes to what it is meant for."""

    def __init__(self, advice: Advice) -> None:
        self.advice, self.view, self.me = advice, advice.view, advice.me

    def behind(self, order: str) -> Suggestion | None:
        """The lines behind a first action, and their words; none where all depends on a card or a
        die (IT-PBM-02).
        """
        verb, _, what = order.partition(" ")
        credits: int = self.me["credits"]
        match verb:
            case "buy":
                fitted = [*self.me["upgrades"], what]
                return self._then(credits=credits - upgrade_of(what).cost, upgrades=fitted)
            case "repair":
                left, points = credits - int(what) * tables().game.repair_cost, int(what)
                return self._then(credits=left, damage=self.me["damage"] + points)
            case "load":
                return self._then(orders=[self._aboard(one, what) for one in self.me["orders"]])
            case "offload":
                return self._delivered(order, what)
            case "fly" if what in self.advice.planet:
                name = self.advice.planet[what]
                return self._if("arrived", order, self._then(planet=name, at=name, lane=[]))
        return None

    def _aboard(self, held: OrderSeen, what: str) -> OrderSeen:
        return {**held, "aboard": held["aboard"] or held["order"].casefold() == what}

    def _delivered(self, order: str, what: str) -> Suggestion | None:
        """An accident is followed by one more try, the delivery by what a master does then."""
        held = self.advice.held(what)
        if held is None:
            return None
        total = self.me["credits"] + held["pay"]
        if total >= self.view["goal"]:
            return Suggestion((order,), "After an accident you try again.")
        rest = [one for one in self.me["orders"] if one is not held]
        deck = [*self.view["in_deck"], {**held, "aboard": False}]
        self.view = {**self.view, "in_deck": deck, "deck": self.view["deck"] + 1}
        return self._if("delivered", order, self._then(credits=total, orders=rest))

    def _if(self, result: str, order: str, then: Suggestion | None) -> Suggestion | None:
        """The second action if the first came to that, else the first once more."""
        if then is None or not then.orders or then.orders[0] == END:
            return None
        return Suggestion((f"if {result}: {then.orders[0]}", f"otherwise: {order}"), then.words)

    def _then(self, **changed: object) -> Suggestion | None:
        """A master's second action in the view as it is then, with its words; none where a card is
        chosen after it.
        """
        view = with_own(self.view, **changed, actions=1)
        after = Advice(view)
        order = action_choice.order(view, (), SEED, Depth.ROUND)
        if order == DEAL and after.sector.is_full():
            return None
        found = after.on(order)
        return Suggestion((), "") if order == END else found
