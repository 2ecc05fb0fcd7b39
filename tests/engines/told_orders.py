"""What is told of each of an engine's orders: a part of the tests that every engine passes."""

from __future__ import annotations

import re

from traders.domain.settings.postal_rules import postal_rules
from traders.engines.kernel.book.rulebook import cited
from traders.engines.kernel.grammar.order_parts import words_of

LONGEST_HELP = 100
"""Characters of what is told of an order."""


class ToldOrders:
    """Tests of the table of orders; `engine` is a fixture of `Conformance`."""

    def test_every_form_of_an_order_has_one_row(self, engine):
        rows = engine.orders()
        assert len({row.prefix for row in rows}) == len(rows)
        forms = [form for row in rows for form in row.forms]
        assert len(set(forms)) == len(forms)

    def test_what_an_order_does_is_told_in_one_short_sentence(self, engine):
        for row in engine.orders():
            assert re.fullmatch(r"[A-Z][^.!?]*[^.!?\s]\.", row.help), row.prefix
            assert len(row.help) <= LONGEST_HELP, row.prefix
            assert not cited(row.help), row.prefix

    def test_the_example_of_an_order_is_read_and_written(self, engine):
        rows = engine.orders()
        for row in rows:
            grammar = engine.grammars()[0]
            order = grammar.read(row.example)
            assert type(order) in {
                form.struct for form in grammar.forms if form.usage in row.forms
            }, row.prefix
            assert grammar.read(engine.write(order)) == order, row.prefix
            said = " ".join(words_of(row.example))
            fits = [other.prefix for other in rows if f"{said} ".startswith(f"{other.prefix} ")]
            assert max(fits, key=len, default="") == row.prefix

    def test_the_rule_of_an_order_is_in_a_book(self, engine):
        known = {**engine.rulebook().rules, **postal_rules().rules}
        assert [row.prefix for row in engine.orders() if row.rule not in known] == []
