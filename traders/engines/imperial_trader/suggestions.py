"""What a captain is advised to order: what a master would do, with the odds of the dice and the
pay, and the second action on what the first comes to.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from traders.engines.imperial_trader.bot import master
from traders.engines.imperial_trader.bot.situation import Sector
from traders.engines.imperial_trader.bot.whole_rounds import ROUND
from traders.engines.imperial_trader.bot.win_chance_table import SPIRITS
from traders.engines.imperial_trader.chart_routes import spaces_to
from traders.engines.imperial_trader.tables import tables, upgrade_of
from traders.engines.kernel.contract import Offer, Pending, Turn, View
from traders.engines.kernel.engine_defaults import first_offered
from traders.engines.kernel.suggestion import SEED, Suggestion, at_least, percent
from traders.engines.kernel.words import count


def suggestion(view: View, pending: Pending, offers: Sequence[Offer]) -> Suggestion | None:
    """A master's order, with what comes behind it in the same turn."""
    order = master.order(view, offers, SEED, told=1, steady=True)
    if order.startswith(ROUND):
        whole = Advice(view).on(order.removeprefix(ROUND).partition(";")[0])
        return Suggestion((order,), whole.words)
    first = first_offered(order, offers)
    if first is None or not isinstance(pending, Turn) or view["stage"] != "actions":
        return first
    return Advice(view).on(first.orders[0])


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


class Advice:
    """One captain's view, and what an order in it may come to."""

    def __init__(self, view: View) -> None:
        self.view, self.sector = view, Sector(view)
        self.me = self.sector.me
        self.planet: dict[str, str] = {
            one["name"].casefold(): one["name"] for one in view["planets"] if not one["closed"]
        }

    def on(self, order: str) -> Suggestion:
        """The order, the action behind it if one is left, and their words."""
        verb, _, what = order.partition(" ")
        match verb:
            case "fly" if what in self.planet:
                return self._flight(order, self.planet[what])
            case "load":
                return self._loading(order, what)
            case "offload":
                return Suggestion((order,), self.unloading(what))
            case "repair":
                left = self.me["credits"] - int(what) * tables().game.repair_cost
                points = f"{self.me['damage']} of {self.me['most']} damage points"
                return Suggestion((order,), f"You have {points}; {count(left, 'credit')} are left.")
            case "buy":
                return Suggestion((order,), self._ware(what))
            case "deal" if self.sector.is_full():
                words = "You draw another order, and choose which one goes back."
                return Suggestion((order,), words)
            case "deal":
                return Suggestion((order,), "You draw a new order, which tells what to fetch.")
            case "end" if not self.me["actions"]:
                return Suggestion((order,), "Both actions are done.")
        return Suggestion((order,))

    def _ware(self, code: str) -> str:
        """What an upgrade costs, and of machine spirits what they are good for (IT-SHP-07)."""
        game, ware = tables().game, upgrade_of(code)
        words = f"{ware.name}: {count(self.me['credits'] - ware.cost, 'credit')} are left."
        if code != SPIRITS:
            return words
        odds = percent(at_least(game.save_on, game.die))
        return (
            f"{words} A bad roll in flight does no damage then on {game.save_on} or more, {odds}."
        )

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
        return f"{away} {self._wear(more=False)}"

    def _flight(self, order: str, goal: str) -> Suggestion:
        """How far it is, how likely one roll arrives, and what is done there."""
        far = self._spaces(goal)
        then, again = self._there(goal), far > tables().game.die
        more = self.me["actions"] > 1 and (again or then is not None)
        words = [f"{goal} is {count(far, 'space')} away{self._arrival(far)}.", self._wear(more)]
        if then is None or again or not more:
            return Suggestion((order,) * (2 if more else 1), " ".join(words))
        words.append(self.unloading(then[1]) if then[0] == "offload" else "")
        otherwise = (f"otherwise: {order}",) if far > 1 else ()
        lines = (order, f"if arrived: {' '.join(then)}", *otherwise)
        return Suggestion(lines, " ".join(filter(None, words)))

    def _arrival(self, far: int) -> str:
        sides = tables().game.die
        if far <= 1:
            return ", so any roll arrives"
        if far <= sides:
            return f": you arrive on {far} or more, {percent(at_least(far, sides))}"
        return f": {count(-(-far // sides), 'roll')} at least"

    def _wear(self, more: bool) -> str:
        """What a bad roll costs; `more`: lines follow, which a lost ship cannot carry out
        (IT-FLY-06, IT-DMG-01).
        """
        game, points = tables().game, count(self.me["damage"], "damage point")
        bad = f"A {' or '.join(map(str, game.wear_on))}"
        bad += f" ({percent(Fraction(len(game.wear_on), game.die))})"
        costs = f"{bad} costs 1 to {game.damage_die} of your {points}."
        if self.me["damage"] > game.damage_die or not more:
            return costs
        return f"{costs} If your ship is lost, the lines below come back to you."

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

    # --- cargo ------------------------------------------------------------------------------------

    def _loading(self, order: str, what: str) -> Suggestion:
        """No die is needed; with an action left, on towards where it is wanted (IT-WRK-02)."""
        held = next((one for one in self.me["orders"] if one["order"].casefold() == what), None)
        if held is None:
            return Suggestion((order,), "Loading needs no die.")
        words = f"Loading needs no die. {held['to']} pays {held['pay']} credits for it."
        if self.me["actions"] < 2 or held["to"].casefold() not in self.planet:
            return Suggestion((order,), words)
        far = self._spaces(held["to"])
        words += f" {held['to']} is {count(far, 'space')} away{self._arrival(far)}."
        return Suggestion((order, f"fly {held['to'].casefold()}"), words)

    def unloading(self, what: str) -> str:
        """The odds of the offloading die and the pay (IT-WRK-03)."""
        game = tables().game
        held = next((one for one in self.me["orders"] if one["order"].casefold() == what), None)
        if held is None:
            return ""
        least = max(game.accident_on) + 1
        odds = percent(at_least(least, game.die))
        total = self.me["credits"] + held["pay"]
        wins = ": you win" if total >= self.view["goal"] else f", {total} in all"
        return f"Offloading works on {least} or more ({odds}) and pays {held['pay']} credits{wins}."
