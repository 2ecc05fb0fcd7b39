"""What a letter's lines say of those below them (PR-RECEIPT-09)."""

from __future__ import annotations

from dataclasses import replace

from tests.domain.play.manners.readers import COLOURS, MONDAY, reader
from traders.domain.play.manners.absence_sentences import Absences
from traders.domain.play.manners.order_reader import Reader


def test_what_is_headed_as_for_the_next_turn_is_a_plan():
    """But not in one's own turn, in which a plan would begin at once."""
    letter = ["My orders for my next turn:", "jump niven", "end"]
    one = reader("star-traders")
    assert not any(said.line == "plan" for said in one.hear(letter))
    waits = replace(one.sight, seat=next(c for c in COLOURS if c != one.sight.seat))
    kept = Reader(waits, Absences(MONDAY)).hear(letter)
    assert [said.line for said in kept] == ["plan", "jump niven", "end", "end plan"]
