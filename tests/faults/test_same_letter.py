"""The same letter 50 times by 8 threads counts once; two reactions in one instant count both."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.faults.voyage import Voyage
from tests.services.processes import House
from tests.services.smtp import Sink

pytestmark = [pytest.mark.faults, pytest.mark.long]


def test_many_at_once(harbour: House, smtp_sink: Sink):
    """Long: fifty letters go through a server of processes of its own."""
    voyage = Voyage(harbour, smtp_sink)
    letter = voyage.letter("red", "jump niven")
    with ThreadPoolExecutor(8) as threads:
        for done in [threads.submit(voyage.hand_in, letter) for _ in range(50)]:
            done.result()
    voyage.settled(hurry=False)
    assert voyage.rows("SELECT count(*) FROM traders_arrival") == [(50,)]
    assert sorted(
        voyage.rows("SELECT outcome, count(*) FROM traders_arrival GROUP BY outcome")
    ) == [("duplicate", 49), ("orders", 1)]
    assert voyage.orders() == {("red", "order"): 1}

    # the interval is open: Blue and Green react in the same instant, and then pass
    reactions = [
        voyage.letter(seat, f"play imperial favor on {seat}\npass") for seat in ("blue", "green")
    ]
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(voyage.hand_in, reactions))
    voyage.settled(hurry=False)
    played = voyage.rows(
        "SELECT seat FROM traders_entry WHERE kind = 'order' AND source = 'interval' ORDER BY "
        "number"
    )
    assert played == [("blue",), ("green",)], "both, in turn order (PR-PRIORITY-01)"
    voyage.is_whole()
