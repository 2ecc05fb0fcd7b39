"""A worker killed at every step of preparing and sending loses no letter and doubles none."""

from __future__ import annotations

import signal
from collections import Counter
from datetime import timedelta

import pytest

from tests.domain.killed_sender import STEPS, killed
from tests.domain.letters.table import change_set
from tests.services.waiting import until
from traders.domain.calendar import clock
from traders.domain.history import evidence_chain_check
from traders.domain.letters import write
from traders.domain.post import delivery
from traders.domain.post.delivery_reports import record
from traders.models import Letter, LetterStatus, ReportKind, liveness_locks

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.faults]


def swept_later():
    """Sweeps at once, where the dead worker is known to be dead; after its claim has run out, and
    after a report has been waited for.
    """
    now = clock.now()
    if liveness_locks.is_known():
        until(lambda: delivery.sweep() == 0 and in_hand() <= 1, "nobody takes over")
    for minutes in (1, 5, 16, 17):
        with clock.at(now + timedelta(minutes=minutes)):
            delivery.sweep()


def in_hand():
    """Letters that have not been sent: only the first of a dead worker's waits for a report."""
    return Letter.objects.exclude(status=LetterStatus.SENT).count()


@pytest.mark.sampled
@pytest.mark.parametrize(("step", "reported"), [*[(step, True) for step in STEPS], ("sent", False)])
def test_killed_at(step, reported, game, seats, smtp_sink):
    ids = write(
        game, seats, change_set(game, at=clock.now(), views={seat.colour: {} for seat in seats})
    )
    assert (
        killed(
            step,
            2 if step in {"rendering", "sending", "sent", "completed"} else 1,
            ids,
            smtp_sink.port,
        )
        == -signal.SIGKILL
    )
    if reported:  # as a provider's hook, or the house's own mail server, tells of what was taken
        for taken in smtp_sink.taken:
            letter = Letter.objects.get(message_id=taken.message["Message-ID"])
            record(letter, ReportKind.DELIVERED, at=clock.now(), source="office")
    swept_later()
    assert set(Letter.objects.values_list("status", "next_try")) == {(LetterStatus.SENT, None)}
    assert not Letter.objects.filter(accepted=None).exists()
    assert evidence_chain_check.faults(game) == []
    came = Counter(taken.message["Message-ID"] for taken in smtp_sink.taken)
    assert set(came) == set(Letter.objects.values_list("message_id", flat=True))
    doubled = [name for name, times in came.items() if times > 1]
    assert len({taken.raw for taken in smtp_sink.taken}) == len(came), "one letter, one form"
    assert doubled == [] or (step == "sent" and not reported and len(doubled) == 1)
