"""Workers that carry out deadlines side by side, each a process of its own that may be killed.

Forked as `killed_at_statement`'s are.
"""

from __future__ import annotations

import multiprocessing
from multiprocessing.context import ForkServerProcess

import django
from django.apps import apps

if not apps.ready:  # in the fork server; the tests' own process is set up
    django.setup()

from django.db import connection

from traders.domain.timeline import due_work_sweep

PORTION = 5
"""Deadlines that a worker takes up at once: few, so that several workers have some in hand."""


def started() -> ForkServerProcess:
    """A worker that goes on until nothing is due."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    process = context.Process(target=_carry_out, args=(str(connection.settings_dict["NAME"]),))
    process.start()
    return process


def _carry_out(database: str) -> None:
    connection.settings_dict["NAME"] = database
    while due_work_sweep.due_rows():
        due_work_sweep.sweep(PORTION)
