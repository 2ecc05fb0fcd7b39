"""One of the house's works in a process of its own that is killed with SIGKILL before it sends its
n-th statement to the database.

Forked as `killed_sender`'s are.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable
from typing import Any

import django
from django.apps import apps
from django.conf import settings

if not apps.ready:  # in the fork server; the tests' own process is set up
    django.setup()

from django.db import connection

from traders.domain.post import delivery
from traders.domain.post.incoming import intake
from traders.domain.timeline import due_work_sweep, timeline

WORKS: dict[str, Callable[..., object]] = {
    "receive": lambda raw, to: intake.take(raw, envelope_to=to, channel="smtp"),
    "read": timeline.read,
    "close": due_work_sweep.sweep,
    "send": delivery.prepare_and_send,
}


def killed_before(statement: int, work: str, *on: object, port: int = 0) -> bool:
    """Do a work in a process that dies before that statement; False where it was done before."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    name = str(connection.settings_dict["NAME"])
    process = context.Process(target=_work, args=(statement, work, on, name, port))
    process.start()
    process.join()
    assert process.exitcode in (0, -signal.SIGKILL), process.exitcode
    return process.exitcode != 0


def _work(statement: int, work: str, on: tuple[Any, ...], database: str, port: int) -> None:
    connection.settings_dict["NAME"] = database
    settings.EMAIL_PORT = port
    seen = 0

    def counted(execute: Callable[..., Any], *asked: Any) -> Any:
        nonlocal seen
        seen += 1
        if seen == statement:
            os.kill(os.getpid(), signal.SIGKILL)
        return execute(*asked)

    with connection.execute_wrapper(counted):
        WORKS[work](*on)
