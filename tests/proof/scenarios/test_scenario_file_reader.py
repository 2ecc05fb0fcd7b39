"""A key or a word that the runner does not know is an error that names file, scenario and key;
nothing is passed over.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tools.scenarios.selection import Selection, missing, selected
from traders.proof.scenarios.scenario_types import (
    Case,
    Envelope,
    Letter,
    Ruling,
    Scenario,
    ScenarioError,
)

PLAY = 'play = [{ red = "roll" }]'
CLOCK = 'clock = "2026-03-02T09:00:00Z"'


@pytest.mark.parametrize(
    ("text", "key", "why"),
    [
        (f"{PLAY}\ncolour = 1", "colour", "not a key"),
        (f'{PLAY}\nneeds = ["deal"]', "needs", "'deal' is none of"),
        (f"{PLAY}\noptions = {{ speed = 3 }}", "options.speed", "no option of toll"),
        (f'{PLAY}\noptions = {{ timing = "slow" }}', "options.timing", "'slow' is none of"),
        (
            f'{PLAY}\noptions = {{ interval_time = "soon" }}',
            "options.interval_time",
            "no length of time",
        ),
        (
            f"{PLAY}\noptions = {{ interval_time = 12 }}",
            "options.interval_time",
            "of the wrong kind",
        ),
        (f"{PLAY}\noptions = {{ weekends = 1 }}", "options.weekends", "of the wrong kind"),
        (f'{PLAY}\noptions = {{ zones = {{ green = "UTC" }} }}', "options.zones", "zones by seat"),
        (
            f'{PLAY}\noptions = {{ zones = {{ blue = "Europe/Berlim" }} }}',
            "options.zones.blue",
            "did you mean Europe/Berlin",
        ),
        (f"{PLAY}\nstart = {{ prestige = 3 }}", "start.prestige", "not a key"),
        (
            f"{PLAY}\nstart.red = {{ prestige = 3 }}",
            "start.red.prestige",
            "not a key that is known of a seat",
        ),
        (f"{PLAY}\nstart.green = {{ points = 3 }}", "start.green", "not a seat of this scenario"),
        (f'{PLAY}\nstart.interval = "shove"', "start.interval", "not a key"),
        (f'{PLAY}\nstart.turn = "green"', "start.turn", "not a word"),
        ("play = []", "play", "plays something"),
        (f'{PLAY}\nrefused = "TO-SEATS-01"', "play", "not played"),
        ('play = [{ green = "roll" }]', "step 1 green", "not a seat"),
        (
            'play = [{ red = "roll", blue = "roll" }]',
            "step 1",
            "exactly one deed a step: red and blue",
        ),
        ("play = [{ rred = 1 }]", "step 1", "exactly one deed a step"),
        ('play = [{ red = "roll", refuse = "TO-ROLL-01" }]', "step 1 refuse", "not a key"),
        ('play = [{ red = "roll", refused = "TOROLL01" }]', "step 1 refused", "no rule's id"),
        ('play = [{ red = "roll", at = "+1h" }]', "step 1 at", "needs a `clock`"),
        (f'{CLOCK}\nplay = [{{ red = "roll", at = "1h" }}]', "step 1 at", "does not begin with +"),
        (
            f'{CLOCK}\nplay = [{{ red = "roll", at = "+1h" }}, {{ red = "roll", at = "+59m" }}]',
            "step 2 at",
            "earlier",
        ),
        (f'{CLOCK}\nplay = [{{ close = "all" }}]', "step 1 close", "without a clock"),
        (
            f'{CLOCK}\nplay = [{{ red = "roll", letter = {{ sent = "+1h" }} }}]',
            "step 1 letter sent",
            "not a key",
        ),
        (
            f'{CLOCK}\nplay = [{{ red = "roll", letter = {{ from = "friend" }} }}]',
            "step 1 letter from",
            "none of stranger",
        ),
        (
            f'{CLOCK}\nplay = [{{ report = "lost", to = "red" }}]',
            "step 1 report",
            "none of accepted, bounced",
        ),
        (
            f'{CLOCK}\nplay = [{{ report = "bounced", to = "red", by = "phone" }}]',
            "step 1 by",
            "none of mail",
        ),
        (
            f'{CLOCK}\nplay = [{{ report = "accepted", to = "red", by = "mail" }}]',
            "step 1 by",
            "does not come by mail",
        ),
        (
            f'{CLOCK}\nplay = [{{ report = "deferred", to = "red", for_good = true }}]',
            "step 1 for_good",
            "only beside `bounced`",
        ),
        (
            'play = [{ report = "bounced", to = "red" }]',
            "step 1 report",
            "only in a scenario with a `clock`",
        ),
        ('play = [{ close = "zap" }]', "step 1 close", "no interval of toll"),
        ('play = [{ expire = "game" }]', "step 1 expire", "none of seat, turn"),
        ('play = [{ see = "red" }]', "step 1 see", "one of"),
        ('play = [{ see = "red", shows = "a", hides = "b" }]', "step 1 see", "one of"),
        ("play = [{ then = { prestige = 1 } }]", "step 1 then.prestige", "not a key"),
        ('play = [{ then = { stage = "movement" } }]', "step 1 then.stage", "not a word"),
        ('play = [{ then = { interval = "zap" } }]', "step 1 then.interval", "not a word"),
        ('play = [{ then = { waiting = ["green"] } }]', "step 1 then.waiting", "not a word"),
        ("play = [{ then = { over = 1 } }]", "step 1 then.over", "not a word"),
        ('play = [{ then = { deadline = "12h" } }]', "step 1 then.deadline", "not a word"),
        ('play = [{ then = { winner = "nobody" } }]', "step 1 then.winner", "not a word"),
        (f'{PLAY}\nfinding = {{ remedy = "mercy" }}', "finding remedy", "'mercy' is none of"),
        (f'{PLAY}\nruling = {{ remedy = "stand", reason = "x" }}', "ruling reason", "not a key"),
        (f"{PLAY}\nafter = {{ prestige = 1 }}", "after.prestige", "not a key"),
        (
            f'{PLAY}\nearlier = [{{ title = "x", rules = [] }}]',
            "earlier 1 remedy",
            "a text is needed",
        ),
        (f"{PLAY}\nchance = [true]", "chance", "no face"),
        (f"{PLAY}\nshuffles = [[1, 3]]", "shuffles", "each place of a pile once"),
        (f'{PLAY}\nshuffles = "twice"', "shuffles", "none of reversed"),
        (f'{PLAY}\nclock = "soon"', "clock", "Invalid isoformat"),
    ],
)
def test_what_is_not_known_is_named(read, text, key, why):
    error = read(text)
    assert isinstance(error, ScenarioError), error
    assert str(error).startswith("toll.toml: one: ")
    assert error.key == key
    assert why in error.why


TOLD = """
clock = "2026-03-02T09:00:00Z"
needs = ["clock"]

