"""Which tables simulated games are played at: those said, or every number of seats and every
option.
"""

import pytest

from tools.simulation import seat_option_combinations
from traders.engines.registry import engine

STAR = engine("star-traders")
STRATASTAR = engine("stratastar")
COLOURS = ("red", "blue", "green", "yellow", "purple", "orange", "white", "black")


def test_options_are_read_by_name_and_value():
    said = ["game=Advanced", "personality_trade=true"]
    assert seat_option_combinations.read(STAR, said) == {
        "game": "advanced",
        "personality_trade": True,
    }


@pytest.mark.parametrize("said", ["game", "game=chess", "chess=yes", "="])
def test_what_is_no_option_is_an_error(said):
    with pytest.raises(ValueError, match="game"):
        seat_option_combinations.read(STAR, [said])


def test_a_sweep_goes_through_every_number_of_seats_and_every_value():
    tables = seat_option_combinations.tables(STAR, COLOURS, 60, 1)
    assert {seats for seats, _ in tables} == {2, 3, 4, 5, 6}
    for setting in STAR.options:
        assert {options[setting.name] for _, options in tables} == set(setting.among)
    assert tables == seat_option_combinations.tables(STAR, COLOURS, 60, 1)


def test_numbers_and_lists_are_varied_too():
    """Round caps, days, abilities: within their bounds, at their default about as often as not."""
    tables = [
        options for _, options in seat_option_combinations.tables(STRATASTAR, COLOURS, 120, 1)
    ]
    caps = [options["round_cap"] for options in tables]
    assert caps.count(0) >= 40
    assert len(set(caps)) > 20
    assert set(range(1, 4)) & set(caps)
    assert {len(options["abilities"]) for options in tables} == {
        0,
        1,
        3,
        len(STRATASTAR_ABILITIES.of),
    }
    for setting in STRATASTAR.options:
        if setting.high is not None:
            assert all(setting.low <= options[setting.name] <= setting.high for options in tables)


STRATASTAR_ABILITIES = next(
    setting for setting in STRATASTAR.options if setting.name == "abilities"
)


def test_a_list_is_read_from_its_parts():
    assert seat_option_combinations.read(STRATASTAR, ["abilities=Piracy, sabotage"]) == {
        "abilities": ("piracy", "sabotage")
    }
    assert seat_option_combinations.read(STRATASTAR, ["abilities="]) == {"abilities": ()}
    with pytest.raises(ValueError, match="flying"):
        seat_option_combinations.read(STRATASTAR, ["abilities=flying"])
