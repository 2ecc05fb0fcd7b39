"""A sender in a process of its own that is killed with SIGKILL at a step.

Senders are forked, as a worker's are, from one process that has loaded everything, and runs nothing
(`multiprocessing`'s fork server).
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

from traders.domain.post import delivery, mail_transport, preparing

STEPS = ["rendering", "frozen", "claiming", "claimed", "sending", "sent", "completed", "told"]


def killed(step: str, nth: int, ids: list[int], port: int) -> int | None:
    """Prepare and send letters in a process that dies when it comes to a step for the `nth` time;
    its exit status.
    """
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    sender = context.Process(
        target=_send, args=(step, nth, str(connection.settings_dict["NAME"]), ids, port)
    )
    sender.start()
    sender.join()
    return sender.exitcode


def _send(step: str, nth: int, database: str, ids: list[int], port: int) -> None:
    connection.settings_dict["NAME"] = database
    settings.EMAIL_PORT = port
    seen = 0

    def dies(name: str, function: Callable[..., Any], *, before: bool) -> Callable[..., Any]:
        def run(*args: Any, **kwargs: Any) -> Any:
            nonlocal seen
            seen += name == step
            if before and name == step and seen == nth:
                os.kill(os.getpid(), signal.SIGKILL)
            found = function(*args, **kwargs)
            if not before and name == step and seen == nth:
                os.kill(os.getpid(), signal.SIGKILL)
            return found

        return run

    vars(preparing)["render"] = dies("rendering", vars(preparing)["render"], before=True)
    delivery.prepare = dies("frozen", delivery.prepare, before=False)
    delivery._claim = dies("claimed", dies("claiming", delivery._claim, before=True), before=False)
    sending = dies("sending", mail_transport.Outbox.send, before=True)
    mail_transport.Outbox.send = dies("sent", sending, before=False)  # type: ignore[method-assign]
    delivery._complete = dies("completed", delivery._complete, before=False)
    delivery._account = dies("told", delivery._account, before=True)
    delivery.prepare_and_send(ids)