[scenario.options]
timing = "stops"
interval_time = "12h"
zones = { blue = "Europe/Berlin" }
weekends = false
goal = 5

[[scenario.play]]
red = "roll"
at = "+1d2h3m4s"

[scenario.play.letter]
dated = "+1d"
stamped = "+1d1h"
relayed = "+1h"
forged = "+2h"
id = "<a@b>"
from = "stranger"
answers = "shove"

[[scenario.play]]
then = { deadline = "stopped", frozen = true }

[[scenario.play]]
refused = "PR-CLAIM-04"
[scenario.play.ruling]
remedy = ["put-right", "time"]
about = 3
by = "first referee"
unfounded = true
to = { red = { points = 1 }, winner = "blue" }
give = "6h"
for = "blue"

[[scenario.play]]
case = "rule"
by = "organizer"
about = 2
words = "the price"
freeze = true
refused = "PR-CLAIM-06"
"""


def test_the_words_of_a_clock(read):
    scenario = read(TOLD)
    assert isinstance(scenario, Scenario), scenario
    assert scenario.clock == datetime(2026, 3, 2, 9, tzinfo=UTC)
    assert (scenario.options, scenario.zones) == ({"goal": 5}, {"blue": "Europe/Berlin"})
    assert scenario.settings == {"timing": "stops", "interval_time": "12h", "weekends": False}
    letter, _, ruling, case = scenario.steps
    day, hour = timedelta(days=1), timedelta(hours=1)
    assert letter.at == timedelta(days=1, hours=2, minutes=3, seconds=4)
    assert letter.deed == Letter(
        "red", "roll", None, Envelope(day, day + hour, hour, 2 * hour, "<a@b>", "stranger", "shove")
    )
    assert ruling.deed == Ruling(
        ("put-right", "time"),
        3,
        "first referee",
        True,
        {"red": {"points": 1}, "winner": "blue"},
        6 * hour,
        "blue",
        ("PR-CLAIM-04",),
    )
    assert case.deed == Case("rule", "organizer", "the price", 2, True, ("PR-CLAIM-06",))


def test_a_file_that_is_no_scenario_file_is_said_so(tmp_path: Path):
    path = tmp_path / "bad.toml"
    for text, why in [
        ("[[scenario]", "Expected"),
        ("systems = 1", "systems: no key of a scenario file"),
        ("scenario = 3", "scenarios are tables"),
        ('[[scenario]]\nid = "a"\n[[scenario]]\nid = "a"', "a: id: given twice"),
    ]:
        path.write_text(text)
        (error,) = selected([path], Selection())
        assert isinstance(error, ScenarioError)
        assert why in str(error)
    (error,) = selected([tmp_path / "nowhere.toml"], Selection())
    assert "there is no such file" in str(error)


FILE = """
system = "toll"
[[scenario]]
id = "a"
title = "t"
rules = ["TO-ROLL-01"]
seats = ["red", "blue"]
play = [{ red = "roll" }]
[[scenario]]
id = "b"
title = "t"
rules = ["TO-ROLL-01", "TO-GOAL-01"]
needs = ["deals"]
seats = ["red", "blue"]
play = [{ red = "roll" }]
[[scenario]]
id = "c"
title = "t"
rules = ["TO-GOAL-01"]
needs = ["clock"]
seats = ["red", "blue"]
nonsense = true
"""


@pytest.mark.parametrize(
    ("selection", "ids"),
    [
        (Selection(), ["a", "b", "c"]),
        (Selection(only=frozenset({"b"})), ["b"]),
        (Selection(sections=frozenset({"ROLL"})), ["a"]),
        (Selection(sections=frozenset({"ROLL", "GOAL"})), ["a", "b", "c"]),
        (Selection(without=frozenset({"clock"})), ["a", "b"]),
        (Selection(without=frozenset({"clock", "deals"})), ["a"]),
    ],
)
def test_which_are_chosen(tmp_path: Path, selection, ids):
    path = tmp_path / "f.toml"
    path.write_text(FILE)
    found = list(selected([path], selection))
    assert [one.id if isinstance(one, Scenario) else one.scenario for one in found] == ids
    assert [one.key for one in found if isinstance(one, ScenarioError)] == (
        ["play"] if "c" in ids else []
    )
    assert missing(["a", "z"], found) == (["z"] if "a" in ids else ["a", "z"])


def test_what_follows_from_the_rest_is_named_in_then_alone(tmp_path: Path) -> None:
    file = tmp_path / "one.toml"
    start = (
        'system = "stratastar"\n[[scenario]]\nid = "one"\ntitle = "One"\nseats = ["red", '
        '"blue"]\nplay = [{ red = "next" }]\n'
    )
    file.write_text(start + "start.red = { hand_limit = 7 }\n")
    (found,) = selected([file], Selection())
    assert isinstance(found, ScenarioError)
    assert "start.red.hand_limit: follows from the rest" in str(found)
    file.write_text(start.replace("play = [", "play = [{ then = { red = { hand_limit = 7 } } }, "))
    (found,) = selected([file], Selection())
    assert isinstance(found, Scenario)
