"""How a leak is planted, and the list of all."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import pytest

from traders.engines.star_traders import view
from traders.models import Sealed

# the package calls its function by the same name
write: Any = import_module("traders.domain.letters.game_play_letters")

Plant = Callable[[pytest.MonkeyPatch], None]


@dataclass(frozen=True)
class Leak:
    """What leaks, how it is planted, and the pair of games that tells, played by the letters of
    this seed.
    """

    what: str
    pair: str
    plant: Plant
    seed: int


LEAKS: list[Leak] = []


def leak(what: str, pair: str, seed: int = 1) -> Callable[[Plant], Plant]:
    """Enter a leak in the list."""

    def enter(plant: Plant) -> Plant:
        LEAKS.append(Leak(what, pair, plant, seed))
        return plant

    return enter


def notice(monkeypatch: pytest.MonkeyPatch, lines: Callable[[Any], Iterable[str]]) -> None:
    """Letters of a session say these lines besides."""
    facts_for = write.facts_for

    def worse(seat: str, change_set: Any, **more: Any) -> Any:
        facts = facts_for(seat, change_set, **more)
        facts.notices += tuple(lines(change_set))
        return facts

    monkeypatch.setattr(write, "facts_for", worse)


def unused(change_set: Any, kind: str) -> list[str]:
    """The words of what is sealed and still to come."""
    return list(
        Sealed.objects.filter(game=change_set.game_id, kind=kind, used=None).values_list(
            "text", flat=True
        )
    )


def show(monkeypatch: pytest.MonkeyPatch, more: Callable[[Any, dict[str, Any]], None]) -> None:
    """Views show this besides."""
    table = view._table

    def worse(state: Any) -> Any:
        seen = deepcopy(table(state))  # all share it
        more(state, seen)
        return seen

    monkeypatch.setattr(view, "_table", worse)
