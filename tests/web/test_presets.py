"""What suits play by post, chosen where games are made unless their maker says else (IT-PBM-03,
SS-PBM-07).
"""

from __future__ import annotations

import pytest
from django.http import QueryDict

from traders.engines.kernel.contract.agreed_options import must_be_had
from traders.engines.registry import ENGINES
from traders.engines.registry import engine as engine_of
from traders.web.new_game import GameForm


def made(system: str, seats: int, **said: str) -> dict[str, object]:
    """The options of a game made by the form, as it is shown, with these fields said otherwise."""
    shown = GameForm(system)
    fields = QueryDict(mutable=True)
    for field in shown:
        value = field.value()
        if value is not None and value is not False and value != ():
            fields.setlist(
                field.html_name,
                [str(one) for one in value]
                if isinstance(value, list | tuple)
                else ["on" if value is True else str(value)],
            )
    fields.update({"seats": str(seats)})
    for name, value in said.items():
        fields[f"option.{name}"] = value
        if not value:
            del fields[f"option.{name}"]
    form = GameForm(system, fields)
    assert form.is_valid(), form.errors
    return form.options()


@pytest.mark.django_db
class TestGamesMadeByTheForm:
    @pytest.mark.parametrize(("seats", "worlds"), [(2, 10), (3, 8), (4, 7)])
    def test_ss_pbm_07_fewer_worlds_by_seats_and_a_cap(self, seats, worlds):
        assert made("stratastar", seats) == {"worlds": worlds, "round_cap": 30}

    def test_ss_pbm_07_the_games_own_figures_where_they_are_said(self):
        assert made("stratastar", 3, worlds="12", round_cap="0") == {}

    def test_it_pbm_03_rounds_at_once_unless_unticked(self):
        assert made("imperial-trader", 4) == {"rounds_at_once": True}
        assert made("imperial-trader", 4, rounds_at_once="") == {}


@pytest.mark.parametrize("system", ENGINES)
def test_every_preset_is_to_be_had(system):
    engine = engine_of(system)
    for setting in engine.options:
        for seats in range(1, 9):
            must_be_had(
                {setting.name: setting.preset(seats)}, engine.options, engine.title, "PR-RECORD-01"
            )
