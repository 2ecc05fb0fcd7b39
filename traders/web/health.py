"""For the operator's monitor: `/health` in words, for everybody; `/metrics` in figures, for who
bears a token: a figure that counts the letters of this second tells a rival that somebody wrote
(PR-INTERVAL-05).
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator

from django.conf import settings
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from traders.domain.operators import release, tallies
from traders.domain.operators.health import figures, log_changes, problems


def health(request: HttpRequest) -> JsonResponse:
    """200 while all is well, 503 with what is wrong, a sentence each. What tells of somebody's case
    is told, and counts, for the operator and who bears METRICS_TOKEN alone.
    """
    found = figures()
    log_changes(found)
    wrong = list(problems(found, inside=_is_operators(request)).values())
    response = JsonResponse({"ok": not wrong, "problems": wrong}, status=503 if wrong else 200)
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
    registry = CollectorRegistry()
    registry.register(Figures())
    registry.register(Totals())
    response = HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_PLAIN_0_0_4)
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


class Figures:
    """The figures of the moment, as gauges named `traders_…`."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        families: dict[str, GaugeMetricFamily] = {}
        for one in figures():
            labels = ["queue"] if one.label else []
            family = families.setdefault(
                one.name, GaugeMetricFamily(f"traders_{one.name}", one.words, labels=labels)
            )
            family.add_metric([one.label] if one.label else [], one.value)
        yield from families.values()


class Totals:
    """What only grows, as counters named `traders_…_total`; how long answers took, as sum and
    count; and which release runs.
    """

    def collect(self) -> Iterator[Metric]:
        yield InfoMetricFamily(
            "traders_build",
            "the release that runs",
            {"version": release.version(), "commit": release.commit()},
        )
        try:
            found = tallies.totals()
        except DatabaseError:  # the gauges say so
            return
        families: dict[str, CounterMetricFamily] = {}
        for counter, label, value in found:
            labels = [counter.label] if counter.label else []
            family = families.setdefault(
                counter.name,
                CounterMetricFamily(f"traders_{counter.name}", counter.words, labels=labels),
            )
            family.add_metric([label] if labels else [], value)
        yield from families.values()
