"""Options that players cannot have are refused by rule, alike in all systems (TL-SET-08,
SS-OPT-02).
"""

from __future__ import annotations

import pytest

from traders.engines.kernel.contract.agreed_options import as_played
from traders.engines.kernel.refusal import Refusal
from traders.engines.registry import ENGINES, engine

WRONG = [
    ("star-traders", {"game": "grand"}, "game is basic or advanced, not grand.", "ST-ADV-01"),
    ("star-traders", {"game": ["basic"]}, "game is basic or advanced, not ['basic'].", "ST-ADV-01"),
    (
        "star-traders",
        {"personality_choice": ""},
        "personality_choice is random, auction or agreed, not .",
        "ST-OPTION-06",
    ),
    (
        "star-traders",
        {"personality_trade": 1},
        "personality_trade is true or false, not 1.",
        "ST-OPTION-01",
    ),
    ("traders-luck", {"cargo_bay": 0}, "cargo_bay is true or false, not 0.", "TL-ECB-01"),
    (
        "traders-luck",
        {"bay_limit": True},
        "bay_limit is a number from 0 to 99, not True.",
        "TL-ECB-06",
    ),
    (
        "imperial-trader",
        {"order_limit": 6},
        "order_limit is a number from 1 to 5, not 6.",
        "IT-DEA-04",
    ),
    (
        "imperial-trader",
        {"rounds_at_once": "yes"},
        "rounds_at_once is true or false, not yes.",
        "IT-PBM-03",
    ),
    ("stratastar", {"spying": 1}, "spying is true or false, not 1.", "SS-OPT-01"),
    ("stratastar", {"battles": True}, "battles is together or one by one, not True.", "SS-PBM-05"),
    ("stratastar", {"worlds": 1.5}, "worlds is a number from 1 to 20, not 1.5.", "SS-PBM-07"),
]


@pytest.mark.parametrize(("system", "options", "text", "rule"), WRONG)
def test_a_value_that_is_not_to_be_had_is_refused_by_the_option_s_rule(system, options, text, rule):
    with pytest.raises(Refusal) as refused:
        engine(system).setup(("red", "blue"), options)
    assert (refused.value.text, refused.value.rules) == (text, (rule,))


@pytest.mark.parametrize("system", ENGINES)
def test_an_option_that_is_not_known_is_refused_and_those_that_are_known_are_named(system):
    rules = engine(system)
    with pytest.raises(Refusal) as refused:
        rules.setup(("red", "blue"), {"speed": 3})
    assert refused.value.text == f"{rules.title} has no option speed."
    assert list(refused.value.instead) == [setting.name for setting in rules.options]
    assert all(rule in rules.rulebook() for rule in refused.value.rules)


@pytest.mark.parametrize("abilities", ["sabotage", ["sabotage", "flying"], 3])
def test_a_list_holds_what_it_may_hold(abilities):
    """SS-OPT-02"""
    with pytest.raises(Refusal) as refused:
        engine("stratastar").setup(("red", "blue"), {"abilities": abilities})
    assert refused.value.rules == ("SS-OPT-02",)
    assert "sabotage" in refused.value.instead
    assert f"not {abilities}." in refused.value.text


@pytest.mark.parametrize("system", ENGINES)
def test_what_each_option_is_when_nothing_is_said_can_be_had(system):
    rules = engine(system)
    assert rules.setup(
        ("red", "blue"), {setting.name: setting.default for setting in rules.options}
    )


@pytest.mark.parametrize("name", [name for name in ENGINES if engine(name).options])
def test_the_revision_stands_in_the_position_and_is_not_chosen(name):
    """A game is played by the revision of its first entry (contract.Engine.revision)."""
    system = engine(name)
    plain = system.setup(("red", "blue"), {})
    other = system.setup(("red", "blue"), {}, revision=7)
    placed = system.position(("red", "blue"), {}, {}, revision=7)
    # a small game has it beside its other fields
    kept = [getattr(state, "options", state).revision for state in (plain, other, placed)]
    assert kept == [system.revision, 7, 7]
    with pytest.raises(Refusal):
        system.setup(("red", "blue"), {"revision": 7})


@pytest.mark.parametrize("system", ENGINES)
def test_a_figure_that_an_option_changes_stands_in_its_rule_as_the_default(system):
    """So the game's own can be told in its place."""
    rules = engine(system)
    known = {one.name: one for one in rules.options}
    for rule in rules.rulebook():
        for name in rule.options:
            other = known[name].default + 1
            assert as_played(rule, {}, rules.options) == rule.text
            assert f" {other} " in as_played(rule, {name: other}, rules.options)
