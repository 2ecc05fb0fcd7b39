"""An engine with checks: after every change its position must keep the invariants (`Engine.flaws`),
and so must the step that led there (`Engine.unpaid`).
"""

from __future__ import annotations

from typing import Any

from traders.engines.kernel.contract.contract import Engine, Event

CHANGING = ("play", "close", "happen", "leave", "exchange", "reshuffled")
"""The methods that change a position."""


class Unsound(Exception):
    """A position or step breaks an invariant: what led to it, and which."""


class CheckedEngine:
    """An engine that raises `Unsound` after a move that breaks an invariant; otherwise the engine
    given.
    """

    def __init__(self, engine: Engine[Any, Any]) -> None:
        self._engine = engine

    def __getattr__(self, name: str) -> Any:
        attribute = getattr(self._engine, name)
        return self._checked(name, attribute) if name in CHANGING else attribute

    def _checked(self, name: str, method: Any) -> Any:
        def checked(state: Any, *arguments: Any) -> list[Event]:
            before = self._engine.copy(state)
            events: list[Event] = method(state, *arguments)
            if flaws := [*self._engine.flaws(state), *self._engine.unpaid(before, state, events)]:
                raise Unsound(
                    f"{self._engine.name}: after {name} {' '.join(map(str, arguments))}: "
                    f"{'; '.join(flaws)}"
                )
            return events

        return checked
