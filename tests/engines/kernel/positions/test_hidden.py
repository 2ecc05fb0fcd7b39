"""What is hidden is not in a veiled position: each way to look at it raises, and its size lies open
(PR-RECEIPT-08).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
import pytest

from traders.engines.kernel.positions.hidden import Hidden, veil
from traders.engines.kernel.positions.storing import Storing
from traders.engines.kernel.refusal import Unknown


class Hand(msgspec.Struct):
    seat: str
    money: Annotated[int, Hidden("another's money", owner="seat")] = 7
    cards: Annotated[list[str], Hidden("another's hand", owner="seat")] = []
    counts: Annotated[dict[str, int], Hidden("another's hand", owner="seat")] = {}


class Agreed(msgspec.Struct):
    private: bool = False


class Table(msgspec.Struct):
    hands: dict[str, Hand]
    options: Agreed
    deck: Annotated[list[str], Hidden("the deck")]
    sealed: Annotated[dict[str, str], Hidden("what others sealed", owner="key")] = {}
    score: Annotated[int, Hidden("the score", option="private")] = 3


STORING = Storing(Table)
DISCARDS: list[str] = ["z"]


def veiled(*, private: bool = False) -> Table:
    hands = {
        seat: Hand(seat, 7, ["zap", "move"], {"zap": 1, "move": 1}) for seat in ("red", "blue")
    }
    table = Table(hands, Agreed(private), ["a", "b", "c"], {"red": "fight", "blue": "peace"})
    veil(table, "red")
    return table


LOOKS: list[Callable[[Any], Any]] = [
    lambda table: table.hands["blue"].money > 3,
    lambda table: min(table.hands["blue"].money, 3),
    lambda table: bool(table.hands["blue"].money),
    lambda table: int(table.hands["blue"].money),
    lambda table: range(table.hands["blue"].money),
    lambda table: "zap" in table.hands["blue"].cards,
    lambda table: table.hands["blue"].cards == [],
    lambda table: table.hands["blue"].cards.count("zap"),
    lambda table: table.hands["blue"].cards[0],
    lambda table: [*table.hands["blue"].cards],
    lambda table: str(table.hands["blue"].cards),
    lambda table: table.hands["blue"].counts.get("zap", 0),
    lambda table: dict(table.hands["blue"].counts),
    lambda table: table.hands["blue"].counts["zap"],
    lambda table: table.hands["blue"].counts.items(),
    lambda table: table.deck.pop(0),
    lambda table: table.deck[-1],
    lambda table: (DISCARDS + table.deck)[0],
    lambda table: sorted(table.deck),
    lambda table: set(table.deck),
    lambda table: table.sealed["blue"] == "peace",
    lambda table: {table.sealed["blue"]: 1},
]


@pytest.mark.parametrize("look", LOOKS)
def test_no_look_at_what_is_hidden_comes_back(look):
    for table in (veiled(), STORING.copy(veiled())):
        with pytest.raises(Unknown):
            look(table)


def test_its_own_and_the_sizes_of_all_are_the_seats_to_see():
    table = veiled()
    red, blue = table.hands["red"], table.hands["blue"]
    assert (red.money, red.cards, red.counts, table.sealed["red"], table.score) == (
        7,
        ["zap", "move"],
        {"zap": 1, "move": 1},
        "fight",
        3,
    )
    assert (len(table.deck), len(blue.cards), sum(blue.counts.values())) == (3, 2, 2)
    assert table.deck
    blue.cards.append("zap")
    blue.cards.extend(["zap", "zap"])
    assert (len(blue.cards), len(table.deck + DISCARDS)) == (5, 4)
    blue.money += 3
    assert f"{blue.money}" == "an unknown number"


def test_under_an_option_it_is_hidden_only_where_that_is_on():
    with pytest.raises(Unknown, match="the score"):
        assert veiled(private=True).score > 2
