"""Gunicorn's settings: `gunicorn traders.wsgi --config python:traders.gunicorn_settings`.

The program is loaded once, before the workers are forked from it: a restart takes as long as one
start, and the workers share its memory. It beats for all of them (`heartbeat_and_outages.keep` in
traders/wsgi.py); a worker begins without a connection of the process that it came from.
"""

from __future__ import annotations

import os
from typing import Any

bind = "127.0.0.1:" + os.environ.get("PORT", "8000")
"""Where no socket is handed over. By itself gunicorn would listen to the whole world at `PORT`, and
visitors could go round the proxy and say for themselves where they come from.
"""
preload_app = True
logger_class = "traders.gunicorn_log.WebLog"


def pre_fork(server: object, worker: object) -> None:
    """Close what the child would share: two processes on one connection mix up their answers."""
    from django.db import connections  # noqa: PLC0415 - gunicorn reads this file before the settings

    connections.close_all()


def worker_exit(server: Any, worker: Any) -> None:
    """End a worker that has answered what it took, without taking down piece by piece what it
    shares with the others: a second of CPU each, in which the next start would wait for them.
    Invitations that were promised to leave after their page leave first.
    """
    if worker.booted:
        from traders.club.membership.invitation_letter import (  # noqa: PLC0415 - as above
            AFTERWARDS,
        )

        AFTERWARDS.shutdown()
        os._exit(0)
