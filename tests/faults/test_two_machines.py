"""Two machines on one PostgreSQL and one Redis, clocks apart, fault after fault: nothing
is lost, nothing doubled, and nothing comes later than by the time for which a machine was cut off.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from tests import examples
from tests.faults.two_machines import TwoMachines
from tests.services.network import Network, NoNetwork
from tests.services.postgres import Postgres
from tests.services.stored import house_on
from tests.services.waiting import FAR, until

pytestmark = [pytest.mark.faults, pytest.mark.postgres, pytest.mark.long]

LATE = 200.0
"""Seconds beside the cut: half a minute until a dead machine is missed, and what a machine that
runs other tests needs; `python -m bench.two_machines` holds to the cut alone.
"""
CUT = "two-machines"


@pytest.mark.examples(CUT)
def test_two_machines():
    """Long: minutes pass. Without the right to make networks it is left out, and says so."""
    cut = float(min(examples.number(CUT), 300))
    try:
        found = TwoMachines(cut).run()
    except NoNetwork as why:
        pytest.skip(f"nobody has tried two machines: {why}")
    assert found.is_whole(), found
    assert found.given.total() > 20
    assert all(phase.deadlines for phase in found.phases), found
    for phase in found.phases:
        for late in (phase.deadlines, phase.letters_in, phase.letters_out):
            assert max(late, default=0) < cut + LATE, phase


HOLDS = """
import time
from django.db import connection
connection.cursor().execute("SELECT pg_advisory_lock(37)")
time.sleep(3600)
"""
HELD = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted"


@pytest.fixture
def network() -> Iterator[Network]:
    """Left out, with the reason, where there can be none."""
    try:
        made = Network()
    except NoNetwork as why:
        pytest.skip(f"nobody has tried two machines: {why}")
    yield made
    made.close()


def test_what_a_machine_that_is_gone_had_locked_is_free(network: Network):
    """Long: half a minute passes until it is missed."""
    machine, postgres = network.machine(0), Postgres(address=network.address).start()
    with closing(postgres), house_on(postgres.create("held")) as house:
        house.commands["holds"] = ["python", "manage.py", "shell", "-c", HOLDS]
        with machine.inside():
            house.start("holds")
        until(lambda: house.rows(HELD), "it was never locked")
        machine.cut()
        house.kill("holds")
        until(lambda: not house.rows(HELD), "it stays locked", FAR / 3)
