"""The set-up of `make run`: its preparation, its processes, its queue."""

from __future__ import annotations

import os
import socket
import sys
from functools import partial
from pathlib import Path

import pytest
from django import get_version
from django.core.management import get_commands
from honcho.environ import parse_procfile

from tests.services.processes import House
from tests.services.waiting import until
from traders.installation_paths import HOUSE
from worker import embedded
from worker.celery import app
from worker.embedded import PREPARATION, environment, free_port
from worker.periodic_sweeps import SCHEDULE
from worker.queues import QUEUES

pytestmark = pytest.mark.sqlite


def test_a_taken_port_gives_way():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert free_port(taken.getsockname()[1]) != taken.getsockname()[1]


def test_every_process_can_be_started():
    processes = parse_procfile((HOUSE / "Procfile").read_text()).processes
    assert set(processes) == {"redis", "web", *QUEUES, "mail"}
    for line in processes.values():
        program, *rest = line.split()
        assert (Path(sys.executable).parent / program).exists()
        if rest[:2] == ["-m", "traders"]:
            assert rest[2] in get_commands()


def test_no_worker_gossips():
    """With gossip workers log tracebacks when Redis comes back; they have nothing to tell each
    other.
    """
    started = [
        line
        for line in (HOUSE / "Procfile").read_text("utf-8").splitlines()
        if "-A worker worker" in line
    ]
    assert started
    assert all("worker worker --without-gossip --without-mingle " in line for line in started)


def test_every_preparation_is_a_command():
    assert {step[0] for step in PREPARATION.values()} <= set(get_commands())


def test_what_is_prepared_is_told_before_it_is_done(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(embedded, "PREPARATION", {"nothing": ["version"]})
    embedded.prepare(dict(os.environ))
    said, version = capfd.readouterr().out.splitlines()
    assert said.strip() == "Preparing nothing ..."
    assert version == get_version()


def test_the_embedded_house_is_on_loopback():
    told = environment(8000)
    assert told["SITE_URL"] == "http://127.0.0.1:8000"
    assert told["REDIS_URL"].startswith("redis://127.0.0.1:")


def test_what_is_rung_for_is_a_task():
    app.loader.import_default_modules()
    assert SCHEDULE.keys() <= set(app.tasks)


@pytest.mark.long
@pytest.mark.faults
def test_any_process_alone_keeps_the_heart_beating(house: House):
    """An outage is a span in which no process lived (PR-MAIL-03). Long: each is started in turn."""

    def alive_after(before: object) -> bool:
        return latest() != before

    def latest() -> object:
        return house.rows("SELECT max(until) FROM traders_heartbeat")

    for name in ("mail", "web", "clock"):
        before = latest()
        house.start(name)
        until(partial(alive_after, before), f"{name} does not beat")
        house.kill(name)


@pytest.mark.faults
def test_a_worker_answers_over_a_real_queue(house: House):
    house.start("worker")
    house.worker_answers()
