"""A round that is ordered at once: both actions, the second by what the first may come to
(IT-PBM-02, IT-PBM-03).
"""

from __future__ import annotations

from traders.bots.default_bot import lot
from traders.bots.imperial_trader.action_outcomes import (
    END,
    Came,
    Deed,
    comes,
    is_errand,
    kept,
    possible,
    value,
)
from traders.bots.imperial_trader.duel_win_chance import ahead
from traders.bots.imperial_trader.situation import Carried, Situation
from traders.bots.imperial_trader.win_chance_by_situation import Contest
from traders.engines.imperial_trader.position.view_types import CaptainSeen

ROUND = "round: "
LITTLE = 0.0001
"""A likelihood for which nothing is said."""
LOOKED_AT = 3
"""First actions whose second ones are thought of."""
LOW = 3
"""Damage points with which no errand is ordered ahead."""
BELOW = "damage below "


def going_on(first: Deed) -> str:
    """A round of a first action, and what the orders held want next (IT-PBM-04)."""
    return ROUND + first.written() + ("" if first == END else "; auto")


def errand(me: CaptainSeen, rounds: int, *holds: str) -> tuple[str, ...]:
    """A plan for so many rounds in which an errand goes on, as long as the ship is sound and, where
    they are named, one of these is so (IT-PBM-04).
    """
    if me["damage"] <= LOW:
        return ()
    sound = f"damage {LOW + 1} or more"
    lasts = " or ".join(f"{one} and {sound}" for one in holds) or sound
    return ("plan", *[f"{ROUND}auto; auto if {lasts}"] * rounds, "end plan")


def order(race: Contest, now: Situation, seed: int, told: int) -> str:
    """The likeliest round."""
    firsts = sorted(possible(race.sector, now), key=lambda deed: -value(race, now, deed))
    plans = [
        ((ahead(worth), is_errand(now, first)), lines)
        for first in firsts[:LOOKED_AT]
        for worth, lines in [_plan(race, now, first, seed, told)]
    ]
    _, lines = max(plans, key=lambda plan: plan[0], default=((0, False), ["end"]))
    return ROUND + "; ".join(lines)


def _plan(
    race: Contest, now: Situation, first: Deed, seed: int, most: int
) -> tuple[float, list[str]]:
    """How likely the goal is after a first action and the best second ones, and their orders: one
    for what else comes, and others for the results for which they are much better.
    """
    results = comes(race, now, first)
    if most > 1:
        results = _by_damage(race, now, results)
    race = race.last
    by_result: dict[str, list[Came]] = {}
    for came in results:
        by_result.setdefault(came.result, []).append(came)
    _, plain = _second(race, by_result.get("", results), seed)
    own = {result: _second(race, found, seed) for result, found in by_result.items() if result}
    gains = {
        result: found[0] - _after(race, by_result[result], plain)
        for result, found in own.items()
        if found[1] != plain
    }
    told = [one for one in sorted(gains, key=lambda one: -gains[one]) if gains[one] > LITTLE][:most]
    least = max(map(_least, told), default=0)
    told += [one for one in own if one not in told and 0 < _least(one) < least]
    others = [came for came in results if came.result not in told]
    worth, otherwise = _second(race, others, seed) if others else (0, END)
    lines = _told([(result, own[result][1]) for result in sorted(told, key=_least)])
    lines += [f"otherwise: {line}" if told else line for line in _unless_end(otherwise)]
    if most == 1:
        deeds = [(now, first), *((by_result[one][0].now, own[one][1]) for one in told)]
        deeds += [(came.now, otherwise) for came in others[:1]]
        lines += _kept(race, [there for there, deed in deeds if deed.verb == "deal"])
    return worth + sum(own[result][0] for result in told), [first.written(), *lines]


def _told(seconds: list[tuple[str, Deed]]) -> list[str]:
    """What is done below a number of damage points is not said again for fewer of them."""
    return [
        f"if {result}: {deed.written()}"
        for (result, deed), (further, same) in zip(seconds, [*seconds, ("", END)][1:], strict=True)
        if not (_least(result) and _least(further) and deed == same)
    ]


def _by_damage(race: Contest, now: Situation, results: list[Came]) -> list[Came]:
    """With the damage points left as a result, where there is no other one. A ship that is lost
    starts anew within the turn (IT-DMG-05), and no `if` holds for it.
    """
    least = min(came.now.damage for came in results)
    if least == now.damage:
        return results
    anew = None if least else race.anew()
    return [
        came
        if came.result
        else came._replace(now=anew)
        if anew and not came.now.damage
        else came._replace(result=f"{BELOW}{came.now.damage + 1}")
        if came.now.damage < now.damage or anew
        else came
        for came in results
    ]


def _least(result: str) -> int:
    """The fewest damage points come first: of several `if` the first that holds counts."""
    return int(result.removeprefix(BELOW)) if result.startswith(BELOW) else 0


def _unless_end(deed: Deed) -> list[str]:
    return [] if deed == END else [deed.written()]


def _kept(race: Contest, dealing: list[Situation]) -> list[str]:
    """Which cards are kept if they are drawn beyond the limit, the best first (IT-DEA-03)."""
    full = [now for now in dealing if now.hand and race.sector.limit == 1]
    drawn = [
        (now, kept(race, now, Carried(one, aboard=False)))
        for now in full[:1]
        for one in race.sector.deck
    ]
    better = sorted({then for now, then in drawn if then != now}, key=race.worth, reverse=True)
    names = [then.hand[0].errand.order.casefold() for then in better]
    return [f"keep {', '.join(names)}"] if names else []


def _second(race: Contest, results: list[Came], seed: int) -> tuple[float, Deed]:
    """The best second action, the same for all these results: one that can be done after each that
    leaves the ship, or a flight. Not knowing what is drawn, a ship may fly to where most of it is
    near.
    """
    found = [set(possible(race.sector, came.now)) for came in results if came.now.damage]
    deeds = set.intersection(*found) if found else set[Deed]()
    deeds |= {deed for some in found for deed in some if deed.verb == "fly"}
    here = results[0].now
    if len({came.result for came in results}) > 1 and here.hand:
        deeds |= {Deed("fly", name) for name in race.sector.open if name != here.planet}
    worths = {deed: _after(race, results, deed) for deed in (END, *sorted(deeds))}
    best = max(
        worths,
        key=lambda deed: (
            ahead(worths[deed]),
            is_errand(here, deed),
            lot(seed, deed.written()),
        ),
    )
    return worths[best], best


def _after(race: Contest, results: list[Came], deed: Deed) -> float:
    """How likely the goal is after one second action, whatever came."""
    return sum(
        came.odds
        * (value(race, came.now, deed) if _can(race, came.now, deed) else race.worth(came.now))
        for came in results
    )


def _can(race: Contest, now: Situation, deed: Deed) -> bool:
    if deed.verb == "fly":
        return bool(now.damage) and now.planet != deed.what
    return deed.verb != "discard" and deed in possible(race.sector, now)
