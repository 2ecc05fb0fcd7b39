"""What an engine tells: a part of the tests that every engine passes."""

from __future__ import annotations

import json
from typing import Any

from tests.engines.table import BareTable
from traders.engines.kernel.telling.retold import Happened, retold
from traders.engines.kernel.telling.rows import book_of


class ToldEvents:
    """`Conformance` has the beginnings and the walks."""

    def test_every_event_has_a_row_and_plain_data(self: Any, engine):
        """And can be told to each seat later as it was kept."""
        package = getattr(engine, "package", "")

        def look(table: BareTable) -> None:
            for event in table.events:
                assert event.kind in book_of(package).rows, event.text
                kept = json.loads(json.dumps(event.data))
                for seat in ("", *engine.seats_in_order(table.state)):
                    told = retold(book_of(package), [Happened(event.text, event.kind, kept)], seat)
                    assert all(told)
            table.events.clear()

        assert all(table.deeds for table in self.walks(engine, look))
