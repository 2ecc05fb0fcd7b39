"""Scenarios are played to their first difference, in memory and through the door alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.scenarios.in_memory_game import MemoryTable
from tools.scenarios.selection import Selection, selected
from traders.models import Game, Player
from traders.proof.scenarios.database_game import through_the_door
from traders.proof.scenarios.scenario_runner import Result, run
from traders.proof.scenarios.scenario_types import Scenario

GOOD = Path(__file__).with_name("toll.toml")


BAD = [
    (
        'chance = [3]\nplay = [{ red = "roll" }, { then = { red = { points = 4 } } }]',
        "step 2 (then): red.points is 3, should be 4",
    ),
    (
        'chance = [3]\nplay = [{ red = "roll", refused = "TO-ROLL-02" }]',
        'step 1 (red "roll"): accepted, should be refused citing TO-ROLL-02',
    ),
    (
        'play = [{ blue = "roll" }]',
        'step 1 (blue "roll"): refused: It is not your turn. (TO-ROLL-01)',
    ),
    (
        'play = [{ blue = "roll", refused = "TO-ROLL-02" }]',
        "refused citing TO-ROLL-01, should be TO-ROLL-02",
    ),
    (
        'play = [{ blue = "roll", refused = "" }]',
        "refused as illegal, should be unreadable, ambiguous or stale",
    ),
    ('play = [{ red = "roll" }]', 'step 1 (red "roll"): toll: more chance is needed than was told'),
    ('chance = [7]\nplay = [{ red = "roll" }, { then = { turn = "red" } }]', "cannot fall"),
    (
        'chance = [3, 4]\nplay = [{ red = "roll" }]',
        "at the end: 1 of the outcomes of chance did not fall",
    ),
    ('play = [{ close = "shove" }]', 'what is open is "none", should be "shove"'),
    (
        'start.blue = { hand = ["Oak"] }\nplay = [{ see = "red", shows = "Oak" }]',
        'red is not shown "Oak"',
    ),
    (
        'start.blue = { hand = ["Oak"] }\nplay = [{ see = "blue", hides = "Oak" }]',
        'blue is shown "Oak"',
    ),
    ('refused = "TO-SEATS-01"', "the game is set up, should be refused citing TO-SEATS-01"),
    ('play = [{ expire = "seat" }]', "no seat was left"),
    ("play = [{ then = { die = 3 } }]", "die is not there, should be 3"),
]


ROLL = 'chance = [3]\nplay = [{ red = "roll" }]'


def in_memory(scenario: Scenario) -> Result:
    return run(scenario, MemoryTable)


@pytest.fixture(params=["in memory", "through the door"])
def played(request):
    if request.param == "in memory":
        return in_memory
    request.getfixturevalue("db")
    return through_the_door


@pytest.mark.sampled
@pytest.mark.parametrize("number", range(10))
def test_what_goes_as_written_is_ok(played, number):
    scenario = list(selected([GOOD], Selection()))[number]
    assert isinstance(scenario, Scenario), scenario
    assert played(scenario).line() == f"ok {scenario.id}"


@pytest.mark.parametrize(("text", "words"), BAD)
def test_what_differs_is_named_with_its_step(read, played, text, words):
    result = played(read(text))
    assert not result.ok
    assert words in result.line()


def test_a_game_that_is_not_set_up_cites_its_rule(read, played):
    assert played(read('refused = "TO-SEATS-01"', '["red"]')).ok
    assert "should be TO-SEATS-02" in played(read('refused = "TO-SEATS-02"', '["red"]')).difference
    assert (
        "the game is not set up: Toll is for two to four."
        in played(read('play = [{ red = "roll" }]', '["red"]')).difference
    )


@pytest.mark.django_db
def test_nothing_is_left_behind(read):
    assert through_the_door(read(ROLL)).ok
    assert not Game.objects.exists()
    assert not Player.objects.exists()


@pytest.mark.django_db
def test_a_trace_shows_entries_and_what_play_waits_for(read):
    trace = through_the_door(read(ROLL), traced=True).trace
    assert any("order red" in line and "roll" in line for line in trace)
    assert any("chance" in line for line in trace)
    assert "waits for Turn" in trace[-1]


@pytest.mark.django_db
def test_a_finding_on_no_claim_differs(read):
    text = 'play = [{ then = { turn = "red" } }]\nfinding = { remedy = "stand" }'
    assert through_the_door(read(text)).difference == "finding: no claim was made"


@pytest.mark.django_db
def test_a_ruling_on_no_claim_differs(read):
    text = (
        'play = [{ then = { turn = "red" } }]\nruling = { remedy = "stand" }\nafter = { turn = '
        '"red" }'
    )
    assert "No claim was made" in through_the_door(read(text)).difference
