"""Where ships are met (BH): what a planet comes to with traders to rob or to wait for,
pirates to be turned away, and ship dice that are kept so that the goods are thrown again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache

from traders.bots.traders_luck.planet_dice_odds import count, one, thrown
from traders.bots.traders_luck.position_worth import Cargo, Holding, Landing, escape, worth
from traders.bots.traders_luck.situation import Mind, holding
from traders.engines.traders_luck.bounty_hunters import tables as figures
from traders.engines.traders_luck.bounty_hunters.ships_on_dice import PIRATE, TRADER
from traders.engines.traders_luck.position.display_names import name_of
from traders.engines.traders_luck.tables import tables

MISSILE = 3
"""Credits that a missile is worth while there are days to use it."""
PIRACY = 1
"""Credits that a Piracy point costs: few come to attack."""
TRADERS = 2
"""So many traders are waited for in thought."""
AVOIDED = 0.5
"""What part of the pirates is rolled away before they act."""


class Planet:
    """A planet with so many goods dice and so many traders. `lawless`: how likely no police keep a
    trader from being robbed, 0 without a missile.
    """

    def __init__(self, landing: Landing, dice: int, traders: int, lawless: float) -> None:
        self.landing, self.dice, self.lawless = landing, dice, lawless
        self.traders = min(traders, TRADERS)
        self._traded: dict[tuple[int, int], float] = {}
        self._ahead: dict[tuple[int, int], float] = {}
        self._settled: dict[int, float] = {}

    def settled(self, throw: int) -> float:
        """What the dice come to as they lie, whoever robs or trades first."""
        found = self._settled.get(throw)
        if found is None:
            found = self.traded(throw, self.traders)
            if self.lawless and self.traders:
                robbed = max((self.robbed(throw, good) for good in shown(throw)), default=found)
                found += self.lawless * max(0, robbed - found)
            self._settled[throw] = found
        return found

    def traded(self, throw: int, traders: int) -> float:
        """The same when so many traders have taken what is least wanted (BH-TRD-01)."""
        if not traders:
            return self.landing.comes_to(throw)
        found = self._traded.get((throw, traders))
        if found is None:
            found = max((self.taken(throw, good, traders) for good in shown(throw)), default=0)
            self._traded[throw, traders] = found
        return found

    def taken(self, throw: int, good: str, traders: int) -> float:
        """What it comes to if the next trader takes this."""
        n = count(throw, good)
        rest = throw - n * one(good)
        return sum([p * self.traded(rest + face, traders - 1) for face, p in thrown(n).items()])

    def robbed(self, throw: int, good: str) -> float:
        """What it comes to if a trader is robbed of this with an empty hold: no day, no credit
        (BH-ATK-04).
        """
        held = self.landing.holding
        if held.cargo:
            return 0
        n = min(count(throw, good), self.landing.bay)
        price = tables().prices[good][count(throw, good) - 1]
        return worth(held._replace(cargo=(Cargo(good, n, price),))) - MISSILE - PIRACY

    def ahead(self, aside: int, dice: int, spare: int) -> float:
        """What it comes to when so many dice are thrown beside those set aside, with so many ship
        dice to keep alone.
        """
        found = self._ahead.get((aside, spare))
        if found is None:
            again = self.ahead(aside, dice, spare - 1) if spare else 0
            found = sum(
                [
                    p * max(again, self.kept(aside, throw, dice, spare))
                    for throw, p in thrown(dice).items()
                ]
            )
            self._ahead[aside, spare] = found
        return found

    def kept(self, aside: int, throw: int, dice: int, spare: int) -> float:
        """The best of what lies there: settled, or one face kept."""
        best = self.settled(aside + throw)
        for n, kept in keeps(throw):
            if n < dice:
                found = self._ahead.get((aside + kept, spare))
                if found is None:
                    found = self.ahead(aside + kept, dice - n, spare)
                best = max(best, found)
        return best


@cache
def face(ship: str) -> float:
    """How often a ship die shows this (BH-DIC-01)."""
    faces = figures.tables().ships.faces
    return faces.count(ship) / len(faces)


@cache
def shown(throw: int) -> tuple[str, ...]:
    """The goods that a throw shows."""
    return tuple(good for good in tables().goods if count(throw, good))


@cache
def keeps(throw: int) -> tuple[tuple[int, int], ...]:
    """How many dice of a face may be kept, one or all, and what they show."""
    return tuple(
        (n, n * one(good)) for good in shown(throw) for n in sorted({1, count(throw, good)})
    )


@lru_cache(maxsize=64)
def planet(held: Holding, bay: int, dice: int, traders: int, lawless: float) -> Planet:
    """A planet thought over, kept for the next dice of the same turn."""
    return Planet(Landing(held, bay), dice, traders, lawless)


def arrival(mind: Mind, held: Holding, bay: int, dice: int) -> float:
    """What a trip to so many goods dice comes to before they have fallen."""
    lawless = escape() if mind.me.get("missiles") else 0
    return planet(held, bay, dice, 1, lawless).ahead(0, dice, mind.depth)


def roll(mind: Mind, orders: Sequence[str]) -> str:
    """The dice to keep: goods by what the planet comes to, else a ship die."""
    dice = Dice(mind)
    choices = [order for order in orders if order.split()[0] in ("keep", "settle")]
    return max(choices, key=lambda order: (dice.comes_to(order), mind.lot(order)))


class Dice:
    """The dice that lie there."""

    def __init__(self, mind: Mind) -> None:
        self.mind, self.held = mind, holding(mind)
        dice = mind.view["planet"]["dice"]
        self.aside = sum(one(d["face"]) for d in dice if d["kind"] == "goods" and d["kept"])
        self.free = Counter(die["face"] for die in dice if not die["kept"])
        self.faces = Counter(die["face"] for die in dice)
        self.goods = sum(die["kind"] == "goods" for die in dice)
        self.kept = Counter(die["face"] for die in dice if die["kept"])
        self.ships = sum(die["kind"] == "ship" and not die["kept"] for die in dice)
        self.police = any(die["kind"] == "police" and not die["kept"] for die in dice)

    def comes_to(self, order: str) -> float:
        """What settling, or keeping these, comes to."""
        if order == "settle":
            return self._settled()
        named = faces(order)
        ships = sum(named[ship] for ship in set(figures.tables().ships.faces))
        judged = named["police"] + named["no police"]
        kept = self.kept + named
        left = self.ships - ships
        spare = left + (self.police and not judged)
        aside = self.aside + sum(named[good] * one(good) for good in tables().goods)
        free = sum(self.free[good] - named[good] for good in tables().goods)
        quiet = 0 if kept["police"] else 1 if kept["no police"] else escape()
        traders = kept[TRADER] + round(left * face(TRADER))
        there = self.there(traders, quiet)
        value = (
            there.ahead(aside, free, min(self.mind.depth, spare)) if free else there.settled(aside)
        )
        return value - self._lost(kept[PIRATE], left, quiet)

    def _settled(self) -> float:
        throw = self.aside + sum(self.free[good] * one(good) for good in tables().goods)
        quiet = float(not self.faces["police"])
        value = self.there(self.faces[TRADER], quiet).settled(throw)
        pirates = self.faces[PIRATE]
        if quiet and self.held.cargo and pirates > self.mind.me["shields"]:
            bare = self.held._replace(cargo=())
            return planet(bare, self.mind.me["bay"], self.goods, 0, 0).settled(throw)
        if quiet and pirates and self.mind.me["missiles"]:
            value += bounty(self.mind)
        return value

    def there(self, traders: int, quiet: float) -> Planet:
        """The planet with so many traders; `quiet`: how likely no police are there."""
        armed = bool(self.mind.me["missiles"]) and not self.held.cargo
        return planet(self.held, self.mind.me["bay"], self.goods, traders, quiet * armed)

    def _lost(self, pirates: int, ships: int, quiet: float) -> float:
        """What pirates are likely to take; half of them are rolled away."""
        if not self.held.cargo:
            return 0
        aboard = worth(self.held) - worth(self.held._replace(cargo=()))
        if pirates > self.mind.me["shields"]:
            return quiet * aboard
        if self.mind.me["shields"] > pirates:
            return 0
        return AVOIDED * quiet * (1 - (1 - face(PIRATE)) ** ships) * aboard


def bounty(mind: Mind) -> float:
    """What a pirate destroyed brings beyond its missile (BH-ATK-02)."""
    amounts = figures.tables().amounts
    return amounts.pirate + amounts.for_each_bounty * int(mind.me["bounty"]) - MISSILE


def faces(order: str) -> Counter[str]:
    """The faces that an order keeps."""
    kept: Counter[str] = Counter()
    for part in order.removeprefix("keep ").split(" and "):
        n, _, word = part.partition(" ")
        several = n.isdigit()
        kept[name_of(word if several else part)] += int(n) if several else 1
    return kept


def attack(mind: Mind, orders: Sequence[str]) -> str:
    """Who is robbed or destroyed, by what the planet comes to after it."""
    dice = Dice(mind)
    throw = dice.aside + sum(dice.free[good] * one(good) for good in tables().goods)
    there = dice.there(dice.faces[TRADER], 1)
    values = {"pass": there.traded(throw, there.traders)}
    if "attack pirate" in orders:
        values["attack pirate"] = values["pass"] + bounty(mind)
    for order in orders:
        if order.startswith("attack trader taking") and not dice.held.cargo:
            values[order] = there.robbed(throw, order.rsplit(maxsplit=1)[-1])
    return max(values, key=lambda order: values[order])


def trader_takes(mind: Mind, orders: Sequence[str]) -> str:
    """What the next trader is to take."""
    dice = Dice(mind)
    traders = min(TRADERS, dice.faces[TRADER])
    there = dice.there(traders, 0)
    takes = [order for order in orders if order.startswith("trader takes")]
    return max(
        takes,
        key=lambda order: there.taken(dice.aside, order.rsplit(maxsplit=1)[-1], max(1, traders)),
    )
