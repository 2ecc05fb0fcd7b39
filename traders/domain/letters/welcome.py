"""The first letter: the reader's seat, how to answer, when play waits, and the seed digest of the
dice (PR-CHANCE-01, PR-INTERVAL-06).
"""

from __future__ import annotations

from typing import Any

from traders.domain.letters.facts import Facts
from traders.domain.letters.reader import Reader
from traders.domain.letters.words import plain
from traders.engines.registry import engine as engine_of

TIMING_WORDS = {
    "stops": "An interval waits only where somebody who may react has asked for it by a stop, "
    "where what is being done could win the game, or"
    " where somebody has reacted in it. All others close at once.",
    "table": "Every interval waits until all who may react have answered, or until its deadline.",
    "sealed": "No interval waits: what you would do in one is ordered ahead, by standing orders.",
}


def welcome_context(facts: Facts, reader: Reader) -> dict[str, Any]:
    """The template's data: players, stops, timing and seed digest."""
    return {
        "goal": engine_of(str(facts.view["system"])).goal(facts.view) if facts.view else "",
        "seated": [
            (
                seated.seat.capitalize(),
                _sitter(seated.player, seated.bot),
                seated.seat == reader.seat,
            )
            for seated in facts.table
        ],
        "stops": [plain(stop, 120) for stop in facts.extra.get("stops", [])],
        "timing": TIMING_WORDS.get(str(facts.extra.get("timing", "stops")), ""),
        "promise": reader.secret_digest,
        "scheme": reader.scheme,
        "proof_page": reader.page("proof", reader.slug),
        "orders_page": reader.page("orders-guide"),
    }


def _sitter(name: str, bot: bool) -> str:
    """The player's name, or that a bot or nobody has the seat."""
    if bot:
        return f"{plain(name, 40)}, a bot" if name else "a bot"
    return plain(name, 40) or "nobody yet"
