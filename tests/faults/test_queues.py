"""A mail server that hangs and many turns out of time at once delay nothing else, and are no outage
(PR-MAIL-03).
"""

from __future__ import annotations

import pytest

from tests.faults.rush import Rush
from tests.services.processes import House
from tests.services.smtp import Sink

pytestmark = [pytest.mark.faults, pytest.mark.postgres, pytest.mark.long]

LATE = 15
"""Seconds: three times what is promised, on a machine that runs other tests as well."""


def test_a_hanging_mail_server_and_a_rush_of_deadlines_delay_nothing_else(
    house: House, smtp_sink: Sink
):
    """Long: it takes 25 seconds until the mail server lets go."""
    house.environment["EMAIL_TIMEOUT"] = "30"  # a sender waits longer than anything else may
    found = Rush(house, smtp_sink, rush=60, others=5, apart=4, ahead=40).run(hang=25)
    assert found.hung, "the mail server hung over letters"
    assert 0 < min(found.deadlines) <= max(found.deadlines) < LATE, found
    assert max(found.letters) < LATE, found
    assert found.outages == 0
    assert found.longest_silence < 2 * LATE, found
