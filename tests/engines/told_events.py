"""What an engine tells of its deeds: a part of what every engine keeps."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.engines.table import BareTable
from traders.domain.settings.postal_rules import postal_rules
from traders.engines.kernel.seats import COLOURS
from traders.engines.kernel.telling.retold import Happened, retold
from traders.engines.kernel.telling.rows import book_of


class ToldEvents:
    """Tests of events; `Conformance` has the walks."""

    def test_what_is_told_is_a_sentence_with_a_rule_that_there_is(self: Any, engine):
        known = {**engine.rulebook().rules, **postal_rules().rules}
        told: set[str] = set()

        def look(table: BareTable) -> None:
            for event in table.events:
                told.add(event.text)
                assert re.match(r"[^a-z\s]", event.text), event
                assert event.text.rstrip("”\"’')").endswith((".", "?", "!")), event
                assert {*(event.to or ()), *event.but} <= set(COLOURS), event
                assert not event.rule or event.rule in known, event
            table.events.clear()

        assert all(table.deeds for table in self.walks(engine, look))
        assert told

    def test_every_event_has_a_row_and_plain_data(self: Any, engine):
        """And can be told to each seat later as it was kept."""
        book = book_of(engine.package)

        def look(table: BareTable) -> None:
            for event in table.events:
                assert event.kind in book.rows, event.text
                kept = json.loads(json.dumps(event.data))
                for seat in ("", *engine.seats_in_order(table.state)):
                    assert all(retold(book, [Happened(event.text, event.kind, kept)], seat))
            table.events.clear()

        assert all(table.deeds for table in self.walks(engine, look))
