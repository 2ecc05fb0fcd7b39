"""Piles of which nobody may know the order are found by their marks, and what is seen of one is
noticed (PR-BACKUP-04).
"""

from __future__ import annotations

from typing import Annotated

import msgspec
import pytest

from traders.engines.kernel.contract.contract import Event
from traders.engines.kernel.positions import pile_reshuffling
from traders.engines.kernel.positions.hidden import Hidden
from traders.engines.kernel.positions.pile_reshuffling import Pile


class Options(msgspec.Struct, frozen=True):
    covered: bool = True


class Market(msgspec.Struct):
    goods: Annotated[list[str], Hidden("the goods")] = []
    price: Annotated[int, Hidden("the price")] = 3


class Position(msgspec.Struct):
    options: Options = Options()
    deck: Annotated[list[str], Hidden("a card", pile="the deck")] = []
    row: Annotated[list[str], Hidden("the row", option="covered")] = []
    hands: Annotated[dict[str, list[str]], Hidden("another's hand", owner="key")] = {}
    discard: list[str] = []
    market: Market = msgspec.field(default_factory=Market)


def test_lists_that_are_hidden_from_all_are_piles_wherever_they_lie() -> None:
    state = Position(deck=["a", "b"], row=["c"], market=Market(["d"]), hands={"red": ["e"]})
    assert pile_reshuffling.afresh(state) == (
        Pile("deck", "the deck", ("a", "b")),
        Pile("row", "the row", ("c",)),
        Pile("market.goods", "the goods", ("d",)),
    )
    state.options = Options(covered=False)
    assert [pile.name for pile in pile_reshuffling.afresh(state)] == ["deck", "market.goods"]


def test_a_pile_is_laid_in_a_new_order_and_all_are_told() -> None:
    state = Position(market=Market(["a", "b", "c"]))
    (told,) = pile_reshuffling.reshuffled(state, "market.goods", [3, 1, 2])
    assert state.market.goods == ["c", "a", "b"]
    assert (told.to, told.rule) == (None, "PR-BACKUP-04")
    assert told.text == "The goods is shuffled afresh, since something of it was seen."
    assert not told.reveals


LAY = "a b c a"
LOOKED = Event("Next is a.", to=("red",), reveals=True, pile="deck")


@pytest.mark.parametrize(
    ("what", "after", "seen", "events", "shuffle", "noticed"),
    [
        ("nothing happens", "a b c a", 0, [], False, False),
        ("a card is drawn", "b c a", 0, [], False, True),
        ("one is drawn and lies below it again", "b c a a", 0, [], False, True),
        ("cards are laid below it", "a b c a d e", 0, [], False, False),
        ("a card is laid on it", "d a b c a", 0, [], False, True),
        ("it is shuffled by the rules", "b a a c", 0, [], True, False),
        ("it is shuffled by the rules with others", "b a d a c", 0, [], True, False),
        ("it is shuffled and then one is drawn", "b a a", 0, [], True, True),
        ("somebody looks at it", "a b c a", 0, [LOOKED], False, True),
        ("somebody may see its top from now on", "a b c a", 2, [], False, True),
        ("another pile is looked at", "a b c a", 0, [Event("x", pile="other")], False, False),
    ],
)
def test_what_is_seen_of_a_pile_is_noticed(
    what: str, after: str, seen: int, events: list[Event], shuffle: bool, noticed: bool
) -> None:
    before = Pile("deck", "the deck", tuple(LAY.split()))
    now = Pile("deck", "the deck", tuple(after.split()), seen)
    found = pile_reshuffling.revealed([before], [now], events, shuffle=shuffle)
    assert found == ({"deck"} if noticed else set()), what


def test_whoever_could_see_its_top_before_has_seen_nothing_new() -> None:
    known = Pile("deck", "the deck", tuple(LAY.split()), 2)
    assert pile_reshuffling.revealed([known], [known], [], shuffle=False) == set()
    covered = Pile("deck", "the deck", known.cards)
    assert pile_reshuffling.revealed([known], [covered], [], shuffle=False) == set()
    other = Pile("deck", "the deck", ("a", "a", "b", "c"), 2)
    assert pile_reshuffling.revealed([known], [other], [], shuffle=True) == {"deck"}
