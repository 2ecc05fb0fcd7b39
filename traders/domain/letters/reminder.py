"""A reminder: until when the reader's turn runs, what happens then, and how clocks are stopped."""

from __future__ import annotations

from datetime import timedelta

from traders.domain.letters.letter_facts import Facts
from traders.domain.letters.letter_recipient import Reader
from traders.domain.letters.letter_sections import LATER, ends_as

AWAY = (timedelta(days=7), timedelta(days=14))
"""After how many days the example of an absence begins and ends."""


def reminder_context(facts: Facts, reader: Reader) -> dict[str, object]:
    """The template's data: whether extra time runs already, and when the turn ends."""
    asked, there = facts.asked, facts.at.astimezone(reader.zone)
    turn = asked is not None and asked.is_turn and not facts.paused
    extra_time = facts.ends is not None and facts.due is not None and facts.ends <= facts.due
    first, last = (there + days for days in AWAY)
    return {
        "turn": turn,
        "extra_time": turn and extra_time,
        "round": asked is not None and asked.in_turn,
        "later": LATER if facts.ends and not extra_time else "",
        "ends_as": ends_as(asked) if asked else "",
        "away": f"away from {first:%Y-%m-%d} to {last:%Y-%m-%d}",
    }
