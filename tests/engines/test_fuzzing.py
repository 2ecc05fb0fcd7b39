"""The fuzzer that every engine passes (`any_orders.py`) notices where orders end in an error."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.engines.fuzzing import Fuzzer
from tests.services.waiting import FAR
from traders.engines.kernel.refusal import Refusal
from traders.engines.registry import ENGINES, engine

ORDERS = 700


@pytest.mark.sampled
@pytest.mark.parametrize("system", ENGINES)
def test_the_command_plays_each_system_without_settings_and_without_a_database(system):
    bare = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    command = [
        sys.executable, "-m", "tests.engines.fuzz", "--system", system, "--orders", "20", "--seed",
        "3",
    ]  # fmt: skip
    run = subprocess.run(
        command, env=bare, capture_output=True, text=True, timeout=FAR, check=False
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith(f"{system}: ")


def _falls(state, seat):
    raise IndexError(seat)


@pytest.mark.parametrize("system", ENGINES)
def test_a_seat_that_cannot_leave_is_noticed_and_played_again(system, monkeypatch):
    """What breaks is handed back as a few deeds that break again, and nothing once it is mended."""
    with monkeypatch.context() as broken:
        broken.setattr(engine(system), "leave", _falls)
        script = Fuzzer(system, 1).run(ORDERS)
        assert script is not None
        assert script.deeds[-1].does == "leave"
        assert "IndexError" in script.fault
        assert len(script.deeds) <= 3
        assert script.play() == script.fault
    assert script.play() == ""


def test_an_offer_that_is_refused_is_noticed(monkeypatch):
    system = next(iter(ENGINES))
    real = engine(system).play

    def play(state, seat, order):
        if engine(system).write(order) == "end":
            raise Refusal("Not now.", "PR-TURN-01")
        return real(state, seat, order)

    monkeypatch.setattr(engine(system), "play", play)
    script = Fuzzer(system, 1).run(ORDERS)
    assert script is not None
    assert "Not now." in script.fault
