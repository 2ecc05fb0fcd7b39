"""What a sensible bot does in plain cases."""

from __future__ import annotations

import pytest

from traders.bots.registry import bots
from traders.engines.registry import engine as engine_named

ENGINE = engine_named("star-traders")
BOTS = bots(ENGINE.name)
SEATS = ("red", "blue", "green")
LINES = [
    ["Mink", "Niven", "orange"],
    ["Niven", "Verne", "orange"],
    ["Mink", "Jaxin", "violet"],
    ["Endor", "Mink", "red"],
    ["Oz", "Verne", "green"],
]
QUIET = {"hand": [], "stations": [], "at": "Oz"}


def position(**start):
    start = {"lines": LINES, "contracts": [], "blue": dict(QUIET), "green": dict(QUIET), **start}
    start["red"] = {"stations": [], "at": "Mink", "hand": [], **start.get("red", {})}
    return ENGINE.position(SEATS, {}, start)


def says(state, seat: str = "red", seed: int = 3) -> str:
    return BOTS.bot(
        ENGINE.view(state, seat), ENGINE.pending(state), ENGINE.offers(state, seat), seed
    )


def does(state, seat: str, text: str) -> None:
    ENGINE.play(state, seat, ENGINE.read(state, seat, text))


def test_it_loads_what_pays_and_carries_it_there_by_the_cheapest_way():
    state = position(
        contracts=["Pheromones to Helix"],
        lines=[
            ["Mink", "Niven", "orange"],
            ["Niven", "Helix", "orange"],
            ["Mink", "Helix", "green"],
        ],
    )
    assert says(state) == "load pheromones"
    does(state, "red", "load pheromones")
    assert says(state) == "jump niven"


def test_it_goes_where_cargo_is_to_be_had():
    assert (
        says(
            position(
                contracts=["Singing Stones to Heinlein"],
                lines=[*LINES, ["Verne", "Heinlein", "orange"]],
            )
        )
        == "jump niven"
    )


def test_it_stays_under_a_quarantine_and_goes_on_with_its_turn():
    state = position(
        contracts=["Singing Stones to Heinlein"],
        lines=[*LINES, ["Verne", "Heinlein", "orange"]],
        quarantines=[{"world": "Mink", "by": "blue"}],
    )
    assert says(state) == "build"


@pytest.mark.parametrize(
    ("prestige", "stellors", "petitions"),
    [
        (15, 60, True),
        (25, 45, True),
        (15, 25, False),
        (14, 90, False),
        (20, 45, True),
        (20, 15, False),
    ],
)
def test_it_petitions_where_the_odds_are_good(prestige, stellors, petitions):
    state = position(
        blue={**QUIET, "prestige": prestige, "stellors": stellors}, turn="blue", stage="action"
    )
    assert (says(state, "blue") == "petition") is petitions


@pytest.mark.parametrize(("die", "added"), [(2, 0), (3, 1), (5, 1)])
def test_it_adds_to_a_petitions_die_what_the_zone_allows_where_that_helps(die, added):
    """With 45 Stellors a result of 3 is worse than a denial (ST-PETITION-10, ST-PETITION-16)."""
    state = position(red={"prestige": 20, "stellors": 45}, stage="action")
    does(state, "red", "petition")
    ENGINE.happen(state, die)
    assert says(state) == f"add {added}"


def test_it_builds_for_prestige_and_not_at_the_ceiling():
    assert says(position(stage="action")) == "build"
    assert says(position(red={"prestige": 30, "stellors": 12}, stage="action")) != "build"


def test_it_zaps_a_die_that_decides_and_no_other():
    red = {"hand": ["Zap"], "cargo": ["Robots"], "jumps_left": 1}
    state = position(red=red, contracts=["Robots to Jaxin"])
    does(state, "red", "jump jaxin")
    ENGINE.close(state)
    ENGINE.happen(state, 3)
    assert says(state).startswith("play zap up")
    state = position(red={"hand": ["Zap"]})
    does(state, "red", "jump jaxin")
    ENGINE.close(state)
    ENGINE.happen(state, 5)
    assert says(state) == "pass"


def test_it_stops_a_rival_who_is_about_to_win():
    mission = {"from": "Asimov", "to": "Jaxin"}
    red = {"mission": mission, "cargo": ["Imperial Cargo (red)"]}
    state = position(red=red, blue={**QUIET, "hand": ["Quarantine"]})
    does(state, "red", "jump jaxin")
    assert says(state, "blue") == "play quarantine at mink"
    state = position(red=red, blue={**QUIET, "hand": ["You Are Lost"]})
    does(state, "red", "jump jaxin")
    assert says(state, "blue") == "pass"
    ENGINE.close(state)
    ENGINE.happen(state, 4)
    ENGINE.close(state)
    assert ENGINE.pending(state).name == "lost"
    assert says(state, "blue").startswith("play you are lost")
    state = position(red=red, blue={**QUIET, "hand": ["Zap"]})
    does(state, "red", "jump jaxin")
    ENGINE.close(state)
    ENGINE.happen(state, 4)
    assert says(state, "blue").startswith("play zap down")


def test_it_keeps_its_cards_where_nothing_is_at_stake():
    state = position(blue={**QUIET, "hand": ["Quarantine", "Zap"]})
    does(state, "red", "jump jaxin")
    assert says(state, "blue") == "pass"
    ENGINE.close(state)
    ENGINE.happen(state, 4)
    assert says(state, "blue") == "pass"


def test_it_avoids_an_envoy():
    state = position(
        red={"hand": ["Imperial Envoy (Helix)"]},
        blue={**QUIET, "prestige": 13, "hand": ["Avoid Calamity"]},
    )
    does(state, "red", "play imperial envoy (helix) on blue")
    assert says(state, "blue").startswith("avoid")


def test_it_brings_a_petitioner_under_fifteen():
    state = position(
        red={"prestige": 16, "stellors": 60},
        blue={**QUIET, "hand": ["Disgrace at Court"]},
        stage="action",
    )
    does(state, "red", "petition")
    assert ENGINE.pending(state).name == "petition"
    assert says(state, "blue") == "play disgrace at court on red"


def test_it_gets_rid_of_a_cargo_that_lost_its_race():
    red = {"cargo": ["Fur"], "stellors": 5, "rights": ["Fur"]}
    state = position(red=red, completed=["Fur to Hench"], lines=[["Mink", "Hench", "orange"]])
    assert says(state) == "jump hench"
