"""Words that all games tell with."""

from __future__ import annotations

from traders.engines.kernel.words import sentence


def test_a_sentence_that_ends_inside_quotes_has_no_second_stop() -> None:
    quoted = "The organizer writes: “All are back.”"
    assert sentence(quoted) == quoted
    assert sentence("“Amber” is no world") == "“Amber” is no world."
    assert sentence("It is “Amber”") == "It is “Amber”."
