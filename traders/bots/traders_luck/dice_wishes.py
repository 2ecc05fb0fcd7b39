"""Wishes for the dice of a planet that is still to be reached, the best first (TL-PBM-02)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from traders.bots.traders_luck.planet_dice_odds import Odds, added, count, one, thrown, wished
from traders.bots.traders_luck.position_worth import Landing
from traders.engines.traders_luck.tables import tables

MOST_KEPT = 128
"""Rows of wishes whose odds are remembered."""
TRIFLE = 0.4
"""Credits for which no further wish is written."""


class Wish(NamedTuple):
    """Where so many dice or more show the good: kept until so many do."""

    good: str
    shown: int
    until: int


class Wishes:
    """Those for so many dice, beside dice set aside."""

    def __init__(self, landing: Landing, dice: int, aside: int = 0) -> None:
        self.landing, self.dice, self.aside = landing, dice, aside
        self._followed: dict[Wish, float] = {}

    def best(self) -> list[Wish]:
        """The best for each good by how often it shows, those first that come to most."""
        valued = []
        for good in tables().goods:
            for shown in range(1, self.dice + 1):
                valued.append((self._stands(good, shown), Wish(good, shown, shown)))
                valued += [
                    (self._follow(good, shown, until), Wish(good, shown, until))
                    for until in range(shown + 1, self.dice + 1)
                ]
        chosen: list[Wish] = []
        for _, wish in sorted(valued, reverse=True):
            earlier = [other.shown for other in chosen if other.good == wish.good]
            if not earlier or wish.shown < min(earlier):
                chosen.append(wish)
        return chosen

    def few(self, wishes: Sequence[Wish], most: int) -> list[Wish]:
        """The same without those that bring least, so many at most; one without a condition
        stays.
        """
        kept, throws = list(wishes), [self._shown(throw, wishes) for throw in thrown(self.dice)]
        while len(kept) > 1:
            bring = self._bring(kept, throws)
            plain = [wish for wish in kept if wish.shown == 1]
            least = min((wish for wish in kept if [wish] != plain), key=bring.__getitem__)
            if len(kept) <= most and bring[least] >= TRIFLE:
                break
            kept.remove(least)
            throws = [[one for one in shown if one[0] != least] for shown in throws]
        return kept

    def _shown(self, throw: int, wishes: Sequence[Wish]) -> list[tuple[Wish | None, float]]:
        """The wishes that a throw shows, and what it comes to by each; last, by none."""
        shown = [wish for wish in wishes if count(throw, wish.good) >= wish.shown]
        return [
            *((wish, self.comes_to(throw, [wish])) for wish in shown),
            (None, self.comes_to(throw, [])),
        ]

    def _bring(
        self, wishes: Sequence[Wish], throws: Sequence[Sequence[tuple[Wish | None, float]]]
    ) -> dict[Wish, float]:
        """What is lost without each of the wishes, by what each throw shows."""
        bring: dict[Wish, float] = dict.fromkeys(wishes, 0)
        for p, shown in zip(thrown(self.dice).values(), throws, strict=True):
            first, value = shown[0]
            if first:
                bring[first] += p * (value - shown[1][1])
        return bring

    def expected(self, wishes: Sequence[Wish]) -> float:
        """What a throw of all dice comes to by these wishes."""
        return sum([p * self.comes_to(throw, wishes) for throw, p in thrown(self.dice).items()])

    def comes_to(self, throw: int, wishes: Sequence[Wish]) -> float:
        """What a throw comes to; where no wish is shown, as it lies."""
        for wish in wishes:
            shown = count(throw, wish.good)
            if shown >= wish.shown:
                if shown < wish.until:
                    return self._follow(wish.good, shown, wish.until)
                break
        return self.landing.comes_to(throw + self.aside)

    def _follow(self, good: str, shown: int, until: int) -> float:
        """What it comes to if dice are kept until so many show the good."""
        wish = Wish(good, shown, until)
        found = self._followed.get(wish)
        if found is None:
            again = wished(good, until - shown, self.dice - shown)
            found = self.landing.expected(again, self.aside + shown * one(good))
            self._followed[wish] = found
        return found

    def _stands(self, good: str, shown: int) -> float:
        """What a throw comes to, as it lies, that shows the good so often."""
        odds = {throw: p for throw, p in thrown(self.dice).items() if count(throw, good) == shown}
        return self.landing.expected(odds, self.aside) / sum(odds.values())


@lru_cache(maxsize=MOST_KEPT)
def fallen(wishes: tuple[Wish, ...], dice: int, aside: str = "") -> Odds:
    """What so many dice will show in the end by these wishes; `aside`: where the good is shown, one
    die of it is set aside first and the others are thrown again.
    """
    odds: dict[int, float] = {}
    set_aside: float = 0
    for throw, p in thrown(dice).items():
        if aside and count(throw, aside):
            set_aside += p
            continue
        wish = next((wish for wish in wishes if count(throw, wish.good) >= wish.shown), None)
        shown = count(throw, wish.good) if wish else 0
        if wish is None or shown >= wish.until:
            added(odds, {throw: 1}, 0, p)
        else:
            again = wished(wish.good, wish.until - shown, dice - shown)
            added(odds, again, shown * one(wish.good), p)
    if set_aside:
        added(odds, fallen(wishes, dice - 1), one(aside), set_aside)
    return odds
