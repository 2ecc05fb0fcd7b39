"""What play waits for has one name, in rows, reply addresses and forms."""

from __future__ import annotations

import pytest

from traders.domain.history.moment_labels import MomentLabel
from traders.engines.kernel.contract.contract import Chance, Choice, Interval, Pending, Turn

WRITTEN = {
    "t12": MomentLabel("turn", 12),
    "i45": MomentLabel("interval", 45),
    "c46b1": MomentLabel("choice", 46, 1),
    "": MomentLabel(),
}


@pytest.mark.parametrize(("text", "label"), WRITTEN.items())
def test_a_label_is_written_as_it_is_read(text: str, label: MomentLabel) -> None:
    assert MomentLabel.read(text) == label
    assert str(label) == text
    assert label.moment == text.partition("b")[0]


@pytest.mark.parametrize("text", ["x1", "i", "45", "i45b", "i45b1b2", "i-1", "i45 "])
def test_what_is_no_label_names_nothing(text: str) -> None:
    assert MomentLabel.read(text) == MomentLabel()


def test_each_thing_that_play_waits_for_has_its_name() -> None:
    said: dict[str, Pending | None] = {
        "t3": Turn(("red",), "road", "", 3),
        "i7": Interval(7, "zap", "", ("red",), ""),
        "c8": Choice(8, "red", "", (), "", ""),
        "": Chance("die", 6, "", ""),
    }
    assert {str(MomentLabel.of(pending)): pending for pending in (*said.values(),)} == said
    assert str(MomentLabel.of(None)) == ""
