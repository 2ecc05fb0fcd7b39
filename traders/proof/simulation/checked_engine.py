"""An engine looked at: after every order, closing, outcome, deal and departure its position must be
sound (`Engine.flaws`), and so must be the step that led there (`Engine.unpaid`).
"""

from __future__ import annotations

from typing import Any

from traders.engines.kernel.contract import Engine, Event

CHANGING = ("play", "close", "happen", "leave", "exchange")
"""What changes a position."""


class Unsound(Exception):
    """A position that cannot be: what led to it, and what is wrong."""


class Watched:
    """The engine that it is given, but that a move which leads to an unsound position raises
    `Unsound`.
    """

    def __init__(self, engine: Engine[Any, Any]) -> None:
        self._engine = engine

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._engine, name)
        return self._watching(name, found) if name in CHANGING else found

    def _watching(self, name: str, does: Any) -> Any:
        def watched(state: Any, *said: Any) -> list[Event]:
            before = self._engine.copy(state)
            events: list[Event] = does(state, *said)
            if flaws := [*self._engine.flaws(state), *self._engine.unpaid(before, state, events)]:
                raise Unsound(
                    f"{self._engine.name}: after {name} {' '.join(map(str, said))}: "
                    f"{'; '.join(flaws)}"
                )
            return events

        return watched
