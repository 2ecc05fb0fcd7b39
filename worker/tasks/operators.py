"""Tasks of the operator: notices, and what is erased late."""

from __future__ import annotations

import logging

from celery import shared_task

from traders.domain.accounts import (
    address_changes,
    masked_message_erasure,
    sign_in_limits,
    sign_in_marks,
)
from traders.domain.calendar import clock
from traders.domain.operators import alerts, lifetime_counters

log = logging.getLogger(__name__)


@shared_task(name="worker.tasks.operators.tell")
def tell() -> None:
    """Write to the operator about problems, at most once an hour for each kind."""
    try:
        alerts.send()
    except alerts.faults() as fault:  # a line each half minute, for as long as no mail leaves
        log.error("the operator cannot be written to: %s", " ".join(str(fault).split()))  # noqa: TRY400


@shared_task(name="worker.tasks.operators.tally")
def tally() -> None:
    """Add what came of late to the tallies."""
    lifetime_counters.tally()


@shared_task(name="worker.tasks.operators.erase")
def erase() -> None:
    """Erase what removed accounts wrote under masks, where the masks are opened by now; forget how
    often codes were asked for, and where players signed in. Addresses that have waited long enough
    become their accounts'.
    """
    masked_message_erasure.erase()
    sign_in_limits.forget(clock.now())
    sign_in_marks.forget(clock.now())
    address_changes.carry_out_due(clock.now())
