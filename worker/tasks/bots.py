"""Tasks of bots."""

from __future__ import annotations

import time

from celery import shared_task

from traders.domain.bots import letter_answering

PORTION = 1.5
"""Seconds after which a sweep leaves the rest to the next one."""


@shared_task(name="worker.tasks.bots.sweep")
def sweep() -> None:
    """Answer the letters to bots that are due, and those that come of the answers."""
    until, sent = time.monotonic() + PORTION, True
    while sent and time.monotonic() < until:
        sent = sum(map(letter_answering.answer, letter_answering.due())) > 0
