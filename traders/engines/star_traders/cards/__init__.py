"""The Trader's Luck cards by name: one small module a card or family. Emperor Proclaims Jubilee is
never in a hand (`luck_cards.py`).
"""

from __future__ import annotations

from traders.engines.star_traders.cards.avoid_calamity import AVOID_CARD
from traders.engines.star_traders.cards.card import Card
from traders.engines.star_traders.cards.codebreaker import CODEBREAKER
from traders.engines.star_traders.cards.envoy import ENVOY
from traders.engines.star_traders.cards.gotcha import GOTCHA
from traders.engines.star_traders.cards.lose_cargo import LOSE_CARGO
from traders.engines.star_traders.cards.lose_station import LOSE_STATION
from traders.engines.star_traders.cards.piracy import PIRACY
from traders.engines.star_traders.cards.prestige_cards import LOWERS, RAISES
from traders.engines.star_traders.cards.quarantine import QUARANTINE
from traders.engines.star_traders.cards.stressed_engines import STRESSED
from traders.engines.star_traders.cards.superjump import SUPERJUMP
from traders.engines.star_traders.cards.takeover import TAKEOVER
from traders.engines.star_traders.cards.you_are_lost import LOST
from traders.engines.star_traders.cards.zap import ZAP

CARDS: dict[str, Card] = {
    "Avoid Calamity": AVOID_CARD,
    "Gotcha": GOTCHA,
    "Imperial Envoy (Telzey)": ENVOY,
    "Imperial Envoy (Lambard)": ENVOY,
    "Imperial Envoy (Helix)": ENVOY,
    "Piracy": PIRACY,
    "Quarantine": QUARANTINE,
    "Takeover": TAKEOVER,
    "You Are Lost": LOST,
    "Zap": ZAP,
    "Superzap": ZAP,
    "Superjump": SUPERJUMP,
    "Stressed Engines": STRESSED,
    "Lose a Station": LOSE_STATION,
    "Lose a Cargo": LOSE_CARGO,
    "Codebreaker": CODEBREAKER,
    "Imperial Favor": RAISES,
    "Imperial Commendation": RAISES,
    "Court Scandal": LOWERS,
    "Disgrace at Court": LOWERS,
}
