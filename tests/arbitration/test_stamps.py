"""Transfer lines: the receiving side's are the topmost, through hosts that the operator named, without a gap (PR-MAIL-02)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from arbitration.stamps import stamps

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


def line(sender: str, receiver: str, minute: int) -> str:
    return f"from {sender} by {receiver} with ESMTPS id x; Mon, 2 Mar 2026 12:{minute:02}:00 +0000"


@pytest.fixture(autouse=True)
def hosts(settings):
    settings.TRUSTED_MAIL_HOSTS = ["mx1.house.test", "mx2.house.test"]


def ours(*lines: str) -> list[int]:
    return [stamp.at.minute for stamp in stamps(lines) if stamp.ours]


def test_both_hosts_of_the_house_are_believed_where_one_handed_to_the_other():
    assert ours(line("mx2.house.test", "mx1.house.test", 9), line("far.test", "mx2.house.test", 5), line("home", "far.test", 1)) == [9, 5]


def test_the_name_of_the_house_below_a_foreign_host_proves_nothing():
    assert ours(line("far.test", "mx1.house.test", 9), line("home", "far.test", 5), line("home", "mx2.house.test", 1)) == [9]


def test_a_gap_ends_what_is_believed():
    assert ours(line("far.test", "mx1.house.test", 9), line("home", "mx2.house.test", 1)) == [9]


def test_a_foreign_topmost_line_leaves_nothing():
    assert ours(line("far.test", "other.test", 9), line("far.test", "mx1.house.test", 1)) == []


@pytest.mark.parametrize(
    "text", ["", "by mx1.house.test", "from a by mx1.house.test; no date", "from a by mx1.house.test; Mon, 99 Foo 2026 99:99:99"]
)
def test_a_line_that_cannot_be_read_is_no_stamp(text):
    assert stamps([text]) == ()


def test_zones_are_taken_into_account():
    (stamp,) = stamps(["from a by mx1.house.test; Mon, 2 Mar 2026 14:00:00 +0200"])
    assert stamp.at == NOON
