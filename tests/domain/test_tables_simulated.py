"""Which tables simulated games are played at: those said, or every number of seats and every option."""

import pytest

from traders.domain.tempo import sweep
from traders.engines.registry import engine

STAR = engine("star-traders")
COLOURS = ("red", "blue", "green", "yellow", "purple", "orange", "white", "black")


def test_options_are_read_by_name_and_value():
    said = ["game=Advanced", "personality_trade=true"]
    assert sweep.read(STAR, said) == {"game": "advanced", "personality_trade": True}


@pytest.mark.parametrize("said", ["game", "game=chess", "chess=yes", "="])
def test_what_is_no_option_is_an_error(said):
    with pytest.raises(ValueError, match="game"):
        sweep.read(STAR, [said])


def test_a_sweep_goes_through_every_number_of_seats_and_every_value():
    tables = sweep.tables(STAR, COLOURS, 60, 1)
    assert {seats for seats, _ in tables} == {2, 3, 4, 5, 6}
    for setting in STAR.options:
        assert {options[setting.name] for _, options in tables} == set(setting.among)
    assert tables == sweep.tables(STAR, COLOURS, 60, 1)
