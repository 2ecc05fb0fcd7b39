"""Crowded tables of Star Traders, and what its seats could deal in."""

from __future__ import annotations

from random import Random

from tests.engines.deeds import Start
from traders.engines.kernel.seats import Seat
from traders.engines.star_traders.holdings import cargo_hold, stations
from traders.engines.star_traders.position.state import Position

SEATS = ("red", "blue", "green", "yellow")
TOGETHER = {
    "red": {"at": "Frygia", "stellors": 10, "prestige": 16, "cargo": ["Fur", "Robots"],
        "hand": ["Piracy", "Takeover"], "stressed": True},
    "blue": {"at": "Frygia", "stellors": 4, "prestige": 5, "cargo": ["Hive", "Fur"],
        "hand": ["Avoid Calamity", "Lose a Station"], "stations": ["Frygia"]},
    "green": {"at": "Frygia", "stellors": 40, "cargo": ["Robots"],
        "hand": ["Lose a Cargo", "Gotcha"], "stations": ["Wells", "Kluge"]},
    "yellow": {"at": "Wells", "stellors": 5, "hand": ["Quarantine", "Imperial Envoy (Helix)"],
        "stations": ["Niven"]},
    "contracts": ["Fur to Hench", "Robots to Awwad", "Hive to Frygia", "Fur to Frygia"],
}  # fmt: skip
"""Full holds, little money, and contracts that want here what others carry."""
SPECIAL = {
    "red": {"at": "Kluge", "stellors": 12, "prestige": 20, "cargo": ["Mercenaries", "Tourists"],
        "hand": ["Piracy", "Zap"], "stations": ["Jackpot"]},
    "blue": {"at": "Kluge", "stellors": 5, "prestige": 15, "cargo": ["Chronospheres", "Tourists"],
        "stations": ["Kluge"]},
    "green": {"at": "Telzey", "stellors": 9, "prestige": 17, "cargo": ["Mercenaries"],
        "hand": ["Piracy", "Superjump"], "stations": ["Telzey"]},
    "yellow": {"at": "Jackpot", "stellors": 0, "prestige": 17,
        "cargo": ["Tourists", "Chronospheres"], "hand": ["Zap", "Superzap"], "stations": []},
    "contracts": ["Chronospheres to Kluge", "Mercenaries to Telzey", "Tourists to Jackpot"],
    "lines": [["Kluge", "Jackpot", "orange"], ["Telzey", "Jackpot", "orange"],
        ["Kluge", "Telzey", "orange"], ["Oz", "Kluge", "green"]],
}  # fmt: skip
"""Where a die, a choice or a card is the payoff, and its cargo is dealt in."""
MISSIONS = {
    "red": {"at": "Jaxin", "stellors": 3, "cargo": ["Imperial Cargo (blue)", "Fur"],
        "hand": ["You Are Lost"], "stations": ["Jaxin"], "prestige": 16},
    "blue": {"at": "Jaxin", "stellors": 6, "mission": {"from": "Asimov", "to": "Jaxin"},
        "prestige": 15, "hand": ["Stressed Engines"], "stations": []},
    "green": {"at": "Mink", "stellors": 25, "prestige": 15, "cargo": ["Fur"],
        "hand": ["Codebreaker", "Avoid Calamity"]},
    "contracts": ["Fur to Hench", "Robots to Awwad"],
}  # fmt: skip
ADVANCED = {
    "red": {
        "at": "Oz",
        "stations": ["Oz", "Wells", "Mink"],
        "imperial": ["Wells"],
        "prestige": 20,
        "stellors": 30,
        "hand": ["Zap"],
    },
    "blue": {
        "at": "Oz",
        "stations": ["Niven"],
        "prestige": 12,
        "stellors": 9,
        "hand": ["Lose a Station", "Superzap"],
    },
    "green": {
        "at": "Niven",
        "stations": ["Hench"],
        "prestige": 9,
        "stellors": 12,
        "hand": ["Takeover", "Court Scandal"],
    },
    "contracts": ["Fur to Hench", "Robots to Awwad", "Hive to Verne"],
}
PEOPLE = {
    "red": TOGETHER["red"] | {"personality": "Pirate Pete"},
    "blue": TOGETHER["blue"] | {"personality": "The Banker"},
    "green": TOGETHER["green"] | {"personality": "The Engineer"},
    "yellow": TOGETHER["yellow"] | {"personality": ["Lucky Lou", "The Insider"]},
    "contracts": TOGETHER["contracts"],
}
JUMPERS = {
    "red": TOGETHER["red"] | {"personality": "The Seer", "stressed": False},
    "blue": TOGETHER["blue"] | {"personality": "Verdant Velma"},
    "green": TOGETHER["green"] | {"personality": "Awesome Andi"},
    "yellow": TOGETHER["yellow"] | {"personality": "The Navigator"},
    "contracts": TOGETHER["contracts"],
}
TALENTS = {"personalities": "all", "personality_trade": True}
STARTS = (
    Start(SEATS, {}, TOGETHER),
    Start(SEATS, {}, SPECIAL),
    Start(
        SEATS,
        TALENTS,
        {
            **SPECIAL,
            **{
                seat: SPECIAL[seat] | {"personality": name}
                for seat, name in zip(
                    SEATS, ("The Hero", "The Negotiator", "The Psychic", "Pirate Pete"), strict=True
                )
            },
        },
    ),
    Start(SEATS[:3], {}, MISSIONS),
    Start(SEATS[:3], {"game": "advanced"}, ADVANCED),
    Start(SEATS, TALENTS, PEOPLE),
    Start(SEATS, TALENTS, JUMPERS),
)


def goods(state: Position, seat: Seat, box: Random) -> list[str]:
    """All that it has: money by parts and whole, cards, cargo, stations, engines, rights,
    permissions, Personalities; and a little that it has not.
    """
    trader = state.traders[seat]
    money = trader.stellors
    found = [
        f"{box.choice([1, 2, 5, max(money, 1), max(money - 5, 1), money + 1])} stellors",
        "a card",
        "fur",
    ]
    found += [f"card {card.lower()}" for card in trader.hand]
    found += [cargo.lower() for cargo in cargo_hold.aboard(trader)]
    found += [f"station at {world}" for world in stations.owned(state, seat)]
    found += [f"permission at {world}" for world in stations.owned(state, seat)]
    found += [f"{count} engine" for count in {1, trader.engines} if count]
    found += [
        f"right to deliver {state.book.contracts[done.contract].cargo.lower()}"
        for done in state.completed
        if seat in done.rights
    ]
    found += [
        f"personality {name.lower()}"
        for name in trader.personalities
        if state.options.personality_trade
    ]
    return found
