"""Orders in other words than theirs (PR-RECEIPT-09)."""

from __future__ import annotations

from tests.domain.play.manners.readers import reader
from traders.domain.play.manners.order_synonyms import phrasebook
from traders.engines.kernel.contract.contract import Blank, Offer
from traders.engines.registry import engine


def test_a_count_of_the_menu_is_read_by_what_it_names():
    """As many as can be, where that is said; never another way round, nor of several places."""
    steps = [
        Offer(f"move {{n}} from {way}", "a step", "", blanks=(Blank("n", 1, 3),))
        for way in ("d4 to d5", "d4 to c4", "a1 to b1")
    ]
    one, book = reader("stratastar"), phrasebook(engine("stratastar"))
    for text, order in (
        ("move all from d4 to d5", "move 3 from d4 to d5"),
        ("move 2 d4 c4", "move 2 from d4 to c4"),
        ("move all from d4", ""),
        ("move 2 d5 d4", ""),
        ("move 4 d4 d5", ""),
        ("move not all from d4 to d5", ""),
    ):
        assert book.order(text, one.sight, menu=steps) == order, text
