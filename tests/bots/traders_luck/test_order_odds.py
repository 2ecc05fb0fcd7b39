"""The odds of wishes for the dice, against every roll that there is."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from traders.bots.registry import bots
from traders.bots.traders_luck.order_odds import chances
from traders.engines.traders_luck import ENGINE
from traders.engines.traders_luck.tables import tables

BOTS = bots(ENGINE.name)

FACES = tables().faces("goods")


def by_every_roll(wishes: tuple[tuple[str, int], ...], dice: int, kept: int = -1) -> list[Fraction]:
    """The chance of each wish by trying all rolls. `kept`: so many dice show the only wish that is
    left, -1 while none is followed yet.
    """
    met = [Fraction(0)] * len(wishes)
    if kept >= wishes[0][1]:
        return [Fraction(1)]
    if not dice:
        return met
    for roll in product(FACES, repeat=dice):
        shown = [(place, roll.count(face)) for place, (face, _) in enumerate(wishes)]
        place, n_shown = next(((place, n) for place, n in shown if n), (-1, 0))
        if place < 0:
            found = by_every_roll(wishes, dice - 1, kept)
        else:
            found = [Fraction(0)] * len(wishes)
            [found[place]] = by_every_roll((wishes[place],), dice - n_shown, max(kept, 0) + n_shown)
        met = [before + more for before, more in zip(met, found, strict=True)]
    return [one / len(FACES) ** dice for one in met]


@pytest.mark.parametrize("dice", [1, 2, 3])
@pytest.mark.parametrize(
    "wishes", [(("robots", 1),), (("robots", 3),), (("food", 2), ("robots", 1)), (("ore", 2),)]
)
def test_the_odds_of_wishes_are_those_of_every_roll(wishes: tuple[tuple[str, int], ...], dice: int):
    shares = tuple((Fraction(FACES.count(face), len(FACES)), n) for face, n in wishes)
    assert list(chances(shares, dice)) == by_every_roll(wishes, dice)


def test_what_is_only_tried_is_told_its_odds():
    state = ENGINE.position(("red", "blue"), {}, {})
    view = ENGINE.view(state, "red")
    told = BOTS.odds(view, ("travel big", "keep robots until 2", "keep food until 3"))
    assert told.startswith("Odds: 2 robots ")
    assert ", else 3 food " in told
    assert BOTS.odds(view, ("travel big",)) == BOTS.odds(view, ("keep robots until 2",)) == ""
    assert BOTS.odds(view, ("travel small", "sell illegal")) == "Odds: no police 67 %."
    assert BOTS.odds(view, ("travel small", *["keep food until 1"] * 25)) == ""


def test_what_can_hardly_happen_is_not_said_to_be_impossible():
    view = ENGINE.view(ENGINE.position(("red", "blue"), {}, {}), "red")
    told = BOTS.odds(view, ("travel big", "keep food until 4", "keep robots until 5"))
    assert told == "Odds: 4 food 59 %, else 5 robots under 1 %."
    impossible = ("travel small", "keep luxury until 5", "keep robots until 1")
    assert BOTS.odds(view, impossible).startswith("Odds: 1 robot ")
    assert BOTS.odds(view, ("travel small", "keep luxury until 5")) == ""
