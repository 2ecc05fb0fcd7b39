"""Selection of waiting rows for a sweep: half of them the oldest, half the newest.

By age alone, a new row would wait for the end of a burst of a thousand. This way it is in the next
portion, and the oldest go on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from django.db import models

M = TypeVar("M", bound=models.Model)


def portion(
    rows: models.QuerySet[M], by: str, limit: int, oldest: Sequence[M] | None = None
) -> list[M]:
    """At most `limit` of the rows, in the order of the time `by`; all if there are no more.
    `oldest`: the first of them and one more, where they are known.
    """
    oldest = list(rows.order_by(by, "pk")[: limit + 1] if oldest is None else oldest)
    if len(oldest) <= limit:
        return oldest
    newest = list(rows.order_by(f"-{by}", "-pk")[: limit // 2])
    chosen = {row.pk: row for row in [*oldest[: limit - limit // 2], *newest]}
    return sorted(chosen.values(), key=lambda row: (getattr(row, by), row.pk))
