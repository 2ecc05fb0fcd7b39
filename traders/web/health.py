"""For the operator's monitor: does the house answer, does its database, do its sweeps run on time."""

from __future__ import annotations

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse

from traders.domain import clock
from traders.models import Deadline, Heartbeat

LATE = 300
"""Seconds for which something due may lie before the house is called ill."""


def health(request: HttpRequest) -> JsonResponse:
    """200 while all is well, 503 with what is wrong else. Tells nothing of any game."""
    problems: list[str] = []
    told: dict[str, object] = {}
    try:
        connection.ensure_connection()
        now = clock.now()
        oldest = Deadline.objects.filter(done_at=None, due__isnull=False).order_by("due").values_list("due", flat=True).first()
        overdue = max(0, int((now - oldest).total_seconds())) if oldest else 0
        beat = Heartbeat.objects.order_by("-until").values_list("until", flat=True).first()
        told = {"database": "ok", "overdue_seconds": overdue, "heartbeat": beat.isoformat() if beat else None}
        if overdue > LATE:
            problems.append("deadlines are overdue: do the worker and its beat run?")
        if beat and (now - beat).total_seconds() > LATE:
            problems.append("no heartbeat: does the beat run?")
    except DatabaseError:
        problems.append("the database does not answer")
    return JsonResponse({"ok": not problems, "problems": problems, **told}, status=503 if problems else 200)
