"""For the operator's monitor: `/health` in words, for everybody; `/metrics` in figures, for who
bears a token: a figure that counts the letters of this second tells a rival that somebody wrote
(PR-INTERVAL-05).
"""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse

from traders.domain.operators.health_figures import figures, log_changes, problems
from traders.version import VERSION


def health(request: HttpRequest) -> JsonResponse:
    """200 while all is well, 503 with what is wrong, a sentence each. What tells of somebody's case
    is told, and counts, for the operator and who bears METRICS_TOKEN alone.
    """
    found = figures()
    log_changes(found)
    wrong = list(problems(found, inside=_is_operators(request)).values())
    told = {"ok": not wrong, "problems": wrong, "version": VERSION}
    response = JsonResponse(told, status=503 if wrong else 200)
    response["Cache-Control"] = "no-store"
    # Django would log the same 503 at every poll.
    response._has_been_logged = True  # type: ignore[attr-defined]
    return response


def metrics(request: HttpRequest) -> HttpResponse:
    """All figures in Prometheus' text format, for who bears METRICS_TOKEN; without that
    setting there is no such page.
    """
    if not settings.METRICS_TOKEN:
        raise Http404
    if not _bears_token(request):
        return HttpResponse(
            "This page is for the operator's monitor.\n", status=403, content_type="text/plain"
        )
    # imported here: a monitor asks one process of many
    from traders.web import prometheus_format  # noqa: PLC0415

    response = HttpResponse(
        prometheus_format.written(), content_type=prometheus_format.CONTENT_TYPE
    )
    response["Cache-Control"] = "no-store"
    return response


def _bears_token(request: HttpRequest) -> bool:
    token = settings.METRICS_TOKEN
    given = request.headers.get("Authorization", "").removeprefix("Bearer ").strip()
    return bool(token) and secrets.compare_digest(given.encode(), token.encode())


def _is_operators(request: HttpRequest) -> bool:
    if _bears_token(request):
        return True
    try:
        return bool(request.user.is_superuser)
    except DatabaseError:  # which is then what is wrong
        return False
