"""When what play waits for falls due, as all players are told."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.db.models import OuterRef, QuerySet, Subquery

from traders.domain.calendar import clock
from traders.domain.deadlines import deadlines
from traders.engines.kernel.contract.contract import Pending
from traders.models import OF_PLAY, Deadline, Game, Phase


def with_deadline(games: QuerySet[Game]) -> QuerySet[Game]:
    """Games with what `due_of` reads: of the clocks, the one that runs."""
    running = Deadline.objects.filter(
        game=OuterRef("pk"), done_at=None, kind__in=OF_PLAY, due__isnull=False
    ).order_by("due")
    return games.annotate(
        due=Subquery(running.values("due")[:1]), terms=Subquery(running.values("data")[:1])
    )


def due_of(game: Game, pending: Callable[[], Pending | None]) -> datetime | None:
    """When what play waits for falls due, as all players are told; None while nobody can say.
    `game` comes from `with_deadline`.
    """
    due: datetime | None = getattr(game, "due", None)
    terms: dict[str, object] = getattr(game, "terms", None) or {}
    if game.frozen or game.phase != Phase.PLAYING or due is None:
        return None
    if terms.get("held_up") or terms.get("given"):  # the row's own due time is not what is told
        now_pending = pending()
        return deadlines.shown(game, now_pending, clock.now()) if now_pending else None
    return due
