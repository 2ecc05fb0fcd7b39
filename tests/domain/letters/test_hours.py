"""Hours that a sentence names in UTC are told in the reader's zone."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from traders.domain.letters.plain_text_layout import (
    dated_in,
    moment_of,
    short_hour,
    told_in,
    zone_of,
)

NOON = datetime(2026, 12, 30, 12, tzinfo=UTC)
BERLIN = zone_of("Europe/Berlin")


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("Answer until 07:53 UTC on 31 December.", "Answer until Thu 08:53 (in 20 hours)."),
        ("Rule by 23:30 UTC on 1 January.", "Rule by Sat 00:30 (in 2 days)."),  # the next year
        ("It came at 06:25:00 UTC on 30 December.", "It came on Wed 07:25:00."),
        (
            "It opened at 06:25:07 UTC on 30 December and closed at 06:25:41 UTC on 30 December.",
            "It opened on Wed 07:25:07 and closed on Wed 07:25:41.",
        ),
        ("Heard until 12:30:05 UTC on 30 December.", "Heard until Wed 13:30:05 (in 30 minutes)."),
        ("It began at 09:00 UTC on 2 December.", "It began on Wed 2 Dec, 10:00."),
        ("They say 25:61 UTC on 30 February.", "They say 25:61 UTC on 30 February."),
        ("They say 10:00 UTC on 3 Smarch.", "They say 10:00 UTC on 3 Smarch."),
        ("No hour at all.", "No hour at all."),
    ],
)
def test_a_sentence_is_told_in_the_readers_zone(sentence: str, told: str) -> None:
    assert told_in(sentence, NOON, BERLIN) == told


@pytest.mark.parametrize(
    "words",
    [
        "late at 06:25:00 UTC on 30 December",
        'he said "at 06:25 UTC on 30 December", then "no"',
        'twelve" of it at 06:25 UTC on 30 December',
    ],
)
@pytest.mark.parametrize("marks", [('"', '"'), ("“", "”")])
def test_what_somebody_is_quoted_with_stays_as_it_was_written(
    words: str, marks: tuple[str, str]
) -> None:
    begin, end = marks
    sentence = f"Blue claims at 09:00 UTC on 30 December: {begin}{words}{end}."
    assert told_in(sentence, NOON, BERLIN) == f"Blue claims on Wed 10:00: {begin}{words}{end}."


def test_on_a_page_an_hour_has_its_date_and_no_distance() -> None:
    said = dated_in(
        "Down from 07:53 UTC on 30 December to 23:30:07 UTC on 31 December.", NOON, BERLIN
    )
    assert said == "Down from Wed 30 Dec, 08:53 to Fri 1 Jan, 00:30:07."


def test_a_leap_day_is_of_the_year_that_has_one() -> None:
    near = datetime(2028, 2, 1, tzinfo=UTC)
    assert moment_of("10:00 UTC on 29 February", near) == datetime(2028, 2, 29, 10, tzinfo=UTC)
    assert moment_of("10:00", near) is None


@pytest.mark.parametrize(
    ("utc", "told", "dated"),
    [
        ("00:30", "Sun 02:30 CEST", "Sun 25 Oct, 02:30 CEST"),
        ("01:30:07", "Sun 02:30:07 CET", "Sun 25 Oct, 02:30:07 CET"),
        ("02:30", "Sun 03:30", "Sun 25 Oct, 03:30"),
    ],
)
def test_of_an_hour_that_comes_twice_it_is_told_which(utc: str, told: str, dated: str) -> None:
    before = datetime(2026, 10, 25, tzinfo=UTC)
    hour = f"{utc} UTC on 25 October"
    assert told_in(hour, before, BERLIN).startswith(f"{told} (in ")
    assert dated_in(hour, before, BERLIN) == dated
    moment = moment_of(hour, before)
    assert moment is not None
    assert short_hour(moment, before, BERLIN) == told.replace(":07", "")
