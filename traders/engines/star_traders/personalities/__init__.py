"""The Personalities by name, the seven and the five (ST-NEWPERSON-01): each a file with the points
where it differs. Another comes in as a file and a line here.
"""

from __future__ import annotations

from traders.engines.star_traders.personalities.andi import Andi
from traders.engines.star_traders.personalities.banker import Banker
from traders.engines.star_traders.personalities.engineer import Engineer
from traders.engines.star_traders.personalities.hero import Hero
from traders.engines.star_traders.personalities.insider import Insider
from traders.engines.star_traders.personalities.lou import Lou
from traders.engines.star_traders.personalities.navigator import Navigator
from traders.engines.star_traders.personalities.negotiator import Negotiator
from traders.engines.star_traders.personalities.personality import Personality, Way
from traders.engines.star_traders.personalities.pete import Pete
from traders.engines.star_traders.personalities.psychic import Psychic
from traders.engines.star_traders.personalities.seer import Seer
from traders.engines.star_traders.personalities.velma import Velma
from traders.engines.star_traders.position.state import Trader

PERSONALITIES: dict[str, Personality] = {
    one.name: one
    for one in (
        Navigator(),
        Psychic(),
        Lou(),
        Negotiator(),
        Engineer(),
        Insider(),
        Hero(),
        Andi(),
        Seer(),
        Velma(),
        Banker(),
        Pete(),
    )
}
WAYS: dict[str, Way] = {way.kind: way for one in PERSONALITIES.values() for way in one.ways()}
"""Kinds of jump that only some Traders make."""


def of(trader: Trader) -> list[Personality]:
    """The Personalities that work for a Trader: one, several or none; where they contradict another
    rule they hold (ST-PERSON-01, ST-PERSON-02, ST-OPTION-02).
    """
    if not trader.personalities:
        return []
    return [PERSONALITIES[name] for name in trader.personalities]
