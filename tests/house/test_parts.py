"""All processes of a machine are forked from one that has loaded the program: few, light, and each
comes back.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests.house.debian.machine import below
from tests.services.ports import wait_for_answer, wait_for_port
from tests.services.processes import House, shares
from tests.services.waiting import until
from traders.machine.settings_file import parts_of

LIGHT = 450
"""MB of all processes together, at rest, on one core."""


def named(processes: list[int], name: str) -> set[int]:
    return {one for one in processes if Path(f"/proc/{one}/comm").read_text().strip() == name}


@pytest.mark.long
@pytest.mark.faults
def test_the_parts_share_one_program_and_come_back(house: House) -> None:
    """Long: a whole server runs, ten seconds of CPU."""
    first = house.start("house", PARTS=parts_of(1))
    wait_for_answer(house.web_port)
    wait_for_port(house.office_port)
    house.worker_answers()
    before = below(first.pid)
    assert len(before) == 8, house.log("house")
    assert shares([first.pid, *before]) < LIGHT
    (clock, *_) = sorted(named(before, "traders-clock"))
    os.kill(clock, signal.SIGKILL)
    until(lambda: named(below(first.pid), "traders-clock") - {*before}, "the clock stays away")
    assert house.end("house") == 0
    assert "clock ended with -9, and begins anew" in house.log("house")
    assert not [one for one in before if Path(f"/proc/{one}").exists()]
