"""Pages of a list that nobody counts: some rows, and whether there are more. So the first page
costs the same however long the list is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from django.db.models import QuerySet

from traders.engines.kernel.words import whole_number

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
FURTHEST = 1_000
"""Pages to which an address leads: who looks for more searches."""


class Sliced(Protocol[T_co]):
    """What gives the rows from one place to another."""

    def __getitem__(self, wanted: slice, /) -> Sequence[T_co]: ...


@dataclass(frozen=True)
class UncountedPage(Generic[T]):
    """One page; the names are those of Django's `Page`."""

    rows: Sequence[T]
    number: int
    has_next: bool

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[T]:
        return iter(self.rows)

    @property
    def has_other_pages(self) -> bool:
        return self.has_next or self.has_previous

    @property
    def has_previous(self) -> bool:
        return self.number > 1

    @property
    def previous_page_number(self) -> int:
        return self.number - 1

    @property
    def next_page_number(self) -> int:
        return self.number + 1


def page_of(rows: Sliced[T] | QuerySet[Any, T], asked: str, size: int) -> UncountedPage[T]:
    """The page that is asked for, from 1; the first where there is no such page."""
    number = min(max(1, whole_number(asked)), FURTHEST)
    found = rows[(number - 1) * size : number * size + 1]
    if not found and number > 1:
        return page_of(rows, "", size)
    return UncountedPage(list(found)[:size], number, len(found) > size)
