"""What a Trader is advised to order: jumps with their odds, and what they are for."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.engines.table import thrown
from traders.bots.registry import bots
from traders.bots.star_traders.suggested_turn import MOST
from traders.domain.play.commands.interpreter import Speech
from traders.domain.table.table import Table
from traders.engines.kernel.contract.contract import (
    Chance,
    Interval,
    Pending,
    Turn,
)
from traders.engines.kernel.contract.suggestion import Suggestion
from traders.engines.star_traders import ENGINE

BOTS = bots(ENGINE.name)

LINES = [
    ["Mink", "Asimov", "orange"],
    ["Asimov", "Oz", "red"],
    ["Oz", "Niven", "orange"],
    ["Niven", "Jaxin", "red"],
]
WAY = ("jump asimov", "load robots", "jump oz", "jump niven")


def ends(world: str) -> tuple[str, ...]:
    """The Action on a free world where the way ends, the draw and the end."""
    return (f"build if at {world}", "draw if possible", "end")


def tried(*way: str, attempts: int = 3, sure: tuple[str, ...] = ()) -> tuple[str, ...]:
    """A way below whose first jump all is made as far as it can be; a jump that may fail is tried
    again while attempts are left.
    """
    lines, below = list[str](), False
    for line in way:
        soft = f"{line} if possible"
        lines.append(soft if below else line)
        if line.startswith("jump"):
            below, attempts = True, attempts - 1
            lines += [soft] * (0 if line in sure else min(2, attempts))
    return tuple(lines)


def advice(**start: Any) -> Suggestion | None:
    state = ENGINE.position(
        ("red", "blue"), {}, {"lines": LINES, "contracts": ["Robots to Jaxin"], **start}
    )
    pending: Pending = ENGINE.pending(state)
    assert isinstance(pending, Turn)
    return BOTS.suggestion(ENGINE.view(state, "red"), pending, ENGINE.offers(state, "red"))


def test_a_turn_goes_on_towards_the_goal_and_tells_the_odds():
    assert advice(red={"at": "Mink", "stations": []}) == Suggestion(
        (*tried(*WAY), *ends("niven")),
        "Then you are 1 jump from Jaxin, which wants your Robots (18 Stellors, 3 Prestige). "
        "A station on Niven: 2 Prestige for 5 Stellors. "
        "Each try: Asimov 83 %, Oz 67 %, Niven 83 %.",
    )


def test_no_station_is_built_where_a_failed_jump_leaves_the_ship():
    red = {"at": "Mink", "stations": []}
    found = advice(red=red)
    assert found is not None
    start = {"lines": LINES, "contracts": ["Robots to Jaxin"], "red": red}
    state = ENGINE.position(("red", "blue"), {}, start)
    table = Table(ENGINE, state, chance=lambda _: 1, timing="stops")
    Speech(table, "red").speak("\n".join(found.orders))
    assert table.state.turn.seat == "blue"
    assert ENGINE.view(table.state, "red")["seats"][0]["stations"] == []


def test_a_mission_goes_on_from_where_its_cargo_is_loaded():
    mission = {"from": "Asimov", "to": "Jaxin"}
    found = advice(red={"at": "Asimov", "stations": [], "mission": mission, "engines": 2})
    assert found is not None
    first = (
        "load imperial cargo (red)",
        "jump oz",
        "jump oz if possible",
        "jump niven if possible",
    )
    assert found.orders[:4] == first


CHAIN = 6
RICH = {"prestige": 20, "stellors": 90}
HOMEWARD = {"mission": {"from": "Asimov", "to": "Jaxin"}, "cargo": ["Imperial Cargo (red)"]}


def test_a_way_that_wins_says_so_before_all_else():
    """ST-MISSION-13"""
    red = {"at": "Niven", "stations": [], **HOMEWARD}
    found = advice(red=red)
    assert found is not None
    wins = "Arriving at Jaxin with the Imperial Cargo wins the game."
    assert found.words.startswith(f"{wins} Each try: 67 %.")
    assert not [line for line in found.orders if line.startswith("build")]
    beside = advice(
        red=red | {"hand": ["Stressed Engines"]},
        blue={"at": "Niven", "mission": HOMEWARD["mission"], "cargo": ["Imperial Cargo (blue)"]},
    )
    assert beside is not None
    assert beside.orders[0] == "play stressed engines on blue"
    assert beside.words.startswith(wins)
    leap = advice(red=red | {"at": "Mink", "hand": ["Superjump"], "engines": 1})
    assert leap is not None
    assert leap.orders[0] == "play superjump at jaxin"
    assert leap.words.startswith(wins)


@pytest.mark.parametrize(
    ("red", "words"),
    [
        (HOMEWARD, "Then you are 1 jump from Jaxin, where the Imperial Cargo wins you the game."),
        (
            HOMEWARD | {"cargo": [], "at": "Niven"},
            "Then you are 1 jump from Asimov, where you load the Imperial Cargo.",
        ),
    ],
)
def test_a_way_to_the_missions_worlds_says_what_for(red: dict[str, Any], words: str):
    start = {"at": "Oz", "stations": [], "engines": 1, **red}
    found = advice(red=start)
    assert found is not None
    assert found.words.startswith(words)


def test_what_is_fetched_is_loaded_behind_all_the_jumps_that_lead_there():
    red = {"at": "Jaxin", "stations": [], "engines": 5}
    found = advice(red=red | HOMEWARD | {"cargo": []})
    assert found is not None
    jumps = [line for line in found.orders if line.startswith("jump ")]
    assert len(jumps) >= MOST
    assert found.orders[len(jumps)] == "load imperial cargo (red) if possible"


def test_a_petition_is_made_where_the_way_ends():
    found = advice(red={"at": "Mink", "prestige": 16, "stellors": 90, "cargo": ["Robots"]})
    assert found is not None
    assert "petition if possible" in found.orders
    assert "The petition is granted with " in found.words


def test_a_delivery_ends_it():
    found = advice(red={"at": "Oz", "cargo": ["Robots"], "stations": ["Jaxin"]})
    assert found is not None
    assert found.orders[:4] == tried("jump niven", "jump jaxin", sure=("jump jaxin",))
    assert found.words.startswith(
        "You deliver Robots: 18 Stellors, 3 Prestige. Each try: Niven 83 %, Jaxin 100 %"
    )


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (("jump asimov",), "Odds if nobody reacts: Asimov 83 %."),
        (
            ("jump asimov", "load robots", "jump oz"),
            "Odds if nobody reacts: Asimov 83 %, then Oz 67 %; both 56 %.",
        ),
        (("jump asimov", "jump jaxin"), "Odds if nobody reacts: Asimov 83 %."),
        (("jump jaxin",), ""),
        (("end",), ""),
        (("halt", "jump asimov"), ""),
        (
            ("jump asimov", "jump oz", "jump asimov", "jump oz"),
            "Odds if nobody reacts: Asimov 83 %, then Oz 67 %, then Asimov 67 %; all three 37 %.",
        ),
    ],
)
def test_what_is_only_tried_is_told_its_odds(lines: tuple[str, ...], told: str):
    start = {"lines": LINES, "red": {"at": "Mink", "stations": []}}
    state = ENGINE.position(("red", "blue"), {}, start)
    assert BOTS.odds(ENGINE.view(state, "red"), lines) == told


def test_no_jump_is_advised_from_under_a_quarantine():
    """What holds the ship may not be asked about: who follows each advice would try for ever."""
    mission = {"mission": {"from": "Asimov", "to": "Jaxin"}, "cargo": ["Imperial Cargo (red)"]}
    red = {"at": "Mink", "stations": [], "hand": ["Avoid Calamity"], **mission}
    told = advice(red=red, quarantines=[{"world": "Mink", "by": "blue"}])
    assert told is not None
    assert not told.orders[0].startswith("jump")


@pytest.mark.parametrize(
    ("start", "orders"),
    [
        (
            {"red": {"at": "Mink", "engines": 1}},
            (*tried(*WAY[:2], attempts=1), *ends("asimov")),
        ),
        (
            {"red": {"at": "Mink"}, "quarantines": [{"world": "Oz", "by": "blue"}]},
            (*tried(*WAY[:3]), *ends("oz")),
        ),
    ],
    ids=["one engine", "a Quarantine on the way"],
)
def test_it_ends_where_the_ship_must_stay(start: dict[str, Any], orders: tuple[str, ...]):
    found = advice(**start)
    assert found is not None
    assert found.orders == orders


def test_a_card_played_on_another_is_no_whole_turn_and_the_jumps_follow():
    found = advice(
        red={"at": "Mink", "stations": [], "hand": ["Disgrace at Court"]},
        blue={"prestige": 9},
    )
    assert found is not None
    assert found.orders == ("play disgrace at court on blue", *tried(*WAY), *ends("niven"))
    assert "Blue loses 4 Prestige." in found.words
    assert "Each try: Asimov 83 %, Oz 67 %" in found.words


def test_a_card_that_brings_a_cargo_stands_alone_since_the_way_was_reckoned_without_it():
    found = advice(
        red={"at": "Mink", "stations": [], "hand": ["Piracy"], "prestige": 3},
        blue={"at": "Mink", "prestige": 9, "cargo": ["Gremlins"]},
    )
    assert found is not None
    assert found.orders == ("play piracy on blue taking gremlins",)


def test_a_card_on_oneself_or_another_is_only_the_turns_beginning():
    found = advice(red={"at": "Mink", "stations": [], "hand": ["Imperial Favor"]})
    assert found is not None
    assert found.orders == ("play imperial favor on red", *tried(*WAY), *ends("niven"))
    assert found.words.startswith("Red gains 2 Prestige. A station on Niven: 2 Prestige")


def test_all_stations_are_opened_only_for_a_way_that_uses_them_and_the_turn_is_told_whole():
    """ST-CARD-61"""
    red = {"at": "Asimov", "cargo": ["Robots"], "stations": [], "hand": ["Codebreaker"]}
    blue = {"stations": ["Oz", "Niven", "Jaxin"]}
    found = advice(red=red, blue=blue)
    assert found is not None
    assert found.orders[:4] == ("play codebreaker", "jump oz", "jump niven", "jump jaxin")
    assert found.words == (
        "Until your turn ends you may use the stations on Oz, Niven and Jaxin. "
        "You deliver Robots: 18 Stellors, 3 Prestige. No roll is needed."
    )
    far = advice(red=red | {"at": "Mink", "engines": 1}, blue=blue)
    assert far is not None
    assert far.orders[0] == "jump asimov", "what is opened now is closed in the next turn"


@pytest.mark.parametrize(
    ("start", "why"),
    [
        ({"quarantines": [{"world": "Oz", "by": "blue"}]}, "A Quarantine holds your ship on Oz"),
        ({"jumps_left": 0}, "You have no jump attempt left"),
        ({"stage": "action"}, "Your jumps are over"),
    ],
)
def test_a_turn_that_only_draws_says_why(start: dict[str, Any], why: str):
    red = {"at": "Oz", "stations": [], "stellors": 4, "cargo": ["Robots"]}
    red |= {"jumps_left": start.pop("jumps_left")} if "jumps_left" in start else {}
    found = advice(red=red, **start)
    assert found == Suggestion(
        ("draw", "end"),
        f"{why}, and no action pays here: a card is all that this turn can still bring.",
    )


def test_a_superjump_says_what_it_delivers():
    red = {"at": "Mink", "cargo": ["Robots"], "stations": [], "hand": ["Superjump"], "engines": 1}
    found = advice(red=red)
    assert found is not None
    assert found.orders[0] == "play superjump at jaxin"
    assert found.words.startswith("No roll is needed. You deliver Robots: 18 Stellors, 3 Prestige.")


def test_the_turn_goes_on_from_where_a_superjump_leads():
    red = {"at": "Jaxin", "stations": [], "hand": ["Superjump"], "prestige": 5, "engines": 2}
    found = advice(red=red)
    assert found is not None
    way = ("load robots", "jump oz", "jump oz", "jump niven")
    soft = tuple(f"{line} if possible" for line in way)
    assert found.orders == ("play superjump at asimov", *soft, *ends("niven"))


@pytest.mark.parametrize(
    ("start", "orders"),
    [
        ({}, ("build", "draw", "end")),
        ({"hand": ["Superjump", "Avoid Calamity"]}, ("build", "end")),
        ({"hand": ["Zap", "Avoid Calamity"]}, ("build", "draw discarding zap", "end")),
        ({"stellors": 4}, ("draw", "end")),
    ],
)
def test_a_turn_without_a_jump_is_told_to_its_end(start: dict[str, Any], orders: tuple[str, ...]):
    found = advice(stage="action", red={"at": "Oz", "stations": [], **start})
    assert found is not None
    assert found.orders == orders


@pytest.mark.parametrize(
    ("hand", "blue", "closes"),
    [
        ("Takeover", {"stations": ["Asimov"]}, False),
        ("Takeover", {"stations": ["Jaxin"]}, True),
        ("Piracy", {"at": "Asimov"}, False),
        ("Piracy", {"at": "Jaxin"}, True),
    ],
)
def test_a_turn_goes_on_where_a_card_of_the_own_turn_may_be_played(
    hand: str, blue: dict[str, Any], closes: bool
):
    red = {"at": "Mink", "stations": [], "engines": 1, "hand": [hand]}
    found = advice(red=red, blue={"stations": [], **blue})
    assert found is not None
    assert ("build if at asimov" in found.orders) is closes


@pytest.mark.parametrize(
    ("red", "words"),
    [
        (
            {"prestige": 15, "stellors": 60},
            "The petition is granted with 67 %, for up to 60 Stellors. "
            "If not, you lose up to 20 Stellors and 5 Prestige.",
        ),
        (
            {"prestige": 17, "stellors": 45, "hand": ["Zap"]},
            "The petition is granted with 50 %, for up to 40 Stellors. "
            "If not, you lose up to 20 Stellors and 10 Prestige. With a Zap of yours it is 67 %.",
        ),
    ],
)
def test_a_petition_is_suggested_with_its_odds_price_and_loss(red: dict[str, Any], words: str):
    """ST-PETITION-12 to ST-PETITION-20"""
    found = advice(stage="action", red={"at": "Telzey", "hand": ["Superjump"], **red})
    assert found is not None
    assert (found.orders[0], found.words) == ("petition", words)
    settled = red["stellors"] == 60
    assert found.orders[1:] == (("draw if possible", "end") if settled else ())


@pytest.mark.parametrize("missing", [1, 2])
def test_a_petition_that_completes_the_chain_says_so_first(missing: int):
    """ST-ADV-05"""
    lines = [*LINES, ["Jaxin", "Wells", "red"], ["Wells", "Kluge", "red"]]
    stations = ["Asimov", "Oz", "Niven", "Jaxin", "Wells", "Kluge"]
    imperial = stations[missing - CHAIN - 1 : -1]
    red = {"at": "Kluge", "stations": stations, "imperial": imperial}
    state = ENGINE.position(
        ("red", "blue"),
        {"game": "advanced"},
        {"stage": "action", "lines": lines, "contracts": [], "red": red | RICH},
    )
    view, pending = ENGINE.view(state, "red"), ENGINE.pending(state)
    assert view["chain_needed"] == CHAIN
    found = BOTS.suggestion(view, pending, ENGINE.offers(state, "red"))
    assert found is not None
    assert found.orders[0].startswith("petition")
    told = "If it is granted, the chain is complete and wins the game. The petition is granted with"
    assert found.words.startswith(told) is (missing == 1)


@pytest.mark.parametrize("stellors", [10, 33, 39])
def test_none_is_suggested_at_bad_odds_or_that_cannot_be_paid(stellors: int):
    found = advice(stage="action", red={"at": "Telzey", "prestige": 17, "stellors": stellors})
    assert found is not None
    assert found.orders[0] != "petition"


def test_a_bid_says_what_the_lot_is_worth_and_what_there_is_to_pay_with():
    """ST-OPTION-06"""
    auction = {"game": "advanced", "personalities": "all", "personality_choice": "auction"}
    state = ENGINE.setup(("red", "blue"), auction)
    while isinstance(pending := ENGINE.pending(state), Chance):
        ENGINE.happen(state, thrown(pending, Random(7)))
    assert isinstance(pending, Interval)
    seat = pending.seats[0]
    found = BOTS.suggestion(ENGINE.view(state, seat), pending, ENGINE.offers(state, seat))
    assert found is not None
    bid = found.orders[0].removeprefix("bid ")
    lot = ENGINE.view(state, seat)["auction"]["what"]
    assert found.words == f"{lot} is worth about {bid} Stellors to me; you have 40 Stellors."
