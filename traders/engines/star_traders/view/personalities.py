"""What Personalities, auctions and Imperial stations add to a view: open to all but for what a
Trader alone may look at.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from traders.engines.star_traders import auction
from traders.engines.star_traders.auction import lots
from traders.engines.star_traders.court import imperial_station_petition
from traders.engines.star_traders.personalities import personality_rules
from traders.engines.star_traders.position.personality_steps import StationAuction
from traders.engines.star_traders.position.state import Position, Trader
from traders.engines.star_traders.position.view_types import (
    PersonalitiesSeen,
    RollSeen,
    TalentsSeen,
)


def table(state: Position) -> dict[str, Any]:
    """How long a chain wins, 0 in the basic game (ST-ADV-08); what is auctioned, never what was bid
    (PR-SEALED-02); whether Personalities are goods (ST-OPTION-01), and which are under way to
    another (ST-OPTION-03).
    """
    step = auction.under_way(state) if state.agenda else None
    lot = None
    if step is not None:
        what, _ = lots.lot(state, step)
        lot = {
            "what": what,
            "world": state.book.worlds[step.world].name if isinstance(step, StationAuction) else "",
        }
    return {
        "chain_needed": imperial_station_petition.needed(state)
        if state.options.game == "advanced"
        else 0,
        "auction": lot,
        "personality_trade": state.options.personality_trade,
        "passing": [{"name": one.name, "to": one.to} for one in state.passing],
    }


def trader(state: Position, trader: Trader, stations: Sequence[int]) -> PersonalitiesSeen:
    """A Trader's Personalities with what they do (ST-PERSON-01), its chain of Imperial stations,
    the rolls that it needs where they are not the chart's, and which of its stations are safe.
    """
    book = state.book
    chain = (
        imperial_station_petition.chain(state, trader.seat)
        if state.options.game == "advanced"
        else []
    )
    return {
        "personality": list(trader.personalities),
        "talents": [book.personalities[name].summary for name in trader.personalities],
        "chain": [book.worlds[world].name for world in chain],
        "rolls": _rolls(state, trader),
        "safe": [
            book.worlds[world].name for world in stations if personality_rules.is_safe(state, world)
        ],
    }


def _rolls(state: Position, trader: Trader) -> dict[str, RollSeen]:
    """By colour what must fall, with what the Trader may add; empty where all is as printed."""
    if not trader.personalities:
        return {}
    found: dict[str, RollSeen] = {}
    for row in state.book.printed.line_colours:
        bonus = personality_rules.roll_bonus(state, trader, row.colour)
        regular = personality_rules.minimum_roll(state, trader, row.colour, station=False)
        station = personality_rules.minimum_roll(state, trader, row.colour, station=True)
        found[row.colour] = {
            "regular": max(regular - bonus, 1),
            "station": max(station - bonus, 1) if station else 0,
        }
    printed: dict[str, RollSeen] = {
        row.colour: {"regular": row.min_roll, "station": row.station_min_roll}
        for row in state.book.printed.line_colours
    }
    return found if found != printed else {}


def own(state: Position, trader: Trader) -> TalentsSeen:
    """What the seat alone may look at: the next contracts (ST-PERSON-05); and what it may do that
    others may not.
    """
    hand = dict.fromkeys(trader.hand) if trader.personalities else ()
    return {
        "ahead": [
            state.book.title(contract) for contract in personality_rules.foreseen(state, trader)
        ],
        "stands_in": {
            card: others
            for card in hand
            if (others := personality_rules.stands_in(state, trader, card))
        },
        "hand_limit": personality_rules.hand_limit(state, trader),
        "builds_engines_anywhere": personality_rules.adds_engines_at(state, trader, 0),
    }
