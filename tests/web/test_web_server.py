"""The web process is loaded once, before its workers are forked, on a socket that outlives it: a
restart refuses no page.
"""

from __future__ import annotations

import os
import shlex
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.db import connection, connections

from tests.house.debian.manual import TREE
from tests.services.processes import BIN, House
from tests.services.waiting import FAR
from traders import gunicorn_settings
from traders.machine.configuration_file_install import brought

UNITS = {path.rpartition("/")[2]: text for path, text in brought().items()}


def test_the_program_is_loaded_before_its_workers_are_forked():
    assert gunicorn_settings.preload_app is True
    assert 'reverse("casebook")' in (TREE / "traders/wsgi.py").read_text("utf-8")
    for place in ("worker/process_supervisor.py", "Procfile"):
        assert "python:traders.gunicorn_settings" in (TREE / place).read_text("utf-8")


def test_without_a_socket_of_systemds_the_pages_listen_to_this_machine_alone():
    """By itself gunicorn listens to the world where `PORT` is set: visitors would pass the proxy
    by, and write for themselves where they come from.
    """
    told = (
        "import traders.gunicorn_settings as it, gunicorn.config as g; "
        "print(g.Config().address, it.bind)"
    )
    asked = [str(BIN / "python"), "-c", told]
    environment = {**os.environ, "PORT": "8123"}
    said = subprocess.run(asked, cwd=TREE, env=environment, capture_output=True, check=True).stdout
    assert said == b"[('0.0.0.0', 8123)] 127.0.0.1:8123\n"


@pytest.mark.django_db(transaction=True)
def test_a_worker_begins_without_a_connection_of_the_process_that_it_came_from():
    connection.ensure_connection()
    gunicorn_settings.pre_fork(None, None)
    assert [one.connection for one in connections.all()] == [None]


def test_the_socket_waits_while_the_service_is_started_again_and_ends_with_the_whole():
    """Else a visitor would start the pages while a copy is brought back."""
    unit, waiting = UNITS["traders-house.service"], UNITS["traders-house.socket"]
    assert "Requires=traders-house.socket" in unit
    for text in (waiting, unit):
        assert "PartOf=traders.target" in text
    assert "traders-house.socket" in UNITS["traders.target"]


def test_a_worker_that_could_not_begin_says_so_as_it_ends():
    """Else gunicorn would start others for ever; one that served ends at once."""
    gunicorn_settings.worker_exit(None, SimpleNamespace(booted=False))
    ended = os.fork()
    if not ended:
        gunicorn_settings.worker_exit(None, SimpleNamespace(booted=True))
        os._exit(1)
    assert os.waitpid(ended, 0)[1] == 0


@contextmanager
def served(house: House, listening: socket.socket) -> Iterator[None]:
    """The pages on that socket, as systemd hands it over."""
    (line,) = [one for one in UNITS["traders-house.service"].splitlines() if "ExecStart" in one]
    arguments = shlex.split(line)[1:]
    given = f'exec 3<&{listening.fileno()}; LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" "$@"'
    with Path(house.folder.name, "web.log").open("ab") as log:
        started = subprocess.Popen(
            ["bash", "-c", given, str(BIN / "python"), *arguments], cwd=TREE,
            env=house.environment | {"PARTS": "web:4"}, stdout=log, stderr=log,
            pass_fds=(listening.fileno(),),
        )  # fmt: skip
    try:
        yield
    finally:
        started.terminate()
        started.wait(FAR)
        print(Path(house.folder.name, "web.log").read_text("utf-8"))  # what a failure is told with


def page(port: int) -> int:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=FAR) as answer:
        return int(answer.status)


@pytest.mark.long
def test_no_page_is_refused_while_the_pages_are_started_again(house):
    """Long: ten seconds of CPU, since the program is loaded twice."""
    stop = False

    def visits(port: int) -> list[int]:
        found = []
        while not stop:
            found.append(page(port))
            time.sleep(0.1)
        return found

    with socket.create_server(("127.0.0.1", 0)) as listening, ThreadPoolExecutor(4) as threads:
        port = listening.getsockname()[1]
        asked = [threads.submit(visits, port) for _ in range(4)]
        try:
            with served(house, listening):
                assert page(port) == 200
            with served(house, listening):
                assert page(port) == 200
                stop = True
                answers = [status for one in asked for status in one.result(120)]
        finally:
            stop = True
    assert set(answers) == {200}
    assert len(answers) > 4
