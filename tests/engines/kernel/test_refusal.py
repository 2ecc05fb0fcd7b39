"""A refusal is raised with its text, and read as it."""

from __future__ import annotations

from traders.engines.kernel.refusal import Refusal


def test_a_refusal_reads_as_its_text_whatever_it_cites():
    refusal = Refusal("The game is over.", "PR-SEAT-07", kind="stale", instead=("status",))
    assert str(refusal) == str(refusal.again()) == refusal.text == "The game is over."
