"""Positions that could never come about, made by hand from sound ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from traders.engines.kernel.contract.contract import Engine


def is_told_alone(engine: Engine[Any, Any], state: Any, fault: Callable[[Any], Any]) -> None:
    """The position is sound; with this fault, that is told and nothing else."""
    assert engine.flaws(state) == []
    fault(state)
    assert len(engine.flaws(state)) == 1, engine.flaws(state)
