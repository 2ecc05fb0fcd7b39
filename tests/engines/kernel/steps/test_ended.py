"""The end of a game, in all systems alike."""

import msgspec

from traders.engines.kernel.contract.contract import Event, Over
from traders.engines.kernel.steps.agenda import Step, Told
from traders.engines.kernel.steps.ended import ended, is_over


class Later(Step, tag=True):
    """Something that was still to come."""


class Position(msgspec.Struct):
    agenda: list[Step]
    keys: int = 0


def test_nothing_that_was_to_come_is_done_and_all_are_told_who_has_won():
    state, told = Position([Later(), Later()]), Told()
    won = Event("Red and Blue share the victory.", rule="TL-END-07")
    (step,) = ended(state, ("red", "blue"), won, "money", told)
    assert state.agenda == []
    assert told == [won]
    assert is_over(state, step) == Over(("red", "blue"), won.text, "TL-END-07", "money")
