"""A sender in a process of its own that is killed with SIGKILL at a step: `python -m tests.domain.killed_sender STEP NTH DATABASE ID…`."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from typing import Any

import django

STEPS = ["rendering", "frozen", "claiming", "claimed", "sending", "sent", "completed"]


def main(step: str, nth: int, database: str, ids: list[int]) -> None:
    django.setup()
    from django.db import connection

    from traders.domain import outbox, post

    connection.settings_dict["NAME"] = database
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

    vars(post)["render"] = dies("rendering", vars(post)["render"], before=True)
    post.prepare = dies("frozen", post.prepare, before=False)
    post._claim = dies("claimed", dies("claiming", post._claim, before=True), before=False)
    outbox.Outbox.send = dies("sent", dies("sending", outbox.Outbox.send, before=True), before=False)  # type: ignore[method-assign]
    post._complete = dies("completed", post._complete, before=False)
    post.prepare_and_send(ids)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3], [int(pk) for pk in sys.argv[4:]])
