"""Personalities and Imperial chains in a letter's board."""

from __future__ import annotations

from textwrap import wrap

from traders.engines.kernel.contract.contract import View
from traders.engines.star_traders.position.view_types import TraderSeen

WIDTH = 72


def mine(own: TraderSeen) -> list[str]:
    """The reader's own Personalities, with what they do."""
    return [
        line
        for name, summary in zip(own["personality"], own["talents"], strict=True)
        for line in wrap(f"{name}: {summary}", WIDTH)
    ]


def theirs(trader: TraderSeen) -> list[str]:
    """Another Trader's (ST-PERSON-01)."""
    return wrap(f"{', '.join(trader['personality'])}.", WIDTH) if trader["personality"] else []


def chain(view: View, trader: TraderSeen) -> list[str]:
    """How long a chain is joined, in the advanced game (ST-ADV-06)."""
    if not view["chain_needed"] or not trader["imperial"]:
        return []
    return wrap(
        f"Imperial chain: {len(trader['chain'])} of {view['chain_needed']} "
        f"({', '.join(trader['chain'])}).",
        WIDTH,
    )


def ahead(view: View) -> list[str]:
    """The contracts that come next, for who may look at them (ST-PERSON-05)."""
    titles = view["own"]["ahead"] if "own" in view else []
    if not titles:
        return []
    return ["YOU ALONE SEE WHAT CONTRACTS COME NEXT", *(f"- {title}" for title in titles)]
