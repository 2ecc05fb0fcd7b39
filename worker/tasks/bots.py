"""Tasks of bots."""

from __future__ import annotations

import time

from celery import shared_task

from traders.domain.bots import mailbox

PORTION = 1.5
"""Seconds after which a sweep leaves the rest to the next one."""


@shared_task(name="worker.tasks.bots.sweep")
def sweep() -> None:
    """Answer the letters to bots that are due, and those that come of the answers."""
    until = time.monotonic() + PORTION
    while any([mailbox.answer(pk) for pk in mailbox.due()]):
        if time.monotonic() > until:
            return
