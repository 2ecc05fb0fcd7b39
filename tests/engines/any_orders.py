"""No sequence of legal orders ends in an error: a part of what every engine keeps."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engines.fuzzing import Fuzzer


class AnyOrders:
    """The fuzzer's orders, deals and departures; `engine` is a fixture of `Conformance`."""

    @pytest.mark.examples("fuzzed-orders")
    def test_no_sequence_of_legal_orders_ends_in_an_error(self: Any, engine, examples, lots):
        fuzzer = Fuzzer(engine.name, lots.randrange(10**6))
        broken = fuzzer.run(examples)
        assert broken is None, broken.written()
        assert fuzzer.orders >= examples
