"""A round that is ordered at once: both actions, the second by what the first may come to
(IT-PBM-02, IT-PBM-03).
"""

from __future__ import annotations

from traders.engines.imperial_trader.bot.deeds import (
    END,
    RESULTS,
    Came,
    Deed,
    comes,
    is_errand,
    possible,
    value,
)
from traders.engines.imperial_trader.bot.race import Contest, ahead
from traders.engines.imperial_trader.bot.sector import Situation
from traders.engines.kernel.defaults import lot

ROUND = "round: "
LOOKED_AT = 3
"""First actions whose second ones are thought of."""


def order(race: Contest, now: Situation, seed: int) -> str:
    """The likeliest round."""
    firsts = sorted(possible(race.sector, now), key=lambda deed: -value(race, now, deed))
    plans = [
        ((ahead(worth), is_errand(now, first)), lines)
        for first in firsts[:LOOKED_AT]
        for worth, lines in [_plan(race, now, first, seed)]
    ]
    _, lines = max(plans, key=lambda plan: plan[0], default=((0, True), ["end"]))
    return ROUND + "; ".join(lines)


def _plan(race: Contest, now: Situation, first: Deed, seed: int) -> tuple[float, list[str]]:
    """How likely the goal is after a first action and the best second ones, and their orders."""
    results = comes(race, now, first)
    met = [came for came in results if came.result]
    unmet = [came for came in results if not came.result]
    if not met or not unmet:
        worth, second = _second(race, results, seed)
        return worth, [first.written(), *_unless_end(second)]
    (worth, then), (other, otherwise) = _second(race, met, seed), _second(race, unmet, seed)
    if then == otherwise:
        return worth + other, [first.written(), *_unless_end(then)]
    lines = [first.written(), f"if {RESULTS[first.verb]}: {then.written()}"]
    lines += [f"otherwise: {line}" for line in _unless_end(otherwise)]
    return worth + other, lines


def _unless_end(deed: Deed) -> list[str]:
    return [] if deed == END else [deed.written()]


def _second(race: Contest, results: list[Came], seed: int) -> tuple[float, Deed]:
    """The best second action, the same for all these results: where it cannot be done, the turn is
    over. Not knowing what is drawn, a ship may fly to where most of it is near.
    """
    can = {came.now: set(possible(race.sector, came.now)) for came in results}
    deeds = {deed for found in can.values() for deed in found if deed.verb != "discard"}
    if results[0].result == "drew":
        blind = {Deed("fly", name) for name in race.sector.open - {results[0].now.planet}}
        deeds |= blind
        can = {now: found | blind for now, found in can.items()}

    def worth(deed: Deed) -> float:
        return sum(
            came.odds
            * (value(race, came.now, deed) if deed in can[came.now] else race.worth(came.now))
            for came in results
        )

    found = max(
        (END, *sorted(deeds)),
        key=lambda deed: (
            ahead(worth(deed)),
            is_errand(results[0].now, deed),
            lot(seed, deed.written()),
        ),
    )
    return worth(found), found
