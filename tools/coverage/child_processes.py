"""Work that may break a process, done in one of its own."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from typing import Any

import django.test.utils
from django.db import connection


def in_child(work: Callable[[], Any]) -> Any:
    """The result of the work, as JSON gives it, done in a process of its own; if that dies or takes
    too long, how it ended: the process, and the signal in words.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        _run_and_exit(work, reading, writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        answer = pipe.read()
    _, status = os.waitpid(child, 0)
    if answer:
        return json.loads(answer)
    return (
        ("the process", f"ended by signal {os.WTERMSIG(status)}")
        if os.WIFSIGNALED(status)
        else None
    )


WALL = 10
"""As many times its CPU seconds a process may take on the wall: others may run beside it."""


def within(seconds: float) -> None:
    """From here this process may take so many CPU seconds, then it raises TimeoutError."""
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    signal.setitimer(signal.ITIMER_REAL, seconds * WALL)


def _too_long(number: int, frame: Any) -> None:
    raise TimeoutError("play does not come to an end")


def _run_and_exit(work: Callable[[], Any], reading: int, writing: int) -> None:
    os.close(reading)
    silence()
    signal.signal(signal.SIGALRM, _too_long)
    signal.signal(signal.SIGVTALRM, _too_long)
    try:
        answer = work()
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(json.dumps(answer).encode())
    finally:
        sys.stdout.flush()
        os._exit(0)


def silence() -> None:
    """Nothing more is written to the terminal from here."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)


def database_in_memory() -> None:
    """Make the tests' database, in memory and straight from the models, for all tests that run in
    processes forked from here: each has it as it stands.
    """
    connection.settings_dict["TEST"] |= {"NAME": None, "MIGRATE": False}
    django.test.utils.setup_databases(verbosity=0, interactive=False)

    def made(*args: Any, **named: Any) -> list[Any]:
        return []

    django.test.utils.setup_databases = django.test.utils.teardown_databases = made  # type: ignore[assignment]
