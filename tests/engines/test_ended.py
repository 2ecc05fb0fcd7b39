"""The end of a game, in all systems alike."""

import msgspec

from traders.engines.kernel.agenda import Step, Told
from traders.engines.kernel.contract import Over
from traders.engines.kernel.ended import is_over, over


class Later(Step, tag=True):
    """Something that was still to come."""


class Position(msgspec.Struct):
    agenda: list[Step]
    keys: int = 0


def test_nothing_that_was_to_come_is_done_and_all_are_told_who_has_won():
    state, told = Position([Later(), Later()]), Told()
    (step,) = over(
        state, ("red", "blue"), "Red and Blue share the victory.", "TL-END-07", "money", told
    )
    assert state.agenda == []
    assert [(event.text, event.rule, event.kind, event.data, event.to) for event in told] == [
        ("Red and Blue share the victory.", "TL-END-07", "over", {"winners": ["red", "blue"]}, None)
    ]
    assert is_over(state, step) == Over(
        ("red", "blue"), "Red and Blue share the victory.", "TL-END-07", "money"
    )
