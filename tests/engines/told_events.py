"""What an engine tells of its deeds: a part of what every engine keeps."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from tests.engines.table import BareTable
from traders.domain.settings.postal_rules import postal_rules
from traders.engines.kernel.contract.contract import Choice, Interval
from traders.engines.kernel.seats import COLOURS
from traders.engines.kernel.telling.past_tense_telling import Happened, retold
from traders.engines.kernel.telling.rows import Book, book_of


def of_one(data: Any) -> Any:
    """The same data where each number is 1."""
    if isinstance(data, dict):
        return {name: of_one(value) for name, value in data.items()}
    if isinstance(data, list | tuple):
        return [of_one(value) for value in data]
    return 1 if isinstance(data, int) and not isinstance(data, bool) else data


def units(book: Book) -> set[str]:
    """What a game counts, in the plural, by its own forms."""
    many = [re.search(r"\{n\} (?:\w+ )*?(\w+s)\b", form.many) for form in book.forms.values()]
    return {found[1] for found in many if found}


def several_of_one(book: Book) -> re.Pattern[str]:
    """`1 cards`: a figure of one before the plural of what a game counts."""
    return re.compile(rf"\b1 (?:\w+ )?(?:{'|'.join(units(book)) or '(?!)'})\b", re.IGNORECASE)


def texts_beside_events(engine: Any, table: BareTable) -> Iterator[str]:
    """What is shown and asked at a table, to each seat and to all."""
    match table.pending:
        case Interval(cause=cause):
            yield cause
        case Choice(question=question):
            yield question
    for seat in (None, *engine.seats_in_order(table.state)):
        view = engine.view(table.state, seat)
        yield engine.board_text(view)
        yield str(engine.nearest(view))
        if seat:
            yield from (f"{one.order}: {one.words}" for one in engine.offers(table.state, seat))


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

    def test_one_of_a_thing_is_told_in_the_singular(self: Any, engine):
        """Of each event also where each of its numbers is 1; what is counted has a form."""
        book, told = book_of(engine.package), set[str]()
        wrong = several_of_one(book)

        def look(table: BareTable) -> None:
            for event in table.events:
                for sentence in book.rows[event.kind].templates():
                    for name in re.findall(
                        r"\{(\w+)\} (?!(?:is|was|lies)\b)[a-z]+s\b", sentence, re.I
                    ):
                        assert not isinstance(event.data[name], int), f"needs a form: {sentence}"
                for data in (event.data, of_one(event.data)):
                    told.add(book.now(event.kind, data))
                    for seat in ("", *engine.seats_in_order(table.state)):
                        told.update(retold(book, [Happened(event.text, event.kind, data)], seat))
            table.events.clear()
            if len(table.deeds) % 20 == 0:
                told.update(texts_beside_events(engine, table))

        assert all(table.deeds for table in self.walks(engine, look))
        assert not [text for text in told if wrong.search(text)]
